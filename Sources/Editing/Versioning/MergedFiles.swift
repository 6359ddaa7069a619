import Git
import Searching
import SourceText
import System
import VaultFiles

/// The files of the vault that a merge adds, changes or removes, and that slip changes as it does for its own changes.
///
/// Git compares a file with the last commit, and replaces it a moment later. A save in between is lost, and so is text that
/// a program writes to the old file afterwards. If git cannot complete a merge, it leaves new files, whole or in part, which
/// the next sync would commit. Git still changes the files outside of the vault, hidden files, symbolic links, large files,
/// files with a new mode, and those that only `force` would change.
struct MergedFiles {
    private let session: VaultSession
    private let repository: Repository
    private let git: GitProgram
    private let commits: MergedCommits
    /// What the merge changes in the whole repository.
    private let changes: [TreeChange]
    /// The files that the merge adds, and that are there already.
    private let present: Set<[UInt8]>
    /// The files that slip can change.
    private let own: [TreeChange]
    /// A folder for temporary files.
    private let folder: [UInt8]

    private static let largest: Int64 = 1 << 20

    /// - Parameter changes: what the merge changes in the whole repository.
    init(
        _ commits: MergedCommits, _ changes: [TreeChange], _ session: VaultSession, _ repository: Repository,
        with git: GitProgram, in folder: [UInt8]
    ) throws {
        self.session = session
        self.repository = repository
        self.git = git
        self.commits = commits
        self.changes = changes
        self.folder = folder
        let added = changes.filter { $0.kind == .added }.map(\.path)
        present = Set(added.filter { FileStatus.seen(repository.fullPath(ofTree: $0)) != nil })
        // Git converts files as its attributes say, and a merge may change these.
        let changesAttributes = changes.contains { Self.isAttributes($0.path) }
        own = changesAttributes ? [] : changes.filter { Self.isOwn($0, in: session.vault, repository) }
    }

    private static func isAttributes(_ path: [UInt8]) -> Bool {
        VaultPath(bytes: path).name == VaultPath(".gitattributes")
    }

    private static func isOwn(_ change: TreeChange, in vault: Vault, _ repository: Repository) -> Bool {
        let mode = change.kind == .added ? change.mode : change.oldMode
        guard let path = repository.vaultPath(change.path), vault.mayChange(path),
            [.added, .deleted].contains(change.kind) || change.kind == .changed && change.mode == change.oldMode,
            TreeChange.isProgram(mode) != nil
        else { return false }
        let file = vault.fullPath(path)
        if change.kind == .added { return FileStatus.seen(file) == nil && vault.hasPlace(for: path) }
        guard let status = FileStatus.seen(file, follows: false), status.kind == .regular, status.size <= largest,
            status.owner == ThisProcess.user
        else { return false }
        return vault.obstacle(toChanging: path) == nil && Files.realPath(file) == file
    }

    /// Changes the files, and lets git record the merge. If git refuses, the files get their old content back.
    ///
    /// - Parameters:
    ///   - report: called with messages, for example about an interrupted change.
    ///   - record: runs git. Its status is also not 0 if a merge with conflicts is left to the user.
    /// - Returns: the answer of `record`.
    /// - Throws: `VaultError` if another program is changing a file. `GitError`, `SystemError`.
    func change(
        _ title: String, report: (String) -> Void, record: () throws -> GitProgram.Answer
    ) throws -> GitProgram.Answer {
        try git.refreshIndex()
        guard !own.isEmpty, let writes = try unchangedSinceCommit(operations()), !writes.isEmpty,
            try git.change(["read-tree", "-n", "-m", "-u", "HEAD", commits.result]).status == 0
        else { return try letGitChangeAll(report, record) }
        let files = writes.map(\.change)
        let rollback = rollback(of: files)
        let result = try VaultWriter.change(
            session.vault, now: session.environment.now, for: commits, title: title, writes.map(\.operation),
            report: report
        ) {
            let result = Result {
                // Git keeps files whose entries are those of the merge.
                try stage(files.map(\.newEntry))
                try git.refreshIndex()
                return try record()
            }
            let outcome = (try? result.get().status) == 0 ? .recorded : try repository.outcome(of: commits)
            switch outcome {
            case .recorded: removeEmptyFolders(of: files)
            // If this fails, the next sync rolls the merge back.
            case .undone(let kept): try rollback.unstage(keeping: kept)
            }
            return ((result, outcome), outcome)
        }
        if case .undone = result.1 { try rollback.restoreOtherFiles(report) }
        return try result.0.get()
    }

    private func rollback(of files: [TreeChange]) -> MergeRollback {
        MergeRollback(
            repository: repository, commits: commits, changes: changes,
            files: files.compactMap { repository.vaultPath($0.path) }, kept: present)
    }

    /// Lets git change all files, and restore them if it cannot record the merge.
    private func letGitChangeAll(
        _ report: (String) -> Void, _ record: () throws -> GitProgram.Answer
    ) throws -> GitProgram.Answer {
        let result = Result { try record() }
        if (try? result.get().status) == 0 { return try result.get() }
        if case .undone = try repository.outcome(of: commits) {
            let rollback = rollback(of: [])
            try rollback.unstage(keeping: [])
            try rollback.restoreOtherFiles(report)
        }
        return try result.get()
    }

    // MARK: Operations

    private typealias Write = (change: TreeChange, operation: FileOperation)

