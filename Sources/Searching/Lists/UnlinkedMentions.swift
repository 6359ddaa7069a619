import Notes
package import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// Finds the places where notes mention the title or an alias of another note outside links, and outside the labels of definitions.
package struct UnlinkedMentions {
    let snapshot: VaultSnapshot

    /// The maximum number of words of a title that the full-text query contains.
    private static let longestPhrase = 32

    /// Returns the lines where other notes mention the title or an alias of a note outside links.
    package func lines(of hit: NoteHit) throws -> [(path: VaultPath, line: Int)] {
        var mentions: [(path: VaultPath, line: Int)] = []
        var lines: (path: VaultPath, table: LineTable)?
        for place in try places(of: hit) {
            if lines?.path != place.path { lines = try (place.path, LineTable(snapshot.bytes(place.path))) }
            let line = lines?.table.line(at: place.range.lowerBound) ?? 1
            if let last = mentions.last, last == (place.path, line) { continue }
            mentions.append((place.path, line))
        }
        return mentions
    }

    /// Returns the same mentions as byte ranges.
    func places(of hit: NoteHit) throws -> [NotePlace] {
        let names = ([hit.title] + hit.aliases).map { Words.list($0) }.filter { !$0.isEmpty }
        if names.isEmpty { return [] }
        let matches = names.map { TextMatch(words: $0, isPrefix: false, part: .body, range: 0..<0) }
        // FTS5 compares each word of a phrase with each of its occurrences. The beginning of a very long title narrows
        // the result enough, because the texts are then searched for all of it.
        let starts = names.map {
            TextMatch(words: Array($0.prefix(Self.longestPhrase)), isPrefix: false, part: .body, range: 0..<0)
        }
        let request = SearchRequest(
            condition: .or(starts.map { .text($0) }), Presentation(sort: [SortKey(.path)]), statuses: snapshot.statuses,
            detailed: false,
            scored: false)
        var mentions: [NotePlace] = []
        try snapshot.index.search(request) { found in
            guard found.path != hit.path, let text = snapshot.text(found.path) else { return true }
            // Merges nested links, so that the ranges are sorted and disjoint.
            var links: [Range<Int>] = []
            let body = text.note.body
            let ranges = body.links.map(\.range) + body.uses.map(\.range) + body.definitions.map(\.range)
            for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
                if let last = links.last, range.lowerBound < last.upperBound {
                    links[links.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
                } else {
                    links.append(range)
                }
            }
            for mention in text.matches(of: matches, []) {
                let next = links.indices.partitioningIndex { links[$0].upperBound > mention.lowerBound }
                if next < links.count, links[next].overlaps(mention) { continue }
                mentions.append(NotePlace(path: found.path, range: mention))
            }
            return true
        }
        return mentions
    }
}

extension VaultSnapshot {
    package var unlinkedMentions: UnlinkedMentions { UnlinkedMentions(snapshot: self) }
}
