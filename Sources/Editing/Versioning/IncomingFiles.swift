import Git
import SourceText
import System
import VaultFiles

/// The files that a merge adds, compared with files of the same names that are not in git here.
struct IncomingFiles {
    let vault: Vault
    let repository: Repository

    /// Returns the untracked files that a remote branch adds with the same content: two clones have created the same
    /// `.gitattributes`, for example. Git would refuse to merge.
    ///
    /// Throws `Refusal` if another file that is not in git would be replaced. Git does that without asking if the file is
    /// ignored.
    func untracked(equalTo reference: String, of upstream: Repository.Upstream) throws -> [VaultPath] {
        let base = try repository.head() == nil ? emptyTree() : repository.mergeBase("HEAD", reference)
        guard let base else { return [] }
        // The new contents of added files. A file that is only changed, or in the place of a new folder, must be in git.
        var incoming: [VaultPath: [UInt8]?] = [:]
        for change in try repository.changes(from: base, to: reference) where change.kind != .deleted {
            guard let path = repository.vaultPath(change.path) else { continue }
            incoming[path] = .some(change.kind == .added ? BlobName.bytes(change.new) : nil)
            if let file = fileInPlaceOfFolder(of: path) { incoming[file] = .some(nil) }
        }
        let present = incoming.keys.filter { FileStatus.seen(vault.fullPath($0)) != nil }.sorted()
        if present.isEmpty { return [] }
        let tracked = try trackedFiles(among: present)
        let files = present.filter { !tracked.contains($0) }
        let contents = try repository.blobNames(files)
        for (file, content) in zip(files, contents) where content == nil || content != incoming[file] ?? nil {
            throw GitSync.Refusal(
                message: "'\(file.text)' is not in git here, and '\(upstream.name)' has a different file of that name",
                help: "rename your file, then run slip git sync again; commits are kept")
        }
        return files
    }

    /// Returns the path of a folder of `path` at which there is a file instead, or nil.
    private func fileInPlaceOfFolder(of path: VaultPath) -> VaultPath? {
        var folder = path.folder
        while !folder.isRoot {
            if let kind = FileStatus.seen(vault.fullPath(folder), follows: false)?.kind, kind != .directory {
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

    /// Returns those of some files of the vault that git's index contains.
    private func trackedFiles(among files: [VaultPath]) throws -> Set<VaultPath> {
        // The number of arguments is limited.
        let parts = stride(from: 0, to: files.count, by: 500).map { files[$0..<min(files.count, $0 + 500)] }
        return try parts.reduce(into: []) { tracked, part in
            let names = try repository.program.read(["ls-files", "-z", "--full-name", "--"], paths: part.map(\.bytes))
            tracked.formUnion(names.split(separator: 0).compactMap { repository.vaultPath($0) })
        }
    }
}
