import Notes
import SourceText

extension ChoiceReader {
    /// Returns the keywords of the vault and of the open documents, with the number of notes that have each.
    ///
    /// - Parameter typed: the place of the keyword that the user is typing, which does not count.
    package func keywordChoices(besides typed: NotePlace? = nil) throws -> [KeywordCount] {
        var counts = try snapshot.lists.keywords(containing: nil)
        var known = Dictionary(counts.enumerated().map { (Folding.fold($0.element.name), $0.offset) }) { first, _ in
            first
        }
        for open in snapshot.openNotes.notes.values where !open.isLong {
            for keyword in open.note.keywords
            where open.path != typed?.path
                || typed?.range.lowerBound != keyword.range.lowerBound + (keyword.isHashtag ? 1 : 0)
            {
                let folded = Folding.fold(keyword.name)
                if known[folded] == nil {
                    known[folded] = counts.count
                    counts.append(KeywordCount(name: keyword.name, notes: 1, active: 1, color: nil))
                }
            }
        }
        return counts
    }
}
