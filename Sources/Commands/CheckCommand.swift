import Arguments
import Editing
import Git
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

enum CheckCommand {
    enum Format: String, CaseIterable, ArgumentValue, Sendable { case text, json, github }

    struct Values: Sendable {
        var format: Format?
        var isOfStaged = false
        var revision: String?
        var listsUndated = false
        var fix = false
        var kinds: [String] = []
        /// The key that dates are copied from.
        var source: String?
        var change = ChangeOptions()
    }

    static let command = Program.SlipCommand(
        "check", "List every problem in the vault, or in some notes and folders.", operands: ["[PATH…]"],
        options: [
            .value("format", short: "f", "FORMAT", \.format, "Write the list as FORMAT."),
            .flag("staged", \.isOfStaged, "List what a commit of what is staged would bring in, in the whole vault."),
            .value("since", "REV", \.revision, "List what was brought in since a branch left REV."),
            .flag("undated", \.listsUndated, "List also notes without a date of their own."),
            .repeated("kind", short: "k", "KIND", \.kinds, "List only problems of KIND, such as broken-link."),
            .flag("fix", \.fix, "Mend what needs no guessing."), ChangeOptions.dryRun.on(\Values.change),
            .value("from", "KEY", \.source, "With --fix: take dates from KEY for notes that have none of their own."),
            ChangeOptions.null.on(\Values.change),
        ],
        discussion: """
            Faults of front matter and of the configuration, broken and ambiguous links, headings that are not there,
            missing and unused attachments, duplicate ids and titles, unknown statuses, keys that are nearly known ones,
            bad encoding, merge conflict markers, copies that sync programs leave, links out of the vault: one a line, as
            path:line:column: kind: text; on a terminal by file, with a summary by kind. Exit status 1 if there are any.
            PATH is a note, a file or a folder, or - for paths on standard input; only what is wrong there is listed, while
            the whole vault is looked at.
            --fix rewrites links to and in notes that another program moved since the index was built, where that needs no
            guessing. With --from it also gives notes that have no date of their own the one that KEY holds, as created:,
            and with --undated the one of the first commit in git; when their files were made is never taken for it, since
            a clone makes all of them new. With --kind stale-modified it updates the modified: of notes whose content
            changed after that date, which is known with 'dates: git' in the configuration.
            --staged looks at what is staged and lists what committing it would bring in, links that it would break
            anywhere among it; --since does the same for a branch. Paths of --format github start from the repository.
            """,
        values: { Values() },
        run: { values, operands, context in
            // Validate the options before anything is fixed.
            let kinds = try values.kinds.map { try kind($0) }
            if values.source != nil, !values.fix {
                throw UsageError.other("'--from' goes with '--fix'", help: "slip check --fix --from KEY")
            }
            try refusePairs(values)
            if values.isOfStaged { return try checkStaged(values, kinds, operands, in: context) }
            // Problems of the configuration are reported as findings.
            let session = try context.session(
                changing: values.fix && !values.change.isDryRun, warnsOfConfiguration: false)
            let locations = try context.expanded(operands, nullTerminated: values.change.nullTerminated).map {
                try location($0, context, session: session)
            }
            if values.fix {
                guard operands.isEmpty else {
                    throw UsageError.other("'--fix' mends the whole vault", help: "leave out the paths")
                }
                var source = values.source.map { RepairPlanner.DateSource.key($0) }
                if values.listsUndated, source == nil {
                    if session.git.isVersioned {
                        try session.withSnapshot { try session.requireHistory() }
                        if try session.historyIsCut() {
                            throw VaultError(
                                "this clone's history is cut, so that nobody knows when notes were made",
                                help: "git fetch --unshallow fetches the rest")
                        }
                        source = .git
                    } else {
                        context.remark(
                            "notes without a date are left as they are; --from KEY takes it from a key that holds dates"
                        )
                    }
                }
                let plan = try RepairPlanner(session).repair(
                    datesFrom: source,
                    repairsLinks: kinds.isEmpty || !Set(kinds).isSubset(of: [.staleModified, .undated]),
                    updatesModified: kinds.contains(.staleModified))
                try values.change.carryOut(plan, context, session: session) { "\(Counted.notes($0)) mended" }
                if values.change.isDryRun { return }
            }
            var scope = FindingScope(undated: values.listsUndated)
            scope.kinds = Set(kinds)
            if !operands.isEmpty { scope.paths = locations }
            let findings =
                try values.revision.map { try NewFindings.since($0, session, scope) }
                ?? (session.findings(scope) + ForeignRecords.findings(in: session).filter(scope.wants)).sorted()
            try write(findings, values.format, session.vault, in: context) {
                // Outside of a repository, paths start from the vault.
                session.git.isVersioned ? try session.git.repository().prefix : []
            }
        })

