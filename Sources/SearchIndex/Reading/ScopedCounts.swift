package import QueryLanguage
import SQLite
import SourceText

/// Counts of notes, keywords and values within one part of the vault, such as a folder.
///
/// The rows of the part are found once. Each count then filters columns within these rows. For the whole vault, counts
/// come from the tables that keep them.
package struct ScopedCounts {
    private let index: NoteIndex
    /// The rows to count, or nil for the whole vault.
    private let rows: RowSet?

    /// - Parameter scope: the condition that the counted notes satisfy; `.all` for the whole vault.
    package init(_ index: NoteIndex, _ scope: Condition = .all) throws {
        self.index = index
        rows = scope.conjuncts.isEmpty ? nil : try ConditionEvaluator(index).rows(scope)
    }

    init(_ index: NoteIndex, rows: RowSet) {
        self.index = index
        self.rows = rows
    }

    package var coversWholeVault: Bool { rows == nil }

    /// Returns the number of notes in the part that satisfy a condition.
    package func count(_ condition: Condition) throws -> Int {
        guard let rows else { return try index.count(condition) }
        return try ConditionEvaluator(index).rows(condition, in: rows).count
    }

    /// Returns the keywords in the part with the number of notes that have them, in order of their folded names.
    /// Complexity: O(keywords), and within a part O(uses of keywords).
    package func keywords() throws -> [NameCount] {
        let counts = try index.lists.keywordCounts()
        if rows == nil { return counts }
        let uses = try keywordUses()
        return counts.compactMap { keyword in
            uses[Folding.fold(keyword.name)].map { NameCount(name: keyword.name, notes: $0) }
        }
    }

    /// Returns the number of notes in the part that have each keyword, by folded name. Complexity: O(uses of keywords).
    func keywordUses() throws -> [String: Int] {
        let columns = try index.columns()
        let lists: NumberLists = try columns.all(.keywords)
        var uses: [Int64: Int] = [:]
        try (rows ?? columns.liveRows()).forEach { row in
            for term in lists.list(row) { uses[Int64(term), default: 0] += 1 }
        }
        var folded: [String: Int] = [:]
        try index.connection.rows(sql: "SELECT id, folded FROM term WHERE kind = \(TermKind.keyword)") { row in
            if let notes = uses[row.int(0)] { folded[row.text(1), default: 0] += notes }
            return true
        }
        return folded
    }

    /// Returns the values of a property with the number of notes in the part that have them, most frequent first.
    package func values(ofProperty name: String) throws -> [NameCount] {
        let column = try index.columns().property(name)
        // Values with equal folding are one value. Its name is the last spelling in byte order.
        var numbers: [[UInt8]: Int] = [:]
        var values: [(folded: [UInt8], text: [UInt8], notes: Int, lastRow: Int32)] = []
        let valueOf = column.values.map { value in
            let number = numbers[value.folded] ?? values.count
            if number == values.count { values.append((value.folded, value.text, 0, -1)) }
            numbers[value.folded] = number
            if values[number].text.lexicographicallyPrecedes(value.text) { values[number].text = value.text }
            return value.isValue ? number : -1
        }
        for use in column.uses {
            if let rows, !rows.contains(Int(use.row)) { continue }
            let number = valueOf[Int(use.value)]
            if number < 0 || values[number].lastRow == use.row { continue }
            values[number].lastRow = use.row
            values[number].notes += 1
        }
        values.removeAll { $0.notes == 0 }
        values.sort { $0.notes == $1.notes ? $0.folded.lexicographicallyPrecedes($1.folded) : $0.notes > $1.notes }
        return values.map { NameCount(name: String(decoding: $0.text, as: UTF8.self), notes: $0.notes) }
    }
}
