import Notes
import QueryLanguage
import SearchIndex
package import SourceText
import System
import VaultFiles

/// A byte range in a note.
package struct NotePlace: Hashable, Sendable {
    package var path: VaultPath
    package var range: Range<Int>

    package init(path: VaultPath, range: Range<Int>) {
        self.path = path
        self.range = range
    }
}

/// Finds the positions of links in notes.
package struct PlaceReader {
    let snapshot: VaultSnapshot

    /// Returns the links to a note or another file, ordered by path and position.
    ///
    /// - Parameter part: the range of the heading or block that the links must name, or nil for all links.
    ///
    /// Complexity: O(bytes of the notes that link there), on all cores.
    package func links(to path: VaultPath, part: Range<Int>? = nil) throws -> [(place: NotePlace, link: OpenLink)] {
        let open = try openLinks(to: path)
        var known = Dictionary(grouping: try referencesInFiles(to: path), by: \.path)
        let target = part == nil ? nil : snapshot.document(path)
        let linksToItself = target?.links.contains { $0.target.isEmpty } ?? false
        if linksToItself, known[path] == nil, open[path] == nil { known[path] = [] }
        let sources = (Array(known.keys) + open.keys).sorted()
        let all = known
        let reader = snapshot.reader
        let found = Parallel.map(stretchesOf: 32, in: sources.count) { stretch in
            stretch.flatMap { index -> [(place: NotePlace, link: OpenLink)] in
                let source = sources[index]
                if let links = open[source] { return links.map { (NotePlace(path: source, range: $0.range), $0) } }
                let references = all[source] ?? []
                let takesParts = linksToItself && source == path
                if !takesParts, let links = LinkLines.find(references, source, with: reader) {
                    return links.map { (NotePlace(path: source, range: $0.range), $0) }
                }
                // A note that was deleted since the last update has no links.
                guard let note = reader.document(source) else { return [] }
                let wanted = Set(references.map(\.number))
                return note.links.filter { $0.number.map { wanted.contains($0) } ?? takesParts }
                    .map { (NotePlace(path: source, range: $0.range), $0) }
            }
        }.flatMap { $0 }
        guard let part, let target else { return found }
        return found.filter { $0.link.fragment.map { target.place(of: $0) == part } ?? false }
    }

    /// Returns the places of a keyword and of the keywords nested in it, ordered by path and position.
    package func places(ofKeyword name: String) throws -> [NotePlace] {
        let folded = Folding.fold(name)
        return try snapshot.notes(withKeyword: name, nested: true).flatMap { path in
            (snapshot.document(path)?.keywords ?? []).filter {
                let other = Folding.fold($0.name)
                return other == folded || other.hasPrefix(folded + "/")
            }.map { NotePlace(path: path, range: $0.range) }
        }
    }

    /// Returns the broken links whose target is exactly `name`, ordered by path and position.
    package func brokenLinks(named name: String) throws -> [NotePlace] {
        let paths = try snapshot.index.links.notesWithBrokenLink(named: name)
        return paths.filter { !Canvas.isCanvas($0) }.flatMap { path -> [NotePlace] in
            (snapshot.document(path)?.links ?? []).filter { $0.target == name }.map {
                NotePlace(path: path, range: $0.range)
            }
        }
    }

    /// Returns the number of references to a file or folder. Several in one note count separately.
    package func referenceCount(to path: VaultPath) throws -> Int {
        let open = try openLinks(to: path).values.joined().count { $0.number != nil }
        return try referencesInFiles(to: path).count + open
    }

    /// Returns the references to a file or folder in notes that are not open. Those of canvases have no place in a note.
    private func referencesInFiles(to path: VaultPath) throws -> [IndexedReference] {
        try snapshot.index.links.references(to: path).filter {
            snapshot.openNotes[$0.path] == nil && !Canvas.isCanvas($0.path)
        }
    }

    /// Returns the links to a file or folder in open documents, saved or not, if there are any. For a note, they
    /// include the links to its own parts.
    private func openLinks(to path: VaultPath) throws -> [VaultPath: [OpenLink]] {
        try snapshot.openNotes.notes
            .mapValues { note in
                try note.links.filter { try snapshot.linkTargets.target(of: $0, in: note).path == path }
            }
            .filter { !$1.isEmpty }
    }
}

extension VaultSnapshot {
    package var linkPlaces: PlaceReader { PlaceReader(snapshot: self) }
}

/// A lookup of links by their positions in the index, without parsing whole notes.
private enum LinkLines {
    /// Returns the links for `references`. Returns nil if one is not exactly at its position or is in the front matter:
    /// locating it then requires parsing the note.
    static func find(
        _ references: [IndexedReference], _ path: VaultPath, with reader: NoteReader
    ) -> [OpenLink]? {
        guard let bytes = try? reader.bytes(path) else { return nil }
        let bodyStart = FrontMatter.bodyStart(of: bytes)
        var links: [OpenLink] = []
        var (line, start) = (1, 0)
        // A line may contain many of the links.
        var parsed: (line: Int, links: [Int: OpenLink])?
        for reference in references.sorted(by: { $0.number < $1.number }) {
            // A link that spans several lines depends on the text between them.
            guard reference.line == reference.location.line, reference.line >= line else { return nil }
            while line < reference.line {
                start = bytes.lineEnd(from: start) + 1
                line += 1
            }
            guard start >= bodyStart, start < bytes.count else { return nil }
            var text = start..<bytes.lineEnd(from: start)
            // Quote marks, list markers and indentation are not part of the line's text.
            while let first = bytes[text].first, first.isBlank || "->*+".utf8.contains(first) {
                text = text.lowerBound + 1..<text.upperBound
            }
            if parsed?.line != line {
                let part = Note(Array(bytes[text]), name: path.name, rules: reader.rules)
                parsed = (line, byColumn(OpenLink.all(in: part), from: text.lowerBound, in: bytes, start))
            }
            let found = parsed?.links[reference.location.column].flatMap {
                $0.target == reference.target ? $0 : nil
            }
            guard var link = found else { return nil }
            link.move(by: text.lowerBound)
            link.number = reference.number
            links.append(link)
        }
        return links
    }

    /// Returns the links of a line by the columns of their destinations, in Unicode scalars from 1. A byte order mark does
    /// not count.
    private static func byColumn(
        _ links: [OpenLink], from text: Int, in bytes: [UInt8], _ start: Int
    ) -> [Int: OpenLink] {
        var columns: [Int: OpenLink] = [:]
        var column = 1
        var index = start == 0 && bytes.holds([0xEF, 0xBB, 0xBF], at: 0) ? 3 : start
        let placed = links.compactMap { link in link.destination.map { ($0.lowerBound + text, link) } }
        for (offset, link) in placed.sorted(by: { $0.0 < $1.0 }) where offset >= index {
            column += bytes[index..<offset].count { $0 & 0xC0 != 0x80 }
            index = offset
            columns[column] = columns[column] ?? link
        }
        return columns
    }
}
