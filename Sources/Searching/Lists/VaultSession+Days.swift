import QueryLanguage
import SearchIndex
package import SourceText

/// A day with the number of notes that were created or modified on it.
package struct DayCount: Hashable, Sendable {
    package var day: CivilTime
    package var notes: Int
}

extension VaultSession {
    /// Returns the local days on which the notes of a search were created or (`changed`) modified, earliest first.
    ///
    /// - Complexity: O(notes).
    package func days(_ search: VaultSearch, changed: Bool = false) throws -> [DayCount] {
        try index.sections.dayCounts(changed ? .modified : .created, in: search.request.condition, calendar).compactMap
        {
            count in
            if case .day(let day) = count.value { DayCount(day: day.startOfDay, notes: count.notes) } else { nil }
        }.sorted { $0.day < $1.day }
    }
}
