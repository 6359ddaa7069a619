import SourceText
import System
import VaultFiles

/// Checks of paths for new files, which throw `VaultError`, and the folders that these files need.
struct PathChecks {
    private let vault: Vault

    init(_ vault: Vault) { self.vault = vault }

    /// Throws for a path that is hidden, is behind a symbolic link, or has a name that some file systems refuse. Does
    /// not check whether the path is taken.
    ///
    /// - Parameter old: the path of the file that is moved there. It may keep a name that some file systems refuse.
    func checkNew(_ path: VaultPath, movedFrom old: VaultPath? = nil) throws {
        if path.isRoot { throw VaultError("the vault's root already exists") }
        var existing = path.folder
        while !existing.isRoot, try FileStatus.ifThere(vault.fullPath(existing)) == nil { existing = existing.folder }
        if !existing.isRoot {
            let kind = try FileStatus.ifThere(vault.fullPath(existing))?.kind
            if kind == .link { throw VaultError(existing, "is a symbolic link", help: "use its target") }
            if kind != .directory { throw VaultError(existing, "is not a folder") }
        }
        try FileName.check(path.name == old?.name ? path.folder : path, existing: existing)
        if path.parts.contains(where: { $0.bytes.first == Byte.dot }) {
            throw VaultError(path, "would be hidden and ignored", help: "choose a name that does not start with a dot")
        }
        if let real = Files.realPath(vault.fullPath(existing)), vault.path(ofFull: real) != existing {
            throw VaultError(existing, "is a symbolic link", help: "use its target")
        }
    }

    /// Throws if a file other than `own` has the path, also in another case or Unicode form, which some file systems
    /// treat as the same.
    func refuseTaken(_ path: VaultPath, except own: VaultPath? = nil) throws {
        let entries = try Files.listIfThere(vault.fullPath(path.folder))
        let wanted = FileName.identity(path.name.text)
        for entry in entries where FileName.identity(VaultPath(bytes: entry.name).text) == wanted {
            let taken = path.folder.appending(VaultPath(bytes: entry.name))
            if taken == own { continue }
            throw VaultError(
                taken, taken == path ? "already exists" : "already exists, and is the same name on some file systems",
                help: own == nil ? "choose another name" : "existing files are never replaced; choose another name")
        }
    }

    /// Throws for a path that `ignore:` excludes, because searches and links would not find it.
    func refuseIgnored(_ path: VaultPath, isFolder: Bool) throws {
        let rules = IgnoreRules(vault.configuration.ignore)
        guard let pattern = rules.pattern(ignoring: path, isFolder: isFolder) else { return }
        throw VaultError(
            path, "would be ignored: '\(pattern)' is under ignore: in .slipbox/config.yaml",
            help: "choose another folder, or remove the rule; nothing was changed")
    }

    /// Returns a path in `folder` that no file has, also in another case or Unicode form. A number is added if
    /// necessary.
    func freePath(for stem: String, in folder: VaultPath, suffix: String) throws -> VaultPath {
        let entries = try Files.listIfThere(vault.fullPath(folder))
        let taken = Set(entries.map { FileName.identity(VaultPath(bytes: $0.name).text) })
        let end = suffix.isEmpty ? "" : ".\(suffix)"
        for number in 1...100_000 {
            let name = (number == 1 ? stem : "\(stem) \(number)") + end
            if !taken.contains(FileName.identity(name)) { return folder.appending(name) }
        }
        throw VaultError("every name for '\(stem)' in '\(folder.text)' is taken", at: folder)
    }

    /// Returns the operations that create the missing parent folders of a path, the outermost first.
    func missingFolders(above path: VaultPath) throws -> [FileOperation] {
        var missing: [FileOperation] = []
        var folder = path.folder
        while !folder.isRoot, try FileStatus.ifThere(vault.fullPath(folder)) == nil {
            missing.insert(.makeFolder(folder), at: 0)
            folder = folder.folder
        }
        return missing
    }
}
