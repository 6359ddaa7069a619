package import QueryLanguage
import SQLite
package import SourceText

/// Names in the vault, with their counts.
extension NoteIndex {
    package struct Count: Hashable, Sendable {
        package var name: String
        package var notes: Int

        package init(name: String, notes: Int) {
            self.name = name
            self.notes = notes
        }
    }

    package func noteCount() throws -> Int { Int(try totals().notes) }

    /// Returns the name of every property in its most common spelling, in order.
    package func propertyNames() throws -> [String] { try propertyCounts().map(\.name) }

    package func isProperty(_ name: String) throws -> Bool {
        try connection.first(
            sql: "SELECT 1 FROM term WHERE kind = \(TermKind.property) AND folded = \(Self.key(name))"
        ) { _ in true } ?? false
    }

    /// Returns the value by which a property is found.
    static func key(_ property: String) -> SQLValue { .text(FrontMatterKey.identity(property)) }

    /// Returns the properties in their most common spelling with the number of notes that have them, in order of name.
    ///
    /// Complexity: O(properties).
    package func propertyCounts() throws -> [Count] {
        try counts(
            """
            SELECT (SELECT s.name FROM term s WHERE s.kind = \(TermKind.property) AND s.folded = t.folded
                    ORDER BY s.notes DESC, s.name LIMIT 1), sum(notes)
            FROM term t WHERE kind = \(TermKind.property) AND notes > 0 GROUP BY folded ORDER BY 1
            """)
    }

    /// Returns the properties in order of name, with the number of notes that have them and of values of each kind.
    package func properties() throws -> [(name: String, notes: Int, kinds: [(kind: String, values: Int)])] {
        var result: [(name: String, notes: Int, kinds: [(kind: String, values: Int)])] = []
        for count in try propertyCounts() {
            let kinds = try connection.all(
                sql: """
                    SELECT kind, count(*) FROM property WHERE \(try isOfProperty(count.name))
                    GROUP BY kind ORDER BY 2 DESC, 1
                    """
            ) { row in (kind: "\(PropertyKind(rawValue: row.int(0)) ?? .text)", values: Int(row.int(1))) }
            result.append((count.name, count.notes, kinds))
        }
        return result
    }

    /// Returns the condition that a row of `property` belongs to a property. For a single spelling, an equality keeps
    /// the rows in key order.
    func isOfProperty(_ name: String) throws -> SQLFragment {
        let terms = try connection.all(
            sql: "SELECT id FROM term WHERE kind = \(TermKind.property) AND folded = \(Self.key(name))"
        ) { SQLValue.int($0.int(0)) }
        if terms.count == 1 { return "term = \(terms[0])" }
        return "term IN (SELECT id FROM term WHERE kind = \(TermKind.property) AND folded = \(Self.key(name)))"
    }

    /// Returns the values of a property in the note of a file, in their order.
    package func values(ofProperty name: String, file: FileID) throws -> [String] {
        try connection.all(
            sql: """
                SELECT text FROM property WHERE file = \(.number(file)) AND \(try isOfProperty(name))
                    AND \(PropertyKind.hasValue) ORDER BY seq
                """
        ) { $0.text(0) }
    }

    /// Returns the keywords with the number of notes, and of notes whose status is not `lastStatus`. The name is the
    /// most common spelling, or the first in byte order. Complexity: O(uses of keywords).
    package func keywords(lastStatus: String?) throws -> [(name: String, notes: Int, active: Int)] {
        let counts = try keywordCounts()
        guard let lastStatus else { return counts.map { ($0.name, $0.notes, $0.notes) } }
        let idleNotes = try ConditionEvaluator(self).rows(.status(Folding.fold(lastStatus)))
        let idle = try ScopedCounts(self, rows: idleNotes).keywordUses()
        return counts.map { ($0.name, $0.notes, $0.notes - (idle[Folding.fold($0.name)] ?? 0)) }
    }

