import Git
import Indexing
import SourceText
import System
package import VaultFiles

/// The problems that a change introduces: findings after it that did not exist before.
package enum NewFindings {
    /// Returns the problems, anywhere in the vault, that committing the staged changes would introduce.
    ///
    /// - Throws: `VaultError` if the vault is in no repository, or `GitError`.
    /// - Complexity: that of updating one index to the last commit and to the staged state, and of two checks.
    package static func staged(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, scope: FindingScope
    ) throws -> [Finding] {
        let repository = try repository(vault, environment)
        if try !repository.hasStagedChanges() { return [] }
        // Both states share one index, so that no other process may update it meanwhile. If the lock cannot be created
        // here, no other process can create it either.
        let lock = try? vault.lock("check.lock") {
            messages.wait(LockHolder.words($0, "another check"))
        }
        defer { lock?.release() }
        func source(_ state: GitSource.State) throws -> GitSource {
            try GitSource(state, repository, vault.configuration, shared: "check")
        }
        var before: [Finding] = []
        let committed = try repository.head().map { try source(.commit($0)) }
        if let committed {
            before = try findings(committed, vault, environment: environment, messages: messages)
        }
        let staged = try source(.staged)
        var after = try findings(staged, vault, environment: environment, messages: messages)
        after += try staged.unmerged().compactMap {
            let finding = Finding(
                path: $0, line: 1, column: 1, kind: .conflict,
                message: "this file has merge conflicts that are not resolved",
                help: "resolve them, then run git add")
            return scope.weighed(finding, by: staged.configuration)
        }
        let moved = try repository.stagedRenames()
        let links = ComparedLinks(
            before: committed.map { ComparedLinks.Side(source: $0, rules: $0.configuration.rules) },
            after: ComparedLinks.Side(source: staged, rules: staged.configuration.rules), moved: moved)
        return new(after, before, moved: moved, links: links, configuration: staged.configuration).filter(scope.wants)
    }

    /// Returns the problems that the files have and the merge base of `revision` and HEAD does not.
    ///
    /// - Parameter session: a session on the files.
    /// - Throws: `VaultError` if there is no such commit, or `GitError`.
    package static func since(_ revision: String, _ session: VaultSession, scope: FindingScope) throws -> [Finding] {
        let repository = try session.git.repository()
        let environment = session.environment
        guard let commit = try repository.commit(of: revision, now: environment.now, calendar: environment.calendar)
        else {
            let near = Nearest.match(revision, among: try repository.revisionNames())
            throw VaultError("there is no commit '\(revision)'", help: near.map { "did you mean '\($0)'?" })
        }
        // Problems that the other branch has fixed meanwhile are not new in this one.
        let base = try repository.mergeBase(commit, "HEAD") ?? commit
        let source = try GitSource(.commit(base), repository, session.vault.configuration, shared: "since")
        let before = try findings(source, session.vault, environment: environment, messages: session.messages)
        let moved = try repository.renames(since: base)
        // The attachments of a commit are not read, so no problem of an attachment is known to be new.
        let after = try session.findings().filter { $0.kind != .unreadableAttachment }
        let configuration = session.vault.configuration
        let links = ComparedLinks(
            before: ComparedLinks.Side(source: source, rules: source.configuration.rules),
            after: ComparedLinks.Side(source: session.keeper.source, rules: configuration.rules), moved: moved)
        return new(after, before, moved: moved, links: links, configuration: configuration).filter(scope.wants)
    }

    private static func repository(_ vault: Vault, _ environment: Environment) throws -> Repository {
        guard let found = try Repository(of: vault.root, from: environment.directory, environment.variables) else {
            throw IndexKeeper.noRepository(vault)
        }
        return found
    }

    private static func findings(
        _ source: GitSource, _ vault: Vault, environment: Environment, messages: any MessageSink
    ) throws -> [Finding] {
        try VaultSession(
            Vault(vault, source.configuration), environment, messages: messages, asksWatcher: false, committed: source
        ).findings()
    }

    /// Returns the findings that are not among the old ones. Lines shift, so that findings are equal if their file,
    /// kind and message are. If a file has more equal findings than before, the excess is new. A link that the
    /// note already had, and that was not broken before, is an error, unless the configuration sets its severity.
    ///
    /// - Parameter moved: the old paths of renamed files, by their new paths.
    private static func new(
        _ after: [Finding], _ before: [Finding], moved: [VaultPath: VaultPath], links: ComparedLinks,
        configuration: Configuration
    ) -> [Finding] {
        struct FindingKey: Hashable {
            var path: VaultPath
            var kind: Diagnostic.Kind
            var message: String
        }
        var known = Dictionary(
            before.map { (FindingKey(path: $0.path, kind: $0.kind, message: $0.message), 1) }, uniquingKeysWith: +)
        var links = links
        var found: [Finding] = []
        for var finding in after.sorted() {
            let fault = FindingKey(
                path: moved[finding.path] ?? finding.path, kind: finding.kind, message: finding.message)
            if let count = known[fault] {
                if count > 0 {
                    known[fault] = count - 1
                    continue
                }
            } else if ComparedLinks.kinds.contains(finding.kind), configuration.severities[finding.kind] == nil,
                links.wasThere(finding)
            {
                finding.severity = .error
            }
            found.append(finding)
        }
        return found
    }
}
