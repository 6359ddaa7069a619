package import QueryLanguage
package import SQLite
package import SourceText

/// The index as a reader sees it: runs searches, knows the vocabulary, resolves names.
///
/// One connection, one thread at a time.
package final class NoteIndex {
    package let connection: Connection
    /// What `slip_test` calls.
    var tests: [([UInt8]) -> Bool] = []
    /// There once something was ranked.
    var ranker: Ranker?
    /// When the note of each row was created, in microseconds; there once something was sorted by it.
    var dates: NoteColumnReader<Int64>?
    // Numbers are plain where a search hashes them: for a set or a dictionary of a key type of our own the runtime looks up
    // how that is hashed, which takes as long as two statements.

    /// Scores of the rows that were ranked.
    var scores: [Int64: Double] = [:]
    private var lists: Lists?
    /// The names of statuses and keywords by their numbers.
    var terms: [Int64: String] = [:]
    /// What names lead to.
    let resolver: LinkResolver
    /// Whether only the plan of a statement is wanted: then no note is opened for it.
    var isExplaining = false
    /// Tests notes' texts; without one, none passes.
    package weak var scanner: (any ContentScanner)?

    package init(_ connection: Connection) throws {
        self.connection = connection
        resolver = LinkResolver(connection: connection)
        try connection.addFunction("slip_test", arguments: 2) { [unowned self] values in
            .bool(tests[Int(values[0].intValue)](values[1].bytes))
        }
        try connection.addFunction("slip_key", arguments: 1) { values in
            let bytes = values[0].bytes
            return .blob(NaturalOrder.key(String(decoding: bytes, as: UTF8.self)))
        }
        try connection.addFunction("slip_fold", arguments: 1) { values in
            .text(NameKey.fold(values[0].bytes))
        }
        try connection.addFunction("slip_score", arguments: 1) { [unowned self] values in
            scores[values[0].intValue].map { .real($0) } ?? .null
        }
        try connection.addAuxiliaryFunction("slip_visit")
    }

    /// To be called where the index may be another than before: what was read from it is read anew.
    package func forget() {
        scores = [:]
        ranker = nil
        dates = nil
        terms = [:]
        resolver.forget()
    }

    // MARK: Searching

    /// Finds notes and calls `body` with each in order until that answers false.
    package func search(_ request: SearchRequest, _ body: (IndexedNote) throws -> Bool) throws {
        let (statement, visitor) = try statement(request)
        try connection.visiting(with: visitor) {
            try connection.rows(statement.sql, statement.values) { row in
                var hit = try hit(row)
                if request.detailed { try addLists(to: &hit) }
                return try body(hit)
            }
        }
        if let failure = ranker?.lengths.failure { throw failure }
    }

    /// What is known of the note at `path`; nil where there is none.
    package func note(_ path: VaultPath) throws -> IndexedNote? {
        let statement: SQLFragment = """
            SELECT \(Self.columns), NULL FROM file f CROSS JOIN note n ON n.file = f.id
            WHERE f.path_hash = \(.number(NameKey.path(path))) AND f.path = \(.text(path.bytes))
            """
        guard var hit = try connection.first(statement.sql, statement.values, read: { try self.hit($0) }) else {
            return nil
        }
        try addLists(to: &hit)
        return hit
    }

    package func isNote(_ path: VaultPath) throws -> Bool {
        try connection.file("kind", at: path) { $0.int(0) } == FileKind.note.rawValue
    }

    /// Whether a file or folder of the vault is at `path`.
    package func isFile(_ path: VaultPath) throws -> Bool {
        try connection.file("1", at: path) { _ in true } ?? false
    }

    /// The number of notes that a condition holds for.
    package func count(_ condition: Condition) throws -> Int {
        let parts = condition.conjuncts
        if parts.isEmpty { return try noteCount() }
        if parts.allSatisfy({ if case .text = $0 { true } else { false } }) {
            return try countRows(condition.positiveText.map(QueryCompiler.expression).joined(separator: " AND "))
        }
        var compiler = QueryCompiler()
        let test = compiler.compile(condition)
        try prepare(compiler)
        let statement: SQLFragment = "SELECT count(*) FROM note n WHERE \(test)"
        return try connection.first(statement.sql, statement.values) { Int($0.int(0)) } ?? 0
    }

    /// The number of notes whose rows match; where all rows are notes', none has to be looked at.
    private func countRows(_ expression: String) throws -> Int {
        let statement: SQLFragment = "SELECT count(*) FROM fts WHERE fts MATCH \(.text(expression))"
        if try !hasDeadRows() { return try connection.first(statement.sql, statement.values) { Int($0.int(0)) } ?? 0 }
        let lengths = try prepareRanker().lengths
        let alive: SQLFragment = "\(statement) AND slip_visit(fts)"
        let count = try connection.visiting(with: { lengths.value(RowID($0.row)) ?? 0 > 0 ? 1 : 0 }) {
            try connection.first(alive.sql, alive.values) { Int($0.int(0)) } ?? 0
        }
        if let failure = lengths.failure { throw failure }
        return count
    }

    /// Works out what the statement of a compiled query needs.
    func prepare(_ compiler: QueryCompiler) throws {
        tests = compiler.tests
        try fill(compiler.steps)
    }

    // MARK: Hits

    func hit(_ row: borrowing Row) throws -> IndexedNote {
        IndexedNote(
            file: row.number(0), path: VaultPath(bytes: row.bytes(1)), title: row.text(2),
            status: try name(ofTerm: row.number(3)),
            isFavorite: row.int(4) & NoteFlags.favorite.rawValue != 0, created: Moment(microseconds: row.int(5)),
            modified: Moment(microseconds: row.int(6)), id: row.optionalText(7), order: row.optionalInt(8),
            words: Int(row.int(9)), size: row.int(10), openTasks: Int(row.int(11)), doneTasks: Int(row.int(12)),
            propertiesJSON: row.optionalText(13) ?? "{}", score: row.optionalReal(14))
    }

    private func name(ofTerm id: TermID) throws -> String {
        if let name = terms[id.value] { return name }
        let name = try connection.first("SELECT name FROM term WHERE id = ?1", [.number(id)]) { $0.text(0) } ?? ""
        terms[id.value] = name
        return name
    }

    /// The statements that run for each note that is given in detail.
    private struct Lists {
        let keywords: Statement
        let aliases: Statement
        let links: Statement

        init(_ connection: Connection) throws {
            keywords = try connection.prepare("SELECT term FROM keyword WHERE file = ?1 ORDER BY seq")
            aliases = try connection.prepare("SELECT name FROM alias WHERE file = ?1 ORDER BY seq")
            links = try connection.prepare(
                """
                SELECT l.reference, f.path, l.line, l.state, l.attachment FROM link l
                LEFT JOIN file f ON f.id = l.target WHERE l.file = ?1 ORDER BY l.seq
                """)
        }
    }

    private func addLists(to hit: inout IndexedNote) throws {
        let lists = try lists ?? Lists(connection)
        self.lists = lists
        let file = [SQLValue.number(hit.file)]
        try lists.keywords.rows(file) { row in
            hit.keywords.append(try name(ofTerm: row.number(0)))
            return true
        }
        try lists.aliases.rows(file) { row in
            hit.aliases.append(row.text(0))
            return true
        }
        try lists.links.rows(file) { row in
            let path = row.isNull(1) ? nil : VaultPath(bytes: row.bytes(1))
            if row.bool(4) {
                let reference = VaultPath(row.text(0))
                hit.attachments.append(
                    IndexedNote.Attachment(
                        path: path ?? hit.path.folder.resolving(reference) ?? reference, exists: path != nil,
                        line: Int(row.int(2))))
            } else {
                hit.links.append(
                    IndexedNote.Link(
                        target: row.text(0), path: path, line: Int(row.int(2)),
                        isAmbiguous: row.int(3) == LinkState.ambiguous.rawValue))
            }
            return true
        }
    }
}