    /// Returns the keywords in their most common spelling with the number of notes, in order of their folded names.
    /// Complexity: O(keywords).
    package func keywordCounts() throws -> [Count] {
        try counts(
            """
            SELECT (SELECT s.name FROM term s WHERE s.kind = \(TermKind.keyword) AND s.folded = t.folded
                    ORDER BY s.notes DESC, s.name LIMIT 1), sum(notes)
            FROM term t WHERE kind = \(TermKind.keyword) AND notes > 0 GROUP BY folded ORDER BY folded
            """)
    }

    /// Returns the statuses in use with the number of notes. Complexity: O(statuses).
    package func statuses() throws -> [Count] {
        try counts(
            """
            SELECT max(name), sum(notes) FROM term WHERE kind = \(TermKind.status) AND notes > 0
            GROUP BY folded ORDER BY 2 DESC, 1
            """)
    }

    package func isFolder(_ path: VaultPath) throws -> Bool {
        try connection.first(
            sql: "SELECT 1 FROM file WHERE path = \(.text(path.bytes)) AND kind = \(FileKind.folder)"
        ) { _ in true } ?? false
    }

    /// Returns every folder except the root, in order of path, with the number of notes directly in it.
    package func folders() throws -> [(path: VaultPath, notes: Int)] {
        var notes: [Int64: Int] = [:]
        let folders = try columns().all(.folder)
        try columns().alive().forEach { notes[folders[$0], default: 0] += 1 }
        return try connection.all(
            sql: "SELECT path, id FROM file WHERE kind = \(FileKind.folder) ORDER BY path"
        ) { row in (VaultPath(bytes: row.bytes(0)), notes[row.int(1)] ?? 0) }
    }

    /// Returns the file names of attachments with the number of notes that use them, most used first.
    package func attachmentNames() throws -> [Count] {
        var counts: [VaultPath: Int] = [:]
        for file in try columns().attachments() { counts[file.path.name, default: 0] += file.notes }
        return counts.map { Count(name: $0.key.text, notes: $0.value) }
            .sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
    }

    private func counts(_ statement: SQLFragment) throws -> [Count] {
        try connection.all(sql: statement) { row in Count(name: row.text(0), notes: Int(row.int(1))) }
    }

    // MARK: Names of notes

    /// Returns the target of a reference in a note in `folder`, or nil if it is broken.
    package func target(of reference: String, from folder: VaultPath) throws -> LinkTarget? {
        try resolver.resolve(reference, in: folder)
    }

    /// Returns the paths of all files of a kind, in order.
    package func paths(of kind: FileKind) throws -> [VaultPath] {
        try paths("SELECT path FROM file WHERE kind = \(kind) ORDER BY path")
    }

    /// Returns the target of the symbolic link at `path`, or nil if the path is not a symbolic link to an attachment.
    package func real(_ path: VaultPath) throws -> VaultPath? {
        try connection.file("real", at: path) { $0.isNull(0) ? nil : VaultPath(bytes: $0.bytes(0)) } ?? nil
    }

    /// Returns the symbolic links to the attachment at `path`, in order of path.
    package func symbolicLinks(to path: VaultPath) throws -> [VaultPath] {
        try paths("SELECT path FROM file WHERE real = \(.text(path.bytes)) ORDER BY path")
    }

    /// Returns every path of an attachment: its own, and those of all symbolic links to it.
    package func names(ofFile path: VaultPath) throws -> Set<VaultPath> {
        let real = try real(path) ?? path
        return Set(try symbolicLinks(to: real)).union([real, path])
    }

