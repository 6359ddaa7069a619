import SourceText

/// Files that a reference may mean alike, of which each note means the nearest: one in its own folder, then one that
/// shares most leading folders with it, then the one with the shortest path, then the first by the alphabet.
final class SameNamed {
    /// In order of path, so that what lies in a folder and below it stands together.
    private let files: [LinkResolver.Candidate]
    private lazy var inFolder = Dictionary(grouping: files) { $0.path.folder }.mapValues(Self.decide)
    /// The first of those in a folder and below it, once it was asked for.
    private var below: [VaultPath: LinkTarget] = [:]

    /// - Parameter files: at least one.
    init(_ files: [LinkResolver.Candidate]) { self.files = files.sorted { $0.path < $1.path } }

    /// Complexity: O(depth × log files), but O(files below it) the first time that a folder is the nearest one.
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

    /// The nearest of a few. Complexity: O(files × depth).
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

    /// The one with the shortest path, then the first by the alphabet; ambiguous where there were several.
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
