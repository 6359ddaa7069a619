import QueryLanguage
import SQLite
import SourceText

/// A reader of single notes, found by row or path.
final class NoteRowReader {
    /// Weak would cost a check per note. The index owns the reader.
    private unowned let index: NoteIndex
    private let note: Statement
    /// The statements for the lists of a note. Prepared for the first note whose lists are read.
    private var lists: (aliases: Statement, links: Statement)?

    private static let selection: SQLFragment = """
        SELECT f.path, n.title, n.status, n.flags, n.created, n.modified, n.ident, n.ord, n.words, n.size,
            n.open_tasks, n.done_tasks, n.properties, n.file, n.id, f.hash, n.known_keys
        """

    init(_ index: NoteIndex) throws {
        self.index = index
        let statement: SQLFragment =
            "\(Self.selection) FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id = ?1"
        note = try index.connection.prepare(statement.sql)
    }

    private func prepareLists() throws -> (aliases: Statement, links: Statement) {
        let links = try index.connection.prepare(
            """
            SELECT l.reference, f.path, l.line, l.state, l.attachment, f.kind, l.target FROM link l
            LEFT JOIN file f ON f.id = l.target WHERE l.file = ?1 AND l.state <> \(LinkState.text.rawValue)
            ORDER BY l.seq
            """)
        return (try index.connection.prepare("SELECT name FROM alias WHERE file = ?1 ORDER BY seq"), links)
    }

    /// Returns the note of a row, or nil if the index is corrupt and the row has none.
    ///
    /// - Parameter detailed: whether to read its lists.
    func note(_ row: Int, score: Double?, detailed: Bool) throws -> NoteHit? {
        try note.first([.int(row)]) { try read($0, score: score, detailed: detailed) }
    }

    /// Returns the note at a path with its lists, or nil if there is none.
    func note(at path: VaultPath) throws -> NoteHit? {
        let statement: SQLFragment = """
            \(Self.selection) FROM file f CROSS JOIN note n ON n.file = f.id WHERE \(.isFile(path))
            """
        return try index.connection.first(sql: statement) { try read($0, score: nil, detailed: true) }
    }

    /// Returns the canvas at a path with its links, or nil if there is none.
    func canvas(at path: VaultPath) throws -> NoteHit? {
        let statement: SQLFragment = "SELECT f.id FROM file f WHERE \(.isFile(path)) AND f.kind = \(FileKind.canvas)"
        let file = try index.connection.first(sql: statement) { $0.number(0, as: FileID.self) }
        guard let file else { return nil }
        var hit = NoteHit(path: path, score: nil)
        hit.title = path.name.text
        try addLinks(to: &hit, of: file)
        return hit
    }

    private func read(_ row: borrowing Row, score: Double?, detailed: Bool) throws -> NoteHit {
        var note = NoteHit(path: row.path(0), score: score)
        note.title = row.text(1)
        note.status = try index.name(ofTerm: row.int(2))
        note.isFavorite = row.int(3) & NoteFeatures.favorite.rawValue != 0
        (note.created, note.modified) = (row.moment(4), row.moment(5))
        (note.id, note.order) = (row.optionalText(6), row.optionalInt(7))
        (note.counts.words, note.counts.size) = (Int(row.int(8)), row.int(9))
        (note.counts.openTasks, note.counts.doneTasks) = (Int(row.int(10)), Int(row.int(11)))
        note.propertiesJSON = row.optionalText(12) ?? "{}"
        note.contentHash = row.int(15)
        note.result.isStatusDeclared = try row.int(16) & FrontMatterKey.status.bit != 0 || index.declaresStatus()
        if detailed { try addLists(to: &note, file: row.number(13), row: Int(row.int(14))) }
        return note
    }

    private func addLists(to note: inout NoteHit, file: FileID, row: Int) throws {
        try addLinks(to: &note, of: file)
        let (aliases, _) = try lists ?? prepareLists()
        for term in try index.columns().list(.keywords, row) { note.keywords.append(try index.name(ofTerm: term)) }
        try aliases.rows([.number(file)]) { row in
            note.aliases.append(row.text(0))
            return true
        }
    }

    private func addLinks(to note: inout NoteHit, of file: FileID) throws {
        let (aliases, links) = try lists ?? prepareLists()
        lists = (aliases, links)
        try links.rows([.number(file)]) { row in
            // The vault's root has no row in `file`.
            let path = row.isNull(6) ? nil : row.path(1)
            if row.bool(4) {
                let target = row.text(0)
                let reference = VaultPath(target)
                note.attachments.append(
                    NoteHit.Attachment(
                        target: target, path: path ?? note.path.folder.resolving(reference) ?? reference,
                        exists: path != nil, line: Int(row.int(2))))
            } else {
                note.links.append(
                    NoteHit.Link(
                        target: row.text(0), path: path, line: Int(row.int(2)),
                        isAmbiguous: row.int(3) == LinkState.ambiguous.rawValue,
                        isFolder: path != nil && row.int(5) == FileKind.folder.rawValue))
            }
            return true
        }
    }
}
