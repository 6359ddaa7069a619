package import QueryLanguage

/// Totals of a set of notes.
package struct ColumnSums: Sendable {
    package var notes = 0
    package var words: Int64 = 0
    package var size: Int64 = 0
    package var links: Int64 = 0
    package var attachments: Int64 = 0
    package var openTasks: Int64 = 0
}

extension NoteIndex {
    /// Returns the totals of the notes that satisfy a condition. Complexity: O(notes), reading only columns.
    package func sums(_ condition: Condition) throws -> ColumnSums {
        let columns = try columns()
        let rows = try ConditionEvaluator(self).rows(condition).rows
        let readers = [NoteColumn.words, .size, .links, .attachments, .openTasks].map { columns.reader($0) }
        var totals = [Int64](repeating: 0, count: readers.count)
        for row in rows {
            for index in readers.indices { totals[index] += readers[index].value(row) ?? 0 }
        }
        for reader in readers { try reader.check() }
        return ColumnSums(
            notes: rows.count, words: totals[0], size: totals[1], links: totals[2], attachments: totals[3],
            openTasks: totals[4])
    }
}
