import QueryLanguage
import SQLite
import SourceText

/// From a request to the statement that answers it.
extension NoteIndex {
    /// Of `note n` and `file f`; `hit` reads them.
    static let columns: SQLFragment = """
        n.file, f.path, n.title, n.status, n.flags, n.created, n.modified, n.ident, n.ord, n.words, n.size,
        n.open_tasks, n.done_tasks, n.properties
        """

    /// Numbers as they may stand in SQL.
    static func list(_ numbers: some Sequence<RowID>) -> SQLFragment {
        SQLFragment(sql: numbers.map { String($0.value) }.joined(separator: ","))
    }

    /// The statement, and what it does with the rows of the full-text table that it visits.
    func statement(
        _ request: SearchRequest
    ) throws -> (statement: SQLFragment, visitor: (borrowing FTSContext) -> Double) {
        let matches = request.condition.positiveText
        let ranks = !matches.isEmpty && (request.scored || request.sort.contains { $0.by == .standard(.relevance) })
        // Where every text that is asked for has to hold, the matching rows are the only ones that can.
        let parts = request.condition.conjuncts
        let rest = parts.filter { if case .text = $0 { false } else { true } }
        let all = !matches.isEmpty && parts.count - rest.count == matches.count
        let expression = matches.map(QueryCompiler.expression).joined(separator: all ? " AND " : " OR ")
        if all, let first = try firstRows(request, matches, expression: expression, rest: rest, ranks: ranks) {
            return (first, { _ in 0 })
        }
        var compiler = QueryCompiler()
        let test = ranks && all ? compiler.compile(.and(rest), within: matches) : compiler.compile(request.condition)
        try prepare(compiler)
        var with: SQLFragment = ""
        var from: SQLFragment = "note n"
        var score: SQLFragment = "NULL"
        var visitor: (borrowing FTSContext) -> Double = { _ in 0 }
        if ranks {
            let ranker = try prepareRanker()
            ranker.reset()
            visitor = { ranker.score($0) ?? 0 }
            with = """
                WITH hit(id, score) AS MATERIALIZED (
                    SELECT fts.rowid, slip_visit(fts) FROM fts WHERE fts MATCH \(.text(expression)))
                """
            from = all ? "hit h CROSS JOIN note n ON n.id = h.id" : "note n LEFT JOIN hit h ON h.id = n.id"
            score = "h.score"
        }
        let statement = limited(
            """
            \(with) SELECT \(Self.columns), \(score) FROM \(from) CROSS JOIN file f ON f.id = n.file WHERE \(test)
            ORDER BY \(try order(request, score))
            """, request)
        return (statement, visitor)
    }

    /// How SQLite would answer a request, a line for each part of its plan: https://sqlite.org/eqp.html
    ///
    /// Complexity: that of the first half of a search by relevance; no note is opened.
    package func plan(of request: SearchRequest) throws -> [String] {
        isExplaining = true
        defer { isExplaining = false }
        let (statement, _) = try statement(request)
        var depths: [Int64: Int] = [:]
        return try connection.all("EXPLAIN QUERY PLAN " + statement.sql, statement.values) { row in
            let depth = (depths[row.int(1)] ?? -1) + 1
            depths[row.int(0)] = depth
            return String(repeating: "  ", count: depth) + row.text(3)
        }
    }

    private func limited(_ statement: SQLFragment, _ request: SearchRequest) -> SQLFragment {
        if request.limit == nil && request.offset == 0 { return statement }
        return "\(statement) LIMIT \(.int(request.limit ?? -1)) OFFSET \(.int(request.offset))"
    }

