package import QueryLanguage
package import SQLite
package import SourceText

/// The text of attachments in the index. Files with equal content share a document.
///
/// A row of `attached` without one in `document` is deleted: see `Schema`.
package struct AttachmentTable {
    /// An attachment of the vault, and the document that it was when it was last read.
    package struct File: Sendable {
        package var id: FileID
        package var path: VaultPath
        /// Where it is, if the path is a symbolic link.
        package var real: VaultPath?
        package var fingerprint: Fingerprint
        package var document: Document?

        package init(
            id: FileID, path: VaultPath, real: VaultPath?, fingerprint: Fingerprint, document: Document? = nil
        ) {
            (self.id, self.path, self.real) = (id, path, real)
            (self.fingerprint, self.document) = (fingerprint, document)
        }
    }

    /// A content that was read.
    package struct Document: Hashable, Sendable {
        /// A name that depends on the content and its format only.
        package var name: String
        /// The program that read it, and its version.
        package var reader: String
        package var pages: Int
        /// The size of the text in bytes.
        package var size: Int
        /// The reason why there is no text, as a predicate, or nil if there is.
        package var failure: String?

        package init(name: String, reader: String, pages: Int, size: Int, failure: String? = nil) {
            self.name = name
            self.reader = reader
            self.pages = pages
            self.size = size
            self.failure = failure
        }
    }

    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    // MARK: Searching

    /// Calls `body` with the row of each note that references an attachment with a text. A row may come several times.
    func forEachRow(of match: TextMatch, _ body: (Int) -> Void) throws {
        try connection.rows(
            """
            SELECT n.id FROM attached CROSS JOIN attachment a ON a.document = attached.rowid
            CROSS JOIN link l ON l.target = a.file CROSS JOIN note n ON n.file = l.file WHERE attached MATCH ?1
            """ + Self.restriction(match, to: "a.document"), [.text(TextQuery.expression(match))]
        ) {
            body(Int(truncatingIfNeeded: $0.int(0)))
            return true
        }
    }

    /// Returns the SQL that restricts a column of documents to the attachments in which a text is searched.
    private static func restriction(_ match: TextMatch, to column: String) -> String {
        if match.attachments != .canvases { return "" }
        return """
             AND \(column) IN (SELECT a.document FROM file f CROSS JOIN attachment a ON a.file = f.id
            WHERE f.kind = \(FileKind.canvas.rawValue))
            """
    }

    /// Returns the scores of the documents that contain a text (BM25, at least 0), by number.
    package func scores(of match: TextMatch) throws -> [Int64: Double] {
        var scores: [Int64: Double] = [:]
        try connection.rows(
            "SELECT rowid, bm25(attached) FROM attached WHERE attached MATCH ?1" + Self.restriction(match, to: "rowid"),
            [.text(TextQuery.expression(match))]
        ) {
            // The best ones are the least: sqlite.org/fts5.html, 5.1.1.
            scores[$0.int(0)] = max(0, -$0.real(1))
            return true
        }
        return scores
    }

    /// Calls `body` with the row of each note that references one of some documents, and the number of the document.
    func forEachRow(of documents: some Sequence<Int64>, _ body: (_ row: Int, _ document: Int64) -> Void) throws {
        for document in documents {
            try connection.rows(
                """
                SELECT n.id FROM attachment a CROSS JOIN link l ON l.target = a.file
                CROSS JOIN note n ON n.file = l.file WHERE a.document = ?1
                """, [.int(document)]
            ) {
                body(Int(truncatingIfNeeded: $0.int(0)), document)
                return true
            }
        }
    }

    /// Returns the attachments of a note that were read, with the numbers and names of their documents.
    package func attachments(
        of note: VaultPath
    ) throws -> [(path: VaultPath, document: Int64, name: String)] {
        try connection.all(
            sql: """
                SELECT DISTINCT file.path, d.id, d.name FROM file f CROSS JOIN link l ON l.file = f.id
                CROSS JOIN attachment a ON a.file = l.target CROSS JOIN document d ON d.id = a.document
                CROSS JOIN file ON file.id = a.file WHERE \(.isFile(note))
                """
        ) { (path: $0.path(0), document: $0.int(1), name: $0.text(2)) }
    }

    // MARK: Reading

    private static let columns: SQLFragment = "d.name, d.reader, d.pages, d.size, d.failure"

    private static func document(_ row: borrowing Row, from column: Int) -> Document {
        Document(
            name: row.text(column), reader: row.text(column + 1), pages: Int(row.int(column + 2)),
            size: Int(row.int(column + 3)), failure: row.optionalText(column + 4))
    }

    /// Returns whether a note references a canvas.
    package func hasReferencedCanvas() throws -> Bool {
        try connection.first(
            sql: """
                SELECT 1 FROM file f CROSS JOIN link l ON l.target = f.id CROSS JOIN note n ON n.file = l.file
                WHERE f.kind = \(FileKind.canvas) LIMIT 1
                """
        ) { _ in true } ?? false
    }

    /// Returns the files that are no notes, ordered by path: all, or those that notes reference.
    ///
    /// Complexity: O(files of the vault).
    package func files(referenced: Bool = false, onlyCanvases: Bool = false) throws -> [File] {
        let condition: SQLFragment = referenced ? "EXISTS (SELECT 1 FROM link l WHERE l.target = f.id)" : "1"
        let kinds = onlyCanvases ? [FileKind.canvas] : FileKind.attachments
        return try connection.all(
            sql: """
                SELECT \(Self.fileColumns) FROM \(Self.fileTables)
                WHERE f.kind IN (\(kinds)) AND \(condition) ORDER BY f.path
                """
        ) { Self.file($0) }
    }

    private static let fileColumns: SQLFragment = "f.id, f.path, f.real, ifnull(a.fingerprint, 0), \(columns)"
    private static let fileTables: SQLFragment = """
        file f LEFT JOIN attachment a ON a.file = f.id LEFT JOIN document d ON d.id = a.document
        """

    private static func file(_ row: borrowing Row) -> File {
        File(
            id: FileID(row.int(0)), path: row.path(1), real: row.isNull(2) ? nil : row.path(2),
            fingerprint: Fingerprint(row.int(3)), document: row.isNull(4) ? nil : document(row, from: 4))
    }

    /// Returns the file at a path, or nil if it is unknown or a note.
    package func file(at path: VaultPath) throws -> File? {
        try connection.first(
            sql: """
                SELECT \(Self.fileColumns) FROM \(Self.fileTables)
                WHERE \(.isFile(path)) AND f.kind IN (\(FileKind.attachments))
                """
        ) { Self.file($0) }
    }

    /// Returns the document of the attachment at a path, or nil if it was not read.
    package func document(at path: VaultPath) throws -> Document? {
        try connection.first(
            sql: """
                SELECT \(Self.columns) FROM file f CROSS JOIN attachment a ON a.file = f.id
                CROSS JOIN document d ON d.id = a.document WHERE \(.isFile(path))
                """
        ) { Self.document($0, from: 0) }
    }

    /// Returns the document with a name, or nil if no file with its content was read.
    package func document(named name: String) throws -> Document? {
        try connection.first(sql: "SELECT \(Self.columns) FROM document d WHERE d.name = \(.text(name))") {
            Self.document($0, from: 0)
        }
    }

    /// Returns the attachments without text, with the reason as a predicate, ordered by path.
    package func failures() throws -> [(path: VaultPath, reason: String)] {
        try connection.all(
            """
            SELECT f.path, d.failure FROM document d CROSS JOIN attachment a ON a.document = d.id
            CROSS JOIN file f ON f.id = a.file WHERE d.failure IS NOT NULL ORDER BY f.path
            """
        ) { ($0.path(0), $0.text(1)) }
    }

    /// Returns the numbers of files that were read, their pages, the bytes of their text, and failures.
    package func totals() throws -> (files: Int, pages: Int, size: Int, failures: Int) {
        try connection.first(
            """
            SELECT count(*), ifnull(sum(d.pages), 0), ifnull(sum(d.size), 0), count(d.failure)
            FROM attachment a CROSS JOIN document d ON d.id = a.document
            """
        ) { (Int($0.int(0)), Int($0.int(1)), Int($0.int(2)), Int($0.int(3))) } ?? (0, 0, 0, 0)
    }

    // MARK: Checking

    /// Returns a hash of the words and their positions for each document with text, by name. Complexity: O(words).
    package func wordSums() throws -> [String: UInt64] {
        try connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.attached_place USING fts5vocab(main, attached, instance)")
        defer { try? connection.execute("DROP TABLE temp.attached_place") }
        var sums: [Int64: UInt64] = [:]
        try connection.rows("SELECT term, doc, \"offset\" FROM temp.attached_place") { row in
            sums[row.int(1), default: 0] &+= Self.hash(of: row.bytes(0)[...], at: Int(row.int(2)))
            return true
        }
        return Dictionary(
            try connection.all("SELECT name, id FROM document WHERE failure IS NULL") {
                ($0.text(0), sums[$0.int(1)] ?? 0)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the hash that `wordSums` has for a document with this text.
    package static func wordSum(of pages: [String]) -> UInt64 {
        words(of: pages).split(separator: Byte.space).enumerated().reduce(0) { sum, word in
            sum &+ hash(of: word.element, at: word.offset)
        }
    }

    /// FTS5 shortens longer words: FTS5_MAX_TOKEN_SIZE.
    private static let longestWord = 32768

    private static func hash(of word: ArraySlice<UInt8>, at offset: Int) -> UInt64 {
        UInt64(bitPattern: ContentHash.hash(Array(word.prefix(longestWord)))) &* (2 &* UInt64(offset) &+ 1)
    }

    // MARK: Writing

    /// Records that a file has a content. Has no effect if the file is gone from the index.
    ///
    /// - Parameters:
    ///   - fingerprint: `unknown` if the file may change without another fingerprint.
    ///   - text: the text, which replaces that of a stored document with this name. Nil to keep the stored one.
    package func set(_ file: File, _ fingerprint: Fingerprint, to document: Document, text: [String]?) throws {
        if let text { try replace(document, text) }
        // The id may be that of another file by now.
        try connection.run(
            sql: """
                INSERT OR REPLACE INTO attachment(file, fingerprint, document)
                SELECT f.id, \(.number(fingerprint)), d.id FROM file f CROSS JOIN document d
                WHERE f.id = \(.number(file.id)) AND f.path = \(.text(file.path.bytes))
                AND f.kind IN (\(FileKind.attachments)) AND d.name = \(.text(document.name))
                """)
    }

    /// Removes what is stored of a file.
    package func remove(_ file: FileID) throws {
        try connection.run("DELETE FROM attachment WHERE file = ?1", [.number(file)])
    }

    private func replace(_ document: Document, _ text: [String]) throws {
        let old = try connection.first(sql: "SELECT id FROM document WHERE name = \(.text(document.name))") {
            $0.int(0)
        }
        // A row of the full-text table cannot be deleted, so its number is not used again.
        if let old { try connection.run("UPDATE document SET name = '-' || id WHERE id = ?1", [.int(old)]) }
        try connection.run(
            "INSERT INTO document(name, reader, pages, size, failure) VALUES(?1, ?2, ?3, ?4, ?5)",
            [
                .text(document.name), .text(document.reader), .int(document.pages), .int(document.size),
                .optional(document.failure),
            ])
        let row = connection.lastInsertedRow
        if let old {
            try connection.run("UPDATE attachment SET document = ?1 WHERE document = ?2", [.int(row), .int(old)])
        }
        if document.failure == nil {
            try connection.run(
                "INSERT INTO attached(rowid, text) VALUES(?1, ?2)", [.int(row), .text(Self.words(of: text))])
        }
    }

    /// The size of unused texts, in bytes, up to which they are kept. A document that was renamed needs its text again.
    private static let enoughUnused = 32 << 20

    /// Removes all documents if those without a file have more text than the others, and much of it. All attachments are
    /// then new, and most of their texts come from the cache.
    ///
    /// Single texts cannot be removed from the full-text table, which does not store them.
    ///
    /// - Returns: the names of the documents without a file, or none if nothing was removed.
    package func removeUnused() throws -> [String] {
        let unused = try connection.all(
            "SELECT name, size FROM document WHERE id NOT IN (SELECT document FROM attachment)"
        ) { (name: $0.text(0), size: Int($0.int(1))) }
        let size = unused.reduce(0) { $0 + $1.size }
        if size < Self.enoughUnused { return [] }
        if try size < totals().size { return [] }
        try connection.execute("INSERT INTO attached(attached) VALUES('delete-all')")
        try connection.execute("DELETE FROM attachment")
        try connection.execute("DELETE FROM document")
        return unused.map(\.name)
    }

    /// Returns the folded words of pages. No phrase spans two paragraphs or pages.
    private static func words(of pages: [String]) -> [UInt8] {
        var words: [UInt8] = []
        for page in pages {
            let bytes = Array(page.utf8)
            for paragraph in Paragraphs.ranges(in: bytes) {
                if !words.isEmpty { words += FullText.gap }
                _ = Words.append(bytes, paragraph, to: &words)
            }
        }
        return words
    }
}

/// The paragraphs of a text without markup, which blank lines separate.
package enum Paragraphs {
    /// The size in bytes at which a paragraph ends with the current line. A table may have no blank line.
    private static let mostBytes = 1 << 16

    /// Returns the ranges of the paragraphs. Complexity: O(text).
    package static func ranges(in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < text.count {
            let end = text[index...].firstIndex(of: Byte.newline) ?? text.count
            let isBlank = text.trimmed(index..<end).isEmpty
            if isBlank || end - start > mostBytes {
                let last = isBlank ? index : end
                if start < last { ranges.append(start..<last) }
                start = min(text.count, end + 1)
            }
            index = end + 1
        }
        if start < text.count { ranges.append(start..<text.count) }
        return ranges
    }
}