    /// Returns the notes that a NOTE argument may mean, in order of path. These are the note at that path, else all
    /// with that file name, id, title or alias. Exact matches come before those that ignore case and diacritics.
    package func notes(named name: String) throws -> [VaultPath] {
        let root = VaultPath.root.resolving(VaultPath(name))
        if let root, try isNote(root) { return [root] }
        let exact = [Array(name.utf8)] + (root.map { [$0.bytes] } ?? [])
        let folded = exact.map { NameKey.fold($0) }
        let candidates = try resolver.candidates(NameKey.reference(name, in: .root)).filter(\.isNote)
        let tiers: [[NameKind]] = [[.path, .pathStem], [.name, .stem], [.id], [.title], [.alias]]
        for isExact in [true, false] {
            for kinds in tiers {
                let found = candidates.filter { candidate in
                    kinds.flatMap { candidate.names($0) }.contains {
                        isExact ? exact.contains($0) : folded.contains(NameKey.fold($0))
                    }
                }
                if !found.isEmpty { return found.map(\.path).sorted() }
            }
        }
        return []
    }

    private func paths(_ statement: SQLFragment) throws -> [VaultPath] {
        try connection.all(sql: statement) { VaultPath(bytes: $0.bytes(0)) }
    }

    /// Returns the titles, newest first, that contain these words side by side, the last one as a prefix.
    ///
    /// - Parameters:
    ///   - scope: the condition that the notes satisfy.
    ///   - count: how many of the newest of these notes are searched.
    package func newestTitles(
        with words: [String], in scope: Condition = .all, among count: Int
    ) throws -> [String] {
        let request = SearchRequest(
            condition: scope, Presentation(sort: [SortKey(.created)]), statuses: [], detailed: false, scored: false)
        let (found, order) = try ordered(request, wanted: count)
        let statement = try connection.prepare("SELECT title FROM note WHERE id = ?1")
        var titles: [String] = []
        for number in order {
            try statement.rows([.int(found.rows[number])]) { row in
                let title = row.text(0)
                if Self.stand(words, in: Words.list(title)) { titles.append(title) }
                return false
            }
        }
        return titles
    }

    private static func stand(_ words: [String], in title: [String]) -> Bool {
        guard let last = words.last, title.count >= words.count else { return false }
        return (0...title.count - words.count).contains { start in
            title[start + words.count - 1].hasPrefix(last)
                && title[start..<start + words.count - 1].elementsEqual(words.dropLast())
        }
    }

    /// Returns the notes that link to the note at `path`, with the line of each link, in order of path.
    package func backlinks(to path: VaultPath) throws -> [(path: VaultPath, title: String, line: Int)] {
        try connection.all(
            """
            SELECT s.path, n.title, l.line FROM link l JOIN file f ON f.id = l.target JOIN note n ON n.file = l.file
                JOIN file s ON s.id = l.file
            WHERE f.path_hash = ?1 AND f.path = ?2 ORDER BY slip_key(s.path), s.path, l.seq
            """, [.number(NameKey.path(path)), .text(path.bytes)]
        ) { row in (VaultPath(bytes: row.bytes(0)), row.text(1), Int(row.int(2))) }
    }

    /// A reference as stored in the index.
    package struct KnownReference: Sendable {
        /// The note that contains it, and its position among the note's references.
        package var path: VaultPath
        package var number: Int
        /// The target as written, without the fragment.
        package var target: String
        /// The line where it starts, from 1, and the position of its target.
        package var line: Int
        package var location: TextLocation
    }

    /// Returns the references to the file or folder at `path`, in no order.
    package func references(to path: VaultPath) throws -> [KnownReference] {
        let known = path.isRoot ? .root : try connection.file("id", at: path) { $0.number(0, as: FileID.self) }
        guard let file = known else { return [] }
        return try connection.all(
            """
            SELECT s.path, l.seq, l.reference, l.line, l.line + l.below, l.column
            FROM link l CROSS JOIN file s ON s.id = l.file WHERE l.target = ?1
            """, [.number(file)]
        ) { row in
            KnownReference(
                path: VaultPath(bytes: row.bytes(0)), number: Int(row.int(1)), target: row.text(2),
                line: Int(row.int(3)), location: TextLocation(line: Int(row.int(4)), column: Int(row.int(5))))
        }
    }

