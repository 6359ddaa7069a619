import Arguments
import Editing
import Git
import QueryLanguage
import Rendering
import Searching
import SourceText
import System
import Terminal
import VaultFiles

/// `slip check`: lists problems in notes and, with options, repairs them.
enum CheckCommand {
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case text, json, github }

    struct OptionValues: Sendable {
        var format: OutputFormat?
        var isOfStaged = false
        var revision: String?
        var listsUndated = false
        var fix = false
        var listsOnlyErrors = false
        var listsAll = false
        var limit: Int?
        var kinds: [String] = []
        /// The key that dates are copied from.
        var source: String?
        var change = ChangeOptions()
        var vaults = VaultOptions()
    }

    private static let listing: [Option<OptionValues>] = [
        .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
        .flag("staged", \.isOfStaged, "List only problems of the staged changes."),
        .value("since", "REV", \.revision, "List only problems added since REV."),
        .flag("undated", \.listsUndated, "Also list notes without a date."),
        .repeated(
            "kind", short: "k", "KIND", \.kinds, "List only problems of KIND; may be repeated."
        ),
        .flag("errors", \.listsOnlyErrors, "List only errors, and only count other problems."),
        .flag(
            "all", short: "a", \.listsAll, "On a terminal, list each unused attachment."),
        .value("limit", "N", \.limit, "List at most N problems. All are counted."),
    ]

    private static let fixing: [Option<OptionValues>] =
        [
            .flag("fix", \OptionValues.fix, "Fix problems that have exactly one solution."),
            ChangeOptions.dryRun.on(\OptionValues.change), ChangeOptions.force.on(\OptionValues.change),
        ] + Preconditions.options.map { $0.on(\OptionValues.change.conditions) } + [
            .value("from", "KEY", \OptionValues.source, "With --fix: set missing dates from KEY."),
            ChangeOptions.null.on(\OptionValues.change),
        ] + VaultOptions.options.map { $0.on(\OptionValues.vaults) }

    static let command = SlipCommand(
        "check", "List problems in the vault, or in some notes and folders.", operands: ["[PATH…]"],
        options: listing + fixing, takesNegatedTerms: true,
        discussion: """
            Each problem is printed as path:line:column: kind: text. On a terminal, a summary by kind comes first, then
            the problems by file, errors first. PATH is a note, a file or a folder, or - for paths on standard input. It
            may also be a query, such as in:Projects or '#thesis status:review', for the notes that it finds. The whole
            vault is checked, but only problems in PATH are listed. The exit status is 1 if problems were found.

            'slip help problems' lists the kinds with their severities, and explains --fix, --staged and --since.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            // Validate the options before anything is fixed.
            let kinds = try values.kinds.map { try kind($0) }
            if values.source != nil, !values.fix {
                throw UsageError.other("'--from' requires '--fix'", help: "slip check --fix --from KEY")
            }
            if values.change.force, !values.fix {
                throw UsageError.other("'--force' requires '--fix'", help: "slip check --fix --force")
            }
            try refusePairs(values)
            _ = try SearchCommand.atLeast(1, values.limit, name: "limit")
            try values.change.conditions.require("--fix", isGiven: values.fix)
            if let vaults = try context.severalVaults(values.vaults) {
                return try check(vaults, values, kinds: kinds, operands: operands, in: context)
            }
            if values.isOfStaged { return try checkStaged(values, kinds, operands: operands, in: context) }
            UserConfiguration(context.environment.variables).warn(in: context)
            // Problems of the configuration are reported as findings.
            let session = try context.session(
                changing: values.fix && !values.change.isDryRun, warnsOfConfiguration: false)
            let locations = try session.read { snapshot in
                try Self.locations(
                    context.expanded(operands, nullTerminated: values.change.nullTerminated), context,
                    snapshot: snapshot)
            }
            if values.fix {
                guard operands.isEmpty else {
                    throw UsageError.other(
                        "'--fix' cannot be limited to PATH: it always covers the whole vault",
                        help: "omit the paths")
                }
                try values.change.change(context) { snapshot in
                    let plan = try RepairPlanner(snapshot).repair(
                        datesFrom: dateSource(values, snapshot, in: context),
                        repairsLinks: kinds.isEmpty || !Set(kinds).isSubset(of: [.staleModified, .undated]),
                        updatesModified: kinds.contains(.staleModified)
                    ) {
                        session.git.isVersioned ? try CommitMoves(in: session.git.repository()).all : []
                    }
                    return PlannedChange(plan) { "\(Counted.notes($0)) fixed" }
                }
                if values.change.isDryRun { return }
            }
            var scope = FindingScope(undated: values.listsUndated)
            scope.kinds = Set(kinds)
            if !operands.isEmpty { scope.paths = locations }
            let findings =
                try values.revision.map { try NewFindings.since($0, session, scope: scope) }
                ?? session.allFindings(scope, now: context.environment.now)
            try write(findings, values, vault: session.vault, in: context) {
                // Outside of a repository, paths start from the vault.
                session.git.isVersioned ? try session.git.repository().prefix : []
            }
        })

    /// Returns where `--fix` gets the dates of notes without one: the key of `--from`, or git with `--undated`. Returns
    /// nil if these notes stay unchanged. Throws if git is needed and its history is missing or shallow.
    private static func dateSource(
        _ values: OptionValues, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws -> RepairPlanner.DateSource? {
        if let key = values.source { return .key(key) }
        if !values.listsUndated { return nil }
        guard snapshot.git.isVersioned else {
            context.notice("notes without a date are unchanged; to set dates from a front matter key: --from KEY")
            return nil
        }
        try snapshot.requireHistory()
        if try snapshot.isHistoryShallow() {
            throw VaultError(
                "cannot read creation dates from git: this clone is shallow",
                help: "to fetch the whole history: git fetch --unshallow")
        }
        return .git
    }

    private static func refusePairs(_ values: OptionValues) throws {
        let given = [
            ("--staged", values.isOfStaged), ("--since", values.revision != nil), ("--fix", values.fix),
            ("--undated", values.listsUndated && values.isOfStaged),
        ].filter(\.1).map(\.0)
        if given.count > 1 {
            throw UsageError.other(
                "'\(given[0])' and '\(given[1])' cannot be used together", help: "use only one of them")
        }
    }

    private static func checkStaged(
        _ values: OptionValues, _ kinds: [Diagnostic.Kind], operands: [Argument], in context: CommandContext
    ) throws {
        let vault = try context.vault()
        var scope = FindingScope()
        scope.kinds = Set(kinds)
        if !operands.isEmpty {
            scope.paths = try context.expanded(operands, nullTerminated: values.change.nullTerminated).map { argument in
                if let text = argument.text, isTerm(text), FileStatus.seen(context.full(argument)) == nil {
                    throw UsageError.other(
                        "'--staged' cannot be combined with a query: '\(SafeText.escaped(text))'", help: "give paths")
                }
                guard let path = context.pathFromHere(argument, vault) else {
                    throw VaultError("'\(SafeText.escaped(argument.shown))' is outside the vault")
                }
                return path
            }
        }
        let findings = try NewFindings.staged(vault, context.environment, messages: context, scope: scope)
        try write(findings, values, vault: vault, in: context) {
            try Repository(of: vault.root, from: context.environment.directory, context.environment.variables)?.prefix
                ?? []
        }
    }

    /// Lists the problems of several vaults, one after another.
    private static func check(
        _ vaults: [ChosenVault], _ values: OptionValues, kinds: [Diagnostic.Kind], operands: [Argument],
        in context: CommandContext
    ) throws {
        try VaultOptions.refuse([
            ("--fix", values.fix), ("--staged", values.isOfStaged), ("--since", values.revision != nil),
            ("--format github", values.format == .github), ("PATH", !operands.isEmpty),
        ])
        var scope = FindingScope(undated: values.listsUndated)
        scope.kinds = Set(kinds)
        var json = JSONWriter()
        var (count, rest) = (0, 0)
        var left = values.limit ?? .max
        // The number of problems is not known yet.
        var numbers = NumberedResults(99, in: context)
        let isJSON = values.format == .json
        if !isJSON { context.page() }
        let sessions = try context.sessions(vaults, values.vaults)
        try json.array { json in
            for (name, session) in sessions {
                let all = try session.allFindings(scope, now: context.environment.now)
                let findings = listed(all, values)
                count += findings.count
                rest += all.count - findings.count
                if isJSON {
                    FindingJSON.write(Array(findings.prefix(left)), vault: name, to: &json)
                } else if !findings.isEmpty {
                    if context.host.outputIsTerminal { try context.print(context.style.ink(name, .section)) }
                    try show(findings, values, limit: left, numbers: &numbers, vault: session.vault, in: context)
                }
                left = max(0, left - findings.count)
            }
        }
        reportLimit(values, of: count, in: context)
        if isJSON { try context.print(json.text) } else { try numbers.keep(of: nil) }
        if count == 0, rest == 0, !isJSON, context.host.outputIsTerminal { context.notice("no problems found") }
        countRest(rest, values, isStopped: count > 0, in: context)
        context.status = count == 0 ? 0 : 1
    }

    /// Prints problems in a format, and sets exit status 1 if there are any.
    ///
    /// - Parameter prefix: returns the vault's path in its repository. Paths in annotations start with it.
    private static func write(
        _ all: [Finding], _ values: OptionValues, vault: Vault, in context: CommandContext,
        prefix: () throws -> [UInt8]
    ) throws {
        let findings = listed(all, values)
        context.status = findings.isEmpty ? 0 : 1
        countRest(all.count - findings.count, values, isStopped: !findings.isEmpty, in: context)
        reportLimit(values, of: findings.count, in: context)
        let limit = values.limit ?? .max
        switch values.format {
        case .json: try context.print(FindingJSON.text(Array(findings.prefix(limit))))
        case .github: try annotations(Array(findings.prefix(limit)), prefix(), in: context)
        case .text, nil:
            if findings.isEmpty, !all.isEmpty { return }
            context.page()
            var numbers = NumberedResults(findings.count, in: context)
            try show(findings, values, limit: limit, numbers: &numbers, vault: vault, in: context)
            try numbers.keep(of: vault)
        }
    }

    /// Reports how many problems `--limit` leaves out. On a terminal, the list says so at its end.
    private static func reportLimit(_ values: OptionValues, of count: Int, in context: CommandContext) {
        let isReport = context.host.outputIsTerminal && (values.format ?? .text) == .text
        guard let limit = values.limit, count > limit, !isReport else { return }
        context.notice("\(Counted.of(count - limit, "more problem")); to list all, leave out --limit")
    }

    private static func listed(_ findings: [Finding], _ values: OptionValues) -> [Finding] {
        values.listsOnlyErrors ? findings.filter { $0.severity == .error } : findings
    }

    /// Reports the number of problems that `--errors` leaves out.
    ///
    /// - Parameter isStopped: whether there are errors. Otherwise the commit is made, and nothing stays staged.
    private static func countRest(
        _ count: Int, _ values: OptionValues, isStopped: Bool, in context: CommandContext
    ) {
        if count == 0 { return }
        let command = "slip check" + (values.isOfStaged && isStopped ? " --staged" : "")
        context.notice("\(count) \(count == 1 ? "warning or note" : "warnings or notes"); to list: \(command)")
    }

    private static func show(
        _ findings: [Finding], _ values: OptionValues, limit: Int, numbers: inout NumberedResults, vault: Vault,
        in context: CommandContext
    ) throws {
        if context.host.outputIsTerminal {
            let folds = !values.listsAll && !values.kinds.contains(Diagnostic.Kind.unusedAttachment.rawValue)
            let report = FindingReport(findings, of: vault, limit: limit, foldsAttachments: folds, in: context)
            return try report.write(&numbers)
        }
        let paths = context.paths(vault)
        let style = context.style
        for finding in findings.prefix(limit) {
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
            let level =
                switch finding.severity {
                case .error: "error"
                case .warning: "warning"
                case .note: "notice"
                }
            try context.print(
                "::\(level) file=\(escaped(file, inProperty: true)),\(places)::\(escaped(SafeText.escaped(finding.message + help)))"
            )
        }
    }

    private static func kind(_ name: String) throws -> Diagnostic.Kind {
        if let kind = Diagnostic.Kind(ofVaults: name) { return kind }
        let names = Diagnostic.Kind.ofVaults.map(\.rawValue)
        throw UsageError.other(
            "there is no kind of problem '\(name)'",
            help: Nearest.match(name, among: names).map { "did you mean '\($0)'?" }
                ?? "valid kinds: \(names.joined(separator: ", "))")
    }

    /// Returns the notes, files and folders that PATH arguments name, and the notes that the other arguments, as one
    /// query, find. If none of them is a part of a query for certain, they are paths that do not exist.
    private static func locations(
        _ arguments: [Argument], _ context: CommandContext, snapshot: VaultSnapshot
    ) throws -> [VaultPath] {
        let unknown = try arguments.filter {
            try existing($0, context, snapshot: snapshot) == nil && context.arguments(snapshot).notes(named: $0).isEmpty
        }
        let hasQuery = unknown.contains { $0.text.map(isTerm) ?? false }
        let words = hasQuery ? try unknown.map { try $0.asText() } : []
        let paths = try arguments.filter { !hasQuery || !unknown.contains($0) }.map {
            try location($0, context, snapshot: snapshot)
        }
        if words.isEmpty { return paths }
        let joined = QueryText.joined(words)
        for notice in joined.notices { context.notice(SafeText.escaped(notice)) }
        var options = SearchOptions(query: joined.query, scope: .all, folder: .root)
        options.detailed = false
        let search = try snapshot.prepare(options)
        for notice in search.query.notices { QueryOptions.report(notice, in: context) }
        let found = try snapshot.hits(of: search).map(\.path)
        if found.isEmpty, paths.isEmpty { context.notice("no notes found") }
        return paths + found
    }

    /// Whether an argument that names no file can only be a part of a query: one of its words has a field or begins with a
    /// sign of the query language. Words alone may be a mistyped name.
    private static func isTerm(_ text: String) -> Bool {
        text.split(whereSeparator: \.isWhitespace).contains { word in
            word.contains(":") || word.count > 1 && "#@(\"-".contains(word.prefix(1))
        }
    }

    /// Returns the note, file or folder that a PATH argument names. It is a path from the current directory or from the
    /// root, else the name of a note.
    private static func location(
        _ argument: Argument, _ context: CommandContext, snapshot: VaultSnapshot
    ) throws -> VaultPath {
        try existing(argument, context, snapshot: snapshot) ?? context.arguments(snapshot).note(argument)
    }

    private static func existing(
        _ argument: Argument, _ context: CommandContext, snapshot: VaultSnapshot
    ) throws -> VaultPath? {
        for path in [
            context.pathFromHere(argument, snapshot.vault), VaultPath.root.resolving(VaultPath(bytes: argument.bytes)),
        ] {
            if let path, snapshot.vault.exists(path) { return path }
        }
        return nil
    }

    private static func text(_ finding: Finding, _ style: Style) -> String {
        let help = finding.help.map { "; \(style.plain($0))" } ?? ""
        return
            "\(style.ink(finding.kind.rawValue, FindingReport.role(finding.severity))): \(style.plain(finding.message))\(help)"
    }
}
