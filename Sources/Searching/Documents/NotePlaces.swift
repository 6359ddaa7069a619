import Notes
import QueryLanguage
import SearchIndex
package import SourceText
import System
import VaultFiles

/// Some bytes of a note.
package struct NotePlace: Hashable, Sendable {
    package var path: VaultPath
    package var range: Range<Int>

    package init(path: VaultPath, range: Range<Int>) {
        self.path = path
        self.range = range
    }
}

/// Where in the notes of a vault something stands, byte for byte.
///
/// These read the notes that the index names; to count what is open as it is, ask inside of `supposingOpenNotes`.
extension VaultSession {
    /// The links that lead to a note or another file, in order of path and place.
    ///
    /// - Parameter part: where the heading or block is that they are to name; nil for all links.
    ///
    /// Complexity: O(bytes of the notes that link there), on all cores.
    package func links(to path: VaultPath, part: Range<Int>? = nil) throws -> [(place: NotePlace, link: OpenLink)] {
        var known = Dictionary(grouping: try index.references(to: path), by: \.path)
        let target = part == nil ? nil : document(path)
        let linksToItself = target?.links.contains { $0.target.isEmpty } ?? false
        if linksToItself, known[path] == nil { known[path] = [] }
        let sources = known.keys.sorted()
        let all = known
        let reader = reader
        let found = Parallel.map(stretchesOf: 32, in: sources.count) { stretch in
            stretch.flatMap { index -> [(place: NotePlace, link: OpenLink)] in
                let source = sources[index]
                let references = all[source] ?? []
                let takesParts = linksToItself && source == path
                if !takesParts, !reader.isOpen(source), let links = LinkLines.find(references, source, reader) {
                    return links.map { (NotePlace(path: source, range: $0.range), $0) }
                }
                // One that has gone since holds no link any more.
                guard let note = reader.document(source) else { return [] }
                let wanted = Set(references.map(\.number))
                return note.links.filter { $0.number.map { wanted.contains($0) } ?? takesParts }
                    .map { (NotePlace(path: source, range: $0.range), $0) }
            }
        }.flatMap { $0 }
        guard let part, let target else { return found }
        return found.filter { $0.link.fragment.map { target.place(of: $0) == part } ?? false }
    }

    /// Where a keyword, and what is nested in it, stands in notes, in order of path and place.
    package func places(ofKeyword name: String) throws -> [NotePlace] {
        let folded = Folding.fold(name)
        return try notes(withKeyword: name, nested: true).flatMap { path in
            (document(path)?.keywords ?? []).filter {
                let other = Folding.fold($0.name)
                return other == folded || other.hasPrefix(folded + "/")
            }.map { NotePlace(path: path, range: $0.range) }
        }
    }

    /// The notes that have a front matter key, however it is spelt.
    package func notes(withKey key: String) throws -> [VaultPath] {
        let name = keyNames.name(key)?.key.rawValue ?? Folding.fold(key)
        var paths: [VaultPath] = []
        let request = SearchRequest(
            condition: .key(name), Presentation(sort: [SortKey(.path)]), statuses: statuses, detailed: false,
            scored: false)
        try index.search(request) { hit in
            paths.append(hit.path)
            return true
        }
        return paths
    }

    /// Links that lead nowhere and have just this name, in order of path and place.
    package func brokenLinks(named name: String) throws -> [NotePlace] {
        let paths = try index.notesWithBrokenLink(named: name)
        return paths.flatMap { path -> [NotePlace] in
            (document(path)?.links ?? []).filter { $0.target == name }.map { NotePlace(path: path, range: $0.range) }
        }
    }

    /// How many links lead to a note.
    package func backlinkCount(of path: VaultPath) throws -> Int { try index.references(to: path).count }
}

/// Finds links by where the index says that they are, without reading the whole notes.
private enum LinkLines {
    /// The links that references are; nil where one of them is not just there, or stands in front matter, so that only
    /// reading the note tells.
    static func find(
        _ references: [NoteIndex.KnownReference], _ path: VaultPath, _ reader: NoteReader
    ) -> [OpenLink]? {
        guard let bytes = try? reader.bytes(path) else { return nil }
        let bodyStart = FrontMatter.bodyStart(of: bytes)
        var links: [OpenLink] = []
        var (line, start) = (1, 0)
        for reference in references.sorted(by: { $0.number < $1.number }) {
            // A link over several lines depends on what stands between them.
            guard reference.line == reference.location.line, reference.line >= line else { return nil }
            while line < reference.line {
                start = bytes.lineEnd(from: start) + 1
                line += 1
            }
            guard start >= bodyStart, start < bytes.count else { return nil }
            var text = start..<bytes.lineEnd(from: start)
            // What makes the line a quote or an item, or indents it, is no part of its text.
            while let first = bytes[text].first, first.isBlank || "->*+".utf8.contains(first) {
                text = text.lowerBound + 1..<text.upperBound
            }
            let part = Note(Array(bytes[text]), name: path.name, rules: reader.rules)
            let offset = self.offset(of: reference.location.column, in: bytes, start)
            let found = OpenLink.all(in: part).first {
                $0.destination.map { $0.lowerBound + text.lowerBound == offset } ?? false
                    && $0.target == reference.target
            }
            guard var link = found else { return nil }
            link.move(by: text.lowerBound)
            link.number = reference.number
            links.append(link)
        }
        return links
    }

    /// The byte of a column, in Unicode scalars from 1; a byte order mark does not count.
    private static func offset(of column: Int, in bytes: [UInt8], _ start: Int) -> Int {
        var index = start == 0 && bytes.holds([0xEF, 0xBB, 0xBF], at: 0) ? 3 : start
        var left = column - 1
        while index < bytes.count, left > 0 || bytes[index] & 0xC0 == 0x80 {
            if bytes[index] & 0xC0 != 0x80 { left -= 1 }
            index += 1
            while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
        }
        return index
    }
}
