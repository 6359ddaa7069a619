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
        var sums = ColumnSums()
        let readers = [NoteColumn.words, .size, .links, .attachments, .openTasks].map { columns.reader($0) }
        var totals = [Int64](repeating: 0, count: readers.count)
        for row in rows {
            sums.notes += 1
            for index in readers.indices { totals[index] += readers[index].value(row) ?? 0 }
        }
        for reader in readers { if let failure = reader.failure { throw failure } }
        (sums.words, sums.size, sums.links) = (totals[0], totals[1], totals[2])
        (sums.attachments, sums.openTasks) = (totals[3], totals[4])
        return sums
    }
}
