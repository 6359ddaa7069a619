import Git
import Searching
import SourceText
import System
import VaultFiles

/// The files of the vault that a merge changes or removes, and that slip replaces as it does for its own changes.
///
/// Git compares a file with the last commit, and replaces it a moment later. What another program saves in between, or
/// writes to the old file afterwards, is lost. Git still adds the new files, and changes the files outside of the vault,
/// links, large files, and those that only `force` would change.
struct MergedFiles {
    private let session: VaultSession
    private let repository: Repository
    private let git: GitProgram
    /// The commit that is checked out.
    private let head: String?
    /// The commit or tree with the files after the merge.
    private let target: String
    private let changes: [TreeChange]
    /// The files to be replaced, among `changes`.
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
        let changes = try head.map { try repository.changes(from: $0, to: target) } ?? []
        self.changes = changes
        // Git converts files as its attributes say, and a merge may change these.
        let changesAttributes = changes.contains { VaultPath(bytes: $0.path).name == VaultPath(".gitattributes") }
        replaced = changesAttributes ? [] : changes.filter { Self.isReplaced($0, in: session.vault, repository) }
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

    /// Replaces the files, and lets git record the merge. Without that, the files get back their old content.
    ///
    /// - Parameters:
    ///   - report: called with messages, for example about an interrupted change.
    ///   - record: runs git. Its status is also not 0 if a merge with conflicts is left to the user.
    /// - Returns: the answer of `record`.
    /// - Throws: `VaultError` if another program is changing a file.
    func replace(
        _ title: String, report: (String) -> Void, record: () throws -> GitProgram.Answer
    ) throws -> GitProgram.Answer {
        // Files of which only the times have changed do not prevent the merge.
        _ = try git.change(["update-index", "-q", "--refresh"])
        guard !replaced.isEmpty, var planned = try operations() else { return try record() }
        // What is read from now on is as in the last commit. Git decides about files that are not: it may keep them.
        let dirty = try git.change(["diff-index", "-z", "--name-only", "--no-renames", "HEAD"])
        let others = Set(dirty.output.split(separator: 0).map(Array.init))
        planned.removeAll { others.contains($0.change.path) }
        // An attribute file that is missing here would be missing for the conversion too.
        let lacksAttributes = others.contains { VaultPath(bytes: $0).name == VaultPath(".gitattributes") }
        guard dirty.status == 0, !planned.isEmpty, !lacksAttributes,
            try git.change(["read-tree", "-n", "-m", "-u", "HEAD", target]).status == 0
        else { return try record() }
        let files = planned.map(\.change)
        let operations = try planned.map(\.operation) + removals(of: files)
        var answer: GitProgram.Answer?
        try VaultWriter.change(session.vault, now: session.environment.now, title, operations, report: report) {
            // Git keeps files whose entries are those of the merge.
            try stage(files.map(Self.newEntry))
            let result = Result { try record() }
            // A merge that is left to the user counts, and so does one that another git has made meanwhile.
            let isRecorded = (try? result.get().status) == 0 || repository.unfinished() != nil
            let isMade = try isRecorded || repository.head() != head
            if !isMade {
                do {
                    try stage(files.map { Self.entry($0.oldMode, $0.old, $0.path) })
                } catch {
                    report("files of the merge are still staged: \(error); to unstage them: git reset")
                }
            }
            answer = try result.get()
            return isMade
        }
        guard let answer else { return try record() }
        return answer
    }

    // MARK: Operations

    /// Returns what to do with the files, or nil if git cannot write their new contents.
    private func operations() throws -> [(change: TreeChange, operation: FileOperation)]? {
        let before = try replaced.map { try Files.read(repository.fullPath(ofTree: $0.path)).bytes }
        let files = folder + Array("/files/".utf8)
        let changed = replaced.filter { $0.kind == .changed }
        let apart = git.with(["GIT_INDEX_FILE": String(decoding: folder + Array("/index".utf8), as: UTF8.self)])
        try stage(changed.map(Self.newEntry), with: apart)
        let prefix = "--prefix=\(String(decoding: files, as: UTF8.self))"
        if try apart.change(["checkout-index", "--quiet", "--all", prefix]).status != 0 { return nil }
        return try zip(replaced, before).compactMap { change, before in
            guard let path = repository.vaultPath(change.path) else { return nil }
            if change.kind == .deleted { return (change, .remove(path, before: before)) }
            return (change, .write(path, before: before, after: try Files.read(files + change.path).bytes))
        }
    }

    /// Returns the removals of the folders that become empty, as git removes them.
    private func removals(of files: [TreeChange]) throws -> [FileOperation] {
        let vault = session.vault
        var gone = Set(files.filter { $0.kind == .deleted }.compactMap { repository.vaultPath($0.path) })
        var kept: Set<VaultPath> = [.root]
        for change in changes where change.kind != .deleted {
            var folder = repository.vaultPath(change.path)?.folder ?? .root
            while kept.insert(folder).inserted { folder = folder.folder }
        }
        var operations: [FileOperation] = []
        var folders = Set(gone.map(\.folder))
        while let folder = folders.max(by: { $0.parts.count < $1.parts.count }) {
            folders.remove(folder)
            guard !kept.contains(folder),
                try Files.list(vault.fullPath(folder)).allSatisfy({
                    gone.contains(folder.appending(VaultPath(bytes: $0.name)))
                })
            else { continue }
            operations.append(.removeFolder(folder))
            gone.insert(folder)
            folders.insert(folder.folder)
        }
        return operations
    }

    // MARK: Git's index

    /// Returns a line for `git update-index --index-info`. A mode of zeros removes the file.
    private static func entry(_ mode: [UInt8], _ object: [UInt8], _ path: [UInt8]) -> [UInt8] {
        mode + [Byte.space] + object + [Byte.tab] + path + [0]
    }

    private static func newEntry(_ change: TreeChange) -> [UInt8] { entry(change.mode, change.new, change.path) }

    private func stage(_ entries: [[UInt8]], with program: GitProgram? = nil) throws {
        let answer = try (program ?? git).changeIndex(entries)
        if answer.status != 0 { throw answer.error(["update-index"]) }
    }
}

extension GitProgram {
    /// Changes entries of git's index: lines of `git update-index --index-info`, each with a NUL. Tries again for a second if
    /// another git has the index locked.
    func changeIndex(_ entries: [[UInt8]]) throws -> Answer {
        let input = Array(entries.joined())
        for _ in 0..<10 {
            let answer = try change(["update-index", "-z", "--index-info"], input: input)
            if answer.status == 0 || !answer.words.contains("index.lock") { return answer }
            ThisProcess.sleep(.milliseconds(100))
        }
        return try change(["update-index", "-z", "--index-info"], input: input)
    }
}
