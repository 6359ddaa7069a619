package import QueryLanguage
import SQLite
package import SourceText

/// The notes with a `created` or `modified` that is no date, so that the index has another date for them.
package struct UnreadableDates {
    private let index: NoteIndex

    package init(_ index: NoteIndex) { self.index = index }

    /// Returns the number of such notes. Complexity: O(notes).
    package func count(_ field: Condition.TimeField) throws -> Int { try rows(field).count }

    /// Returns such notes that satisfy a condition, in order of path.
    ///
    /// Complexity: O(notes), plus evaluating the condition for those with such a date.
    package func notes(_ field: Condition.TimeField, in condition: Condition) throws -> [VaultPath] {
        let rows = try rows(field)
        if rows.isEmpty { return [] }
        let statement = try index.connection.prepare(
            "SELECT f.path FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id = ?1")
        return try ConditionEvaluator(index).rows(condition, in: rows).rows
            .compactMap { try statement.first([.int($0)]) { $0.path(0) } }.sorted()
    }

    private func rows(_ field: Condition.TimeField) throws -> RowSet {
        let columns = try index.columns()
        let (key, own): (FrontMatterKey, NoteFeatures)
        switch field {
        case .created: (key, own) = (.created, .ownCreated)
        case .modified: (key, own) = (.modified, .ownModified)
        case .committed: return RowSet(capacity: columns.capacity)
        }
        let (keys, features, bit) = (try columns.all(.keys), try columns.all(.features), key.bit)
        return try columns.liveRows().filter { keys[$0] & bit != 0 && features[$0] & own.rawValue == 0 }
    }
}
