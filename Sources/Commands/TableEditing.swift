import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// `slip set --table`: opens the found notes as a table in the editor, and applies its changes.
struct TableEditing {
    let options: ChangeOptions
    let form: NoteTable.Form
    /// Whether rows that were removed move their notes to the trash.
    let removes: Bool
    /// Whether the changes are carried out without a question.
    let agrees: Bool
    let context: CommandContext

    /// The table that is edited.
    private struct Opened {
        var table: NoteTable
        var notes: [String: (path: VaultPath, hash: String)] = [:]
        /// The columns whose cells can be changed.
        var editable: Set<String> = []
    }

    /// - Parameter fields: the names of the columns, separated by commas.
    func run(_ query: String, _ fields: String) throws {
        let editor = try EditCommand.editor(context)
        let opened = try open(query, fields)
        if opened.table.rows.isEmpty { return context.notice("no notes found; nothing to change") }
        let folder = try Files.makeTemporaryFolder()
        let file = folder + Array("/table.\(form == .csv ? "csv" : "tsv")".utf8)
        try Files.create(file, Array(opened.table.text(form).utf8), mode: 0o600)
        // The user's work would be lost otherwise.
        let kept = "the table is kept in '\(String(decoding: file, as: UTF8.self))'"
        do {
            try EditCommand.run(editor, [file], in: context)
            let isChanged = try apply(try NoteTable(try text(of: file), form), to: opened, query: query, fields: fields)
            if options.isDryRun, isChanged { return context.notice(SafeText.escaped(kept)) }
        } catch var error as VaultError {
            error.help = (error.help.map { "\($0); " } ?? "") + SafeText.escaped(kept)
            throw error
        } catch {
            context.notice(SafeText.escaped(kept))
            throw error
        }
        Files.discard(file)
        Files.discardFolder(folder)
    }

    private func text(of file: [UInt8]) throws -> String {
        let bytes = try Files.read(file).bytes
        guard bytes.firstInvalidUTF8 == nil else {
            throw VaultError("the table is not valid UTF-8; nothing was changed", help: "save it as UTF-8")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func open(_ query: String, _ fields: String) throws -> Opened {
        try context.read { snapshot in
            let columns = try Columns(snapshot).list(fields)
            var opened = Opened(table: NoteTable(columns: columns.map(\.name)))
            guard Set(opened.table.columns).count == columns.count else {
                throw UsageError.other("FIELDS names a field twice: '\(fields)'", help: "name each field once")
            }
            opened.editable = Set(opened.table.columns.filter { Self.isEditable($0, snapshot) })
            var choice = options
            choice.query = query
            let around = context.renderingContext(snapshot)
            for path in try choice.notes([], context, snapshot: snapshot) {
                guard let hit = try snapshot.note(path) else { continue }
                let hash = String(ContentHash.text(hit.contentHash).prefix(8))
                let identity = NoteTable.identity(path.text, hash: hash)
                opened.notes[identity] = (path, hash)
                opened.table.rows.append(
                    NoteTable.Row(identity: identity, cells: columns.map { $0.text(hit, around) }))
            }
            return opened
        }
    }

    /// Whether the cells of a column can be changed: those of front matter keys, except for the keys whose columns show
    /// more than the front matter.
    private static func isEditable(_ column: String, _ snapshot: VaultSnapshot) -> Bool {
        if let key = snapshot.keyNames.name(column)?.key { return key != .links && key != .attachments }
        return Column.Standard(rawValue: Folding.fold(column)) == nil
    }

    /// Returns whether the edited table has changes.
    private func apply(_ edited: NoteTable, to opened: Opened, query: String, fields: String) throws -> Bool {
        var changes = try TableChanges(
            from: opened.table, to: edited, notes: opened.notes, isEditable: opened.editable.contains)
        if !removes, !changes.removed.isEmpty {
            context.notice(
                "\(Counted.of(changes.removed.count, "row")) removed, and the notes stay; to move them to the trash: --rm"
            )
            changes.removed = []
        }
        if changes.isEmpty {
            context.notice("nothing to change")
            return false
        }
        let title = "set --table \(PlanTitle.arguments([query, fields]))"
        let lines = changes.lines(removes: removes)
        // The editor ran without the lock.
        try context.resumeChanging()
        try options.changeInSteps(context) {
            let plan = try plan(changes, title: title)
            if agrees || options.isDryRun { ChangeOptions.list(lines, in: context) }
            let count = Counted.of(lines.count, "change")
            return PlannedChange(
                plan, of: changes.changed.compactMap(\.note?.path), question: agrees ? nil : ("make \(count)", lines)
            ) { _ in "\(count) made" }
        }
        return true
    }

    private func plan(_ changes: TableChanges, title: String) throws -> ChangePlan {
        let session = try context.session(changing: true)
        let vault = session.vault
        var sequence = PlanSequence(title)
        func add(_ step: (VaultSnapshot) throws -> ChangePlan) throws {
            try sequence.add(session.plan(with: sequence.openNotes(in: vault), step))
        }
        try session.plan { try TablePlanner($0).check(changes.changed.compactMap(\.note) + changes.removed) }
        // One step for all notes, because each step reads the notes of those before it again.
        let cells: [(VaultPath, [(key: String, value: String)])] = changes.changed.compactMap { row in
            row.note.flatMap { row.cells.isEmpty ? nil : ($0.path, row.cells.map(Self.assignment)) }
        }
        if !cells.isEmpty {
            let byPath = Dictionary(cells) { first, _ in first }
            try add { try TablePlanner($0).set(byPath, force: options.force) }
        }
        for row in changes.changed where row.note == nil {
            var path = VaultPath.root
            try add { snapshot in
                let title = row.cells.first { $0.key == "title" }?.new
                let (plan, created) = try TablePlanner(snapshot).create(row.path, title: title)
                path = created
                return plan
            }
            let others = row.cells.filter { $0.key != "title" }.map(Self.assignment)
            if !others.isEmpty { try add { try TablePlanner($0).set([path: others], force: options.force) } }
        }
        let moves = changes.changed.compactMap { row in
            row.note.flatMap { note in row.path.map { (from: note.path, to: $0) } }
        }
        if !moves.isEmpty { try add { try TablePlanner($0).move(moves) } }
        if !changes.removed.isEmpty {
            try add { try TrashPlanner($0).remove(changes.removed.map(\.path), unlink: false) }
        }
        return sequence.plan
    }

    /// Returns the key of a changed cell, and its new value. `prop.NAME` is the key that a built-in column hides.
    private static func assignment(
        _ cell: (key: String, old: String, new: String)
    ) -> (key: String, value: String) {
        let isPrefixed = Folding.fold(cell.key).hasPrefix("prop.")
        return (isPrefixed ? String(cell.key.dropFirst(5)) : cell.key, cell.new)
    }
}
