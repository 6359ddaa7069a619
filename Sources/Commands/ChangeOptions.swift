import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultChanges
import VaultFiles

/// The options of commands that change notes.
struct ChangeOptions: Sendable {
    var query: String?
    var scope: Scope?
    var folder: Argument?
    var expected: Int?
    var isDryRun = false
    var force = false
    var nullTerminated = false
    var format: ListFormat?
    /// Whether a question was asked, before which the remarks were made.
    private var asksFirst = false

    static let dryRun: Option<ChangeOptions> = .flag(
        "dry-run", short: "n", \.isDryRun, "Show what would change, changing nothing.")
    static let force: Option<ChangeOptions> = .flag(
        "force", \.force, "Do it without asking, and where slip would rather not.")
    static let null: Option<ChangeOptions> = .flag(
        "null", short: "0", \.nullTerminated, "With - for NOTE: the paths on standard input end with NUL.")
    static let report: Option<ChangeOptions> = .value(
        "format", short: "f", "FORMAT", \.format, "Print what was done, or would be, as FORMAT.")
    /// What every command has that changes something.
    static let common: [Option<ChangeOptions>] = [dryRun, report]
    static let expect: Option<ChangeOptions> = .value(
        "expect", "N", \.expected, "Refuse unless exactly N notes are meant.")

    /// Options that choose notes by a query.
    static let choosing: [Option<ChangeOptions>] = [
        .value("query", short: "q", "QUERY", \.query, "Change the notes that QUERY finds."),
        .value("scope", short: "s", "SCOPE", \.scope, "Where QUERY looks."),
        .value("in", "FOLDER", \.folder, "Where QUERY looks.", completion: .folder), expect, null,
    ]

    /// The notes meant: those named, or those that the query finds as `slip search` would from here.
    func notes(_ names: [Argument], _ context: CommandContext, session: VaultSession) throws -> [VaultPath] {
        try notes(names, context, session: session) { try context.resolveNote($0, session, changes: true) }
    }

    /// As above, where `read` says what an argument means.
    func notes(
        _ names: [Argument], _ context: CommandContext, session: VaultSession, read: (Argument) throws -> VaultPath
    ) throws -> [VaultPath] {
        var notes: [VaultPath]
        if let query {
            guard names.isEmpty, !nullTerminated else {
                throw UsageError.other("notes are named and '--query' is given", help: "give one of the two")
            }
            notes = try found(query, context, session: session)
        } else {
            guard !names.isEmpty else { throw UsageError.missingOperand("NOTE, or --query QUERY") }
            for (name, isGiven) in [("--scope", scope != nil), ("--in", folder != nil)] where isGiven {
                throw UsageError.other("'\(name)' goes with '--query'", help: "--query QUERY \(name) …")
            }
            var seen: Set<VaultPath> = []
            notes = try context.expanded(names, nullTerminated: nullTerminated).map(read).filter {
                seen.insert($0).inserted
            }
        }
        try guardCount(notes.count)
        return notes
    }

    /// Refuses another number of notes than `--expect` says.
    func guardCount(_ count: Int) throws {
        guard let expected, count != expected else { return }
        throw VaultError("\(count) \(count == 1 ? "note is" : "notes are") meant, not \(expected); nothing was changed")
    }

    private func found(_ query: String, _ context: CommandContext, session: VaultSession) throws -> [VaultPath] {
        var options = SearchOptions(
            query: query, scope: scope ?? .folder,
            folder: try folder.map { try context.folder($0, session, changes: true) }
                ?? context.currentFolder(session.vault))
        options.detailed = false
        let search = try session.prepare(options)
        for remark in search.query.remarks where !search.query.replacesStatus {
            QueryOptions.tell(remark, in: context)
        }
        if search.query.replacesStatus {
            throw VaultError(
                "the query has several 'status:', of which the last would count; nothing was changed",
                help: "for any of them write status:a,b")
        }
        var paths: [VaultPath] = []
        try session.run(search) { hit in
            paths.append(hit.path)
            return true
        }
        if paths.isEmpty { context.status = 1 }
        return paths
    }

