import Notes
package import SearchIndex
package import SourceText
import System
import VaultFiles

/// A comparison of a vault's files with the index, on all cores, level by level.
///
/// A folder whose fingerprint is unchanged has the same entries, so it is not listed. Only the status of its notes
/// and canvases is read, since other attachments matter only by their existence. Folders are listed if fingerprints are unreliable: after
/// recent changes, with links, and on foreign file systems.
///
/// Hidden names and ignored paths are skipped. Links to folders are not followed.
package struct VaultScan {
    /// A problem with a folder or an entry, found without opening files. `unreadable` is a folder that cannot be
    /// listed, or an entry whose status cannot be read. `link` is a symbolic link that is broken or leads out of the
    /// vault. A note that cannot be opened is not a fault: it is indexed with `FileKind.unreadable`.
    package struct Fault: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case unreadable, link }

        package var kind: Kind
        package var path: VaultPath
        package var reason: String
    }

    /// The differences between the files and the index.
    package struct Result: Sendable {
        /// Files that are new or have a new fingerprint, folders before their content.
        package var changed: [FoundFile] = []
        package var removed: [VaultPath] = []
        /// Folders with a new fingerprint whose entries have been compared.
        package var fingerprints: [(path: VaultPath, fingerprint: Fingerprint)] = []
        /// Notes that are unchanged since they could not be read, and are still unreadable.
        package var stillUnreadable: [(path: VaultPath, reason: String)] = []
        package var faults: [Fault] = []
        fileprivate var folders: [VaultPath] = []

        mutating func add(_ part: Result) {
            changed += part.changed
            removed += part.removed
            fingerprints += part.fingerprints
            stillUnreadable += part.stillUnreadable
            faults += part.faults
            folders += part.folders
        }
    }

    private let root: [UInt8]
    private let configuration: Configuration
    private let ignore: IgnoreRules
    private let known: IndexedTree
    private let start: Moment
    /// The device of the vault's root, if its folder times are reliable.
    private let device: UInt64?

    init(_ vault: Vault, known: IndexedTree) {
        root = vault.root
        configuration = vault.configuration
        ignore = IgnoreRules(vault.configuration.ignore)
        self.known = known
        start = LocalZone.now()
        let root = vault.fullPath(.root)
        // If the file system type is unknown, folder times are not trusted.
        let keepsTimes = (try? FileSystemType(of: root))?.hasReliableFolderTimes ?? false
        device = keepsTimes ? FileStatus.seen(root)?.device : nil
    }

    /// Scans `path` and everything below it. Returns nothing for hidden and ignored paths.
    func everything(at path: VaultPath) -> Result {
        var result = Result()
        if path.isRoot {
            result.folders = [.root]
            descend(into: &result)
            return result
        }
        let folder = path.folder
        if ignore.passesOver(path) { return result }
        let entry = known.entry(at: path)
        guard let status = FileStatus.seen(root + [Byte.slash] + path.bytes) else {
            if let entry { remove(path, entry, into: &result) }
            return result
        }
        if ignore.ignores(path, isFolder: status.kind == .directory) { return result }
        var hasLinks = false
        examine(at: path.name.bytes, in: folder, status, entry, into: &result, hasLinks: &hasLinks)
        descend(into: &result)
        return result
    }

    /// Scans the folders of `result`, then those in them.
    private func descend(into result: inout Result) {
        while !result.folders.isEmpty {
            let level = result.folders
            result.folders = []
            for part in Parallel.map(level.count, { compare(level[$0]) }) { result.add(part) }
        }
    }

    // MARK: One folder

    private func compare(_ path: VaultPath) -> Result {
        var result = Result()
        let folder = known.folder(at: path)
        do {
            let directory = try Directory(path.isRoot && root.isEmpty ? [Byte.slash] : root + [Byte.slash] + path.bytes)
            let status = try directory.status()
            let now = status.device == device ? Fingerprint.settled(status, at: start) : .unknown
            if let folder, now != .unknown, folder.fingerprint == now, compareKnown(folder, directory, into: &result) {
                return result
            }
            result = Result()
            let isReliable = try list(path, directory, folder: folder, into: &result)
            let fingerprint = isReliable ? now : .unknown
            if path.isRoot || known.isFolder(path) {
                if folder?.fingerprint ?? .unknown != fingerprint { result.fingerprints.append((path, fingerprint)) }
            } else {
                result.changed.insert(FoundFile(path: path, kind: .folder, fingerprint: fingerprint), at: 0)
            }
        } catch {
            result = Result()
            removeInside(path, &result)
            if error.isMissing {
                // The folder vanished during the scan.
                if known.isFolder(path) { result.removed.append(path) }
            } else {
                result.faults.append(Fault(kind: .unreadable, path: path, reason: error.reason))
                if !path.isRoot, !known.isFolder(path) {
                    result.changed.append(FoundFile(path: path, kind: .folder, fingerprint: .unknown))
                } else if folder?.fingerprint ?? .unknown != .unknown {
                    result.fingerprints.append((path, .unknown))
                }
            }
        }
        return result
    }

    /// Compares the notes and canvases of a folder by name. Returns false if one is missing, so that the folder must be listed.
    private func compareKnown(_ folder: IndexedTree.Folder, _ directory: Directory, into result: inout Result) -> Bool {
        let numbers = folder.runs.flatMap { Array($0) }
        let parts = Parallel.map(stretchesOf: 1024, in: numbers.count) { stretch -> Result? in
            var result = Result()
            var hasLinks = false
            for number in numbers[stretch] {
                let entry = known.entries[number]
                switch entry.kind {
                case .folder: result.folders.append(folder.path.appending(VaultPath(bytes: known.name(entry))))
                case .image, .other: break
                case .note, .unreadable, .canvas:
                    // The file is missing or inaccessible: listing the folder determines which.
                    guard let status = try? directory.status(of: known.names, known.range(entry)),
                        status.kind == .regular
                    else { return nil }
                    if entry.kind != .unreadable, entry.fingerprint == Fingerprint(status) { continue }
                    examine(at: known.name(entry), in: folder.path, status, entry, into: &result, hasLinks: &hasLinks)
                }
            }
            return result
        }
        for part in parts {
            guard let part else { return false }
            result.add(part)
        }
        return true
    }

    /// Lists a folder and compares each entry with the index. Returns whether the folder can be skipped while its
    /// fingerprint is unchanged: it has no links and no inaccessible entries.
    private func list(
        _ path: VaultPath, _ directory: Directory, folder: IndexedTree.Folder?, into result: inout Result
    ) throws(SystemError) -> Bool {
        var entries: [[UInt8]: IndexedTree.Entry] = [:]
        for run in folder?.runs ?? [] {
            for number in run { entries[known.name(known.entries[number])] = known.entries[number] }
        }
        let names = try directory.names().filter { $0.first != Byte.dot }
            .sorted { $0.lexicographicallyPrecedes($1) }
        let examined = Parallel.map(stretchesOf: 1024, in: names.count) { stretch in
            names[stretch].map { Examined($0, in: directory) }
        }.flatMap { $0 }
        var hasLinks = false
        for (name, found) in zip(names, examined) {
            let status: FileStatus
            switch found {
            case .status(let found): status = found
            // The entry vanished between the two calls.
            case .missing: continue
            case .failed(let error):
                hasLinks = true
                result.faults.append(
                    Fault(kind: .unreadable, path: path.appending(VaultPath(bytes: name)), reason: error.reason))
                continue
            }
            let isFolder = status.kind == .directory
            if !ignore.isEmpty, ignore.ignores(path.appending(VaultPath(bytes: name)), isFolder: isFolder) { continue }
            self.examine(
                at: name, in: path, status, entries.removeValue(forKey: name), into: &result, hasLinks: &hasLinks)
        }
        for (name, entry) in entries { remove(path.appending(VaultPath(bytes: name)), entry, into: &result) }
        return !hasLinks
    }

    /// The result of reading an entry's status.
    private enum Examined: Sendable {
        case status(FileStatus)
        case missing
        case failed(SystemError)

        init(_ name: [UInt8], in directory: Directory) {
            do {
                self = .status(try directory.status(of: name))
            } catch {
                self = error.isMissing ? .missing : .failed(error)
            }
        }
    }

    // MARK: One entry

    /// Compares an entry with its state in the index.
    private func examine(
        at name: [UInt8], in folder: VaultPath, _ status: FileStatus, _ entry: IndexedTree.Entry?,
        into result: inout Result, hasLinks: inout Bool
    ) {
        let path = folder.appending(VaultPath(bytes: name))
        let isNote = configuration.extensions.contains(path.pathExtension)
        func plain(_ kind: FileKind, real: VaultPath? = nil) {
            if entry?.kind == .folder { removeInside(path, &result) }
            // A link is compared by its target, and another attachment only by its existence.
            let fingerprint = real.map { Fingerprint(ContentHash.hash($0.bytes) | 1) } ?? .unknown
            if entry?.kind != kind || entry?.fingerprint != fingerprint {
                result.changed.append(FoundFile(path: path, kind: kind, fingerprint: fingerprint, real: real))
            }
        }
        switch status.kind {
        case .directory: result.folders.append(path)
        case .regular where isNote:
            let fingerprint = Fingerprint(status)
            if let entry, entry.fingerprint == fingerprint {
                if entry.kind == .note { return }
                if entry.kind == .unreadable,
                    let obstacle = Files.obstacle(root + [Byte.slash] + path.bytes, size: status.size)
                {
                    result.stillUnreadable.append((path, obstacle.reason))
                    return
                }
            }
            if entry?.kind == .folder { removeInside(path, &result) }
            result.changed.append(FoundFile(path: path, kind: .note, fingerprint: fingerprint))
        case .regular where Canvas.isCanvas(path):
            let fingerprint = Fingerprint(status)
            if entry?.kind == .canvas, entry?.fingerprint == fingerprint { return }
            if entry?.kind == .folder { removeInside(path, &result) }
            result.changed.append(FoundFile(path: path, kind: .canvas, fingerprint: fingerprint))
        case .regular: plain(attachmentKind(path))
        case .link:
            hasLinks = true
            if let fault = fault(ofLink: path) {
                result.faults.append(fault)
                if let entry { remove(path, entry, into: &result) }
            } else if isNote || !leadsToFile(path) {
                if let entry { remove(path, entry, into: &result) }
            } else {
                plain(attachmentKind(path), real: realPath(path))
            }
        case .pipe, .socket, .device: if let entry { remove(path, entry, into: &result) }
        }
    }

    /// Returns the problem of a link, if any. A link to a note in the vault is ignored: the note is read under its real
    /// path. A link to an attachment is another path for it.
    private func fault(ofLink path: VaultPath) -> Fault? {
        guard let real = Files.realPath(root + [Byte.slash] + path.bytes), FileStatus.seen(real) != nil else {
            return Fault(kind: .link, path: path, reason: "this is a broken symbolic link")
        }
        if real.starts(with: root + [Byte.slash]) { return nil }
        return Fault(kind: .link, path: path, reason: "this symbolic link leads out of the vault and is not followed")
    }

    private func realPath(_ link: VaultPath) -> VaultPath? {
        Files.realPath(root + [Byte.slash] + link.bytes).map { VaultPath(bytes: Array($0.dropFirst(root.count + 1))) }
    }

    private func leadsToFile(_ path: VaultPath) -> Bool {
        FileStatus.seen(root + [Byte.slash] + path.bytes, follows: true)?.kind == .regular
    }

    private func attachmentKind(_ path: VaultPath) -> FileKind {
        Configuration.imageExtensions.contains(path.pathExtension) ? .image : .other
    }

    // MARK: Removed entries

    private func remove(_ path: VaultPath, _ entry: IndexedTree.Entry, into result: inout Result) {
        if entry.kind == .folder { removeInside(path, &result) }
        result.removed.append(path)
    }

    private func removeInside(_ path: VaultPath, _ result: inout Result) {
        guard let folder = known.folder(at: path) else { return }
        for run in folder.runs {
            for number in run {
                let entry = known.entries[number]
                remove(path.appending(VaultPath(bytes: known.name(entry))), entry, into: &result)
            }
        }
    }
}
