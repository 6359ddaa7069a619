package import QueryLanguage
import SQLite
package import SourceText

/// What there is in the vault: names with their counts.
extension NoteIndex {
    package struct Count: Hashable, Sendable {
        package var name: String
        package var notes: Int

        package init(name: String, notes: Int) {
            self.name = name
            self.notes = notes
        }
    }

    /// The number of notes.
    package func noteCount() throws -> Int { try connection.first("SELECT count(*) FROM note") { Int($0.int(0)) } ?? 0 }

    /// Every property's folded name, in order. Complexity: O(names × log rows), by skipping through the index.
    package func propertyNames() throws -> [String] {
        try connection.all(
            """
            WITH RECURSIVE k(key) AS (
                SELECT min(key) FROM property
                UNION ALL SELECT (SELECT min(key) FROM property WHERE key > k.key) FROM k WHERE k.key IS NOT NULL
            ) SELECT key FROM k WHERE key IS NOT NULL
            """
        ) { $0.text(0) }
    }

    package func isProperty(_ name: String) throws -> Bool {
        try connection.first("SELECT 1 FROM property WHERE key = ?1", [.text(name)]) { _ in true } ?? false
    }

    /// Properties with the number of notes that have them, in order of name, and how many values of each kind.
    package func properties() throws -> [(name: String, notes: Int, kinds: [(kind: String, values: Int)])] {
        var result: [(name: String, notes: Int, kinds: [(kind: String, values: Int)])] = []
        for count in try counts("SELECT key, count(DISTINCT file) FROM property GROUP BY key ORDER BY key") {
            let kinds = try connection.all(
                "SELECT kind, count(*) FROM property WHERE key = ?1 GROUP BY kind ORDER BY 2 DESC, 1",
                [.text(count.name)]
            ) { row in (kind: "\(PropertyKind(rawValue: row.int(0)) ?? .text)", values: Int(row.int(1))) }
            result.append((count.name, count.notes, kinds))
        }
        return result
    }

    /// The values of a property with the number of notes, most frequent first.
    package func values(ofProperty name: String) throws -> [Count] {
        try counts(
            """
            SELECT max(text), count(DISTINCT file) FROM property WHERE key = ?1
                AND kind NOT IN (0, 4) GROUP BY folded ORDER BY 2 DESC, folded
            """, name)
    }

    /// The values that the note in a file has for a property, in their order.
    package func values(ofProperty name: String, file: Int64) throws -> [String] {
        try connection.all(
            "SELECT text FROM property WHERE file = ?1 AND key = ?2 AND kind NOT IN (0, 4) ORDER BY seq",
            [.int(file), .text(name)]
        ) { $0.text(0) }
    }

    /// Keywords as most often written, else as the first in byte order, with the number of notes and of those whose status is not `lastStatus`.
    package func keywords(lastStatus: String?) throws -> [(name: String, notes: Int, active: Int)] {
        try connection.all(
            """
            SELECT (SELECT s.name FROM keyword s WHERE s.key = k.key GROUP BY s.name ORDER BY count(*) DESC, s.name LIMIT 1),
                count(DISTINCT k.file), count(DISTINCT CASE WHEN n.status_key IS NOT ?1 THEN k.file END)
            FROM keyword k JOIN note n ON n.file = k.file GROUP BY k.key ORDER BY k.key
            """, [.optional(lastStatus.map { Folding.fold($0) })]
        ) { row in (row.text(0), Int(row.int(1)), Int(row.int(2))) }
    }

    /// Statuses in use, with the number of notes.
    package func statuses() throws -> [Count] {
        try counts("SELECT max(status), count(*) FROM note GROUP BY status_key ORDER BY 2 DESC, 1")
    }

    package func isFolder(_ path: VaultPath) throws -> Bool {
        try connection.first("SELECT 1 FROM file WHERE path = ?1 AND kind = 0", [.text(path.bytes)]) { _ in true }
            ?? false
    }

    /// Every folder but the root, in order of path, with the number of notes right in it.
    package func folders() throws -> [(path: VaultPath, notes: Int)] {
        try connection.all(
            """
            SELECT f.path, (SELECT count(*) FROM note n WHERE n.folder = f.path) FROM file f
            WHERE f.kind = 0 ORDER BY f.path
            """
        ) { row in (VaultPath(bytes: row.bytes(0)), Int(row.int(1))) }
    }

    /// The notes that use an attachment's file name, most used first.
    package func attachmentNames() throws -> [Count] {
        var counts: [VaultPath: Int] = [:]
        try connection.rows(
            "SELECT f.path, count(DISTINCT l.file) FROM link l JOIN file f ON f.id = l.target WHERE l.attachment = 1 GROUP BY f.id"
        ) { row in
            counts[VaultPath(bytes: row.bytes(0)).name, default: 0] += Int(row.int(1))
            return true
        }
        return counts.map { Count(name: $0.key.text, notes: $0.value) }
            .sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
    }

    /// Titles that start with some folded text, newest first.
    package func titles(startingWith prefix: String, limit: Int) throws -> [String] {
        try connection.all("SELECT title FROM note ORDER BY created DESC") { $0.text(0) }
            .filter { Folding.fold($0).hasPrefix(prefix) }.prefix(limit).map { $0 }
    }