    /// Returns what to do with the files as they are now.
    ///
    /// - Throws: `GitError` if git cannot write their new contents, for example because a filter fails.
    private func operations() throws -> [Write] {
        let before = try own.map {
            $0.kind == .added ? [] : try Files.read(repository.fullPath(ofTree: $0.path)).bytes
        }
        let files = folder + Array("/files/".utf8)
        let index = String(decoding: folder + Array("/index".utf8), as: UTF8.self)
        let temporary = git.with(["GIT_INDEX_FILE": index])
        try stage(own.filter { $0.kind != .deleted }.map(\.newEntry), with: temporary)
        let prefix = "--prefix=\(String(decoding: files, as: UTF8.self))"
        let answer = try temporary.change(["checkout-index", "--quiet", "--all", prefix])
        if answer.status != 0 { throw answer.error(["checkout-index"], help: "nothing was merged; commits are kept") }
        return try zip(own, before).compactMap { change, before in
            guard let path = repository.vaultPath(change.path) else { return nil }
            let new = files + change.path
            switch change.kind {
            case .deleted: return (change, .remove(path, before: before))
            case .added:
                let status = try FileStatus(new)
                // Copies are flushed to the disk one by one.
                let isSmall = status.size <= Self.largest && status.mode & 0o111 == 0
                let copy = FileContent.copy(of: new, size: status.size, mode: status.mode)
                return (change, .create(path, isSmall ? .bytes(try Files.read(new).bytes) : copy))
            default: return (change, .write(path, before: before, after: try Files.read(new).bytes))
            }
        }
    }

    /// Returns the writes of those files that are as in the last commit, now that they have been read. Git decides about the
    /// others, and may keep them. Nil if git cannot tell, or if it would convert the files differently.
    private func unchangedSinceCommit(_ writes: [Write]) throws -> [Write]? {
        let answer = try git.change(["diff-index", "-z", "--name-only", "--no-renames", "HEAD"])
        let changed = Set(answer.output.split(separator: 0).map(Array.init))
        if answer.status != 0 || changed.contains(where: Self.isAttributes) { return nil }
        guard let uncompared = try uncomparedFiles(), !uncompared.contains(where: Self.isAttributes) else { return nil }
        return writes.filter { !changed.contains($0.change.path) && !uncompared.contains($0.change.path) }
    }

    /// Returns the files that git does not compare with the last commit, because the user has told it not to:
    /// https://git-scm.com/docs/git-update-index#_using_assume_unchanged_bit. Nil if git cannot list them.
    private func uncomparedFiles() throws -> Set<[UInt8]>? {
        let answer = try git.change(["-C", repository.topFolder, "ls-files", "-z", "-v"])
        if answer.status != 0 { return nil }
        // A line is a letter, a space and a path. The letter is H for a file that git compares.
        let others = answer.output.split(separator: 0).filter { $0.first != UInt8(ascii: "H") }
        return Set(others.map { Array($0.dropFirst(2)) })
    }

    /// Removes the folders of removed files that are empty now, as git does.
    private func removeEmptyFolders(of files: [TreeChange]) {
        for change in files where change.kind == .deleted {
            var folder = repository.vaultPath(change.path)?.folder ?? .root
            while !folder.isRoot, (try? Files.removeDirectory(session.vault.fullPath(folder))) != nil {
                folder = folder.folder
            }
        }
    }

    // MARK: Git's index

    private func stage(_ entries: [[UInt8]], with program: GitProgram? = nil) throws {
        let answer = try (program ?? git).changeIndex(entries)
        if answer.status != 0 { throw answer.error(["update-index"]) }
    }
}

extension Vault {
    /// Whether a new file can be created at a path, in folders of this user that are no symbolic links.
    fileprivate func hasPlace(for path: VaultPath) -> Bool {
        var folder = path.folder
        while !folder.isRoot, FileStatus.seen(fullPath(folder)) == nil { folder = folder.folder }
        let full = fullPath(folder)
        guard let status = FileStatus.seen(full) else { return false }
        return status.kind == .directory && status.owner == ThisProcess.user && Files.realPath(full) == full
    }
}

extension TreeChange {
    /// Whether a mode is that of a program. Nil if it is not that of a regular file.
    static func isProgram(_ mode: [UInt8]) -> Bool? {
        switch String(decoding: mode, as: UTF8.self) {
        case "100644": false
        case "100755": true
        default: nil
        }
    }

    /// The line for `git update-index --index-info`, with a NUL. A mode of zeros removes the file.
    var newEntry: [UInt8] { mode + [Byte.space] + new + [Byte.tab] + path + [0] }
}

extension GitProgram {
    /// Runs git with a list of files.
    func change(_ arguments: [String], _ files: [VaultPath]) throws -> Answer {
        let list = files.reduce(into: [UInt8]()) { $0 += $1.bytes + [0] }
        return try change(arguments + ["--pathspec-from-file=-", "--pathspec-file-nul"], input: list)
    }

    /// Changes entries of git's index: lines of `git update-index --index-info`, each with a NUL.
    func changeIndex(_ entries: [[UInt8]]) throws -> Answer {
        let input = Array(entries.joined())
        return try Self.retryingLock { try change(["update-index", "-z", "--index-info"], input: input) }
    }

    /// Updates the times of files in git's index. Git takes a file with another time for a changed one: it refuses to merge
    /// it, and to abort a merge with it.
    func refreshIndex() throws { _ = try change(["update-index", "-q", "--refresh"]) }

    /// Runs git again, for at most a second, while another git has the index locked.
    static func retryingLock(_ body: () throws -> Answer) rethrows -> Answer {
        var attempts = 10
        while true {
            let answer = try body()
            attempts -= 1
            if answer.status == 0 || attempts == 0 || !answer.words.contains("index.lock") { return answer }
            ThisProcess.sleep(.milliseconds(100))
        }
    }
}