    private static func refusePairs(_ values: Values) throws {
        let given = [
            ("--staged", values.isOfStaged), ("--since", values.revision != nil), ("--fix", values.fix),
            ("--undated", values.listsUndated && values.isOfStaged),
        ].filter(\.1).map(\.0)
        if given.count > 1 {
            throw UsageError.other("'\(given[0])' and '\(given[1])' exclude each other", help: "give one of them")
        }
    }

    private static func checkStaged(
        _ values: Values, _ kinds: [Diagnostic.Kind], _ operands: [Argument], in context: CommandContext
    ) throws {
        let vault = try context.vault()
        var scope = FindingScope()
        scope.kinds = Set(kinds)
        if !operands.isEmpty {
            scope.paths = try context.expanded(operands, nullTerminated: values.change.nullTerminated).map { argument in
                guard let path = context.pathFromHere(argument, vault) else {
                    throw VaultError("'\(SafeText.escaped(argument.shown))' is outside the vault")
                }
                return path
            }
        }
        let findings = try NewFindings.staged(vault, context.environment, messages: context, scope)
        try write(findings, values.format, vault, in: context) {
            try Repository(of: vault.root, from: context.environment.directory, context.environment.variables)?.prefix
                ?? []
        }
    }

    /// - Parameter prefix: the vault's path in its repository. Paths in annotations start with it.
    private static func write(
        _ findings: [Finding], _ format: Format?, _ vault: Vault, in context: CommandContext,
        prefix: () throws -> [UInt8]
    ) throws {
        context.status = findings.isEmpty ? 0 : 1
        if format == .json { return try json(findings, context) }
        if format == .github { return try annotations(findings, prefix(), in: context) }
        context.page()
        let paths = PathStyle(root: vault.root, directory: context.environment.directory)
        if context.world.outputIsTerminal { return try FindingReport(findings, paths, in: context).write() }
        let style = context.style
        for finding in findings {
            let location =
                SafeText.escaped(paths.bytes(finding.path)) + Array(":\(finding.line):\(finding.column)".utf8)
            try context.write(location + Array(": \(text(finding, style))\n".utf8))
        }
    }

    /// Prints annotations in the format of GitHub's runners:
    /// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
    private static func annotations(_ findings: [Finding], _ prefix: [UInt8], in context: CommandContext) throws {
        func escaped(_ text: String, inProperty: Bool = false) -> String {
            var result = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "%": result += "%25"
                case "\r": result += "%0D"
                case "\n": result += "%0A"
                case ":" where inProperty: result += "%3A"
                case "," where inProperty: result += "%2C"
                default: result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
        for finding in findings {
            let file = String(decoding: SafeText.escaped(prefix + finding.path.bytes), as: UTF8.self)
            let help = finding.help.map { "; \($0)" } ?? ""
            let places = "line=\(finding.line),col=\(finding.column),title=\(finding.kind.rawValue)"
            try context.print(
                "::error file=\(escaped(file, inProperty: true)),\(places)::\(escaped(SafeText.escaped(finding.message + help)))"
            )
        }
    }

    private static func kind(_ name: String) throws -> Diagnostic.Kind {
        if let kind = Diagnostic.Kind.ofVaults.first(where: { $0.rawValue == name }) { return kind }
        let names = Diagnostic.Kind.ofVaults.map(\.rawValue)
        throw UsageError.other(
            "there is no kind of problem '\(name)'",
            help: Nearest.match(name, among: names).map { "did you mean '\($0)'?" }
                ?? "kinds are: \(names.joined(separator: ", "))")
    }

    /// Returns the note, file or folder that a PATH argument names.
    private static func location(
        _ argument: Argument, _ context: CommandContext, session: VaultSession
    ) throws -> VaultPath {
        for path in [
            context.pathFromHere(argument, session.vault), VaultPath.root.resolving(VaultPath(bytes: argument.bytes)),
        ] {
            if let path, session.vault.exists(path) { return path }
        }
        return try context.resolveNote(argument, session)
    }

    private static func text(_ finding: Finding, _ style: Style) -> String {
        let help = finding.help.map { "; \(style.plain($0))" } ?? ""
        return "\(style.ink(finding.kind.rawValue, .error)): \(style.plain(finding.message))\(help)"
    }

    private static func json(_ findings: [Finding], _ context: CommandContext) throws {
        var json = JSONWriter()
        json.array { json in
            for finding in findings {
                json.object { json in
                    json.path("path", finding.path)
                    json.field("line")
                    json.int(finding.line)
                    json.field("column")
                    json.int(finding.column)
                    json.field("kind")
                    json.string(finding.kind.rawValue)
                    json.field("message")
                    json.string(finding.message)
                    json.field("help")
                    json.string(finding.help)
                }
            }
        }
        try context.print(json.text)
    }
}
