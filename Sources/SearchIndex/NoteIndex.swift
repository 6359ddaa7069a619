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
    private var ranker: Ranker?
    /// Tests notes' texts; without one, none passes.
    package weak var reader: (any NoteReader)?

    package init(_ connection: Connection) throws {
        self.connection = connection
        try connection.addFunction("slip_test", arguments: 2) { [unowned self] values in
            .bool(tests[Int(values[0].intValue)](values[1].bytes))
        }
        try connection.addFunction("slip_key", arguments: 1) { values in
            let bytes = values[0].bytes
            return .blob(NaturalOrder.key(String(decoding: bytes, as: UTF8.self)))
        }
        try connection.addAuxiliaryFunction("slip_rank") { [unowned self] context in
            ranker?.score(context) ?? 0
        }
    }

    // MARK: Searching

    /// Finds notes and calls `body` with each in order until that answers false.
    package func search(_ request: SearchRequest, _ body: (NoteHit) throws -> Bool) throws {
        let statement = try statement(request)
        try connection.rows(statement.sql, statement.values) { row in
            var hit = Self.hit(row)
            if request.detailed { try addLists(to: &hit) }
            return try body(hit)
        }
    }

    /// What is known of the note at `path`; nil where there is none.
    package func note(_ path: VaultPath) throws -> NoteHit? {
        let statement: SQLFragment = "SELECT \(Self.columns), NULL FROM note n WHERE n.path = \(.text(path.bytes))"
        guard var hit = try connection.first(statement.sql, statement.values, { Self.hit($0) }) else { return nil }
        try addLists(to: &hit)
        return hit
    }

    package func isNote(_ path: VaultPath) throws -> Bool {
        try connection.first("SELECT 1 FROM note WHERE path = ?1", [.text(path.bytes)]) { _ in true } ?? false
    }

    /// Whether a file or folder of the vault is at `path`.
    package func isFile(_ path: VaultPath) throws -> Bool {
        try connection.first("SELECT 1 FROM file WHERE path = ?1", [.text(path.bytes)]) { _ in true } ?? false
    }

    /// The number of notes that a condition holds for.
    package func count(_ condition: Condition) throws -> Int {
        var compiler = QueryCompiler()
        let test = compiler.compile(condition)
        try prepare(compiler)
        let statement: SQLFragment = "SELECT count(*) FROM note n WHERE \(test)"
        return try connection.first(statement.sql, statement.values) { Int($0.int(0)) } ?? 0
    }

    /// Works out what the statement of a compiled query needs.
    private func prepare(_ compiler: QueryCompiler) throws {
        tests = compiler.tests
        try fill(compiler.steps)
    }

    private static let columns: SQLFragment = """
        n.file, n.path, n.title, n.status, n.favorite, n.created, n.modified, n.ident, n.ord, n.words, n.size,
        n.open_tasks, n.done_tasks, n.properties
        """

    private func statement(_ request: SearchRequest) throws -> SQLFragment {
        var compiler = QueryCompiler()
        let matches = request.condition.positiveText
        let ranks = !matches.isEmpty && (request.scored || request.sort.contains { $0.by == .relevance })
        // Where every text that is asked for has to hold, the ranked rows are the only ones that can.
        let parts = request.condition.conjuncts
        let rest = parts.filter { if case .text = $0 { false } else { true } }
        let all = parts.count - rest.count == matches.count
        let test = ranks && all ? compiler.compile(.and(rest), within: matches) : compiler.compile(request.condition)
        var from: SQLFragment = "note n"
        var score: SQLFragment = "NULL"
        var hits: SQLFragment?
        if ranks {
            try prepareRanker()
            let expression = matches.map(QueryCompiler.expression).joined(separator: all ? " AND " : " OR ")
            hits = """
                SELECT fts.rowid, slip_rank(fts, n.length) FROM fts CROSS JOIN note n ON n.id = fts.rowid
                WHERE fts MATCH \(.text(expression))
                """
            from = all ? "hit h CROSS JOIN note n ON n.id = h.id" : "note n LEFT JOIN hit h ON h.id = n.id"
            score = "h.score"
        }
        try prepare(compiler)
        let with: SQLFragment = hits.map { "WITH hit(id, score) AS MATERIALIZED (\($0)) " } ?? ""
        var statement: SQLFragment = """
            \(with)SELECT \(Self.columns), \(score) FROM \(from) WHERE \(test)
            ORDER BY \(try order(request, score))
            """
        if request.limit != nil || request.offset > 0 {
            statement = "\(statement) LIMIT \(.int(request.limit ?? -1)) OFFSET \(.int(request.offset))"
        }
        return statement
    }

    private func prepareRanker() throws {
        if ranker == nil {
            let dead = try connection.all("SELECT id FROM dead") { $0.int(0) }
            ranker = Ranker(notes: try number("notes"), tokens: try number("tokens"), dead: Set(dead))
        }
        ranker?.reset()
    }

    private func number(_ key: String) throws -> Int64 {
        try connection.first("SELECT value FROM meta WHERE key = ?1", [.text(key)]) { $0.int(0) } ?? 0
    }

    // MARK: Order

    private func order(_ request: SearchRequest, _ score: SQLFragment) throws -> SQLFragment {
        var keys: [SQLFragment] = []
        for key in request.sort { keys += try order(key, request, score) }
        keys += ["n.created DESC", "n.path_key", "n.path"]
        return keys.dropFirst().reduce(keys[0]) { "\($0), \($1)" }
    }

    private func order(_ key: SortKey, _ request: SearchRequest, _ score: SQLFragment) throws -> [SQLFragment] {
        func by(_ expression: SQLFragment, descends: Bool) -> [SQLFragment] {
            [key.descends ?? descends ? "\(expression) DESC" : "\(expression)"]
        }
        switch key.by {
        case .relevance:
            var keys: [SQLFragment] = []
            if !request.titleWords.isEmpty {
                let words = request.titleWords.joined(separator: " ")
                keys += by("(n.title_words = \(.text(words)))", descends: true)
            }
            return keys + by("ifnull(\(score), 0)", descends: true)
        case .title: return by("n.title_key", descends: false)
        case .path: return by("n.path_key", descends: false)
        case .created: return by("n.created", descends: true)
        case .modified: return by("n.modified", descends: true)
        case .words: return by("n.words", descends: true)
        case .size: return by("n.size", descends: true)
        case .order: return ["n.ord IS NULL"] + by("n.ord", descends: true)
        case .backlinks: return by(QueryCompiler.backlinkCount, descends: true)
        case .random: return ["random()"]
        case .status:
            let ranks = request.statuses.enumerated().map { rank, status -> SQLFragment in
                "WHEN \(.text(Folding.fold(status))) THEN \(.int(rank))"
            }
            let cases = ranks.reduce(SQLFragment(sql: "")) { "\($0) \($1)" }
            let rank: SQLFragment = "CASE n.status_key\(cases) ELSE \(.int(request.statuses.count)) END"
            return by(rank, descends: false) + by("slip_key(n.status)", descends: false)
        case .property(let name):
            let (column, descends) = try propertyOrder(name)
            let value: SQLFragment = """
                (SELECT \(column) FROM property p WHERE p.file = n.file AND p.key = \(.text(name))
                    AND p.kind NOT IN (\(.int(PropertyKind.null.rawValue)), \(.int(PropertyKind.container.rawValue)))
                    ORDER BY p.seq LIMIT 1)
                """
            return ["\(value) IS NULL"] + by(value, descends: descends)
        }
    }

    /// How a property is sorted: by number or by date where all its values in the vault are such, else as text.
    private func propertyOrder(_ name: String) throws -> (column: SQLFragment, descends: Bool) {
        let kinds = Set(
            try connection.all("SELECT DISTINCT kind FROM property WHERE key = ?1", [.text(name)]) { row in
                PropertyKind(rawValue: row.int(0)) ?? .text
            }
        ).subtracting([.null, .container])
        if kinds == [.number] { return ("p.number", true) }
        if kinds == [.date] { return ("p.time", true) }
        return ("slip_key(p.text)", false)
    }

    // MARK: Hits

    private static func hit(_ row: borrowing Row) -> NoteHit {
        NoteHit(
            file: row.int(0), path: VaultPath(bytes: row.bytes(1)), title: row.text(2), status: row.text(3),
            isFavorite: row.bool(4), created: Moment(microseconds: row.int(5)),
            modified: Moment(microseconds: row.int(6)), id: row.optionalText(7), order: row.optionalInt(8),
            words: Int(row.int(9)), size: row.int(10), openTasks: Int(row.int(11)), doneTasks: Int(row.int(12)),
            propertiesJSON: row.text(13), score: row.optionalReal(14))
    }

    private func addLists(to hit: inout NoteHit) throws {
        let file = SQLValue.int(hit.file)
        hit.keywords = try connection.all("SELECT name FROM keyword WHERE file = ?1 ORDER BY seq", [file]) {
            $0.text(0)
        }
        hit.aliases = try connection.all("SELECT name FROM alias WHERE file = ?1 ORDER BY seq", [file]) { $0.text(0) }
        try connection.rows(
            """
            SELECT l.reference, f.path, l.line, l.state, l.attachment FROM link l LEFT JOIN file f ON f.id = l.target
            WHERE l.file = ?1 ORDER BY l.seq
            """, [file]
        ) { row in
            let path = row.isNull(1) ? nil : VaultPath(bytes: row.bytes(1))
            if row.bool(4) {
                let reference = VaultPath(row.text(0))
                hit.attachments.append(
                    NoteHit.Attachment(
                        path: path ?? hit.path.folder.resolving(reference) ?? reference, exists: path != nil,
                        line: Int(row.int(2))))
            } else {
                hit.links.append(
                    NoteHit.Link(
                        target: row.text(0), path: path, line: Int(row.int(2)),
                        isAmbiguous: row.int(3) == LinkState.ambiguous.rawValue))
            }
            return true
        }
    }
}
