import Editing
import Git
import Indexing
import Rendering
import Searching
import SourceText
import VaultFiles

/// The checks of the vault. Without one, only the first applies.
extension DoctorCheck {
    static let vault = [
        DoctorCheck(.vault, "vault") { facts in
            if let vault = facts.vault { return [.ok(String(decoding: vault.fullPath(.root), as: UTF8.self))] }
            let report = facts.obstacle.map { ErrorReport($0) }
            let isNamed = !facts.context.namedVaults.isEmpty
            let outcome = Outcome.advice(report?.message ?? "", help: report?.help ?? "slip help several-vaults")
            return [isNamed ? .problem(outcome.text, help: outcome.help) : outcome]
        },
        ofVault("configuration") { vault, _ in
            let diagnostics = vault.configuration.diagnostics
            if diagnostics.isEmpty { return [.ok(Vault.configurationPath.text)] }
            let bytes = try vault.configurationBytes() ?? []
            let lines = LineTable(bytes)
            return diagnostics.map { diagnostic in
                let line = lines.line(at: min(diagnostic.range.lowerBound, bytes.count))
                return .problem(
                    "\(Vault.configurationPath.text):\(line): \(diagnostic.message)",
                    help: diagnostic.help ?? "slip help config")
            }
        },
        DoctorCheck(.vault, "index") { facts in
            guard let status = try facts.index?.get() else { return [] }
            guard let notes = status.notes else {
                return [status.exists ? .advice(status.state, help: "slip index") : .ok(status.state)]
            }
            let more = status.pending == 0 ? "" : "; the next command updates it"
            return [.ok("\(Counted.notes(notes)), \(status.state)\(more)")]
        },
        ofIndex("watcher") { status in
            if status.isWatched { return [.ok("running")] }
            switch status.automatic {
            case .off: return [.ok("off; each command checks the files")]
            case .ready: return [.ok("not running; the next slow search starts it")]
            case .barred(let reason):
                return [.problem("not running: \(reason)", help: "slip index --watch")]
            }
        },
        ofIndex("attachments") { status in
            let failures = status.attachments.failures
            let files = status.attachments.files
            if failures == 0 {
                return [.ok(files == 0 ? "no text is read" : "the text of \(Counted.of(files, "file"))")]
            }
            return [
                .advice(
                    "\(Counted.of(failures, "file")) without text that can be searched",
                    help: "slip check --kind unreadable-attachment")
            ]
        },
        ofIndex("conflicts") { status in
            if status.conflicts.isEmpty {
                return [.ok(status.pending == 0 ? "none" : "none in the index, from which some files differ")]
            }
            let names = PlanTitle.list(status.conflicts.map { "'\($0.text)'" }, separator: ", ")
            return [.problem("merge conflicts that are not resolved in \(names)", help: "slip check --kind conflict")]
        },
        ofVault("changes") { vault, _ in
            guard let interrupted = ChangeRecovery(vault).interrupted() else { return [.ok("none is interrupted")] }
            let isSimple = interrupted.changed.isEmpty
            return [.problem(interrupted.progress, help: isSimple ? "slip undo" : "slip undo --skip-changed")]
        },
        ofVault("proposals") { vault, _ in
            let count = try Proposals(vault).all().proposals.count
            return [
                count == 0
                    ? .ok("none waits") : .problem("\(Counted.of(count, "proposal")) of agents", help: "slip review")
            ]
        },
        ofVault("rescued") { vault, _ in
            let texts = RescuedTexts(vault)
            let (items, files) = (try texts.contents().items.count, texts.pendingFiles().count)
            if items + files == 0 { return [.ok("no text")] }
            let parts = [Counted.number(items, "rescued text"), Counted.number(files, "replaced file")]
            let list = parts.compactMap { $0 }.joined(separator: ", ")
            return [.problem("\(list) of other programs to merge", help: "slip rescued list")]
        },
        ofVault("git") { vault, context in
            guard let setup = try GitCommand.setup(of: vault, in: context) else {
                return [.ok("not in a git repository")]
            }
            return try repository(setup, takesDates: vault.configuration.takesDatesFromGit)
        },
    ]

    private static func ofVault(
        _ name: String, _ run: @escaping @Sendable (Vault, CommandContext) throws -> [Outcome]
    ) -> DoctorCheck {
        DoctorCheck(.vault, name) { facts in try facts.vault.map { try run($0, facts.context) } ?? [] }
    }

    private static func ofIndex(
        _ name: String, _ run: @escaping @Sendable (IndexStatus) -> [Outcome]
    ) -> DoctorCheck {
        DoctorCheck(.vault, name) { facts in facts.status.map(run) ?? [] }
    }

    /// Returns the state of what `slip git setup` makes, and of the history.
    private static func repository(_ setup: GitSetup, takesDates: Bool) throws -> [Outcome] {
        let states = try GitSetup.Part.allCases.map { ($0, try setup.state($0)) }
        let usesDriver = states.contains { $0.0 == .attributes && $0.1 == .set }
        var outcomes = states.map { part, state in
            var outcome: Outcome =
                switch state {
                case .set: .ok("set up")
                case .outdated:
                    .problem("made by an earlier version; \(part.purpose)", help: "slip git setup --yes")
                case .other(let what):
                    .advice("set up differently: \(what); \(part.purpose)", help: "slip git setup")
                case .unset where part == .mergeDriver && usesDriver:
                    .problem("not set up in this clone, so git merges notes by lines", help: "slip git setup --yes")
                case .unset: .advice("not set up; \(part.purpose)", help: "slip git setup")
                }
            outcome.name = "git \(part.rawValue)"
            return outcome
        }
        if takesDates, setup.repository.isShallow {
            var shallow = Outcome.problem(
                "the clone is shallow, so dates of notes are missing", help: "git fetch --unshallow")
            shallow.name = "git history"
            outcomes.append(shallow)
        }
        return outcomes
    }
}

extension GitSetup.Part {
    /// What the part is good for.
    fileprivate var purpose: String {
        switch self {
        case .attributes: "it makes git use the drivers for notes"
        case .mergeDriver: "with it, git merges front matter key by key"
        case .diffDriver: "with it, git names the heading above each change"
        case .hook: "it refuses commits that bring errors into notes"
        }
    }
}