    /// Returns the notes with a broken link of exactly this name, in order of path.
    package func notesWithBrokenLink(named name: String) throws -> [VaultPath] {
        try connection.all(
            """
            SELECT DISTINCT f.path FROM waiting w CROSS JOIN link l ON l.file = w.file AND l.seq = w.seq
                CROSS JOIN file f ON f.id = l.file
            WHERE w.name_hash = ?1 AND l.target IS NULL AND l.reference = ?2 ORDER BY f.path
            """, [.number(NameKey.whole(name)), .text(name)]
        ) { VaultPath(bytes: $0.bytes(0)) }
    }

    // MARK: Words

    /// Returns words of the index similar to a folded word: the first `mostHolding` words that contain it, and near
    /// spellings (`Nearest`).
    ///
    /// Complexity: O(words of the index).
    package func words(like word: String, mostHolding: Int) throws -> (holding: [String], isWhole: Bool, near: [String])
    {
        let vocabulary = try vocabulary()
        let holding = vocabulary.range(holding: Array(word.utf8))
        let near = vocabulary.words(near: word, atMost: Nearest.farthest(word.unicodeScalars.count))
        return (
            holding.prefix(mostHolding).map { String(decoding: vocabulary.word($0), as: UTF8.self) },
            holding.count <= mostHolding, near
        )
    }

    /// Returns the words that start with `start`, most frequent first by weight.
    package func words(from start: String, limit: Int) throws -> [(word: String, weight: Int)] {
        let vocabulary = try vocabulary()
        return commonest(Array(vocabulary.range(beginning: Array(start.utf8))), vocabulary, limit)
    }

    /// Returns the words that contain a text after their start, most frequent first. Complexity: O(words of the index).
    package func words(holding text: String, limit: Int) throws -> [(word: String, weight: Int)] {
        let vocabulary = try vocabulary()
        let wanted = Array(text.utf8)
        let found = vocabulary.range(holding: wanted).filter { !vocabulary.word($0).starts(with: wanted) }
        return commonest(found, vocabulary, limit)
    }

    private func commonest(
        _ numbers: [Int], _ vocabulary: Vocabulary, _ limit: Int
    ) -> [(word: String, weight: Int)] {
        // Words of equal weight stay in order.
        numbers.sorted { (vocabulary.weight($1), $0) < (vocabulary.weight($0), $1) }.prefix(limit).map { number in
            (String(decoding: vocabulary.word(number), as: UTF8.self), vocabulary.weight(number))
        }
    }

    /// Returns the property that most notes have with a text that contains these folded words in sequence, and one such
    /// value. Only notes that satisfy `condition` count.
    package func property(
        holding words: [String], in condition: Condition
    ) throws -> (key: String, value: String, notes: Int)? {
        var keys: [String: (value: String, files: Set<Int64>)] = [:]
        // Splitting every value into words would cost more than the search.
        let longest = words.max { $0.utf8.count < $1.utf8.count } ?? ""
        let row = try columns().fileRows()
        var scope: RowSet?
        try connection.rows(
            sql: """
                SELECT p.term, p.text, p.file FROM property p
                WHERE p.kind <> \(PropertyKind.null) AND p.kind <> \(PropertyKind.container) AND instr(p.folded, \(.text(longest))) > 0
                """
        ) { value in
            let text = value.text(1)
            let found = Words.list(text)
            guard found.count >= words.count,
                (0...found.count - words.count).contains(where: { Array(found[$0..<$0 + words.count]) == words })
            else { return true }
            if scope == nil { scope = try ConditionEvaluator(self).rows(condition) }
            guard let note = row(value.int(2)), scope?.contains(note) == true else { return true }
            keys[try name(ofTerm: value.int(0)), default: (text, [])].files.insert(value.int(2))
            return true
        }
        return keys.max { ($0.value.files.count, $1.key) < ($1.value.files.count, $0.key) }
            .map { ($0.key, $0.value.value, $0.value.files.count) }
    }
}
