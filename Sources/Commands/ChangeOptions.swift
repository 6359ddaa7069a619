import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// The plan of a changing command, the question that it asks first, and its message when it is done.
struct PlannedChange {
    var plan: ChangePlan
    /// The notes, folders and files that the user has selected, or nil for those that the plan changes.
    var selected: [VaultPath]?
    /// The question to ask first, and the affected things, one per line. Nil if undo is sufficient protection.
    var question: (text: String, things: [String])?
    /// The new text, if the command adds one: it is printed as `path:line`.
    var capture: CapturePlan?
    var printsLine = true
    /// What changes, a line for each thing, to print before the message.
    var details: [String] = []
    /// Returns the message when it is done, given the number of written files.
    var done: (Int) -> String

    init(
        _ plan: ChangePlan, of selected: [VaultPath]? = nil, question: (text: String, things: [String])? = nil,
        done: @escaping (Int) -> String
    ) {
        self.plan = plan
        self.selected = selected
        self.question = question
        self.done = done
    }
}

struct ChangeOptions: Sendable {
    var query: String?
    var scope: Scope?
    var folder: Argument?
    var conditions = Preconditions()
    var isDryRun = false
    var force = false
    /// Whether `--force` skips the question, not `--yes`.
    var forceAgrees = true
    var nullTerminated = false
    var format: ListFormat?

    static let dryRun: Option<ChangeOptions> = .flag(
        "dry-run", short: "n", \.isDryRun, "Show what would change, without changing anything.")
    static let force: Option<ChangeOptions> = .flag(
        "force", \.force, "Also change files that are read-only, hard-linked or open for writing.")
    static let null: Option<ChangeOptions> = .flag(
        "null", short: "0", \.nullTerminated, "With - for NOTE: expect NUL after each path on standard input.")
    static let report: Option<ChangeOptions> = .value(
        "format", short: "f", "FORMAT", \.format, "Set the format of the result, or with --dry-run of the plan.")
    static let common: [Option<ChangeOptions>] = [dryRun, report]
    /// The options of commands that change notes.
    static let ofNotes = ofNotes(force: force)

    /// The options of commands that remove notes, after a question.
    static let ofRemovals = ofNotes(force: force("Skip the confirmation"))

    static func ofNotes(force: Option<ChangeOptions>) -> [Option<ChangeOptions>] {
        common + Preconditions.options.map { $0.on(\ChangeOptions.conditions) } + [force]
    }

    /// Returns `--force` for a command in which it permits something else too. The help must name both.
    ///
    /// - Parameter permission: what else `--force` permits.
    static func force(_ permission: String) -> Option<ChangeOptions> {
        .flag("force", \.force, "\(permission); also change read-only, hard-linked or open files.")
    }

    /// Options that select notes by a query.
    static let choosing: [Option<ChangeOptions>] = [
        .value("query", short: "q", "QUERY", \.query, "Apply to all notes that match QUERY."),
        .value("scope", short: "s", "SCOPE", \.scope, "Limit --query to this scope (default: folder)."),
        .value(
            "in", "FOLDER", \.folder, "With --query: search FOLDER instead of the current one.", completion: .folder),
        null,
    ]

    /// Returns the named notes, or those that `--query` finds. The query is run as by `slip search`: in the current
    /// folder, unless `--scope` or `--in` is given.
    func notes(_ names: [Argument], _ context: CommandContext, snapshot: VaultSnapshot) throws -> [VaultPath] {
        try notes(names, context, snapshot: snapshot) { try context.arguments(snapshot).note($0, changes: true) }
    }

    /// Returns the named notes, each resolved with `resolve`, or those that `--query` finds. Duplicates are dropped. If
    /// the query finds nothing, returns an empty list and sets exit status 1. Throws if both or neither are given.
    func notes(
        _ names: [Argument], _ context: CommandContext, snapshot: VaultSnapshot, resolve: (Argument) throws -> VaultPath
    ) throws -> [VaultPath] {
        if let query {
            guard names.isEmpty, !nullTerminated else {
                throw UsageError.other("NOTE and '--query' cannot be used together", help: "use only one of them")
            }
            return try found(query, context, snapshot: snapshot)
        }
        guard !names.isEmpty else { throw UsageError.missingOperand("NOTE, or --query QUERY") }
        for (name, isGiven) in [("--scope", scope != nil), ("--in", folder != nil)] where isGiven {
            throw UsageError.other("'\(name)' requires '--query'", help: "--query QUERY \(name) …")
        }
        var seen: Set<VaultPath> = []
        return try context.expanded(names, nullTerminated: nullTerminated).map(resolve).filter {
            seen.insert($0).inserted
        }
    }

