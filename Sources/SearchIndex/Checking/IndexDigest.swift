package import SQLite
import SourceText

/// The contents of an index as numbers that do not depend on row numbers or on the order of writes. `IndexVerifier`
/// compares those of the vault's index and of a new one.
///
/// It excludes what a new index lacks: moves of notes, stored anchors and data from git.
package struct IndexDigest: Sendable {
    /// The parts that are compared. The raw values are shown to the user.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case file, note, aliases, properties, names, links, findings, tasks, columns, words, suggestions, counts,
            attachment
    }

    /// A difference between two indexes.
    package struct Difference: Hashable, Sendable {
        /// A path, or else a keyword, status, property or word.
        package var subject: [UInt8]
        package var isPath: Bool
        /// The parts that differ, in the order of `Part`.
        package var parts: [Part]

        package init(subject: [UInt8], isPath: Bool, parts: [Part]) {
            (self.subject, self.isPath, self.parts) = (subject, isPath, parts)
        }
    }

    private struct SubjectKey: Hashable {
        var subject: [UInt8]
        var isPath: Bool
    }

    /// The sums of the hashes per part and subject. They do not depend on the order of rows.
    private var sums: [Part: [SubjectKey: UInt64]] = [:]
    /// The words that can be suggested. They may include words that no note has any more.
    private var suggested: Set<[UInt8]> = []
    private var words: Set<[UInt8]> = []

    /// - Throws: `SQLiteError`.
    /// - Complexity: O(words of all notes), about as long as a rebuild of the index.
    package init(_ connection: Connection) throws {
        for (part, sql) in Self.statements {
            try connection.rows(sql) { row in
                add(row, to: part, isPath: part != .counts)
                return true
            }
        }
        try addColumns(connection)
        try addWords(connection)
        try addSuggestions(connection)
    }

    /// Returns the differences from a new index of the same files: paths in order, then words. A word that can be
    /// suggested although no note has it any more is no difference.
    package func differences(from truth: IndexDigest) -> [Difference] {
        var parts: [SubjectKey: [Part]] = [:]
        for part in Part.allCases {
            let (own, others) = (sums[part] ?? [:], truth.sums[part] ?? [:])
            for (key, sum) in own where others[key] != sum { parts[key, default: []].append(part) }
            for key in others.keys where own[key] == nil { parts[key, default: []].append(part) }
        }
        for word in truth.words where !suggested.contains(word) {
            parts[SubjectKey(subject: word, isPath: false), default: []].append(.suggestions)
        }
        return parts.map { Difference(subject: $0.key.subject, isPath: $0.key.isPath, parts: $0.value) }
            .sorted { ($0.isPath ? 0 : 1, $0.subject.shownForOrder) < ($1.isPath ? 0 : 1, $1.subject.shownForOrder) }
    }

    // MARK: Rows

    /// The compared values of each table; the first column is the subject. A NULL subject counts as the root.
    private static let statements: [(Part, String)] = [
        (.file, "SELECT path, path_hash, kind, hash, born, real FROM file"),
        (
            .note,
            """
            SELECT f.path, d.path, n.title, t.folded, n.created, n.created_local, n.modified, n.modified_local, n.ident,
                n.ord, n.words, n.size, n.open_tasks, n.done_tasks, n.headings, n.known_keys, n.flags, n.properties,
                n.title_line, n.title_column, n.ident_line, n.ident_column
            FROM note n LEFT JOIN file f ON f.id = n.file LEFT JOIN file d ON d.id = n.folder
                LEFT JOIN term t ON t.id = n.status
            """
        ),
        (.aliases, "SELECT f.path, a.seq, a.name, a.folded FROM alias a LEFT JOIN file f ON f.id = a.file"),
        (
            .properties,
            """
            SELECT f.path, p.seq, t.kind, t.folded, p.kind, p.text, p.folded, p.number, p.time, p.time_local
            FROM property p LEFT JOIN file f ON f.id = p.file LEFT JOIN term t ON t.id = p.term
            """
        ),
        (.names, "SELECT f.path, n.name_hash FROM name n LEFT JOIN file f ON f.id = n.file"),
        (.names, "SELECT f.path, 'waits', w.name_hash, w.seq FROM waiting w LEFT JOIN file f ON f.id = w.file"),
        (
            .links,
            """
            SELECT f.path, l.seq, l.reference, l.line, l.below, l.column, l.fragment, l.form, t.path, l.attachment, l.state
            FROM link l LEFT JOIN file f ON f.id = l.file LEFT JOIN file t ON t.id = l.target
            """
        ),
        (
            .findings,
            """
            SELECT f.path, i.seq, i.kind, i.severity, i.line, i.column, i.message, i.help
            FROM finding i LEFT JOIN file f ON f.id = i.file
            """
        ),
        (
            .tasks,
            """
            SELECT f.path, t.seq, t.line, t.column, t.mark, t.source, t.headings, t.parent
            FROM task t LEFT JOIN file f ON f.id = t.file
            """
        ),
        // The spelling of a term depends on which note was indexed first.
        (.counts, "SELECT folded, kind, sum(notes) FROM term WHERE notes > 0 GROUP BY folded, kind"),
    ]

    private mutating func add(_ row: borrowing Row, to part: Part, isPath: Bool) {
        var hash: UInt64 = 0
        for column in 1..<row.count {
            let value = row.isNull(column) ? 1 : UInt64(bitPattern: ContentHash.hash(row.bytes(column)))
            hash = (hash &+ value).mixed
        }
        add(hash, to: part, SubjectKey(subject: row.bytes(0), isPath: isPath))
    }

    private mutating func add(_ hash: UInt64, to part: Part, _ key: SubjectKey) {
        sums[part, default: [:]][key, default: 0] &+= hash.mixed
    }

    // MARK: Columns and words

    /// Returns the names that a statement selects in its second column, by the ids in the first one.
    private static func names(_ connection: Connection, _ statement: String) throws -> [Int64: [UInt8]] {
        Dictionary(try connection.all(statement) { ($0.int(0), $0.bytes(1)) }) { _, last in last }
    }

    /// Returns the path of each row of the full-text table.
    private static func notes(_ connection: Connection) throws -> [Int64: [UInt8]] {
        try names(connection, "SELECT n.id, f.path FROM note n LEFT JOIN file f ON f.id = n.file")
    }

    private mutating func addColumns(_ connection: Connection) throws {
        let notes = try Self.notes(connection)
        var paths = try Self.names(connection, "SELECT id, path FROM file")
        paths[0] = []
        let terms = try Self.names(connection, "SELECT id, folded FROM term")
        // Values beyond the last note are never read.
        let capacity = (Int(notes.keys.max() ?? 0) / ColumnPart.size + 1) * ColumnPart.size
        func text(_ value: Int64, _ names: [Int64: [UInt8]]) -> UInt64 {
            names[value].map { UInt64(bitPattern: ContentHash.hash($0)) } ?? 0
        }
        // Values from git are computed only when a query needs them.
        for column in NoteColumn.allCases where ![.committed, .commits, .authors].contains(column) {
            let values = try ColumnReader(column, connection, capacity: capacity).all()
            for (row, path) in notes {
                let value =
                    switch column {
                    case .file, .folder: text(values[Int(row)], paths)
                    case .status: text(values[Int(row)], terms)
                    default: UInt64(bitPattern: values[Int(row)])
                    }
                let hash = UInt64(bitPattern: column.rawValue).mixed &+ value
                add(hash, to: .columns, SubjectKey(subject: path, isPath: true))
            }
            // A deleted row has no note. A live row without a note is a difference.
            if column == .file {
                for (row, file) in values.enumerated() where file != 0 && notes[Int64(row)] == nil {
                    add(1, to: .columns, SubjectKey(subject: paths[file] ?? [], isPath: true))
                }
            }
        }
        var known: [NoteColumn: ListStarts] = [:]
        for column in NoteListColumn.allCases where column != .authors {
            let starts = try known[column.counts] ?? ListStarts(column.counts, connection, capacity: capacity)
            known[column.counts] = starts
            let lists = try NumberLists(column, connection, starts)
            for (row, path) in notes {
                var hash = UInt64(bitPattern: column.rawValue)
                // The order of targets depends on row numbers.
                for number in lists.list(Int(row)) where column == .targets {
                    hash &+= text(Int64(number), paths).mixed
                }
                for number in lists.list(Int(row)) where column == .keywords {
                    hash = (hash &+ text(Int64(number), terms)).mixed
                }
                for number in lists.list(Int(row)) where column.counts == .tasks {
                    hash = (hash &+ UInt64(bitPattern: Int64(number))).mixed
                }
                add(hash, to: .columns, SubjectKey(subject: path, isPath: true))
            }
        }
    }

    /// Adds every word with its positions (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module).
    private mutating func addWords(_ connection: Connection) throws {
        let notes = try Self.notes(connection)
        let count = Int(notes.keys.max() ?? 0) + 1
        var sums = [UInt64](repeating: 0, count: count)
        var isLive = [Bool](repeating: false, count: count)
        for row in notes.keys where row >= 0 { isLive[Int(row)] = true }
        try connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.place USING fts5vocab(main, fts, instance)")
        var word: [UInt8] = []
        var hash: UInt64 = 0
        var columns: [String: UInt64] = [:]
        try connection.rows("SELECT term, doc, col, \"offset\" FROM temp.place") { row in
            let document = Int(clamping: row.int(1))
            guard document >= 0, document < count, isLive[document] else { return true }
            if !row.equals(word, 0) {
                word = row.bytes(0)
                hash = UInt64(bitPattern: ContentHash.hash(word))
                if word.count <= Vocabulary.longest { words.insert(word) }
            }
            let name = row.text(2)
            let column = columns[name] ?? UInt64(bitPattern: ContentHash.hash(Array(name.utf8)))
            columns[name] = column
            sums[document] &+= (hash ^ column &+ UInt64(bitPattern: row.int(3))).mixed
            return true
        }
        try connection.execute("DROP TABLE temp.place")
        for (row, path) in notes { add(sums[Int(row)], to: .words, SubjectKey(subject: path, isPath: true)) }
    }

    private mutating func addSuggestions(_ connection: Connection) throws {
        let vocabulary = try Vocabulary(connection)
        for number in 0..<vocabulary.count { suggested.insert(Array(vocabulary.word(number))) }
    }
}

extension [UInt8] {
    fileprivate var shownForOrder: String { String(decoding: self, as: UTF8.self) }
}
