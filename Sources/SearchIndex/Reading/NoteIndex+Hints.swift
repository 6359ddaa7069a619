package import QueryLanguage
import SQLite
package import SourceText

/// What is asked of the index where a search finds nothing.
extension NoteIndex {
    /// Whether some note has the keyword of that folded name, or one nested in it; a key look-up.
    package func hasKeyword(_ name: String) throws -> Bool {
        try connection.first(
            sql: """
                SELECT 1 FROM term
                WHERE kind = \(TermKind.keyword) AND notes > 0 AND \(.isOrIsNested(in: name)) LIMIT 1
                """
        ) { _ in true } ?? false
    }

    /// Whether some note has that folded value. Complexity: O(values of the property).
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

    /// What the history says of a note; nil where no commit has changed it.
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
        /// The note's path then, from the work tree's root; nil where it is the one it has now.
        package var path: [UInt8]?
        /// The note: under its old name where it was moved, and not committed since.
        package var note: VaultPath
    }

    /// The commits that changed a note, the latest first. Complexity: O(commits).
    package func commits(of path: VaultPath) throws -> [NoteCommit] {
        let table = try HistoryTable(connection)
        let (path, changes) = try table.lastingChanges(of: path)
        return try changes.compactMap { change in
            guard let commit = try table.commit(change.commit) else { return nil }
            return NoteCommit(commit: commit, path: change.path == 0 ? nil : try table.path(change.path), note: path)
        }
    }

    /// Who wrote commits that changed notes, each name once.
    package func authors() throws -> [String] {
        try connection.all("SELECT DISTINCT name FROM git_author ORDER BY name") { $0.text(0) }
    }

    /// The number of notes that do not say themselves when they were made or changed. Complexity: O(notes).
    package func undated(_ field: Condition.TimeField) throws -> Int {
        if field == .committed { return 0 }
        let own = field == .created ? NoteFeatures.ownCreated : NoteFeatures.ownModified
        let features = try columns().all(.features)
        return try columns().alive().filter { features[$0] & own.rawValue == 0 }.count
    }

    /// The properties in most notes whose values are dates, with the number of notes that have one there.
    ///
    /// Complexity: O(values of those properties): of the others one value is looked at.
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

    /// The least and the greatest number of a field; nil where no note has one. Complexity: O(notes).
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
