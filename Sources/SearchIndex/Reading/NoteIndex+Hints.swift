package import QueryLanguage
import SQLite
package import SourceText

/// Lookups for the hints that are shown when a query finds nothing.
extension NoteIndex {
    /// Returns whether some note has a keyword with that folded name or one nested in it. Takes one key lookup.
    package func hasKeyword(_ name: String) throws -> Bool {
        try connection.first(
            sql: """
                SELECT 1 FROM term
                WHERE kind = \(TermKind.keyword) AND notes > 0 AND \(.isOrIsNested(in: name)) LIMIT 1
                """
        ) { _ in true } ?? false
    }

    /// Returns whether some note has that folded value. Complexity: O(values of the property).
    package func hasValue(_ text: String, ofProperty name: String) throws -> Bool {
        try connection.first(
            sql: """
                SELECT 1 FROM property WHERE \(try isOfProperty(name)) AND \(PropertyKind.hasValue)
                    AND folded = \(.text(text)) LIMIT 1
                """
        ) { _ in true } ?? false
    }

    package func aliases() throws -> [String] { try connection.all("SELECT name FROM alias", []) { $0.text(0) } }

    package func ids() throws -> [String] {
        let statement = try connection.prepare("SELECT ident FROM note WHERE id = ?1")
        var ids: [String] = []
        try ConditionEvaluator(self).rows(.key(FrontMatterKey.id.rawValue)).forEach { row in
            try statement.rows([.int(row)]) {
                if let id = $0.optionalText(0) { ids.append(id) }
                return false
            }
        }
        return ids
    }

    /// Returns the history of a note, or nil if no commit has changed it.
    package func history(
        of path: VaultPath
    ) throws -> (first: Moment, last: Moment, commits: Int, authors: [String])? {
        guard let history = try historyTable().history(of: path) else { return nil }
        let known = try authorNames()
        var names: [String] = []
        for name in history.authors.compactMap({ known[$0] }) where !names.contains(name) { names.append(name) }
        return (
            Moment(microseconds: history.created), Moment(microseconds: history.committed), history.commits, names
        )
    }

    /// A commit that changed a note.
    package struct NoteCommit: Sendable {
        package var commit: HistoryCommit
        /// The note's path in the commit, from the work tree's root, or nil if it is the current one.
        package var path: [UInt8]?
        /// The note, with its old path if it was moved and not committed since.
        package var note: VaultPath
    }

    /// Returns the commits that changed a note, latest first. Complexity: O(commits).
    package func commits(of path: VaultPath) throws -> [NoteCommit] {
        let table = try HistoryTable(connection)
        let (path, changes) = try table.lastingChanges(of: path)
        return try changes.compactMap { change in
            guard let commit = try table.commit(change.commit) else { return nil }
            return NoteCommit(commit: commit, path: change.path == 0 ? nil : try table.path(change.path), note: path)
        }
    }

    /// Returns the authors of commits that changed notes, without duplicates.
    package func authors() throws -> [String] {
        try connection.all("SELECT DISTINCT name FROM git_author ORDER BY name") { $0.text(0) }
    }

    /// Returns the number of notes whose front matter has no creation or modification date. Complexity: O(notes).
    package func undated(_ field: Condition.TimeField) throws -> Int {
        if field == .committed { return 0 }
        let own = field == .created ? NoteFeatures.ownCreated : NoteFeatures.ownModified
        let features = try columns().all(.features)
        return try columns().alive().filter { features[$0] & own.rawValue == 0 }.count
    }

    /// Returns the most common properties with date values, with the number of notes that have a date there.
    ///
    /// Complexity: O(values of those properties). For other properties, one value is read.
    package func dateKeys(limit: Int) throws -> [Count] {
        var keys: [Count] = []
        let properties = try connection.all(
            sql: """
                SELECT id, name FROM term WHERE kind = \(TermKind.property) AND notes > 0
                ORDER BY notes DESC, name LIMIT 100
                """
        ) { row in (id: row.number(0, as: TermID.self), name: row.text(1)) }
        for property in properties where keys.count < limit {
            let kind = try connection.first(
                sql: """
                    SELECT kind FROM property WHERE term = \(.number(property.id))
                        AND \(PropertyKind.hasValue) LIMIT 1
                    """
            ) { PropertyKind(rawValue: $0.int(0)) }
            guard kind == .date else { continue }
            let notes = try connection.first(
                sql: """
                    SELECT count(DISTINCT file) FROM property WHERE term = \(.number(property.id))
                        AND kind = \(PropertyKind.date)
                    """
            ) { Int($0.int(0)) }
            keys.append(Count(name: property.name, notes: notes ?? 0))
        }
        return keys
    }

    /// Returns the least and greatest number of a field, or nil if no note has one. Complexity: O(notes).
    package func extremes(_ number: Field.Number) throws -> (least: Int64, most: Int64)? {
        let values = try ConditionEvaluator(self).numbers(number)
        var range: (least: Int64, most: Int64)?
        try columns().alive().forEach { row in
            let value = values[row]
            if value == .min { return }
            range = (min(range?.least ?? value, value), max(range?.most ?? value, value))
        }
        return range
    }
}
