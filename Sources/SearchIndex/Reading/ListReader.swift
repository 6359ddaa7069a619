package import QueryLanguage
import SQLite
package import SourceText

/// A name with the number of notes that have it.
package struct NameCount: Hashable, Sendable {
    package var name: String
    package var notes: Int

    package init(name: String, notes: Int) {
        self.name = name
        self.notes = notes
    }
}

/// Reads the lists of the vault: keywords, properties, statuses, folders and attachments, with their counts.
package struct ListReader {
    let index: NoteIndex

    /// Returns the name of every property in its most common spelling, in order.
    package func propertyNames() throws -> [String] { try propertyCounts().map(\.name) }

    package func isProperty(_ name: String) throws -> Bool {
        let columns = try index.columns()
        if columns.isLimited {
            let rows = try columns.property(name).rows(capacity: columns.capacity) { _ in true }
            return try !rows.intersection(columns.liveRows()).isEmpty
        }
        return try index.connection.hasRow(
            "SELECT 1 FROM term WHERE kind = \(TermKind.property) AND folded = \(Connection.key(ofProperty: name))")
    }

    /// Returns whether one of some notes has a status in its front matter. Complexity: O(notes), but it stops at the first.
    package func declaresStatus(among notes: Set<VaultPath>) throws -> Bool {
        var isDeclared = false
        try index.connection.rows(
            "SELECT f.path FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.known_keys & ?1 <> 0",
            [.int(FrontMatterKey.status.bit)]
        ) { row in
            isDeclared = notes.contains(row.path(0))
            return !isDeclared
        }
        return isDeclared
    }

    /// Returns the properties in their most common spelling with the number of notes that have them, in order of name.
    ///
    /// Complexity: O(properties).
    package func propertyCounts() throws -> [NameCount] {
        try counts(of: .property, orderedBy: "1")
    }

    private func counts(of kind: TermKind, orderedBy order: SQLFragment) throws -> [NameCount] {
        try counts(
            """
            SELECT (SELECT s.name FROM term s WHERE s.kind = \(kind) AND s.folded = t.folded
                    ORDER BY s.notes DESC, s.name LIMIT 1), sum(notes)
            FROM term t WHERE kind = \(kind) AND notes > 0 GROUP BY folded ORDER BY \(order)
            """)
    }

    /// Returns the properties in order of name, with the number of notes that have them and of values of each kind.
    package func properties() throws -> [(name: String, notes: Int, kinds: [(kind: String, values: Int)])] {
        var result: [(name: String, notes: Int, kinds: [(kind: String, values: Int)])] = []
        for count in try propertyCounts() {
            let kinds = try index.connection.all(
                sql: """
                    SELECT kind, count(*) FROM property WHERE \(try index.connection.isOfProperty(count.name))
                    GROUP BY kind ORDER BY 2 DESC, 1
                    """
            ) { row in (kind: "\(PropertyKind(rawValue: row.int(0)) ?? .text)", values: Int(row.int(1))) }
            result.append((count.name, count.notes, kinds))
        }
        return result
    }

    /// Returns the notes with a property, also without a value, ordered by path.
    package func notes(withProperty name: String) throws -> [VaultPath] {
        try index.connection.all(
            sql: """
                SELECT f.path FROM file f WHERE f.id IN (SELECT file FROM property WHERE \(try index.connection.isOfProperty(name)))
                ORDER BY f.path
                """
        ) { $0.path(0) }
    }

    /// Returns the keywords with the number of notes, and of notes whose status is not `lastStatus`. The name is the
    /// most common spelling, or the first in byte order. Complexity: O(uses of keywords).
    package func keywords(lastStatus: String?) throws -> [(name: String, notes: Int, active: Int)] {
        let counts = try keywordCounts()
        guard let lastStatus else { return counts.map { ($0.name, $0.notes, $0.notes) } }
        let idleNotes = try ConditionEvaluator(index).rows(.status(Folding.fold(lastStatus)))
        let idle = try ScopedCounts(index, rows: idleNotes).keywordUses()
        return counts.map { ($0.name, $0.notes, $0.notes - (idle[Folding.fold($0.name)] ?? 0)) }
    }

    /// Returns the keywords in their most common spelling with the number of notes, in order of their folded names.
    /// Complexity: O(keywords).
    package func keywordCounts() throws -> [NameCount] { try counts(of: .keyword, orderedBy: "folded") }

    /// Returns the statuses in use with the number of notes. Complexity: O(statuses).
    package func statuses() throws -> [NameCount] {
        try counts(
            """
            SELECT max(name), sum(notes) FROM term WHERE kind = \(TermKind.status) AND notes > 0
            GROUP BY folded ORDER BY 2 DESC, 1
            """)
    }

    package func isFolder(_ path: VaultPath) throws -> Bool {
        try index.connection.hasRow(
            "SELECT 1 FROM file WHERE path = \(.text(path.bytes)) AND kind = \(FileKind.folder)")
    }

    /// Returns every folder except the root, in order of path, with the number of notes directly in it.
    package func folders() throws -> [(path: VaultPath, notes: Int)] {
        var notes: [Int64: Int] = [:]
        let folders = try index.columns().all(.folder)
        try index.columns().liveRows().forEach { notes[folders[$0], default: 0] += 1 }
        return try index.connection.all(
            sql: "SELECT path, id FROM file WHERE kind = \(FileKind.folder) ORDER BY path"
        ) { row in (row.path(0), notes[row.int(1)] ?? 0) }
    }

    /// Returns the file names of attachments with the number of notes that use them, most used first.
    package func attachmentNames() throws -> [NameCount] {
        var counts: [VaultPath: Int] = [:]
        for file in try index.columns().attachments() { counts[file.path.name, default: 0] += file.notes }
        return counts.map { NameCount(name: $0.key.text, notes: $0.value) }
            .sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
    }

    /// Returns the existing attachments that notes reference, in no order.
    package func attachments() throws -> [VaultPath] { try index.columns().attachments().map(\.path) }

    /// Returns a hash of the paths of all files and folders and the contents of all notes, on which every link
    /// depends. Complexity: O(files).
    package func digest() throws -> Int64 {
        var sum: Int64 = 0
        try index.connection.rows(sql: "SELECT path, kind, hash FROM file") { row in
            sum &+= ContentHash.hash(row.bytes(0) + Array(" \(row.int(1)) \(row.int(2))".utf8))
            return true
        }
        return sum
    }

    private func counts(_ statement: SQLFragment) throws -> [NameCount] {
        try index.connection.all(sql: statement) { row in NameCount(name: row.text(0), notes: Int(row.int(1))) }
    }

    /// Returns whether some note has a keyword with that folded name or one nested in it. Takes one key lookup.
    package func hasKeyword(_ name: String) throws -> Bool {
        try index.connection.hasRow(
            """
            SELECT 1 FROM term
            WHERE kind = \(TermKind.keyword) AND notes > 0 AND \(.isOrIsNested(in: name)) LIMIT 1
            """)
    }

    /// Returns whether some note has that folded value. Complexity: O(values of the property).
    package func hasValue(_ text: String, ofProperty name: String) throws -> Bool {
        try index.connection.hasRow(
            """
            SELECT 1 FROM property WHERE \(try index.connection.isOfProperty(name)) AND \(PropertyKind.hasValue)
                AND folded = \(.text(text)) LIMIT 1
            """)
    }

    /// Returns the most common properties with date values, with the number of notes that have a date there.
    ///
    /// Complexity: O(values of those properties). For other properties, one value is read.
    package func dateKeys(limit: Int) throws -> [NameCount] {
        var keys: [NameCount] = []
        let properties = try index.connection.all(
            sql: """
                SELECT id, name FROM term WHERE kind = \(TermKind.property) AND notes > 0
                ORDER BY notes DESC, name LIMIT 100
                """
        ) { row in (id: row.number(0, as: TermID.self), name: row.text(1)) }
        for property in properties where keys.count < limit {
            let kind = try index.connection.first(
                sql: """
                    SELECT kind FROM property WHERE term = \(.number(property.id))
                        AND \(PropertyKind.hasValue) LIMIT 1
                    """
            ) { PropertyKind(rawValue: $0.int(0)) }
            guard kind == .date else { continue }
            let notes = try index.connection.first(
                sql: """
                    SELECT count(DISTINCT file) FROM property WHERE term = \(.number(property.id))
                        AND kind = \(PropertyKind.date)
                    """
            ) { Int($0.int(0)) }
            keys.append(NameCount(name: property.name, notes: notes ?? 0))
        }
        return keys
    }

    /// Returns the number of notes whose front matter has no creation or modification date. Complexity: O(notes).
    package func undated(_ field: Condition.TimeField) throws -> Int {
        if field == .committed { return 0 }
        let key = field == .created ? FrontMatterKey.created : .modified
        let keys = try index.columns().all(.keys)
        let bit = key.bit
        return try index.columns().liveRows().filter { keys[$0] & bit == 0 }.count
    }

    /// Returns the least and greatest number of a field, or nil if no note has one. Complexity: O(notes).
    package func extremes(_ number: Field.Number) throws -> (least: Int64, most: Int64)? {
        let values = try ConditionEvaluator(index).numbers(number)
        var range: (least: Int64, most: Int64)?
        try index.columns().liveRows().forEach { row in
            let value = values[row]
            if value == .min { return }
            range = (min(range?.least ?? value, value), max(range?.most ?? value, value))
        }
        return range
    }
}

extension NoteIndex {
    package var lists: ListReader { ListReader(index: self) }
}
