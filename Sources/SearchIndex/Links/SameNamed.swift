import SourceText

/// Files that a reference matches equally well. For each note the nearest wins. A file in the note's folder comes
/// first, then one that shares most leading folders. Ties go to the shortest path, then to the first in order.
final class SameNamed {
    /// Sorted by path, so that a folder and its subfolders are contiguous.
    private let files: [LinkResolver.Candidate]
    private lazy var inFolder = Dictionary(grouping: files) { $0.path.folder }.mapValues(Self.decide)
    /// The best file in each folder and its subfolders, computed on demand.
    private var below: [VaultPath: LinkTarget] = [:]

    /// - Parameter files: at least one.
    init(_ files: [LinkResolver.Candidate]) { self.files = files.sorted { $0.path < $1.path } }

    /// Returns the nearest file. Complexity: O(depth × log files), but O(files below it) once for each nearest folder.
    func nearest(to folder: VaultPath) -> LinkTarget? {
        if let same = inFolder[folder] { return same }
        var above = folder
        while true {
            if let known = below[above] { return known }
            let range = range(below: above)
            if !range.isEmpty {
                let target = Self.decide(Array(files[range]))
                below[above] = target
                return target
            }
            if above.isRoot { return nil }
            above = above.folder
        }
    }

    /// Returns the nearest of a few files. Complexity: O(files × depth).
    static func nearest(of files: [LinkResolver.Candidate], to folder: VaultPath) -> LinkTarget? {
        if files.count < 2 { return files.first.map { target($0, []) } }
        let same = files.filter { $0.path.folder == folder }
        if !same.isEmpty { return decide(same) }
        var above = folder
        while true {
            let near = files.filter { $0.path.isInside(above) }
            if !near.isEmpty { return decide(near) }
            above = above.folder
        }
    }

    private func range(below folder: VaultPath) -> Range<Int> {
        if folder.isRoot { return files.indices }
        let start = firstIndex(from: folder.bytes + [Byte.slash])
        return start..<max(start, firstIndex(from: folder.bytes + [Byte.slash + 1]))
    }

    private func firstIndex(from bytes: [UInt8]) -> Int {
        let path = VaultPath(bytes: bytes)
        return files.indices.partitioningIndex { files[$0].path >= path }
    }

    /// Returns the file with the shortest path, then the first in order. With several files, the result is ambiguous.
    private static func decide(_ files: [LinkResolver.Candidate]) -> LinkTarget {
        if files.count == 1 { return target(files[0], []) }
        let lengths = files.map { ($0.path.text.unicodeScalars.count, $0) }
        let ordered = lengths.sorted { a, b in a.0 == b.0 ? a.1.path < b.1.path : a.0 < b.0 }.map { $0.1 }
        return target(ordered[0], ordered.dropFirst().map { $0.path })
    }

    private static func target(_ file: LinkResolver.Candidate, _ rivals: [VaultPath]) -> LinkTarget {
        LinkTarget(file: file.file, path: file.path, kind: file.kind, rivals: rivals)
    }
}
