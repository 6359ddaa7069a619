package import SQLite
package import SourceText

/// The indexed files and folders, for comparison with those on disk: all, or those at and below a path.
///
/// Memory: about 24 bytes and the name per file, in two arrays.
package struct IndexedTree: Sendable {
    /// A file or folder, by its name in its folder.
    package struct Entry: Sendable {
        fileprivate var start: UInt32
        fileprivate var length: UInt16
        package var kind: FileKind
        /// The fingerprint, as in `FoundFile`.
        package var fingerprint: Fingerprint
    }

    package struct Folder: Sendable {
        package let path: VaultPath
        /// Whether the index has the folder itself, not only its contents.
        fileprivate var isKnown = false
        /// The fingerprint of the folder when all its contents were indexed, or `unknown` if it must be listed.
        package fileprivate(set) var fingerprint = Fingerprint.unknown
        /// Index ranges in `entries`.
        package fileprivate(set) var runs: [Range<Int>] = []
    }

    package private(set) var names: [UInt8] = []
    package private(set) var entries: [Entry] = []
    package private(set) var folders: [Folder] = []
    private var indices: [VaultPath: Int] = [:]

    package init() {}

    /// Reads the tree from the index. Complexity: O(files), except for a single file.
    ///
    /// - Parameter path: the path to read, with everything below it; the root for all.
    package init(_ connection: Connection, at path: VaultPath = .root) throws {
        if path.isRoot { try prepareForAll(connection) }
        guard let selection = try Self.selection(connection, at: path) else { return }
        // Most files are in the same folder as the previous one, so the folder is looked up only when it changes.
        var current: [UInt8]? = path.isRoot ? [] : nil
        var folder = 0
        var start = 0
        try connection.rows(sql: selection) { row in
            let kind = FileKind(rawValue: row.int(1)) ?? .other
            let fingerprint = row.number(2, as: Fingerprint.self)
            var end = 0
            var isPath = true
            row.withBytes(0) { path in
                end = path.count
                while end > 0, path[end - 1] != Byte.slash { end -= 1 }
                // A folder inside itself would cause endless recursion.
                isPath = end < path.count && end != 1 && (end < 2 || path[end - 2] != Byte.slash)
                guard isPath else { return }
                let length = max(0, end - 1)
                if current.map({ Self.starts(path, with: $0, length) }) != true {
                    close(folder, start)
                    let name = Self.array(path, 0..<length)
                    folder = index(of: VaultPath(bytes: name))
                    start = entries.count
                    current = name
                }
                entries.append(
                    Entry(
                        start: UInt32(truncatingIfNeeded: names.count), length: UInt16(clamping: path.count - end),
                        kind: kind, fingerprint: fingerprint))
                if kind == .folder {
                    let itself = index(of: VaultPath(bytes: Self.array(path, 0..<path.count)))
                    folders[itself].fingerprint = fingerprint
                    folders[itself].isKnown = true
                }
            }
            guard isPath else { throw SQLiteError.damage("no path", in: "file") }
            row.appendBytes(0, from: end, to: &names)
            return true
        }
        close(folder, start)
    }

    private mutating func prepareForAll(_ connection: Connection) throws {
        let count = Int(try connection.first("SELECT max(id) FROM file") { $0.int(0) } ?? 0)
        // The count may be wrong in a corrupt file, so it is limited.
        entries.reserveCapacity(min(count, 1 << 20))
        names.reserveCapacity(min(count, 1 << 20) * 24)
        folders = [Folder(path: .root)]
        indices[.root] = 0
        folders[0].fingerprint = try connection.meta(.root).map { Fingerprint($0) } ?? .unknown
    }

    /// Returns the statement that selects the rows to read, or nil if there are none.
    private static func selection(_ connection: Connection, at path: VaultPath) throws -> SQLFragment? {
        let all: SQLFragment = "SELECT path, kind, fingerprint FROM file f"
        if path.isRoot { return all }
        guard let kind = try connection.file("kind", at: path, { FileKind(rawValue: $0.int(0)) }) else { return nil }
        if kind == .folder { return "\(all) WHERE \(.isOrIsInside(path))" }
        return "\(all) WHERE \(.isFile(path))"
    }

    /// Assigns the entries from `start` on to a folder.
    private mutating func close(_ folder: Int, _ start: Int) {
        if start < entries.count { folders[folder].runs.append(start..<entries.count) }
    }

    private static func array(_ path: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for index in range { bytes.append(path[index]) }
        return bytes
    }

    private static func starts(_ path: Span<UInt8>, with folder: [UInt8], _ length: Int) -> Bool {
        guard folder.count == length else { return false }
        let folder = folder.span
        for index in 0..<length where path[index] != folder[index] { return false }
        return true
    }

    private mutating func index(of folder: VaultPath) -> Int {
        if let index = indices[folder] { return index }
        folders.append(Folder(path: folder))
        indices[folder] = folders.count - 1
        return folders.count - 1
    }

    package func folder(at path: VaultPath) -> Folder? { indices[path].map { folders[$0] } }

    package func isFolder(_ path: VaultPath) -> Bool { folder(at: path)?.isKnown ?? false }

    package func name(_ entry: Entry) -> [UInt8] { Array(names[range(entry)]) }

    /// Returns the range of that name in `names`.
    package func range(_ entry: Entry) -> Range<Int> {
        Int(entry.start)..<Int(entry.start) + Int(entry.length)
    }

    /// Returns all entries by path. Complexity: O(files).
    package func byPath() -> [VaultPath: Entry] {
        var all: [VaultPath: Entry] = [:]
        all.reserveCapacity(entries.count)
        for folder in folders {
            for run in folder.runs {
                for index in run { all[folder.path.appending(VaultPath(bytes: name(entries[index])))] = entries[index] }
            }
        }
        return all
    }

    /// Returns the entry of the file at `path`, or nil if there is none.
    /// Complexity: O(files in its folder).
    package func entry(at path: VaultPath) -> Entry? {
        guard let folder = folder(at: path.folder) else { return nil }
        let wanted = path.name.bytes
        for run in folder.runs {
            for index in run where self.name(entries[index]) == wanted { return entries[index] }
        }
        return nil
    }
}
