import Editing
import Rendering
import SourceText
import VaultFiles

/// What a user has changed in a table of notes.
struct TableChanges {
    /// The changes of one row.
    struct Row {
        /// The note, and the beginning of the hash of its content. Nil for a new note.
        var note: (path: VaultPath, hash: String)?
        /// The cells that changed, with their old texts. For a new note, those that are not empty.
        var cells: [(key: String, old: String, new: String)] = []
        /// The new path, as the user wrote it.
        var path: String?
    }

    var changed: [Row] = []
    /// The notes whose rows were removed.
    var removed: [(path: VaultPath, hash: String)] = []

    var isEmpty: Bool { changed.isEmpty && removed.isEmpty }

    /// The column with the path, whose change moves the note.
    static let path = "path"

    /// Compares a table with the edited one.
    ///
    /// - Parameters:
    ///   - notes: the notes of the table, by identity.
    ///   - isEditable: whether cells of a column can be changed.
    /// - Throws: `VaultError` for a row or column that is not of the table, or a cell that cannot be changed.
    init(
        from table: NoteTable, to edited: NoteTable, notes: [String: (path: VaultPath, hash: String)],
        isEditable: (String) -> Bool
    ) throws {
        for (index, name) in edited.columns.enumerated() {
            guard table.columns.contains(name), edited.columns.firstIndex(of: name) == index else {
                throw VaultError(
                    "the table has no column '\(name)', or has it twice; nothing was changed",
                    help: "to add a column, name it in FIELDS")
            }
        }
        let old = Dictionary(table.rows.map { ($0.identity, $0.cells) }) { first, _ in first }
        var seen: Set<String> = []
        for row in edited.rows {
            guard !row.identity.isEmpty else {
                try addNew(row, edited.columns, isEditable: isEditable)
                continue
            }
            guard let note = notes[row.identity], let cells = old[row.identity] else {
                throw VaultError(
                    "line \(row.line) of the table begins with '\(row.identity)', which is no row of it; nothing was changed",
                    help: "the first cell of a row names its note; leave it empty for a new note")
            }
            guard seen.insert(row.identity).inserted else {
                throw VaultError("two rows of the table are of '\(note.path.text)'; nothing was changed", at: note.path)
            }
            var change = Row(note: note)
            for (name, new) in zip(edited.columns, row.cells) {
                guard let column = table.columns.firstIndex(of: name), cells[column] != new else { continue }
                if name == Self.path {
                    change.path = new
                } else {
                    guard isEditable(name) else { throw Self.fixed(name, line: row.line) }
                    change.cells.append((name, cells[column], new))
                }
            }
            if !change.cells.isEmpty || change.path != nil { changed.append(change) }
        }
        removed = table.rows.filter { !seen.contains($0.identity) }.compactMap { notes[$0.identity] }
    }

    private mutating func addNew(_ row: NoteTable.Row, _ columns: [String], isEditable: (String) -> Bool) throws {
        var change = Row()
        for (name, text) in zip(columns, row.cells) where !text.isEmpty {
            if name == Self.path {
                change.path = text
            } else {
                guard isEditable(name) else { throw Self.fixed(name, line: row.line) }
                change.cells.append((name, "", text))
            }
        }
        guard change.path != nil || change.cells.contains(where: { $0.key == "title" }) else {
            throw VaultError(
                "line \(row.line) of the table has neither a note nor a path or title; nothing was changed",
                help: "a row without a note makes a new note: fill in its path")
        }
        changed.append(change)
    }

    private static func fixed(_ column: String, line: Int) -> VaultError {
        VaultError(
            "line \(line) of the table changes '\(column)', which is computed; nothing was changed",
            help: "front matter keys and the path can be changed")
    }

    /// The changes in words, one per line.
    ///
    /// - Parameter removes: whether the notes of removed rows are moved to the trash.
    func lines(removes: Bool) -> [String] {
        let rows = changed.flatMap { row in
            let name = row.note?.path.text ?? "new note"
            let cells = row.cells.map { "\(name): \($0.key): \(Self.shown($0.old)) → \(Self.shown($0.new))" }
            return (row.path.map { ["\(name) → \($0)"] } ?? []) + cells
        }
        return rows + (removes ? removed.map { "\($0.path.text): to the trash" } : [])
    }

    private static func shown(_ text: String) -> String { text.isEmpty ? "(none)" : text }
}
