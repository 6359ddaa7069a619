import Notes
import QueryLanguage
import SearchIndex
package import SourceText

/// A search for headings by part of their text, in open documents and in all other notes.
package struct HeadingSearch {
    package struct Match: Sendable {
        package var path: VaultPath
        package var text: String
        package var range: Range<Int>
    }

    private let snapshot: VaultSnapshot

    package init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    /// Returns at most `limit` headings that contain `typed`. Headings of open documents come first, then those of the
    /// most recently changed notes.
    package func matches(_ typed: String, limit: Int) throws -> [Match] {
        let words = Words.list(typed)
        if words.isEmpty { return [] }
        let name = TypedName(typed)
        let open = snapshot.openNotes.notes.values.filter { !$0.isLong }.sorted { $0.path < $1.path }
        var found = open.flatMap { matches(name, in: $0) }
        let request = SearchRequest(
            condition: .text(TextMatch(words: words, isPrefix: true, part: .heading, range: 0..<0)),
            Presentation(sort: [SortKey(.modified)], limit: limit), statuses: snapshot.statuses, detailed: false,
            scored: false)
        try snapshot.index.search(request) { hit in
            if snapshot.openNotes[hit.path]?.isLong ?? true, let note = snapshot.document(hit.path) {
                found += matches(name, in: note)
            }
            return found.count < limit
        }
        return Array(found.prefix(limit))
    }

    private func matches(_ name: TypedName, in note: OpenNote) -> [Match] {
        note.headings.filter { name.fit($0.text) != nil }.map {
            Match(path: note.path, text: $0.text, range: $0.range)
        }
    }
}