    private func counts(_ sql: String, _ value: String? = nil) throws -> [Count] {
        try connection.all(sql, value.map { [.text($0)] } ?? []) { row in
            Count(name: row.text(0), notes: Int(row.int(1)))
        }
    }

    // MARK: Names of notes

    /// What a reference written in a note in `folder` leads to, and what else it could mean; nil where it leads nowhere.
    package func target(
        of reference: String, from folder: VaultPath
    ) throws -> (path: VaultPath, isNote: Bool, rivals: [VaultPath])? {
        try LinkResolver(connection: connection).resolve(reference, in: folder).map {
            ($0.path, $0.isNote, $0.rivals)
        }
    }

    /// The paths of all files of a kind, in order.
    package func paths(of kind: FileKind) throws -> [VaultPath] {
        try paths("SELECT path FROM file WHERE kind = ?1 ORDER BY path", [.int(kind.rawValue)])
    }

    /// The files that are no notes and that no note references, in order of path.
    package func unusedFiles() throws -> [VaultPath] {
        try paths(
            """
            SELECT path FROM file WHERE kind IN (2, 3) AND id NOT IN (SELECT target FROM link WHERE target IS NOT NULL)
            ORDER BY path
            """, [])
    }

    /// The notes that a NOTE argument may mean, in order of path: the one at that path, else all with that file name,
    /// else id, title, alias; exactly or, where there is none, ignoring case and diacritics.
    package func notes(named name: String) throws -> [VaultPath] {
        let root = VaultPath.root.resolving(VaultPath(name))
        if let root, try isNote(root) { return [root] }
        let keys: [SQLValue] = [.text(Folding.fold(root?.text ?? name)), .text(Folding.fold(name))]
        let select = "SELECT DISTINCT t.path FROM name m JOIN note t ON t.file = m.file WHERE m.key IN (?1, ?2)"
        let tiers: [[NameKind]] = [[.path, .pathStem], [.name, .stem], [.id], [.title], [.alias]]
        for condition in [" AND m.exact IN (?3, ?4)", ""] {
            let exact: [SQLValue] = condition.isEmpty ? [] : [.text(name), .text(root?.bytes ?? Array(name.utf8))]
            for kinds in tiers {
                let list = kinds.map { String($0.rawValue) }.joined(separator: ", ")
                let found = try paths("\(select)\(condition) AND m.kind IN (\(list)) ORDER BY t.path", keys + exact)
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    private func paths(_ sql: String, _ values: [SQLValue]) throws -> [VaultPath] {
        try connection.all(sql, values) { VaultPath(bytes: $0.bytes(0)) }
    }

    /// The title, file name or path nearest to a name that no note has.
    package func nearestNote(to name: String) throws -> String? {
        let names = try connection.all(
            "SELECT DISTINCT m.exact FROM name m JOIN note t ON t.file = m.file ORDER BY m.key"
        ) { $0.text(0) }
        return Nearest.match(name, among: names)
    }

    /// The notes that link to the one at `path`, with the line of each link, in order of path.
    package func backlinks(to path: VaultPath) throws -> [(path: VaultPath, title: String, line: Int)] {
        try connection.all(
            """
            SELECT n.path, n.title, l.line FROM link l JOIN file f ON f.id = l.target JOIN note n ON n.file = l.file
            WHERE f.path = ?1 ORDER BY n.path_key, n.path, l.seq
            """, [.text(path.bytes)]
        ) { row in (VaultPath(bytes: row.bytes(0)), row.text(1), Int(row.int(2))) }
    }

    // MARK: Words

    /// Calls `body` with each word of the index until that answers false: https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
    package func forEachWord(_ body: (String) -> Bool) throws {
        try connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.word USING fts5vocab(main, fts, row)")
        try connection.rows("SELECT term FROM temp.word") { body($0.text(0)) }
    }

    /// The property in most of the notes that `condition` holds for whose text holds these (folded) words side by side,
    /// with one such value.
    package func property(
        holding words: [String], in condition: Condition
    ) throws -> (key: String, value: String, notes: Int)? {
        var keys: [String: (value: String, files: Set<Int64>)] = [:]
        var compiler = QueryCompiler()
        let test = compiler.compile(condition)
        let statement: SQLFragment = """
            SELECT p.key, p.text, p.file FROM property p JOIN note n ON n.file = p.file
            WHERE p.kind NOT IN (0, 4) AND \(test)
            """
        try connection.rows(statement.sql, statement.values) { row in
            let text = row.text(1)
            let found = Words.list(text)
            guard found.count >= words.count,
                (0...found.count - words.count).contains(where: { Array(found[$0..<$0 + words.count]) == words })
            else { return true }
            let key = row.text(0)
            keys[key, default: (text, [])].files.insert(row.int(2))
            return true
        }
        return keys.max { ($0.value.files.count, $1.key) < ($1.value.files.count, $0.key) }
            .map { ($0.key, $0.value.value, $0.value.files.count) }
    }
}
