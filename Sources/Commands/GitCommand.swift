import Arguments
import Editing
import Git
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// `slip git`: sets up the merge driver, shows the status, and synchronizes with a remote.
enum GitCommand {
    static let command = SlipCommand(
        "git", "Set up git for notes, and sync them.", subcommands: [setup, status, sync], usually: "status")

    /// Returns the git setup of a vault, or nil if it is not in a repository.
    static func setup(of vault: Vault, in context: CommandContext) throws -> GitSetup? {
        let repository = try Repository(
            of: vault.root, from: context.environment.directory, context.environment.variables)
        return repository.map { GitSetup(vault, $0) }
    }

    private static func setup(in context: CommandContext) throws -> GitSetup {
        let vault = try context.vault()
        guard let setup = try setup(of: vault, in: context) else {
            throw VaultError(
                "'\(SafeText.escaped(String(decoding: vault.fullPath(.root), as: UTF8.self)))' is not in a git repository",
                help: "to create a repository: git init")
        }
        return setup
    }

    /// Returns what `slip git setup` sets up, as parts that `SetupDialog` can show and make.
    ///
    /// - Parameter prefix: text before the names of the parts.
    static func parts(_ setup: GitSetup, prefix: String = "") throws -> [SetupPart] {
        try GitSetup.Part.allCases.map { part in
            SetupPart(
                name: prefix + part.rawValue, place: try setup.place(part),
                lines: setup.line(part).split(separator: "\n").map(String.init),
                state: {
                    switch try setup.state(part) {
                    case .set: .set
                    case .unset: .unset
                    case .outdated: .outdated
                    case .other(let what): .other(what)
                    }
                },
                make: { try setup.make(part) }, remove: { try setup.remove(part) })
        }
    }

    // MARK: setup

    struct SetupOptionValues: Sendable {
        var agrees = false
        var removes = false
        var checksBlocks = false
    }

    private static let setup = SlipCommand(
        "setup", "Set up a merge driver for notes, and a check before each commit.", words: [],
        options: [
            .flag("yes", short: "y", \SetupOptionValues.agrees, "Skip the confirmation."),
            .flag("refresh", \.checksBlocks, "Let the hook also stop a commit while live blocks are not up to date."),
            .flag("remove", \.removes, "Remove what 'slip git setup' added."),
        ],
        discussion: """
            Writes a .gitattributes file to commit with the vault. In this clone, configures drivers that merge and
            compare notes, and a hook that stops a commit which would introduce errors. Existing settings are never
            overwritten. Instead, the lines to add are printed. Run it once in every clone.
            """,
        values: { SetupOptionValues() },
        run: { values, _, context in
            var setup = try setup(in: context)
            setup.checksBlocks = values.checksBlocks
            let dialog = SetupDialog(try parts(setup), in: context)
            if values.removes { return try dialog.remove() }
            try dialog.make(
                agrees: values.agrees, done: "done; next, commit .gitattributes, and run in every clone: slip git setup"
            )
            if try !context.vault().configuration.takesDatesFromGit {
                context.notice(
                    "notes without dates have those of their files, which differ between clones; to take the dates of "
                        + "the commits, add to \(Vault.configurationPath.text): dates: git")
            }
        })

    // MARK: status