    /// Carries out a plan, or shows it; says what was done.
    ///
    /// - Parameter done: what to say, given how many files were written.
    func carryOut(_ plan: ChangePlan, _ context: CommandContext, session: VaultSession, done: (Int) -> String) throws {
        if !asks(context) { tell(plan, context) }
        if isDryRun { return try show(plan, nil, in: context, session: session) }
        try context.writer?.carryOut(plan, force: force) { session.progress("writing", $0, of: $1) }
        context.refresh(session)
        if format == .json { try context.print(ChangeJSON.text(plan, isDone: true)) }
        if plan.isEmpty { return context.remark("nothing to change") }
        context.remark(SafeText.escaped(done(plan.writes)) + "; slip undo takes it back")
    }

    /// The session, the notes that are changed, and the last operand, which is what they are joined with or parted from.
    ///
    /// - Parameter lastNamed: what help calls that operand.
    func ends(
        _ operands: [Argument], lastNamed name: String, _ context: CommandContext
    ) throws -> (session: VaultSession, notes: [VaultPath], last: Argument) {
        guard let last = operands.last, query != nil || operands.count > 1 else {
            throw UsageError.missingOperand(name)
        }
        let session = try context.session(changing: true)
        return (session, try notes(Array(operands.dropLast()), context, session: session), last)
    }

    /// Prints what a plan would do.
    ///
    /// - Parameter path: of what the plan makes, where it is for a command that makes something.
    func show(
        _ plan: ChangePlan, _ path: VaultPath?, in context: CommandContext, session: VaultSession
    ) throws {
        if format == .json { return try context.print(ChangeJSON.text(plan, isDone: false, path: path)) }
        try show(plan, context, session: session)
    }

    private func tell(_ plan: ChangePlan, _ context: CommandContext) {
        for remark in plan.remarks { context.remark(SafeText.escaped(remark)) }
        for path in plan.unread.prefix(3) where force || isDryRun {
            let outcome = force ? "stays as it is" : "would have to be left by --force"
            context.remark(SafeText.escaped("'\(path.text)' cannot be read, and what it holds \(outcome)"))
        }
    }

    private func asks(_ context: CommandContext) -> Bool {
        asksFirst && !force && !isDryRun && context.world.inputIsTerminal
    }

    /// Asks on a terminal whether to go on, once it was said what would go; elsewhere `--force` has to say so.
    ///
    /// - Parameters:
    ///   - things: what the question is about, one a line.
    ///   - plan: its remarks are said before the question.
    mutating func confirm(
        _ question: String, _ things: [String] = [], plan: ChangePlan? = nil, in context: CommandContext
    ) throws {
        asksFirst = true
        if force || isDryRun { return }
        if context.world.inputIsTerminal {
            // What the question is about stands right above it.
            let remarks = plan?.remarks ?? []
            for remark in remarks.prefix(10) { context.remark(SafeText.escaped(remark)) }
            if remarks.count > 10 { context.remark("and \(remarks.count - 10) more of these; --dry-run says all") }
            for thing in things.prefix(20) { context.world.writeError("  \(SafeText.escaped(thing))") }
            if things.count > 20 { context.world.writeError("  and \(things.count - 20) more") }
        }
        guard context.world.inputIsTerminal else {
            throw VaultError(
                "\(question.prefix(1).lowercased() + question.dropFirst())? nobody can answer here",
                help: "--force does it without asking; nothing was changed")
        }
        context.world.writeError(SafeText.escaped("\(question)? [y/N]"))
        let answer = context.world.readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else { throw VaultError("nothing was changed") }
    }

    /// Prints what a plan does, as a patch.
    func show(_ plan: ChangePlan, _ context: CommandContext, session: VaultSession) throws {
        context.page()
        let patch = try PlanPatch(plan) { try session.files(inside: $0) }
        for piece in patch.pieces {
            switch piece {
            case .line(let text): try context.print(SafeText.escaped(text))
            // As it is in a pipe, for git and patch; on a terminal nothing in it moves the cursor.
            case .patch(let bytes) where !context.world.outputIsTerminal: try context.write(bytes)
            case .patch(let bytes):
                for line in bytes.split(separator: Byte.newline, omittingEmptySubsequences: false).dropLast() {
                    try context.print(Self.colored(String(decoding: line, as: UTF8.self), context.style))
                }
            }
        }
    }

    /// A line of a patch as git colours it.
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
