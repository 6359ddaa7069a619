package import Git
import Indexing
import QueryLanguage
package import SearchIndex
package import SourceText
import System
package import VaultFiles

extension VaultSession {
    /// Opens a vault as of a commit, with its own index over git's objects. The indexes of the last few commits are
    /// kept. The configuration is that of the commit, if it has one.
    ///
    /// - Parameter revision: a branch, a tag, `HEAD~5`, or a date, which means the last commit before it.
    /// - Throws: `VaultError` if there is no such commit, or `GitError`.
    package static func at(
        _ revision: String, _ vault: Vault, environment: Environment, messages: any MessageSink
    ) throws -> VaultSession {
        guard let repository = try Repository(of: vault.root, from: environment.directory, environment.variables) else {
            throw IndexKeeper.noRepository(vault)
        }
        guard let commit = try repository.commit(of: revision, now: environment.now, calendar: environment.calendar)
        else {
            let near = Nearest.match(revision, among: try repository.revisionNames())
            if Repository.moment(revision, now: environment.now, calendar: environment.calendar) != nil {
                throw VaultError("there is no commit before '\(revision)'")
            }
            throw VaultError(
                "there is no commit '\(revision)'",
                help: near.map { "did you mean '\($0)'?" }
                    ?? "valid revisions: a branch, a tag, HEAD~20, or a date such as 2025-01-01")
        }
        let source = try GitSource(.commit(commit), repository, vault.configuration)
        return try VaultSession(
            Vault(vault, source.configuration), environment, messages: messages, asksWatcher: false, committed: source)
    }
}

/// The git repository that contains the vault, and how the files differ from its last commit.
package final class VaultGit: WorkTreeReader {
    private let vault: Vault
    private let environment: Environment
    /// The source of the notes if they are not the files on disk.
    private let committed: GitSource?
    private var openedRepository: Repository?
    /// Requested on first use, or in parallel with the index update.
    private var differences: Background<WorkTreeState>?

    /// - Parameter asksAhead: whether to compute the differences from the last commit now, on another thread.
    init(_ vault: Vault, _ environment: Environment, committed: GitSource?, asksAhead: Bool) {
        self.vault = vault
        self.environment = environment
        self.committed = committed
        if asksAhead, HeadStamp(of: vault.root, environment.variables) != nil { differences = computeDifferences() }
    }

    /// Whether the vault is in a git repository.
    package var isVersioned: Bool {
        HeadStamp(of: vault.root, environment.variables) != nil || openedRepository != nil
            || environment.variables["GIT_DIR"] != nil
    }

    /// Returns the repository that contains the vault.
    ///
    /// - Throws: `VaultError` if there is none, or `GitError`.
    package func repository() throws -> Repository {
        if let openedRepository { return openedRepository }
        let found = try Repository(of: vault.root, from: environment.directory, environment.variables)
        guard let found else { throw IndexKeeper.noRepository(vault) }
        openedRepository = found
        return found
    }

    package func paths(_ condition: WorkTreeCondition) throws -> Set<VaultPath> {
        switch condition {
        case .dirty: return try workTree().dirty
        case .untracked: return try workTree().untracked
        case .since(let commit):
            if case .commit(let own) = committed?.state {
                let repository = try repository()
                return Set(try repository.changes(from: commit, to: own).compactMap { repository.vaultPath($0.path) })
            }
            // Untracked files differ from every commit.
            return try repository().changes(since: commit).union(workTree().untracked)
        }
    }

    /// Returns how the files differ from the last commit.
    package func workTree() throws -> WorkTreeState {
        try requireWorkTree()
        let state = differences ?? computeDifferences()
        differences = state
        return try state.value()
    }

    /// Computes on another thread how the files differ from the last commit.
    private func computeDifferences() -> Background<WorkTreeState> {
        Background { [vault, environment] in
            let state = try Repository.workTreeState(of: vault.root, from: environment.directory, environment.variables)
            guard let state else { throw IndexKeeper.noRepository(vault) }
            return state
        }
    }

    package func requireWorkTree() throws {
        if committed != nil {
            throw VaultError(
                "a search at a commit cannot find changed files",
                help: "to find notes that differ between two commits: since:REV")
        }
        if differences == nil { _ = try repository() }
    }

    /// Discards the differences after the files have changed.
    func forgetDifferences() { differences = nil }
}

extension Repository {
    /// Returns the commit for `main` or `HEAD~20`, or the last one before a moment: `2025-01-01`, `yesterday`. A branch
    /// or tag with such a name takes precedence. Returns nil if there is no such commit.
    package func commit(of text: String, now: Moment, calendar: LocalCalendar) throws -> String? {
        if let moment = Self.moment(text, now: now, calendar: calendar) {
            // The name of a branch or tag may look like a date.
            for place in ["tags", "heads"] { if let named = try commit("refs/\(place)/\(text)") { return named } }
            return try lastCommit(before: moment)
        }
        return try commit(text)
    }

    fileprivate static func moment(_ text: String, now: Moment, calendar: LocalCalendar) -> Moment? {
        switch text.lowercased() {
        case "now": return now
        case "today": return calendar.startOfDay(now, adding: 0)
        case "yesterday": return calendar.startOfDay(now, adding: -1)
        default: break
        }
        // A year alone could be an abbreviated commit hash.
        guard text.contains("-"), let date = DateText(text) else { return nil }
        return date.moment(in: calendar)
    }
}
