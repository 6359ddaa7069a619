import Git
import Searching
import SourceText
import System
import VaultFiles

/// The files of the vault that a merge changes or removes, and that slip replaces as it does for its own changes.
///
/// Git compares a file with the last commit, and replaces it a moment later. A save in between is lost, and so is text that
/// a program writes to the old file afterwards. Git still adds the new files, and changes the files outside of the vault,
/// symbolic links, large files, files with a new mode, and those that only `force` would change.
struct MergedFiles {
    private let session: VaultSession
    private let repository: Repository
    private let git: GitProgram
    /// The commit that is checked out.
    private let head: String?
    /// The commit or tree with the files after the merge.
    private let target: String
    /// What the merge changes in the whole repository.
    let changes: [TreeChange]
    /// The files that slip can replace, among `changes`.
    private let replaced: [TreeChange]
    /// A folder for temporary files.
    private let folder: [UInt8]

    private static let largest: Int64 = 1 << 20

    init(
        _ target: String, _ session: VaultSession, _ repository: Repository, with git: GitProgram, in folder: [UInt8]
    ) throws {
        self.session = session
        self.repository = repository
        self.git = git
        self.target = target
        self.folder = folder
        head = try repository.head()
        changes = try head.map { try repository.changes(from: $0, to: target) } ?? []
        // Git converts files as its attributes say, and a merge may change these.
        let changesAttributes = changes.contains { Self.isAttributes($0.path) }
        replaced = changesAttributes ? [] : changes.filter { Self.isReplaced($0, in: session.vault, repository) }
    }

    private static func isAttributes(_ path: [UInt8]) -> Bool {
        VaultPath(bytes: path).name == VaultPath(".gitattributes")
    }

    private static func isReplaced(_ change: TreeChange, in vault: Vault, _ repository: Repository) -> Bool {
        guard let path = repository.vaultPath(change.path), vault.mayChange(path),
            change.kind == .deleted || change.kind == .changed && change.mode == change.oldMode,
            ["100644", "100755"].contains(String(decoding: change.oldMode, as: UTF8.self))
        else { return false }
        let file = vault.fullPath(path)
        guard let status = FileStatus.seen(file, follows: false), status.kind == .regular, status.size <= largest,
            status.owner == ThisProcess.user
        else { return false }
        return vault.obstacle(toChanging: path) == nil && Files.realPath(file) == file
    }

    /// Replaces the files, and lets git record the merge. If git refuses, the files get their old content back.
    ///
    /// - Parameters:
    ///   - report: called with messages, for example about an interrupted change.
    ///   - record: runs git. Its status is also not 0 if a merge with conflicts is left to the user.
    /// - Returns: the answer of `record`.
    /// - Throws: `VaultError` if another program is changing a file. `GitError`, `SystemError`.
    func replace(
        _ title: String, report: (String) -> Void, record: () throws -> GitProgram.Answer
    ) throws -> GitProgram.Answer {
        try refreshIndex()
        guard let head, let writes = try unchangedSinceCommit(operations()), !writes.isEmpty,
            try git.change(["read-tree", "-n", "-m", "-u", "HEAD", target]).status == 0
        else { return try record() }
        let files = writes.map(\.change)
        let result = try VaultWriter.change(
            session.vault, now: session.environment.now, forMergeInto: head, title: title, writes.map(\.operation),
            report: report
        ) {
            let result = Result {
                // Git keeps files whose entries are those of the merge.
                try stage(files.map(\.newEntry))
                try refreshIndex()
                return try record()
            }
            // A merge that is left to the user counts, and so does one that another git has made meanwhile.
            let isRecorded = (try? result.get().status) == 0 || repository.unfinished() != nil
            let isMade = try isRecorded || repository.head() != head
            if isMade { removeEmptyFolders(of: files) } else { unstage(files, report) }
            return (result, isMade)
        }
        return try result.get()
    }

    // MARK: Operations

    private typealias Write = (change: TreeChange, operation: FileOperation)

    /// Returns what to do with the files as they are now. Nil if git cannot write their new contents.
    private func operations() throws -> [Write]? {
        let before = try replaced.map { try Files.read(repository.fullPath(ofTree: $0.path)).bytes }
        let files = folder + Array("/files/".utf8)
        let index = String(decoding: folder + Array("/index".utf8), as: UTF8.self)
        let temporary = git.with(["GIT_INDEX_FILE": index])
        try stage(replaced.filter { $0.kind == .changed }.map(\.newEntry), with: temporary)
        let prefix = "--prefix=\(String(decoding: files, as: UTF8.self))"
        if try temporary.change(["checkout-index", "--quiet", "--all", prefix]).status != 0 { return nil }
        return try zip(replaced, before).compactMap { change, before in
            guard let path = repository.vaultPath(change.path) else { return nil }
            if change.kind == .deleted { return (change, .remove(path, before: before)) }
            return (change, .write(path, before: before, after: try Files.read(files + change.path).bytes))
        }
    }

    /// Returns the writes of those files that are as in the last commit, now that they have been read. Git decides about the
    /// others, and may keep them. Nil if git cannot tell, or if it would convert the files differently.
    private func unchangedSinceCommit(_ writes: [Write]?) throws -> [Write]? {
        guard let writes, !writes.isEmpty else { return nil }
        let answer = try git.change(["diff-index", "-z", "--name-only", "--no-renames", "HEAD"])
        let changed = Set(answer.output.split(separator: 0).map(Array.init))
        if answer.status != 0 || changed.contains(where: Self.isAttributes) { return nil }
        guard let uncompared = try uncomparedFiles() else { return nil }
        return writes.filter { !changed.contains($0.change.path) && !uncompared.contains($0.change.path) }
    }

    /// Returns the files that git does not compare with the last commit, because the user has told it not to:
    /// https://git-scm.com/docs/git-update-index#_using_assume_unchanged_bit. Nil if git cannot list them.
    private func uncomparedFiles() throws -> Set<[UInt8]>? {
        let answer = try git.change(["ls-files", "-z", "-v", "--full-name"])
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

    /// Updates the times of files in git's index. Git takes a file with another time for a changed one: it refuses to merge
    /// it, and to abort a merge with it.
    private func refreshIndex() throws { _ = try git.change(["update-index", "-q", "--refresh"]) }

    private func unstage(_ files: [TreeChange], _ report: (String) -> Void) {
        do {
            try stage(files.map(\.oldEntry))
        } catch {
            report("files of the merge are still staged: \(error); to unstage them: git reset")
        }
    }
}

extension TreeChange {
    /// The lines for `git update-index --index-info`, with a NUL. A mode of zeros removes the file.
    fileprivate var newEntry: [UInt8] { mode + [Byte.space] + new + [Byte.tab] + path + [0] }
    fileprivate var oldEntry: [UInt8] { oldMode + [Byte.space] + old + [Byte.tab] + path + [0] }
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
