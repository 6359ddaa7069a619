import SearchIndex
import SourceText
import System

/// Walks the folders of a vault and gives every file and folder in the order of their paths' bytes, which is the order
/// of the index, so that one merge of the two finds what changed.
///
/// Hidden names and ignored paths are passed over, links to folders are not followed. Memory: the listings of the
/// folders from the root to the current one.
struct VaultWalker {
    /// What is in the vault but cannot be had: a folder that cannot be read, a link that leads out.
    struct Fault: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case unreadable, link }

        var kind: Kind
        var path: VaultPath
        var reason: String
    }

    private struct Item {
        var path: VaultPath
        var status: FileStatus
        /// False for a folder itself, true for what is in it.
        var descends: Bool
        /// Where it sorts: what is in a folder comes after the folder's siblings that sort before the slash.
        var key: [UInt8]
    }

    private let root: [UInt8]
    private let configuration: Configuration
    private let ignore: IgnoreRules
    private var stack: [[Item]] = []
    private(set) var faults: [Fault] = []

    init(root: [UInt8], configuration: Configuration) {
        self.root = root
        self.configuration = configuration
        ignore = IgnoreRules(configuration.ignore)
        open(.root)
    }

    /// The next file or folder, or nil at the end. What is no file, folder or link is passed over.
    mutating func next() -> IndexedFile? {
        while var items = stack.popLast() {
            guard let item = items.popLast() else { continue }
            stack.append(items)
            if item.descends {
                open(item.path)
                continue
            }
            if let file = file(item) { return file }
        }
        return nil
    }

    private mutating func open(_ folder: VaultPath) {
        let entries: [(name: [UInt8], status: FileStatus)]
        do {
            entries = try Files.list(root + [Byte.slash] + folder.bytes)
        } catch {
            // A folder that vanished meanwhile is simply not there.
            if !error.isMissing { faults.append(Fault(kind: .unreadable, path: folder, reason: error.reason)) }
            return
        }
        var items: [Item] = []
        items.reserveCapacity(entries.count)
        for (name, status) in entries where name.first != Byte.dot {
            let path = folder.appending(VaultPath(bytes: name))
            let isFolder = status.kind == .directory
            if ignore.ignores(path, isFolder: isFolder) { continue }
            items.append(Item(path: path, status: status, descends: false, key: name))
            if isFolder { items.append(Item(path: path, status: status, descends: true, key: name + [Byte.slash])) }
        }
        // Taken from the end.
        items.sort { $1.key.lexicographicallyPrecedes($0.key) }
        stack.append(items)
    }

    private mutating func file(_ item: Item) -> IndexedFile? {
        let isNote = configuration.extensions.contains(item.path.pathExtension)
        switch item.status.kind {
        case .directory: return plain(item.path, .folder)
        case .regular:
            if !isNote { return plain(item.path, attachmentKind(item.path)) }
            let status = item.status
            return IndexedFile(
                path: item.path, kind: .note, size: status.size, device: Int64(bitPattern: status.device),
                inode: Int64(bitPattern: status.inode), modified: status.modified, changed: status.changed,
                born: status.born)
        case .link: return link(item.path, isNote: isNote)
        case .other: return nil
        }
    }

    /// A link to a file of the vault stands for nothing of its own where that is a note, which is read under its real
    /// path; an attachment may be had under either.
    private mutating func link(_ path: VaultPath, isNote: Bool) -> IndexedFile? {
        let full = root + [Byte.slash] + path.bytes
        guard let real = Files.realPath(full), let status = try? FileStatus(real) else {
            faults.append(Fault(kind: .link, path: path, reason: "this link leads nowhere"))
            return nil
        }
        guard real.starts(with: root + [Byte.slash]) else {
            faults.append(Fault(kind: .link, path: path, reason: "this link leads out of the vault and is not read"))
            return nil
        }
        return status.kind == .regular && !isNote ? plain(path, attachmentKind(path)) : nil
    }

    /// Of what is no note only its being there counts.
    private func plain(_ path: VaultPath, _ kind: FileKind) -> IndexedFile {
        IndexedFile(path: path, kind: kind, size: 0, device: 0, inode: 0, modified: 0, changed: 0, born: nil)
    }

    private func attachmentKind(_ path: VaultPath) -> FileKind {
        Configuration.imageExtensions.contains(path.pathExtension) ? .image : .other
    }
}
