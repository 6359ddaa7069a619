import QueryLanguage
import SearchIndex
import SourceText

extension VaultSession {
    /// The notes that fill up what a search finds, where that is little: those that come nearest to what it asks for,
    /// without those that it finds. None where they were not asked for, or it asks for no text.
    ///
    /// Its words may be missing, or others stand in for them; all else that it asks for holds.
    ///
    /// - Parameter found: how many notes it found, if that is known.
    package func nearNotes(_ search: VaultSearch, found: Int? = nil) throws -> [NoteHit] {
        guard search.fillsUpTo > 0, search.presentation.offset ?? 0 == 0 else { return [] }
        let (texts, strict) = search.parts
        if texts.isEmpty { return [] }
        let found = try found ?? count(search)
        let limit = search.fillsUpTo - found
        if found >= VaultSearch.enoughNotes || limit <= 0 { return [] }
        var notes: [NoteHit] = []
        try index.nearNotes(
            texts, strict: .and([search.scopeCondition] + strict), limit: limit, detailed: search.request.detailed
        ) { note, nearness in
            var hit = NoteHit(note)
            hit.nearness = nearness
            notes.append(hit)
            return true
        }
        return notes
    }
}

extension VaultSearch {
    /// More texts than anybody asks for.
    private static let mostTexts = 64

    /// The texts that it asks for, each once, and what else; no texts where there are too many to look for what is like them.
    fileprivate var parts: (texts: [WantedText], strict: [Condition]) {
        var texts: [WantedText] = []
        var strict: [Condition] = []
        var seen: Set<[String]> = []
        func add(_ wanted: [TextMatch], _ label: String) {
            if seen.insert(wanted.map(\.queryText)).inserted { texts.append(WantedText(label: label, texts: wanted)) }
        }
        for term in query.terms {
            if let wanted = term.condition.alternatives {
                add(wanted, term.text)
                continue
            }
            // Of parentheses and saved searches each part by itself.
            for part in term.condition.conjuncts {
                if let wanted = part.alternatives {
                    add(wanted, wanted.map(\.queryText).joined(separator: " OR "))
                } else {
                    strict.append(part)
                }
            }
        }
        return (texts.count > Self.mostTexts ? [] : texts, strict)
    }
}

extension Condition {
    /// The texts of which one has to hold, where it asks for nothing else.
    fileprivate var alternatives: [TextMatch]? {
        let texts = disjuncts.compactMap(\.text)
        return texts.count == disjuncts.count ? texts : nil
    }
}
