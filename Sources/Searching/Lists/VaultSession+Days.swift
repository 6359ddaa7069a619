import QueryLanguage
import SearchIndex
package import SourceText

/// A day with the number of notes that were made or changed on it.
package struct DayCount: Hashable, Sendable {
    package var day: CivilTime
    package var notes: Int
}

extension VaultSession {
    /// The days, in local time, on which notes that a search finds were made, the earliest first; or changed.
    ///
    /// - Complexity: O(notes).
    package func days(_ search: VaultSearch, changed: Bool = false) throws -> [DayCount] {
        try index.dayCounts(changed ? .modified : .created, in: search.request.condition, calendar).compactMap {
            count in
            if case .day(let day) = count.value { DayCount(day: day.startOfDay, notes: count.notes) } else { nil }
        }.sorted { $0.day < $1.day }
    }
}
