package import QueryLanguage
import SearchIndex
import SourceText

extension VaultCollection {
    /// Returns the suggestions of all vaults, best first. The count of a term is the sum of its counts.
    ///
    /// - Parameter place: the notes of each vault that the query searches.
    package func suggestions(
        _ partial: String, of subject: QuerySubject = .notes, in place: SearchPlace = .wholeVault, limit: Int
    ) throws -> [Suggestion] {
        if !names.isEmpty, case .value(.vault, let typed) = PartialQuery(partial).slot {
            let query = PartialQuery(partial)
            let matching = members.filter { Folding.fold($0.name ?? "").hasPrefix(Folding.fold(typed)) }
            return try matching.prefix(limit).map { member in
                Suggestion(
                    term: "\(query.negation)vault:\(QueryText.quoted(member.name ?? ""))",
                    notes: try member.snapshot.index.noteCount())
            }
        }
        if members.count == 1 {
            return try Suggestions(members[0].snapshot, in: place, of: subject).list(partial, limit: limit)
        }
        var all: [String: (suggestion: Suggestion, place: Int)] = [:]
        for member in members {
            // More than the limit, because a term that is rare in one vault may be frequent in all.
            for (place, found) in try Suggestions(member.snapshot, in: place, of: subject).list(
                partial, limit: 4 * limit
            )
            .enumerated() {
                guard let known = all[found.term] else {
                    all[found.term] = (found, place)
                    continue
                }
                var sum = known.suggestion
                if let notes = found.notes { sum.notes = notes + (sum.notes ?? 0) }
                all[found.term] = (sum, min(place, known.place))
            }
        }
        // Terms that begin as typed come first, as in a single vault.
        let typed = Folding.fold(partial.split(separator: " ").last.map(String.init) ?? "")
        func key(_ found: (suggestion: Suggestion, place: Int)) -> (Int, Int, Int) {
            let begins = Folding.fold(found.suggestion.term).hasPrefix(typed)
            return (begins ? 0 : 1, -(found.suggestion.notes ?? 0), found.place)
        }
        return all.values.sorted { a, b in
            key(a) == key(b) ? a.suggestion.term < b.suggestion.term : key(a) < key(b)
        }.prefix(limit).map(\.suggestion)
    }
}