    /// The statement for the first of many by relevance or date: the rows that can be among them are found in one pass
    /// over those that match, by numbers at hand, and only they are fetched and sorted. Nil where the request is none
    /// such.
    private func firstRows(
        _ request: SearchRequest, _ matches: [TextMatch], expression: String, rest: [Condition], ranks: Bool
    ) throws -> SQLFragment? {
        guard let limit = request.limit, limit > 0, let key = request.sort.first else { return nil }
        let (count, overflow) = limit.addingReportingOverflow(request.offset)
        guard !overflow, count <= 10_000 else { return nil }
        let isByScore = if case .standard(.relevance) = key.by { ranks && key.descends ?? true } else { false }
        let isByDate = if case .standard(.created) = key.by { !ranks } else { false }
        guard isByScore || isByDate else { return nil }
        var compiler = QueryCompiler()
        let test = compiler.compile(.and(rest), within: matches)
        try prepare(compiler)
        // The function sees only rows that pass the rest where it stands among the columns; without a rest it stands in
        // the condition, so that no row has to be given out.
        let visit: SQLFragment =
            rest.isEmpty
            ? "SELECT 1 FROM fts WHERE fts MATCH \(.text(expression)) AND slip_visit(fts)"
            : """
            SELECT slip_visit(fts) FROM fts CROSS JOIN note n ON n.id = fts.rowid
            WHERE fts MATCH \(.text(expression)) AND \(test)
            """
        let rows: [RowID]
        if isByScore {
            let ranker = try prepareRanker()
            ranker.reset(isOrderEnough: !request.scored)
            let titled = Set(try notes(titled: request.titleWords).map(\.value))
            rows = try top(count, visit) { context -> Score? in
                guard let score = ranker.score(context) else { return nil }
                return Score(isTitled: !titled.isEmpty && titled.contains(context.row), value: score)
            }.map { scored in
                scores[scored.row.value] = scored.value.value
                return scored.row
            }
        } else {
            let dates = try prepareDates()
            let sign: Int64 = key.descends ?? true ? 1 : -1
            rows = try top(count, visit) { context -> Int64? in
                // A dead row, or one that the index's file invents.
                guard let date = dates.value(RowID(context.row)), date != .min else { return nil }
                return date &* sign
            }.map(\.row)
        }
        if let failure = ranker?.lengths.failure ?? dates?.failure { throw failure }
        return limited(
            """
            SELECT \(Self.columns), slip_score(n.id) FROM note n CROSS JOIN file f ON f.id = n.file
            WHERE n.id IN (\(Self.list(rows))) ORDER BY \(try order(request, "slip_score(n.id)"))
            """, request)
    }

    /// Notes whose title, file name or alias is what was asked for come before all others.
    private struct Score: Comparable {
        var isTitled: Bool
        var value: Double

        static func < (a: Score, b: Score) -> Bool {
            a.isTitled == b.isTitled ? a.value < b.value : !a.isTitled
        }
    }

    /// The rows that a statement visits with the greatest values.
    private func top<Value: Comparable>(
        _ count: Int, _ visit: SQLFragment, value: (borrowing FTSContext) -> Value?
    ) throws -> [(value: Value, row: RowID)] {
        var top = TopRows<Value>(limit: count)
        try connection.visiting(with: {
            if let value = value($0) { top.add(value, RowID($0.row)) }
            return 0
        }) { try connection.run(visit.sql, visit.values) }
        return top.rows
    }

    // MARK: Numbers at hand

    func prepareRanker() throws -> Ranker {
        if let ranker { return ranker }
        let made = Ranker(
            notes: try connection.meta(.notes) ?? 0, tokens: try connection.meta(.tokens) ?? 0,
            lengths: try NoteColumnReader("lengths", connection))
        ranker = made
        return made
    }

    private func prepareDates() throws -> NoteColumnReader<Int64> {
        if let dates { return dates }
        let made = try NoteColumnReader<Int64>("dates", connection)
        dates = made
        return made
    }

    func hasDeadRows() throws -> Bool {
        try connection.meta(.next) != (connection.meta(.notes) ?? 0) + 1
    }

    /// The rows of the notes whose title, file name or one of whose aliases has just these words.
    func notes(titled words: [String]) throws -> [RowID] {
        if words.isEmpty { return [] }
        let key = SQLValue.number(NameKey.hash(Array(words.joined(separator: " ").utf8)))
        let named = try connection.all(
            """
            SELECT n.id, n.title, f.path FROM name m CROSS JOIN note n ON n.file = m.file
                CROSS JOIN file f ON f.id = n.file WHERE m.name_hash = ?1
            """, [key]
        ) { row in (id: row.number(0, as: RowID.self), names: [row.text(1), VaultPath(bytes: row.bytes(2)).stem.text]) }
        let aliased = try connection.all(
            """
            SELECT n.id, a.name FROM name m CROSS JOIN note n ON n.file = m.file
                CROSS JOIN alias a ON a.file = n.file WHERE m.name_hash = ?1
            """, [key]
        ) { row in (id: row.number(0, as: RowID.self), names: [row.text(1)]) }
        // Plain numbers, as `NoteIndex.terms` has them.
        var found: Set<Int64> = []
        for note in named + aliased where !found.contains(note.id.value) {
            if note.names.contains(where: { Words.list($0) == words }) { found.insert(note.id.value) }
        }
        return found.sorted().map { RowID($0) }
    }
}
