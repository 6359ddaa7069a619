import Notes
package import QueryLanguage
import SearchIndex
package import SourceText

/// A note that is related to another one, and why.
package struct RelatedNote: Sendable {
    package var note: NoteHit
    package var reasons: RelatedReasons
}

/// Finds related notes.
package struct RelatedReader {
    let snapshot: VaultSnapshot

    /// Returns what `like:` compares of a note.
    ///
    /// - Throws: `VaultError` if the note cannot be read.
    func comparison(with path: VaultPath) throws -> RelatedTo {
        let bytes = try snapshot.bytes(path)
        let note = Note(bytes, name: path.name, rules: snapshot.rules)
        var related = RelatedTo(path: path, words: WordCounts.all(of: note, bytes, path: path))
        if note.created != nil, let created = try snapshot.note(path)?.created {
            let calendar = snapshot.calendar
            related.day = TimeRange(
                lower: calendar.startOfDay(created), upper: calendar.startOfDay(created, adding: 1))
        }
        return related
    }

    /// Returns the notes that are related to a note, the most related first.
    ///
    /// - Parameter includesLinked: whether notes count that the note links to, or that link to it.
    package func notes(to path: VaultPath, limit: Int, includesLinked: Bool = false) throws -> [RelatedNote] {
        var related = try comparison(with: path)
        related.includesLinked = includesLinked
        let request = SearchRequest(
            condition: .like(related), Presentation(sort: [SortKey(.relevance)], limit: limit),
            statuses: snapshot.statuses, detailed: false)
        let index = snapshot.index
        var found: [RelatedNote] = []
        try index.search(request) { note in
            found.append(RelatedNote(note: note, reasons: try index.links.reasons(for: note.path, relatedTo: related)))
            return true
        }
        return found
    }
}

extension VaultSnapshot {
    package var related: RelatedReader { RelatedReader(snapshot: self) }
}