    private func found(_ query: String, _ context: CommandContext, snapshot: VaultSnapshot) throws -> [VaultPath] {
        try QueryOptions.refuseFolder(folder, of: scope)
        var options = SearchOptions(
            query: query, scope: QueryOptions.scope(scope, in: folder, of: snapshot.vault),
            folder: try folder.map { try context.arguments(snapshot).folder($0, changes: true) }
                ?? context.currentFolder(snapshot.vault))
        options.detailed = false
        let search = try snapshot.prepare(options)
        for notice in search.query.notices where !search.query.replacesStatus {
            QueryOptions.report(notice, in: context)
        }
        if search.query.replacesStatus {
            throw VaultError(
                "the query has several 'status:' terms, and only the last would apply; nothing was changed",
                help: "to match any of several values: status:a,b")
        }
        var paths: [VaultPath] = []
        try snapshot.run(search) { hit in
            paths.append(hit.path)
            return true
        }
        context.status = paths.isEmpty ? 1 : 0
        return paths
    }

    /// Plans a change, asks its question if it has one, carries it out and reports it. `--force` skips the question, if
    /// `forceAgrees`. A dry run only shows the plan. A command whose plans have a question uses `force(_:)`.
    ///
    /// - Parameters:
    ///   - conflicts: called with each file that another program has changed, before the change is planned again.
    ///   - plan: returns nil if no notes are selected. It may run again if the index or a file changes meanwhile.
    func change(
        _ context: CommandContext, conflicts: (VaultPath) -> Void = { _ in },
        _ plan: (VaultSnapshot) throws -> PlannedChange?
    ) throws {
        try changeInSteps(context, conflicts: conflicts) {
            try context.plan { snapshot in
                let change = try plan(snapshot)
                try conditions.check(change?.plan, of: change == nil ? [] : change?.selected, snapshot, in: context)
                return change
            }
        }
    }

    /// As `change`, for a plan of several steps, each of which is planned in another snapshot.
    func changeInSteps(
        _ context: CommandContext, conflicts: (VaultPath) -> Void = { _ in }, _ plan: () throws -> PlannedChange?
    ) throws {
        context.isDryRun = isDryRun
        try VaultWriter.retryingConflicts(prepare: { context.refresh() }, report: conflicts) {
            try attempt(context, plan())
        }
    }

    private func attempt(_ context: CommandContext, _ change: PlannedChange?) throws {
        guard let change else { return context.notice("no notes found; nothing to change") }
        let plan = change.plan
        let asks = change.question != nil && !(force && forceAgrees) && !isDryRun
        if let question = change.question, asks {
            // The affected things stand directly above the question.
            try confirm(question.text, question.things, notices: plan.notices, in: context)
        } else {
            report(plan, context)
        }
        if isDryRun {
            // The plan may be read in a pager for a long time.
            context.endChanging()
            if format == .json {
                return try ChangeJSON.print(plan, isDone: false, capture: change.capture, in: context)
            }
            // Above the patch, which may be long.
            report(change.details, context)
            if !plan.isEmpty { context.notice(SafeText.escaped("dry run: \(change.done(plan.writes))")) }
            return try show(plan, context)
        }
        try context.carryOut(plan, force: force)
        if format == .json { try ChangeJSON.print(plan, isDone: true, capture: change.capture, in: context) }
        if plan.isEmpty { return context.notice("nothing to change") }
        if format != .json, let capture = change.capture {
            let path = SafeText.escaped(context.paths(try context.session().vault).bytes(capture.path))
            try context.write(path + Array(change.printsLine ? ":\(capture.line)\n".utf8 : "\n".utf8))
        }
        report(change.details, context)
        context.notice(
            SafeText.escaped("\(change.done(plan.writes)); undo with: \(VaultArguments(context).undoCommand)"))
    }

