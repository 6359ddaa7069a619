import Git
import SourceText
import System

/// The files that a merge adds or changes, compared with files of the same names that are not in git here.
///
/// Paths are those from the work tree's root, because a merge also changes files outside of the vault.
struct IncomingFiles {
    let repository: Repository
    let upstream: Repository.Upstream

    /// Returns the untracked files of the vault that a remote branch adds with the same content: two clones have created
    /// the same `.gitattributes`, for example. Git would refuse to merge.
    ///
    /// Throws `Refusal` if another file that is not in git would be replaced. Git does that without asking if the file is
    /// ignored.
    func untracked(equalTo reference: String) throws -> [VaultPath] {
        let base = try repository.head() == nil ? emptyTree() : repository.mergeBase("HEAD", reference)
        guard let base else { return [] }
        return try untracked(among: repository.changes(from: base, to: reference))
    }

    /// Returns the untracked files that changes add with the same content. Throws `Refusal` as `untracked(equalTo:)` does.
    func untracked(among changes: [TreeChange]) throws -> [VaultPath] {
        // A file that is only changed, or in the place of a new folder, must be in git.
        var incoming: [VaultPath: TreeChange?] = [:]
        for change in changes where change.kind != .deleted {
            let path = VaultPath(bytes: change.path)
            incoming[path] = .some(change.kind == .added ? change : nil)
            if let file = fileInPlaceOfFolder(of: path) { incoming[file] = .some(nil) }
        }
        let present = incoming.keys.filter { FileStatus.seen(fullPath($0)) != nil }.sorted()
        let tracked = try files(of: [], among: present)
        let others = present.filter { !tracked.contains($0) }
        let folders = others.filter { FileStatus.seen(fullPath($0))?.kind == .directory }
        // Git removes the files that it has in such a folder.
        if let file = try files(of: ["--others"], among: folders).min() { throw refusal(of: file) }
        let files = others.filter { !folders.contains($0) }
        // Git waits for a program that writes to a pipe.
        let isFile: (VaultPath) -> Bool = { [.regular, .link].contains(FileStatus.seen(fullPath($0))?.kind) }
        if let other = files.first(where: { !isFile($0) }) { throw refusal(of: other) }
        for (file, content) in zip(files, try repository.blobNames(ofTree: files.map(\.bytes))) {
            try check(file, content: content, isAddedBy: incoming[file] ?? nil)
        }
        return files.compactMap { repository.vaultPath($0.bytes) }
    }

    /// Throws `Refusal` if a merge would replace a file that another program has open for writing.
    func refuseOpen(_ changes: [TreeChange]) throws {
        for change in changes {
            let file = VaultPath(bytes: change.path)
            guard case .hasWriter = try? FileLease.take(fullPath(file)) else { continue }
            throw GitSync.Refusal(
                message: "'\(name(file))' is open for writing in another program, so nothing was merged",
                help: "close it there, then run slip git sync again; commits are kept")
        }
    }

    /// Throws `Refusal` unless a file is the same as one that the branch adds.
    private func check(_ file: VaultPath, content: [UInt8]?, isAddedBy change: TreeChange?) throws {
        guard let change, let content, content == BlobName.bytes(change.new),
            let isProgram = TreeChange.isProgram(change.mode)
        else { throw refusal(of: file) }
        let mode = FileStatus.seen(fullPath(file))?.mode ?? 0
        if (mode & 0o100 != 0) != isProgram, try repository.setting("core.fileMode") != "false" {
            let command = "chmod \(isProgram ? "+x" : "-x")"
            throw GitSync.Refusal(
                message: "'\(name(file))' is not in git here, and '\(upstream.name)' has it with another mode",
                help: "run \(command) on this file, then slip git sync again; commits are kept")
        }
        if repository.vaultPath(file.bytes) == nil {
            throw GitSync.Refusal(
                message: "'\(name(file))' is not in git here, and '\(upstream.name)' adds it",
                help:
                    "add it to git yourself, because it is outside of the vault, or rename it; then run slip git sync again; commits are kept"
            )
        }
    }

    private func refusal(of file: VaultPath) -> GitSync.Refusal {
        GitSync.Refusal(
            message: "'\(name(file))' is not in git here, and '\(upstream.name)' has a different file of that name",
            help: "rename your file, then run slip git sync again; commits are kept")
    }

    private func fullPath(_ path: VaultPath) -> [UInt8] { repository.fullPath(ofTree: path.bytes) }

    /// Returns the path of a file in the vault, or the full path of another one.
    private func name(_ file: VaultPath) -> String {
        repository.vaultPath(file.bytes)?.text ?? String(decoding: fullPath(file), as: UTF8.self)
    }

    /// Returns the path of a folder of `path` at which there is a file instead, or nil.
    private func fileInPlaceOfFolder(of path: VaultPath) -> VaultPath? {
        var folder = path.folder
        while !folder.isRoot {
            if let kind = FileStatus.seen(fullPath(folder), follows: false)?.kind, kind != .directory {
                return folder
            }
            folder = folder.folder
        }
        return nil
    }

    /// Returns the name of the tree without files, which every repository has.
    private func emptyTree() throws -> String {
        let output = try repository.program.read(["hash-object", "-t", "tree", "--stdin"])
        return output.text(output.trimmed(output.indices))
    }

    /// Returns those of some files that git lists, and the files of folders.
    ///
    /// - Parameter options: which files: those in git's index, or others.
    private func files(of options: [String], among paths: [VaultPath]) throws -> Set<VaultPath> {
        // The number of arguments is limited.
        let parts = stride(from: 0, to: paths.count, by: 500).map { paths[$0..<min(paths.count, $0 + 500)] }
        return try parts.reduce(into: []) { files, part in
            let output = try repository.program.read(
                ["ls-files", "-z", "--full-name"] + options + ["--"], paths: part.map(fullPath))
            files.formUnion(output.split(separator: 0).map { VaultPath(bytes: Array($0)) })
        }
    }
}

extension Repository {
    /// Returns the number of commits that a revision has and the known branches of a remote lack.
    func commits(of revision: String, notIn remote: String? = nil) throws -> Int {
        let excluded = remote.map { ["--not", "--remotes=\($0)"] } ?? []
        let output = try program.read(["rev-list", "--count", revision] + excluded)
        return Int(String(decoding: output.filter { !$0.isWhiteSpace }, as: UTF8.self)) ?? 1
    }

    /// Returns the full path of a path from the work tree's root.
    func fullPath(ofTree path: [UInt8]) -> [UInt8] { (top.last == Byte.slash ? top : top + [Byte.slash]) + path }
}
