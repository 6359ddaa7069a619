import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

enum CheckCommand {
    struct Values: Sendable {
        var format: ListFormat?
        var listsUndated = false
        var fix = false
        var kinds: [String] = []
        /// The key that dates are taken from.
        var source: String?
        var change = ChangeOptions()
    }

    static let command = Program.SlipCommand(
        "check", "List every problem in the vault, or in some notes and folders.", operands: ["[PATH…]"],
        options: [
            .value("format", short: "f", "FORMAT", \.format, "Write the list as FORMAT."),
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
            guessing. With --from it also gives notes that have no date of their own the one that KEY holds, as created:;
            when their files were made is never taken for it, since a clone makes all of them new.
            """,
        values: { Values() },
        run: { values, operands, context in
            // Before anything is mended.
            let kinds = try values.kinds.map { try kind($0) }
            if values.source != nil, !values.fix {
                throw UsageError.other("'--from' goes with '--fix'", help: "slip check --fix --from KEY")
            }
            // What is wrong with the configuration is a finding here.
            let session = try context.session(
                changing: values.fix && !values.change.isDryRun, warnsOfConfiguration: false)
            let locations = try context.expanded(operands, nullTerminated: values.change.nullTerminated).map {
                try location($0, context, session: session)
            }
            if values.fix {
                guard operands.isEmpty else {
                    throw UsageError.other("'--fix' mends the whole vault", help: "leave out the paths")
                }
                let plan = try Planner(session).mend(datesFrom: values.source)
                if values.listsUndated, values.source == nil {
                    context.remark(
                        "notes without a date are left as they are; --from KEY takes it from a key that holds dates")
                }
                try values.change.carryOut(plan, context, session: session) { "\(Counted.notes($0)) mended" }
                if values.change.isDryRun { return }
            }
            var scope = FindingScope(undated: values.listsUndated)
            scope.kinds = Set(kinds)
            if !operands.isEmpty { scope.paths = locations }
            let findings = try (session.findings(scope) + ForeignRecords.findings(in: session).filter(scope.wants))
                .sorted()
            context.status = findings.isEmpty ? 0 : 1
            if values.format == .json { return try json(findings, context) }
            context.page()
            if context.world.outputIsTerminal { return try byFile(findings, session, in: context) }
            let style = context.style
            let paths = context.paths(session)
            for finding in findings {
                let location =
                    Style.escaped(paths.bytes(finding.path)) + Array(":\(finding.line):\(finding.column)".utf8)
                try context.write(location + Array(": \(text(finding, style))\n".utf8))
            }
        })

    /// The kind of problem of that name.
    private static func kind(_ name: String) throws -> Diagnostic.Kind {
        if let kind = Diagnostic.Kind.ofVaults.first(where: { $0.rawValue == name }) { return kind }
        let names = Diagnostic.Kind.ofVaults.map(\.rawValue)
        throw UsageError.other(
            "there is no kind of problem '\(name)'",
            help: Nearest.match(name, among: names).map { "did you mean '\($0)'?" }
                ?? "kinds are: \(names.joined(separator: ", "))")
    }

    /// What a PATH argument means: a note, else whatever is there on disk.
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
        return "\(style.ink(finding.kind.rawValue, .red)): \(style.plain(finding.message))\(help)"
    }

    /// For people: under each file what is wrong in it, and at the end how much there is of each kind.
    private static func byFile(_ findings: [Finding], _ session: VaultSession, in context: CommandContext) throws {
        let style = context.style
        let paths = context.paths(session)
        var file: VaultPath?
        var counts: [Diagnostic.Kind: Int] = [:]
        var files = 0
        for finding in findings {
            if finding.path != file {
                try context.print((file == nil ? "" : "\n") + style.ink(paths.text(finding.path), .cyan))
                file = finding.path
                files += 1
            }
            counts[finding.kind, default: 0] += 1
            try context.print("  \(finding.line):\(finding.column)  \(text(finding, style))")
        }
        guard files > 0 else { return context.remark("no problems found") }
        let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        try context.print(
            "\n" + style.ink("\(Counted.of(findings.count, "problem")) in \(Counted.of(files, "file"))", .bold))
        for (kind, count) in rows {
            let number = String(count)
            try context.print(String(repeating: " ", count: max(0, 6 - number.count)) + "\(number)  \(kind.rawValue)")
        }
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