    /// Splits the operands of a command such as `link`. Returns the notes to change, and the last operand, which names
    /// the other end of the link or attachment. Throws if an operand is missing.
    ///
    /// - Parameter lastNamed: the name of the last operand in help.
    func ends(
        _ operands: [Argument], lastNamed name: String, _ context: CommandContext, snapshot: VaultSnapshot
    ) throws -> (notes: [VaultPath], last: Argument) {
        guard let last = operands.last, query != nil || operands.count > 1 else {
            throw UsageError.missingOperand(name)
        }
        return (try notes(Array(operands.dropLast()), context, snapshot: snapshot), last)
    }

    /// Prints the changes of a plan for a dry run, as a patch or as JSON.
    ///
    /// - Parameter path: the path of the new file, if the command creates one. Only JSON shows it.
    func show(_ plan: ChangePlan, _ path: VaultPath?, in context: CommandContext) throws {
        if format == .json { return try ChangeJSON.print(plan, isDone: false, path: path, in: context) }
        try show(plan, context)
    }

    private static let mostDetails = 10

    private func report(_ details: [String], _ context: CommandContext) {
        for detail in details.prefix(Self.mostDetails) { context.notice(SafeText.escaped(detail)) }
        if details.count > Self.mostDetails { context.notice("and \(details.count - Self.mostDetails) more") }
    }

    private func report(_ plan: ChangePlan, _ context: CommandContext) {
        for notice in plan.notices { context.notice(SafeText.escaped(notice)) }
        for path in plan.unread.prefix(3) where force || isDryRun {
            let outcome = force ? "stays unchanged" : "would stay unchanged with --force"
            context.notice(SafeText.escaped("cannot read '\(path.text)': its content \(outcome)"))
        }
    }

    /// Lists the affected things and asks for confirmation. Throws if the user declines, or if standard input is no
    /// terminal.
    ///
    /// - Parameters:
    ///   - things: the affected things, one per line. The first 20 are shown.
    ///   - notices: notices to show before them. The first 10 are shown.
    func confirm(
        _ question: String, _ things: [String] = [], notices: [String] = [], in context: CommandContext
    ) throws {
        guard context.host.inputIsTerminal else {
            throw VaultError(
                "cannot ask for confirmation, because standard input is not a terminal: \(question.prefix(1).lowercased() + question.dropFirst())?",
                help: "to skip the question: \(forceAgrees ? "--force" : "--yes"); nothing was changed")
        }
        for notice in notices.prefix(10) { context.notice(SafeText.escaped(notice)) }
        if notices.count > 10 { context.notice("and \(notices.count - 10) more; to see all: --dry-run") }
        Self.list(things, in: context)
        guard context.asks(SafeText.escaped(question) + "?") else { throw VaultError("nothing was changed") }
    }

    /// Lists things on standard error, above an error or a question. The first 20 are shown.
    static func list(_ things: [String], in context: CommandContext) {
        for thing in things.prefix(20) { context.host.writeError("  \(SafeText.escaped(thing))") }
        if things.count > 20 { context.host.writeError("  and \(things.count - 20) more") }
    }

    func show(_ plan: ChangePlan, _ context: CommandContext) throws {
        context.page()
        let files = try PlannedFile.all(in: plan) { path in try context.read { try $0.files(inside: path) } }
        for piece in PlanPatch(plan, files: files).pieces {
            switch piece {
            case .line(let text): try context.print(SafeText.escaped(text))
            case .patch(let bytes): try Self.print(patch: bytes, context)
            }
        }
    }

    /// Prints a patch: unmodified in a pipe, for git and patch. On a terminal, control characters are escaped.
    static func print(patch: [UInt8], _ context: CommandContext) throws {
        if !context.host.outputIsTerminal { return try context.write(patch) }
        for line in patch.split(separator: Byte.newline, omittingEmptySubsequences: false).dropLast() {
            try context.print(colored(String(decoding: line, as: UTF8.self), context.style))
        }
    }

    /// Colors a line of a patch as git does.
    private static func colored(_ line: String, _ style: Style) -> String {
        let text = Style.line(line)
        if line.hasPrefix("+++") || line.hasPrefix("---") || line.hasPrefix("diff ") {
            return style.ink(text, .heading)
        }
        if line.hasPrefix("+") { return style.ink(text, .added) }
        if line.hasPrefix("-") { return style.ink(text, .removed) }
        return line.hasPrefix("@@") ? style.ink(text, .path) : text
    }
}
