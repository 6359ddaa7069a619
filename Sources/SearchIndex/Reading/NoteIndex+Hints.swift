package import QueryLanguage
import SQLite

/// What is asked of the index where a search finds nothing.
extension NoteIndex {
    /// Whether some note has the keyword of that folded name, or one nested in it; a key look-up.
    package func hasKeyword(_ name: String) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM term WHERE kind = 1 AND notes > 0 AND (key = ?1 OR (key >= ?2 AND key < ?3)) LIMIT 1",
            [.text(name), .text(name + "/"), .text(name + "0")]
        ) { _ in true } ?? false
    }

    /// Whether some note has that folded value. Complexity: O(values of the property).
    package func hasValue(_ text: String, ofProperty name: String) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM property WHERE \(Self.ofProperty) AND kind NOT IN (0, 4) AND folded = ?2 LIMIT 1",
            [.text(name), .text(text)]
        ) { _ in true } ?? false
    }

    package func aliases() throws -> [String] { try connection.all("SELECT name FROM alias", []) { $0.text(0) } }

    package func ids() throws -> [String] {
        try connection.all("SELECT ident FROM note WHERE ident IS NOT NULL", []) { $0.text(0) }
    }

    /// The number of notes that do not say themselves when they were made or changed. Complexity: O(notes).
    package func undated(_ field: Condition.TimeField) throws -> Int {
        let flag = field == .created ? NoteFlags.ownCreated : NoteFlags.ownModified
        return try connection.first("SELECT count(*) FROM note WHERE flags & ?1 = 0", [.int(flag.rawValue)]) {
            Int($0.int(0))
        } ?? 0
    }

    /// The properties in most notes whose values are dates, with the number of notes that have one there.
    ///
    /// Complexity: O(values of those properties): of the others one value is looked at.
    package func dateKeys(limit: Int) throws -> [Count] {
        var keys: [Count] = []
        let properties = try connection.all(
            "SELECT id, name FROM term WHERE kind = 2 AND notes > 0 ORDER BY notes DESC, name LIMIT 100", []
        ) { row in (id: row.int(0), name: row.text(1)) }
        for property in properties where keys.count < limit {
            let kind = try connection.first(
                "SELECT kind FROM property WHERE term = ?1 AND kind NOT IN (0, 4) LIMIT 1", [.int(property.id)]
            ) { PropertyKind(rawValue: $0.int(0)) }
            guard kind == .date else { continue }
            let notes = try connection.first(
                "SELECT count(DISTINCT file) FROM property WHERE term = ?1 AND kind = 5", [.int(property.id)]
            ) { Int($0.int(0)) }
            keys.append(Count(name: property.name, notes: notes ?? 0))
        }
        return keys
    }

    /// The least and the greatest number of a field; nil for one that would have to be counted. Complexity: O(notes).
    package func extremes(_ field: Condition.NumberField) throws -> (least: Int64, most: Int64)? {
        let column: StaticString
        switch field {
        case .words: column = "words"
        case .size: column = "size"
        case .order: column = "ord"
        case .tasks: column = "open_tasks"
        case .headings: column = "headings"
        case .links, .backlinks, .attachments, .keywords: return nil
        }
        let statement: SQLFragment = "SELECT min(\(raw: column)), max(\(raw: column)) FROM note"
        return try connection.first(statement.sql, statement.values) { row in
            row.isNull(0) ? nil : (row.int(0), row.int(1))
        } ?? nil
    }
}