    private static let status = SlipCommand(
        "status", "Show what is set up here, and what a new clone still needs.", words: [],
        options: FormatOption.options,
        values: { FormatOption() },
        run: { values, _, context in
            let setup = try setup(in: context)
            let repository = setup.repository
            let states = try GitSetup.Part.allCases.map { ($0, try setup.state($0)) }
            let isCommitted = try setup.attributesAreCommitted()
            let branch = try repository.branch()
            let upstream = try branch.flatMap { try repository.upstream(of: $0) }
            let takesDates = try context.vault().configuration.takesDatesFromGit
            if values.format == .json {
                var json = JSONWriter()
                json.object { json in
                    for (part, state) in states {
                        json.field(part.rawValue.replacing("-", with: "_"))
                        json.string(word(state))
                    }
                    json.field("attributes_committed", isCommitted)
                    json.field("branch", branch)
                    json.field("upstream", upstream?.name)
                    json.field("dates", takesDates ? "git" : "file")
                    json.field("shallow", repository.isShallow)
                }
                return try context.print(json.text)
            }
            func row(_ name: String, _ text: String) throws {
                try context.print(
                    name + String(repeating: " ", count: max(1, 14 - name.count)) + SafeText.escaped(text))
            }
            for (part, state) in states {
                let more =
                    switch state {
                    case .other(let what): ": \(what)"
                    case .outdated: "; to update it: slip git setup"
                    case .set, .unset: ""
                    }
                try row(part.rawValue, word(state) + more)
            }
            try row("branch", branch ?? "none (no branch is checked out)")
            try row(
                "upstream", upstream.map { $0.isConfigured ? $0.name : "\($0.name), after the first push" } ?? "none")
            try row(
                "dates",
                takesDates ? "git" : "file; to use the same dates in every clone: dates: git in the configuration")
            if repository.isShallow { try row("history", "shallow; to fetch the rest: git fetch --unshallow") }
            let missing = try setup.uncommitted()
            let first = missing.isEmpty ? "" : "\(missing.joined(separator: " and ")), not committed yet; "
            try row("a clone needs", first + "slip git setup, once")
        })

    private static func word(_ state: GitSetup.PartState) -> String {
        switch state {
        case .set: "set up"
        case .unset: "not set up"
        case .outdated: "outdated"
        case .other: "otherwise"
        }
    }

    // MARK: sync

    struct SyncOptionValues: Sendable {
        var message: String?
        var seconds: Int?
        var isDryRun = false
        var format: ListFormat?
    }

    private static let sync = SlipCommand(
        "sync", "Commit changed notes, fetch, merge and push.", words: [],
        options: [
            .value(
                "message", short: "m", "TEXT", \SyncOptionValues.message,
                "Use TEXT as the commit message (default: the titles of the notes)."),
            .value("timeout", "SECONDS", \.seconds, "Stop fetching and pushing after SECONDS each (default: 60)."),
            .flag("dry-run", \.isDryRun, "Show what would be committed, without changing anything."),
            .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
        ],
        discussion: """
            Commits changed notes and attachments, but no other files. Then fetches, merges and pushes. Without a
            remote, it only commits. It never forces anything and never asks for a password. It names the notes that
            conflict by lines and are merged by structure.

            It refuses to run if a note contains conflict markers, if a merge or rebase is in progress, or if no branch
            is checked out. If the merge has conflicts, it lists the files and leaves them as git does. After a merge,
            live blocks are refreshed; the next sync commits them.
            """,
        values: { SyncOptionValues() },
        run: { values, _, context in
            let seconds = values.seconds ?? 60
            guard seconds > 0, seconds < 1_000_000 else {
                throw UsageError.badValue(
                    option: "timeout", text: String(seconds), expected: "a number of seconds, at least 1")
            }
            let session = try context.session(changing: !values.isDryRun)
            // Commands that git runs, such as hooks, may change the vault too.
            context.endChanging()
            var report = SyncReport()
            do {
                let sync = try GitSync(session, seconds: seconds)
                if values.isDryRun { return try showPlan(sync, values, in: context) }
                try sync.run(values.message) { step in
                    report.add(step)
                    if case .noticed(let text) = step { context.notice(SafeText.escaped(text)) }
                    if values.format != .json, let line = report.lastLine { try context.print(SafeText.escaped(line)) }
                }
                if report.merged > 0 { try RefreshCommand.refreshAll(in: context) }
                if values.format == .json { return try context.print(report.json(remarks: context.remarks)) }
                if report.isEmpty { context.notice("everything is up to date") }
                warn(of: report, in: context)
            } catch let refusal as GitSync.Refusal {
                report.conflicts = refusal.conflicts
                if values.format == .json { try context.print(report.json(remarks: context.remarks)) }
                throw VaultError(refusal.message, at: refusal.conflicts.first, help: refusal.help)
            }
        })

