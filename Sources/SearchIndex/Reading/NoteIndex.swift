import QueryLanguage
package import SQLite
package import SourceText

/// The index for readers: runs searches, lists the vocabulary and resolves names.
///
/// It has one connection and is used by one thread at a time.
package final class NoteIndex {
    package let connection: Connection
    /// The values read from the current snapshot.
    private var snapshot = Snapshot()
    let resolver: LinkResolver
    /// The tester of note texts. Without one, no note passes.
    package weak var scanner: (any ContentScanner)?
    /// The source of git conditions. Without one, no note satisfies them.
    package weak var workTree: (any WorkTreeReader)?
    /// Whether the hits of a text are cached for the next query.
    package var keepsHits = false
    /// The maximum number of positions that a search keeps for one text: 8 MB.
    var mostPlaces = 2_000_000
    private var statements: Statements?
    /// The names of the indexed notes. `supposing` discards them.
    var nameCache: NoteNames?

    /// Values that are read once per snapshot of the index.
    private struct Snapshot {
        var totals: Connection.Totals?
        var columns: NoteColumns?
        var vocabulary: Vocabulary?
        /// The words of recent notes, if only parts of the vocabulary were read.
        var recent: Vocabulary?
        var ranker: Ranker?
        /// The names of statuses and keywords by id. Plain integers are keys here because searches hash them. For a
        /// custom key type, the runtime's lookup of the hash function takes as long as two statements.
        var terms: [Int64: String] = [:]
        var history: HistoryTable?
        var authors: [Int64: String]?
        /// The weights for partial names, by row.
        var weights: [UInt8]?
        var kept = KeptHits()
    }

    package init(_ connection: Connection) throws {
        self.connection = connection
        resolver = LinkResolver(connection: connection)
        try connection.addFunction("slip_key", arguments: 1) { values in
            let bytes = values[0].bytes
            return .blob(NaturalOrder.key(String(decoding: bytes, as: UTF8.self)))
        }
        try connection.addAuxiliaryFunction("slip_visit")
    }

    /// The names of notes in open documents, which replace those in the index.
    package var overlay: NameOverlay {
        get { resolver.overlay }
        set { resolver.overlay = newValue }
    }

    /// Clears the cache. Must be called when the index may have changed.
    package func forget() {
        snapshot = Snapshot()
        resolver.forget()
    }

    // MARK: Searching

    /// Finds notes and calls `body` with each in order until it returns false.
    ///
    /// Only notes passed to `body` are fetched.
    ///
    /// - Returns: the number of notes that match, regardless of limit and offset, or nil if not all were tested.
    @discardableResult
    package func search(_ request: SearchRequest, _ body: (IndexedNote) throws -> Bool) throws -> Int? {
        let (found, numbers) = try page(request)
        try hits(of: numbers, found, detailed: request.detailed) { hit, _ in try body(hit) }
        return request.condition.conjuncts.contains(where: \.isLookup) ? nil : found.count
    }

    /// Returns the notes that match a request, and the order of those within its limit and offset.
    func page(_ request: SearchRequest) throws -> (FoundNotes, ArraySlice<Int>) {
        let (wanted, overflow) = (request.limit ?? .max).addingReportingOverflow(request.offset)
        let (found, order) = try ordered(request, wanted: overflow ? .max : wanted)
        return (found, order.dropFirst(request.offset))
    }

    /// Returns the notes that match a request, and the first of them in its order.
    func ordered(_ request: SearchRequest, wanted: Int) throws -> (FoundNotes, [Int]) {
        // Tests that look up each note run on the first notes only, as many as needed.
        let lookups = request.condition.conjuncts.filter(\.isLookup)
        if lookups.isEmpty || wanted > 10_000 {
            let found = try find(request)
            return (found, try NoteOrder(found, request, self).first(min(wanted, found.count)))
        }
        let rest = request.condition.conjuncts.filter { !$0.isLookup }
        let found = try find(.and(rest), request)
        let order = try NoteOrder(found, request, self)
        let evaluator = try ConditionEvaluator(self)
        for count in [max(256, 4 * wanted), max(4096, 64 * wanted)] where count < found.count / 4 {
            let first = try order.first(count)
            let kept = try evaluator.passing(lookups, found, numbers: first)
            if kept.count >= wanted { return (found, Array(kept.prefix(wanted))) }
        }
        // Few notes pass, so all are tested, and those that pass are sorted.
        let kept = try evaluator.passing(lookups, found, numbers: Array(0..<found.count))
        return (found, try order.first(min(wanted, kept.count), of: kept))
    }

    /// Fetches found notes by their numbers.
    package func hits(
        of numbers: some Sequence<Int>, _ found: FoundNotes, detailed: Bool,
        _ body: (IndexedNote, _ number: Int) throws -> Bool
    ) throws {
        let statements = try prepareStatements()
        for number in numbers {
            var hit: IndexedNote?
            try statements.note.rows([.int(found.rows[number])]) { row in
                hit = try self.hit(row, score: found.score(number))
                return false
            }
            // In a corrupt index the row may have no note.
            guard var hit else { continue }
            if detailed { try addLists(to: &hit, row: found.rows[number]) }
            if try !body(hit, number) { return }
        }
    }

    /// Returns the indexed note at `path`, or nil if there is none.
    package func note(_ path: VaultPath) throws -> IndexedNote? {
        let statement: SQLFragment = """
            SELECT \(Self.columns), n.id FROM file f CROSS JOIN note n ON n.file = f.id
            WHERE f.path_hash = \(.number(NameKey.path(path))) AND f.path = \(.text(path.bytes))
            """
        let found = try connection.first(sql: statement) { (try hit($0, score: nil), Int($0.int(14))) }
        guard var hit = found?.0, let row = found?.1 else { return nil }
        try addLists(to: &hit, row: row)
        return hit
    }

    /// Returns the hash of a file's content when it was indexed, or nil if there is none.
    package func contentHash(of path: VaultPath) throws -> Int64? {
        try connection.file("hash", at: path) { $0.int(0) }
    }

    package func isNote(_ path: VaultPath) throws -> Bool {
        try connection.file("kind", at: path) { $0.int(0) } == FileKind.note.rawValue
    }

    /// Returns whether the vault has a file or folder at `path`.
    package func isFile(_ path: VaultPath) throws -> Bool {
        try connection.file("1", at: path) { _ in true } ?? false
    }

    package func noteCount() throws -> Int { Int(try totals().notes) }

    // MARK: Cached values

    func totals() throws -> Connection.Totals {
        if let totals = snapshot.totals { return totals }
        let read = try connection.totals()
        snapshot.totals = read
        return read
    }

    func columns() throws -> NoteColumns {
        if let columns = snapshot.columns { return columns }
        let made = try NoteColumns(connection, totals())
        snapshot.columns = made
        return made
    }

    func vocabulary() throws -> Vocabulary {
        if let vocabulary = snapshot.vocabulary { return vocabulary }
        let read = try Vocabulary(connection)
        snapshot.vocabulary = read
        return read
    }

    /// Returns a vocabulary with the words that start with `prefix`, and maybe others.
    func vocabulary(beginning prefix: [UInt8]) throws -> Vocabulary {
        if let vocabulary = snapshot.vocabulary { return vocabulary }
        let recent = try snapshot.recent ?? Vocabulary.recent(connection)
        snapshot.recent = recent
        return try Vocabulary(connection, beginning: prefix, recent: recent)
    }

    /// Returns the approximate frequency of a text, for comparison with others. Recent notes do not count. Complexity:
    /// one lookup for each word.
    func weight(of text: TextMatch) throws -> Int {
        try text.words.enumerated().map { place, word in
            try (snapshot.vocabulary ?? Vocabulary(connection, beginning: Array(word.utf8), recent: Vocabulary()))
                .weight(of: word, isPrefix: text.isPrefix && place == text.words.count - 1)
        }.min() ?? 0
    }

    func prepareRanker() throws -> Ranker {
        if let ranker = snapshot.ranker { return ranker }
        let totals = try totals()
        let made = try Ranker(notes: totals.notes, tokens: totals.tokens, columns())
        snapshot.ranker = made
        return made
    }

    func noteNames() throws -> NoteNames {
        let names = nameCache ?? NoteNames()
        nameCache = names
        _ = try names.update(connection)
        return names
    }

    /// Reads the names of up to `count` more notes and returns whether all are read.
    package func prepareNames(of count: Int) throws -> Bool {
        let names = nameCache ?? NoteNames()
        nameCache = names
        return try names.update(connection, limit: count)
    }

    var weights: [UInt8]? {
        get { snapshot.weights }
        set { snapshot.weights = newValue }
    }

    var kept: KeptHits {
        get { snapshot.kept }
        set { snapshot.kept = newValue }
    }

    func historyTable() throws -> HistoryTable {
        if let history = snapshot.history { return history }
        let made = try HistoryTable(connection)
        snapshot.history = made
        return made
    }

    func authorNames() throws -> [Int64: String] {
        if let authors = snapshot.authors { return authors }
        let read = Dictionary(
            try connection.all(sql: "SELECT id, name FROM git_author") { ($0.int(0), $0.text(1)) },
            uniquingKeysWith: { first, _ in first })
        snapshot.authors = read
        return read
    }

    func hasDeadRows() throws -> Bool {
        try totals().dead > 0
    }

    func name(ofTerm id: Int64) throws -> String {
        if let name = snapshot.terms[id] { return name }
        let name = try connection.first("SELECT name FROM term WHERE id = ?1", [.int(id)]) { $0.text(0) } ?? ""
        snapshot.terms[id] = name
        return name
    }

    /// Returns the rows of notes whose title, file name or an alias has exactly these words. The value is 2 if the name
    /// equals the folded text, else 1.
    func notes(titled words: [String], as text: String) throws -> [Int: Int64] {
        if words.isEmpty { return [:] }
        let key = SQLValue.number(NameKey.hash(Array(words.joined(separator: " ").utf8)))
        let named = try connection.all(
            """
            SELECT n.id, n.title, f.path FROM name m CROSS JOIN note n ON n.file = m.file
                CROSS JOIN file f ON f.id = n.file WHERE m.name_hash = ?1
            """, [key]
        ) { row in (row: Int(row.int(0)), names: [row.text(1), VaultPath(bytes: row.bytes(2)).stem.text]) }
        let aliased = try connection.all(
            """
            SELECT n.id, a.name FROM name m CROSS JOIN note n ON n.file = m.file
                CROSS JOIN alias a ON a.file = n.file WHERE m.name_hash = ?1
            """, [key]
        ) { row in (row: Int(row.int(0)), names: [row.text(1)]) }
        var found: [Int: Int64] = [:]
        for note in named + aliased {
            for name in note.names where Words.list(name) == words {
                found[note.row] = max(found[note.row] ?? 1, Folding.fold(name) == text ? 2 : 1)
            }
        }
        return found
    }

    // MARK: Hits

    /// The columns of `note n` and `file f` that `hit` reads.
    private static let columns: SQLFragment = """
        n.file, f.path, n.title, n.status, n.flags, n.created, n.modified, n.ident, n.ord, n.words, n.size,
        n.open_tasks, n.done_tasks, n.properties
        """

    private func hit(_ row: borrowing Row, score: Double?) throws -> IndexedNote {
        IndexedNote(
            file: row.number(0), path: VaultPath(bytes: row.bytes(1)), title: row.text(2),
            status: try name(ofTerm: row.int(3)),
            isFavorite: row.int(4) & NoteFeatures.favorite.rawValue != 0, created: Moment(microseconds: row.int(5)),
            modified: Moment(microseconds: row.int(6)), id: row.optionalText(7), order: row.optionalInt(8),
            words: Int(row.int(9)), size: row.int(10), openTasks: Int(row.int(11)), doneTasks: Int(row.int(12)),
            propertiesJSON: row.optionalText(13) ?? "{}", score: score)
    }

    private struct Statements {
        let note: Statement
        let aliases: Statement
        let links: Statement

        init(_ connection: Connection) throws {
            let statement: SQLFragment =
                "SELECT \(NoteIndex.columns) FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id = ?1"
            note = try connection.prepare(statement.sql)
            aliases = try connection.prepare("SELECT name FROM alias WHERE file = ?1 ORDER BY seq")
            links = try connection.prepare(
                """
                SELECT l.reference, f.path, l.line, l.state, l.attachment, f.kind, l.target FROM link l
                LEFT JOIN file f ON f.id = l.target WHERE l.file = ?1 ORDER BY l.seq
                """)
        }
    }

    private func prepareStatements() throws -> Statements {
        if let statements { return statements }
        let made = try Statements(connection)
        statements = made
        return made
    }

    private func addLists(to hit: inout IndexedNote, row: Int) throws {
        let statements = try prepareStatements()
        let file = [SQLValue.number(hit.file)]
        for term in try columns().list(.keywords, row) { hit.keywords.append(try name(ofTerm: term)) }
        try statements.aliases.rows(file) { row in
            hit.aliases.append(row.text(0))
            return true
        }
        try statements.links.rows(file) { row in
            // The vault's root has no row in `file`.
            let path = row.isNull(6) ? nil : VaultPath(bytes: row.bytes(1))
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
                        isAmbiguous: row.int(3) == LinkState.ambiguous.rawValue,
                        isFolder: path != nil && row.int(5) == FileKind.folder.rawValue))
            }
            return true
        }
    }
}
