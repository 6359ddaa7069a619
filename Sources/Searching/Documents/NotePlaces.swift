import Indexing
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
        var numbers: [VaultPath: Set<Int>] = [:]
        for (source, number) in try index.referenceNumbers(to: path) { numbers[source, default: []].insert(number) }
        let target = part == nil ? nil : document(path)
        let own = document(path).map { $0.links.contains { $0.target.isEmpty } } ?? false
        if own, part != nil { numbers[path] = numbers[path] ?? [] }
        let sources = numbers.keys.sorted()
        let (open, source, rules) = (openNotes, keeper.source, rules)
        let known = numbers
        let found = Parallel.map(stretchesOf: 32, in: sources.count) { stretch in
            stretch.flatMap { index -> [(place: NotePlace, link: OpenLink)] in
                let path = sources[index]
                // One that has gone since holds no link any more.
                guard let note = open[path] ?? Self.read(path, source, rules) else { return [] }
                let wanted = known[path] ?? []
                return note.links.filter { link in
                    link.number.map { wanted.contains($0) } ?? (part != nil && path == target?.path)
                }.map { (NotePlace(path: path, range: $0.range), $0) }
            }
        }.flatMap { $0 }
        guard let part, let target else { return found }
        return found.filter { $0.link.fragment.map { target.place(of: $0) == part } ?? false }
    }

    private static func read(_ path: VaultPath, _ source: any NoteSource, _ rules: NoteRules) -> OpenNote? {
        (try? source.read(path)).map { OpenNote(path: path, bytes: $0.bytes, rules: rules) }
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

    /// Where the title of a note, or an alias, stands in other notes without linking to it, byte for byte.
    package func mentions(of path: VaultPath) throws -> [NotePlace] {
        guard let hit = try note(path) else { return [] }
        return try unlinkedPlaces(of: hit)
    }

    /// Links that lead nowhere and have just this name, in order of path and place.
    package func brokenLinks(named name: String) throws -> [NotePlace] {
        let paths = try index.notesWithBrokenLink(named: name)
        return paths.flatMap { path -> [NotePlace] in
            (document(path)?.links ?? []).filter { $0.target == name }.map { NotePlace(path: path, range: $0.range) }
        }
    }

    /// Headings that hold what is typed, in the notes that hold it best, so many at most.
    package func headings(like typed: String, limit: Int) throws -> [(path: VaultPath, text: String, range: Range<Int>)]
    {
        let words = Words.list(typed)
        if words.isEmpty { return [] }
        let match = TextMatch(words: words, isPrefix: true, part: .heading, range: 0..<0)
        var found: [(path: VaultPath, text: String, range: Range<Int>)] = []
        let request = SearchRequest(
            condition: .text(match), Presentation(sort: [SortKey(.modified)], limit: limit), statuses: statuses,
            detailed: false, scored: false)
        let wanted = TypedName(typed)
        try index.search(request) { hit in
            for heading in document(hit.path)?.headings ?? [] where wanted.fit(heading.text) != nil {
                found.append((hit.path, heading.text, heading.range))
            }
            return found.count < limit
        }
        return found
    }

    /// How many links from other notes a note has, and how many notes they stand in.
    package func backlinkCount(of path: VaultPath) throws -> (links: Int, notes: Int) {
        let all = try index.referenceNumbers(to: path).filter { $0.path != path }
        return (all.count, Set(all.map(\.path)).count)
    }
}