    /// Names the files that a sync does not commit.
    private static func warn(of report: SyncReport, in context: CommandContext) {
        if !report.uncommitted.isEmpty {
            let names = PlanTitle.list(
                report.uncommitted.map { "'\(SafeText.escaped($0.text))'" }, separator: ", ")
            let verb = report.uncommitted.count == 1 ? "differs" : "differ"
            context.notice("\(names) \(verb) from the last commit; to commit: git add and git commit")
        }
        let files = report.omitted
        if files.isEmpty { return }
        let extensions = Set(files.map(\.pathExtension)).sorted().joined(separator: ", ")
        let names = PlanTitle.list(files.map { "'\($0.text)'" }, separator: ", ")
        let isSingle = files.count == 1
        context.notice(
            SafeText.escaped(
                "\(names) \(isSingle ? "is" : "are") not committed; to include \(isSingle ? "it" : "them"), add to attachment-extensions: in the configuration: \(extensions)"
            ))
    }

    private static func showPlan(_ sync: GitSync, _ values: SyncOptionValues, in context: CommandContext) throws {
        let files = try sync.changedFiles()
        var report = SyncReport()
        if !files.isEmpty { report.add(.committed(files: files, message: try values.message ?? sync.message(files))) }
        let upstream = try sync.upstream()
        report.add(.uncommitted(try sync.uncommittedSettings()))
        report.add(.omitted(try sync.omittedAttachments()))
        if values.format == .json { return try context.print(report.json(remarks: context.remarks)) }
        if files.isEmpty {
            context.notice("nothing to commit")
        } else {
            try context.print(
                SafeText.escaped("would commit \(Counted.of(files.count, "file")): \(report.message ?? "")"))
            for file in files { try context.print("    \(SafeText.escaped(file.text))") }
        }
        context.notice(
            SafeText.escaped(
                upstream.map { "would fetch from, merge and push to '\($0.name)'" }
                    ?? "there is no remote; would only commit"))
        warn(of: report, in: context)
    }
}

/// The result of a sync, as text and as JSON.
struct SyncReport {
    private(set) var files: [VaultPath] = []
    private(set) var message: String?
    private(set) var merged = 0
    private var structured: [VaultPath] = []
    private var pushed = 0
    private var upstream: String?
    private(set) var lastLine: String?
    private(set) var uncommitted: [VaultPath] = []
    private(set) var omitted: [VaultPath] = []
    var conflicts: [VaultPath] = []

    var isEmpty: Bool { files.isEmpty && merged == 0 && pushed == 0 }

    mutating func add(_ step: GitSync.Step) {
        switch step {
        case .committed(let files, let message):
            self.files += files
            self.message = self.message ?? message
            lastLine = "committed \(Counted.of(files.count, "file")): \(message)"
        case .merged(let count, let name):
            merged += count
            upstream = name
            lastLine = "merged \(Counted.of(count, "commit")) from \(name)"
        case .mergedByStructure(let notes):
            structured = notes
            lastLine = "merged by structure: \(notes.map { "'\($0.text)'" }.joined(separator: ", "))"
        case .pushed(let count, let name):
            pushed += count
            upstream = name
            lastLine = "pushed \(Counted.of(count, "commit")) to \(name)"
        case .noticed: lastLine = nil
        case .uncommitted(let files):
            uncommitted = files
            lastLine = nil
        case .omitted(let files):
            omitted = files
            lastLine = nil
        case .hasNoRemote: lastLine = isEmpty ? nil : "there is no remote; nothing was pushed"
        }
    }

    /// - Parameter remarks: what the command did because of other programs.
    func json(remarks: [String]) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("committed", files.map(\.text))
            json.field("message", message)
            json.field("merged", merged)
            json.field("merged_by_structure")
            json.array { json in for file in structured { json.string(file.text) } }
            json.field("pushed", pushed)
            json.field("upstream", upstream)
            json.field("uncommitted", uncommitted.map(\.text))
            json.field("omitted", omitted.map(\.text))
            json.field("conflicts", conflicts.map(\.text))
            json.field("remarks", remarks)
        }
        return json.text
    }
}
