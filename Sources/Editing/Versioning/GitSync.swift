package import Git
import Notes
import QueryLanguage
import SearchIndex
package import Searching
package import SourceText
import System
import VaultFiles

/// `slip git sync`: commits changed notes and attachments, fetches, merges, and pushes. A conflict stops it.
package struct GitSync {
    /// A completed step of a synchronization.
    package enum Step: Sendable {
        case committed(files: [VaultPath], message: String)
        /// A number of commits of a remote branch were merged.
        case merged(Int, from: String)
        /// The bodies of these notes conflicted by lines and were merged by structure.
        case mergedByStructure([VaultPath])
        case pushed(Int, to: String)
        case hasNoRemote
        /// The commit hook of slip reported something that did not stop the commit.
        case noticed(String)
        /// Files of the vault that are never committed here, and that differ from the last commit.
        case uncommitted([VaultPath])
        /// Files that notes reference, but that are not committed because of their extensions.
        case omitted([VaultPath])
    }

    /// The reason why a synchronization cannot continue.
    package struct Refusal: Error {
        package var message: String
        package var help: String?
        /// The files with merge conflicts.
        package var conflicts: [VaultPath] = []
    }

    private let session: VaultSession
    private let repository: Repository
    private let milliseconds: Int64
    private let branch: String

    /// - Parameter seconds: the timeout of fetching, and of pushing.
    /// - Throws: `Refusal` if the repository is in another state than expected. `VaultError`, `GitError`.
    package init(_ session: VaultSession, seconds: Int) throws {
        self.session = session
        repository = try session.git.repository()
        milliseconds = Int64(seconds) * 1000
        if let folder = repository.embeddedRepository {
            throw Refusal(
                message: "'\(String(decoding: folder, as: UTF8.self))' looks like a bare git repository",
                help: "git run in this folder uses the hooks and filters of its 'config'; remove 'HEAD' there first")
        }
        guard let branch = try repository.branch() else {
            throw Refusal(message: "no branch is checked out", help: "to check out a branch: git switch BRANCH")
        }
        self.branch = branch
        try confirmBranch()
    }

    /// Throws `Refusal` if an operation is in progress, or if another branch is checked out than at the start. Git would
    /// merge into that branch.
    private func confirmBranch() throws {
        if let unfinished = repository.unfinished() {
            throw Refusal(
                message: "\(unfinished) is in progress", help: "finish or abort it first; to see how: git status")
        }
        if try repository.branch() != branch {
            throw Refusal(
                message: "the branch '\(branch)' is no longer checked out",
                help: "commits are kept; to sync the other branch: slip git sync")
        }
    }

    // MARK: Changes

    /// Returns the notes and attachments that differ from the last commit, including removed ones. Throws `Refusal` if
    /// files have unresolved conflicts, or notes have conflict markers.
    package func changedFiles() throws -> [VaultPath] { try changedFiles(repository.workTreeState()) }

    private func changedFiles(_ state: WorkTreeState) throws -> [VaultPath] {
        if let first = state.unmerged.sorted().first {
            throw Refusal(
                message: "'\(first.text)' has unresolved conflicts", help: "resolve them, then run git add",
                conflicts: state.unmerged.sorted())
        }
        let conflicted = try session.read { try $0.notesInConflict() }
        if let first = conflicted.first {
            throw Refusal(
                message: "there are conflict markers in '\(first.text)'"
                    + (conflicted.count > 1 ? " and \(conflicted.count - 1) more" : ""),
                help: "resolve the conflicts in an editor first", conflicts: conflicted)
        }
        let configuration = session.vault.configuration
        let ignore = IgnoreRules(configuration.ignore)
        let unused = try session.read { try $0.lists.unusedAttachments() }
        return state.dirty.filter { path in
            // `slip folder new` writes this file, so that git keeps the folder.
            if path.name == VaultPath(".gitkeep") { return !ignore.passesOver(path.folder) }
            if ignore.passesOver(path) { return false }
            if configuration.extensions.contains(path.pathExtension) || Canvas.isCanvas(path) { return true }
            // An untracked file is an attachment if a note references it.
            return configuration.attachmentExtensions.contains(path.pathExtension)
                && !(state.untracked.contains(path) && unused.contains(path))
        }.sorted()
    }

    /// Returns the files that make a clone the same vault, such as the configuration, and that differ from the last commit.
    package func uncommittedSettings() throws -> [VaultPath] { uncommittedSettings(try repository.workTreeState()) }

    private func uncommittedSettings(_ state: WorkTreeState) -> [VaultPath] {
        state.dirty.filter(GitSetup.isShared).sorted()
    }

    /// Returns the changed files that notes reference, but that are not committed, because their extensions are not in
    /// `attachment-extensions:`.
    package func omittedAttachments() throws -> [VaultPath] { try omittedAttachments(repository.workTreeState()) }

    private func omittedAttachments(_ state: WorkTreeState) throws -> [VaultPath] {
        let configuration = session.vault.configuration
        let ignore = IgnoreRules(configuration.ignore)
        let known = configuration.extensions.union(configuration.attachmentExtensions).union([Canvas.fileExtension])
        let others = state.dirty.filter { !known.contains($0.pathExtension) && !ignore.passesOver($0) }
        return try session.read { snapshot in
            try others.filter { try !snapshot.index.links.references(to: $0).isEmpty }
        }.sorted()
    }

    /// Returns the default commit message: the titles of notes, or the names of other files: `Slip box, Luhmann and 3
    /// more`.
    package func message(_ files: [VaultPath]) throws -> String {
        let extensions = session.vault.configuration.extensions
        let notes = files.filter { extensions.contains($0.pathExtension) }
        let named = notes.isEmpty ? files : notes
        let names = try named.prefix(2).map { path in
            if path.name == VaultPath(".gitkeep") { return path.folder.name.text }
            return try session.read { try $0.note(path)?.title } ?? (notes.isEmpty ? path.name.text : path.stem.text)
        }.map { Self.short($0.split(whereSeparator: \.isNewline).joined(separator: " ")) }
        let rest = files.count - names.count
        if names.count < 2 || rest > 0 {
            return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        }
        return names.joined(separator: " and ")
    }

    /// Returns a title cut to 50 characters. A subject is one short line:
    /// https://git-scm.com/docs/git-commit#_discussion
    private static func short(_ title: String) -> String { title.count > 50 ? title.prefix(49) + "…" : title }

    package func upstream() throws -> Repository.Upstream? { try repository.upstream(of: branch) }

    // MARK: Steps

    /// Commits, fetches, merges and pushes. Throws `Refusal` if a step is not possible. Earlier steps then stay.
    ///
    /// - Parameters:
    ///   - message: the commit message, or nil for the default.
    ///   - report: called after each completed step.
    package func run(_ message: String?, report: (Step) throws -> Void) throws {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        try confirmBranch()
        try reporting(to: report) { try MergeRollback.rollBackAll(in: session, repository, report: $0) }
        // With the repository's filters, because files that only the filters change cannot be committed.
        let state = try repository.workTreeState(asConfigured: true)
        let files = try changedFiles(state)
        if !files.isEmpty {
            let added = files.filter { state.untracked.contains($0) && !state.stagedDeletions.contains($0) }
            try forget(files.filter(state.vanished.contains))
            let kept = files.filter { !state.vanished.contains($0) }
            if !kept.isEmpty {
                let message = try message ?? self.message(kept)
                let notices = try commit(kept, adding: added, message)
                try report(.committed(files: kept, message: message))
                for notice in notices { try report(.noticed(notice)) }
            }
        }
        let others = uncommittedSettings(state)
        if !others.isEmpty { try report(.uncommitted(others)) }
        let omitted = try omittedAttachments(state)
        if !omitted.isEmpty { try report(.omitted(omitted)) }
        guard let upstream = try upstream() else { return try report(.hasNoRemote) }
        let attempts = 3
        for attempt in 1...attempts {
            try fetch(upstream)
            try merge(upstream, report)
            if try push(upstream, report, isLast: attempt == attempts) { return }
            // Another client pushed first, so its commits must be merged, or is pushing now.
            ThisProcess.sleep(.milliseconds(Int.random(in: 50...300)))
        }
    }

    /// Runs `body`, and reports its messages afterwards, also if it fails.
    private func reporting<Value>(
        to report: (Step) throws -> Void, _ body: ((String) -> Void) throws -> Value
    ) throws -> Value {
        var messages: [String] = []
        let result = Result { try body { messages.append($0) } }
        for message in messages { try report(.noticed(message)) }
        return try result.get()
    }

    /// Takes the lock that keeps two syncs of a vault apart: one would commit the files that the other one merges.
    private func lock() throws -> FileLock {
        do throws(SystemError) {
            return try session.vault.lock("sync.lock", timeout: 0)
        } catch {
            if !error.isLocked { throw error }
            throw Refusal(
                message: "another 'slip git sync' is running in this vault", help: "try again when it has finished")
        }
    }

    /// Removes files that were staged and then deleted from git's index.
    private func forget(_ files: [VaultPath]) throws {
        if files.isEmpty { return }
        let answer = try repository.program.change(["add", "--all"], files)
        if answer.status != 0 { throw answer.error(["add"]) }
    }

    /// Removes files that no commit contains from git's index.
    private func unstage(_ files: [VaultPath]) throws {
        _ = try repository.program.change(["rm", "--cached", "--force", "--quiet"], files)
    }

    /// Returns the first lines of a message, indented with spaces: a tab would be shown as `\t`.
    private static func lines(_ message: String) -> [String] {
        message.split(whereSeparator: \.isNewline).prefix(20).map { String($0).replacing("\t", with: "    ") }
    }

    /// Commits files, and returns what the hook of `slip git setup` reported. If the commit fails, git's index is as
    /// before: the user may restore a file and try again.
    ///
    /// - Parameter added: the files that git does not know yet.
    private func commit(_ files: [VaultPath], adding added: [VaultPath], _ message: String) throws -> [String] {
        if !added.isEmpty {
            // Equal files that come in may be ignored here.
            let answer = try repository.program.change(["add", "--intent-to-add", "--force"], added)
            if answer.status != 0 { throw answer.error(["add"]) }
        }
        // Other staged changes stay staged.
        let answer = try repository.program.change(["commit", "--quiet", "--only", "--message", message], files)
        guard answer.status == 0 else {
            if !added.isEmpty { try unstage(added) }
            let words = answer.words.isEmpty ? String(decoding: answer.output, as: UTF8.self) : answer.words
            throw Refusal(
                message: "git commit failed: an error, or a hook rejected it",
                help: (Self.lines(words) + ["nothing was committed; fix the problem, then run slip git sync again"])
                    .joined(
                        separator: "\n"))
        }
        let prefix = "slip: "
        return answer.words.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
    }

    private func remoteProgram() throws -> GitProgram {
        // ssh would ask for a password on the terminal. A command configured by the user stays.
        let variables = session.environment.variables
        if variables["GIT_SSH_COMMAND"] != nil || variables["GIT_SSH"] != nil { return repository.program }
        if try repository.setting("core.sshCommand") != nil { return repository.program }
        return repository.program.with(["GIT_SSH_COMMAND": "ssh -o BatchMode=yes"])
    }

    private func timeoutRefusal(_ what: String, _ upstream: Repository.Upstream) -> Refusal {
        Refusal(
            message: "\(what) '\(upstream.remote)' took longer than \(milliseconds / 1000) seconds",
            help: "check that it is reachable, or allow more time: --timeout SECONDS; commits are kept")
    }

    private func fetch(_ upstream: Repository.Upstream) throws {
        let answer = try remoteProgram().change(
            ["fetch", "--quiet", "--", upstream.remote], milliseconds: milliseconds)
        if answer.isLate { throw timeoutRefusal("fetching from", upstream) }
        if answer.status != 0 {
            let error = answer.error(["fetch"])
            throw Refusal(
                message: error.message, help: error.help ?? "commits are kept; slip git sync never asks for a password")
        }
    }

    private func merge(_ upstream: Repository.Upstream, _ report: (Step) throws -> Void) throws {
        guard let reference = try repository.reference(upstream, of: branch) else { return }
        try confirmBranch()
        let behind =
            try repository.head() == nil
            ? repository.commits(of: reference) : repository.counts("HEAD", reference).theirs
        if behind == 0 { return }
        let incoming = IncomingFiles(repository: repository, upstream: upstream)
        var staged = try incoming.untracked(equalTo: reference)
        if !staged.isEmpty, try repository.head() != nil, try repository.counts("HEAD", reference).ours > 0 {
            // A true merge refuses staged files, even if the merge has them.
            let message = try self.message(staged)
            _ = try commit(staged, adding: staged, message)
            try report(.committed(files: staged, message: message))
            staged = []
        }
        let message = "Merge \(upstream.name)"
        let folder = try Files.makeTemporaryFolder()
        defer { try? Files.removeTree(folder) }
        let names = folder + Array("/names".utf8)
        try Files.makeDirectory(names)
        let program = repository.program.with([StructureReport.variable: String(decoding: names, as: UTF8.self)])
        let settings = try MergeSettings(session, repository, in: folder).all
        let merge = try PreparedMerge(
            reference, named: upstream.name, message, in: repository, with: program, settings: settings)
        let changes = try merge.head.map { try repository.changes(from: $0, to: merge.result ?? merge.theirs) } ?? []
        var files: MergedFiles?
        if let head = merge.head, let result = merge.result {
            // A merge can add files elsewhere than the branch has them: in a folder that was renamed here.
            _ = try incoming.untracked(among: changes)
            let commits = MergedCommits(head: head, theirs: merge.theirs, result: result)
            files = try MergedFiles(commits, changes, session, repository, with: program, in: folder)
        }
        try incoming.refuseOpen(changes)
        if !staged.isEmpty { _ = try repository.program.change(["add", "--force"], staged) }
        let answer: GitProgram.Answer
        do {
            answer = try reporting(to: report) { try merge.carryOut(files, report: $0) }
        } catch {
            if !staged.isEmpty { try unstage(staged) }
            // Another program is changing a note.
            guard let error = error as? VaultError else { throw error }
            let first = error.cause == .locked ? "close it there, then " : ""
            throw Refusal(message: error.message, help: "\(first)run slip git sync again; commits are kept")
        }
        if answer.status != 0 {
            if !staged.isEmpty { try unstage(staged) }
            throw try refusal(of: answer, merge, upstream)
        }
        try report(.merged(behind, from: upstream.name))
        let notes = Set(StructureReport.names(in: names).compactMap { repository.vaultPath($0[...]) })
        if !notes.isEmpty { try report(.mergedByStructure(notes.sorted())) }
    }

    /// Returns the error for a merge that git has refused, or left to the user.
    private func refusal(
        of answer: GitProgram.Answer, _ merge: PreparedMerge, _ upstream: Repository.Upstream
    ) throws -> Refusal {
        let conflicts = try repository.workTreeState().unmerged.sorted()
        if !conflicts.isEmpty {
            return Refusal(
                message: "changes in '\(upstream.name)' conflict with yours in \(Self.names(conflicts))",
                help:
                    "resolve the conflicts, then run git add on these files and git commit; to undo the merge: git merge --abort",
                conflicts: conflicts)
        }
        if repository.unfinished() != nil {
            let ways = "to complete the merge: git commit; to undo it: git merge --abort"
            return merge.hasConflicts
                ? Refusal(
                    message: "changes in '\(upstream.name)' conflict with yours, and git has resolved them as before",
                    help: "to see the result: git diff HEAD; \(ways)")
                : Refusal(
                    message: "git could not complete the merge of '\(upstream.name)'",
                    help: (Self.lines(answer.words) + [ways]).joined(separator: "\n"))
        }
        return Refusal(
            message: "git could not merge '\(upstream.name)'",
            help: (Self.lines(answer.words) + ["nothing was merged; commits are kept"]).joined(separator: "\n"))
    }

    private static func names(_ paths: [VaultPath]) -> String {
        paths.prefix(5).map { "'\($0.text)'" }.joined(separator: ", ")
            + (paths.count > 5 ? " and \(paths.count - 5) more" : "")
    }

    /// The results of a push while another client pushes, or after it has. A remote reads the branch before it has the
    /// lock, and the words for a change in between differ between versions of git.
    private static let raceReasons = [
        "[rejected]", "(cannot lock ref", "(failed to update ref", "(incorrect old value provided",
    ]

    /// Pushes the branch, and returns true if the remote is then up to date. If another client pushed first, returns
    /// false, or throws if `isLast`.
    private func push(_ upstream: Repository.Upstream, _ report: (Step) throws -> Void, isLast: Bool) throws -> Bool {
        try confirmBranch()
        if try repository.head() == nil { return true }
        let own = "refs/heads/\(branch)"
        let reference = try repository.reference(upstream, of: branch)
        // A branch that the remote does not have yet is pushed even if another branch has all its commits.
        let ahead =
            try reference.map { try repository.counts(own, $0).ours }
            ?? max(1, repository.commits(of: own, notIn: upstream.remote))
        if ahead == 0 { return true }
        let answer = try remoteProgram().change(
            ["push", "--quiet", "--porcelain"] + (upstream.isConfigured ? [] : ["--set-upstream"])
                + ["--", upstream.remote, "\(own):refs/heads/\(upstream.branch)"], milliseconds: milliseconds)
        if answer.isLate { throw timeoutRefusal("pushing to", upstream) }
        if answer.status == 0 {
            try report(.pushed(ahead, to: upstream.name))
            return true
        }
        let output = String(decoding: answer.output, as: UTF8.self)
        if !isLast, Self.raceReasons.contains(where: output.contains) { return false }
        let error = answer.error(["push"])
        throw Refusal(message: error.message, help: error.help ?? "commits are kept; slip git sync never forces a push")
    }
}
