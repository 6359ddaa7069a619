package import QueryLanguage
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
    package var cachesHits = false
    /// The maximum number of positions that a search keeps for one text: 8 MB.
    var maximumPositions = 2_000_000
    /// The counts of the indexes that are searched together with this one, or nil if it is searched alone.
    weak var collection: CollectionCounts? {
        // All of them depend on the counts. The reference may be nil already.
        didSet { (snapshot.search.ranker, snapshot.search.hitCache, snapshot.search.related) = (nil, HitCache(), nil) }
    }
    /// The indexes that are searched together, of which this is one.
    var group: [NoteIndex] { collection?.indexes ?? [self] }
    /// The name of the vault, for `sort:vault` and `group:vault`.
    package var vaultName = ""
    private var noteReader: NoteRowReader?
    /// The names of the indexed notes. `withTemporaryNotes` discards them.
    var noteNames = NoteNames()

    /// Values that are read once per snapshot of the index.
    private struct Snapshot {
        var search = SearchValues()
        var vocabulary: Vocabulary?
        /// The words of recent notes, if only parts of the vocabulary were read.
        var recent: Vocabulary?
        /// The names of statuses and keywords by id. Plain integers are keys here because searches hash them. For a
        /// custom key type, the runtime's lookup of the hash function takes as long as two statements.
        var terms: [Int64: String] = [:]
        var history: HistoryTable?
        var authors: [Int64: String]?
        var nameWeights: [UInt8]?
    }

    /// The values that depend on which notes searches know.
    private struct SearchValues {
        var totals: Connection.Totals?
        var columns: NoteColumns?
        var declaresStatus: Bool?
        var ranker: Ranker?
        var hitCache = HitCache()
        /// The notes of the last `like:`.
        var related: RelatedNotes?
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
        resolver.clearCache()
    }

    package var attachments: AttachmentTable { AttachmentTable(connection) }

    // MARK: Notes

    func prepareNoteRowReader() throws -> NoteRowReader {
        if let noteReader { return noteReader }
        let made = try NoteRowReader(self)
        noteReader = made
        return made
    }

    /// Returns the indexed note at `path`, or nil if there is none.
    package func note(_ path: VaultPath) throws -> NoteHit? { try prepareNoteRowReader().note(at: path) }

    /// Returns the canvas at `path` with its links, as if it were a note, or nil if there is none.
    package func canvas(_ path: VaultPath) throws -> NoteHit? { try prepareNoteRowReader().canvas(at: path) }

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

    /// Returns a value of the current snapshot, which `make` computes on first use. Kept until `forget()`.
    private func cached<Value>(
        _ value: WritableKeyPath<Snapshot, Value?>, _ make: () throws -> Value
    ) rethrows -> Value {
        if let known = snapshot[keyPath: value] { return known }
        let made = try make()
        snapshot[keyPath: value] = made
        return made
    }

    func totals() throws -> Connection.Totals { try cached(\.search.totals) { try connection.totals() } }

    func columns() throws -> NoteColumns { try cached(\.search.columns) { try NoteColumns(connection, totals()) } }

    /// Calls `body` while searches know only some notes.
    ///
    /// - Parameter notes: notes of the current snapshot, or nil for all.
    package func searching<Result>(_ notes: LimitedNotes?, _ body: () throws -> Result) rethrows -> Result {
        guard let notes else { return try body() }
        let whole = snapshot.search
        snapshot.search = SearchValues(totals: notes.totals, columns: notes.columns)
        defer { snapshot.search = whole }
        return try body()
    }

    /// Returns whether some note has a status in its front matter.
    ///
    /// Complexity: a lookup if notes have several statuses, else O(notes) at first, a byte or two of each.
    package func declaresStatus() throws -> Bool {
        try cached(\.search.declaresStatus) {
            // Notes without one have the same status.
            let two: SQLFragment = "SELECT 1 FROM term WHERE kind = \(TermKind.status) AND notes > 0 LIMIT 2"
            let statuses = try columns().isLimited ? [] : connection.all(sql: two) { $0.int(0) }
            return try statuses.count > 1 || columns().hasLiveRow(.keys, with: FrontMatterKey.status.bit)
        }
    }

    /// Returns the words of the texts: all of the vocabulary except marked ones (`IndexedWord`).
    func vocabulary() throws -> Vocabulary { try cached(\.vocabulary) { try Vocabulary(connection).withoutMarks } }

    /// Returns the words of recent notes.
    func recentWords() throws -> Vocabulary { try cached(\.recent) { try Vocabulary.recent(connection) } }

    /// Returns a vocabulary of texts with the words that start with `prefix`, and maybe others.
    func vocabulary(beginning prefix: [UInt8]) throws -> Vocabulary {
        if let vocabulary = snapshot.vocabulary { return vocabulary }
        return try Vocabulary(connection, beginning: prefix, recent: recentWords()).withoutMarks
    }

    /// Returns the approximate frequency of a text, for comparison with others. Recent notes may not count. Takes one
    /// lookup per word.
    func weight(of text: TextMatch) throws -> Int {
        try text.words.enumerated().map { place, word in
            try (snapshot.vocabulary ?? Vocabulary(connection, beginning: Array(word.utf8), recent: Vocabulary()))
                .weight(of: word, isPrefix: text.isPrefix && place == text.words.count - 1)
        }.min() ?? 0
    }

    /// Returns the approximate frequencies of texts in all indexes of the group, for comparison with one another.
    func weights(of texts: [TextMatch]) throws -> [Int] {
        // Each lookup reads a part of the vocabulary. Many lookups cost more than reading all of it.
        let readsAll = texts.reduce(0, { $0 + $1.words.count }) > 8
        var sums = [Int](repeating: 0, count: texts.count)
        for index in group {
            if readsAll { _ = try index.vocabulary() }
            for (number, text) in texts.enumerated() { sums[number] += try index.weight(of: text) }
        }
        return sums
    }

    func ranker() throws -> Ranker {
        try cached(\.search.ranker) {
            if let collection { return try Ranker(notes: collection.notes, tokens: collection.tokens, columns()) }
            return try Ranker(notes: totals().notes, tokens: totals().tokens, columns())
        }
    }

    func allNames() throws -> NoteNames {
        _ = try prepareNames(of: .max)
        return noteNames
    }

    /// Reads the names of up to `count` more notes and returns whether all are read.
    package func prepareNames(of count: Int) throws -> Bool { try noteNames.update(connection, limit: count) }

    /// Returns the weights for partial names, by row.
    func nameWeights() throws -> [UInt8] { try cached(\.nameWeights) { try names.weights() } }

    var hitCache: HitCache {
        get { snapshot.search.hitCache }
        set { snapshot.search.hitCache = newValue }
    }

    /// Returns the notes that are related to a note.
    ///
    /// Complexity: O(words of the index + keywords of all notes + notes that have one of 16 words).
    func related(to note: RelatedTo) throws -> RelatedNotes {
        if let last = snapshot.search.related, last.note == note { return last }
        let found = try connection.withPageCache(kibibytes: 2048) { try RelatedNotes(self, to: note) }
        snapshot.search.related = found
        return found
    }

    func historyTable() throws -> HistoryTable { try cached(\.history) { try HistoryTable(connection) } }

    func authorNames() throws -> [Int64: String] {
        try cached(\.authors) {
            Dictionary(
                try connection.all("SELECT id, name FROM git_author") { ($0.int(0), $0.text(1)) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Whether some rows are of deleted notes, or of notes that searches do not know.
    var hasOtherRows: Bool { get throws { try totals().deleted > 0 } }

    func name(ofTerm id: Int64) throws -> String {
        if let name = snapshot.terms[id] { return name }
        let name = try connection.first("SELECT name FROM term WHERE id = ?1", [.int(id)]) { $0.text(0) } ?? ""
        snapshot.terms[id] = name
        return name
    }
}
