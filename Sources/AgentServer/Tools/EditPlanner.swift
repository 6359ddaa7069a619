import Editing
import Searching
import SourceText
import VaultFiles

/// Plans the requested changes of a call as one change of the vault.
struct EditPlanner {
    private let changes: [RequestedChange]
    private let session: VaultSession
    /// The note that each change names. Nil for a new note.
    private let notes: [VaultPath?]

    private var vault: Vault { session.vault }

    /// - Throws: `ToolError` if a note has changed since the agent read it.
    init(_ changes: [RequestedChange], _ session: VaultSession) throws {
        self.changes = changes
        self.session = session
        notes = try session.read { snapshot in
            try changes.map { change in
                guard let name = change.text("note") else { return nil }
                let path = try snapshot.note(ofAgent: name)
                let note = OpenNote(path: path, bytes: try snapshot.bytes(path), in: snapshot.vault)
                try Self.checkHash(change, of: note)
                return path
            }
        }
    }

    private static func checkHash(_ change: RequestedChange, of note: OpenNote) throws {
        let hash = ContentHash.text(of: note.bytes)
        if hash == change.text("hash")?.lowercased() { return }
        let table = LineTable(note.bytes)
        let (first, last) = lines(of: change, in: note, table)
        let range = table.range(ofLine: first).lowerBound..<table.range(ofLine: last).upperBound
        let excerpt = NoteLines(note.bytes, in: range, atMost: 4000)
        throw ToolError(
            "'\(note.path.text)' has changed since you read it; nothing was changed",
            help: "check the current text, then use its hash",
            current: [
                "path": .string(note.path.text), "hash": .string(hash), "line": .int(first),
                "text": .string(note.bytes.text(excerpt.range)),
            ])
    }

    /// Returns the first and last of the lines around a change.
    private static func lines(
        of change: RequestedChange, in note: OpenNote, _ table: LineTable
    ) -> (first: Int, last: Int) {
        let section = change.heading.flatMap { try? note.part(at: .section($0)).rangeWithHeading }
        let offset: Int? =
            switch change.operation {
            case .replace: note.bytes.firstRange(of: Array((change.text("old") ?? "").utf8))?.lowerBound
            case .append: section?.upperBound ?? note.bytes.count
            case .prepend: section?.lowerBound ?? note.bodyStart
            case .set, .insert, .task, .new, .move, .remove: nil
            }
        let line = min(table.count, change.number("line") ?? offset.map { table.line(at: $0) } ?? 1)
        return (max(1, line - 10), min(table.count, line + 10))
    }

    /// Returns files with those that the call names first, in its order.
    func sorted(_ files: [PlannedFile]) -> [PlannedFile] {
        let order = Dictionary(
            notes.enumerated().compactMap { index, path in path.map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        func position(_ file: PlannedFile) -> Int {
            file.from.map { order[$0] ?? changes.count } ?? changes.firstIndex { $0.operation == .new } ?? changes.count
        }
        return files.enumerated().sorted {
            (position($0.element), $0.offset) < (position($1.element), $1.offset)
        }.map(\.element)
    }

    /// Returns the plan of all changes: first those with a line, then the other changes of texts and new notes in order,
    /// then moves, then removals.
    ///
    /// - Parameter check: called before each change. Throws if the call was cancelled.
    func plan(check: () throws -> Void) throws -> ChangePlan {
        var sequence = PlanSequence(title)
        for index in withLine + others {
            try check()
            let change = changes[index]
            if change.operation == .new {
                try create(change, in: &sequence)
            } else if change.operation == .task, let note = notes[index] {
                for task in try change.taskChanges() {
                    try add(to: &sequence) { snapshot in
                        try TaskPlanner(snapshot).change(
                            [TaskPlace(note, line: change.number("line") ?? 1)], task, title: "")
                    }
                }
            } else if let note = notes[index], ![.move, .remove].contains(change.operation) {
                try add(to: &sequence) { try Self.text(change, of: note, $0) }
            }
        }
        try KindGuard(session: session).check(sequence)
        try addMoves(to: &sequence)
        return sequence.plan
    }

    /// The changes with a line, from the last line to the first, because the line numbers are those of the notes as read.
    /// At the same line, replacements come first.
    private var withLine: [Int] {
        changes.indices.filter { changes[$0].number("line") != nil }.sorted { first, second in
            let (one, other) = (changes[first], changes[second])
            let lines = (one.number("line") ?? 0, other.number("line") ?? 0)
            if lines.0 != lines.1 { return lines.0 > lines.1 }
            if one.operation != other.operation { return one.operation == .replace }
            return first > second
        }
    }

    private var others: [Int] { changes.indices.filter { changes[$0].number("line") == nil } }

    private var title: String {
        PlanTitle.list(
            zip(changes, notes).map { change, note in
                "\(change.operation.rawValue) \(note?.text ?? "'\(change.text("title") ?? "")'")"
            }, separator: ", ")
    }

    private func add(to sequence: inout PlanSequence, _ body: (VaultSnapshot) throws -> ChangePlan) throws {
        try sequence.add(session.plan(with: sequence.openNotes(in: vault), body))
    }

    /// Plans a change of a note's text or front matter.
    private static func text(
        _ change: RequestedChange, of note: VaultPath, _ snapshot: VaultSnapshot
    ) throws -> ChangePlan {
        let planner = CapturePlanner(snapshot)
        let text = Array((change.text("text") ?? "").utf8)
        let position = change.heading.map { NotePosition.section($0) } ?? .body
        switch change.operation {
        case .append: return try planner.add(text, .end, of: .note(note), at: position, title: "").plan
        case .prepend: return try planner.add(text, .start, of: .note(note), at: position, title: "").plan
        case .insert:
            return try planner.add(
                text, .before, of: .note(note), at: .line(change.number("line") ?? 1), title: ""
            ).plan
        case .replace:
            let old = change.text("old") ?? ""
            if old.isEmpty { throw ToolError("'old' is empty", help: "give the text to replace") }
            return try planner.replace(
                old, with: change.text("new") ?? "", count: change.number("count") ?? 1, line: change.number("line"),
                in: note, at: position,
                title: ""
            ).plan
        case .set, .task, .new, .move, .remove: return try set(change, of: note, snapshot)
        }
    }

    private static func set(
        _ change: RequestedChange, of note: VaultPath, _ snapshot: VaultSnapshot
    ) throws -> ChangePlan {
        let planner = PropertyPlanner(snapshot)
        let values = try planner.resolved(
            change.assignments { snapshot.keyNames.name($0) != nil }, force: false)
        var plan = try planner.set(values.assignments, of: [note], force: false, title: "")
        plan.notices = values.notices + plan.notices
        return plan
    }

    private func create(_ change: RequestedChange, in sequence: inout PlanSequence) throws {
        var path = VaultPath.root
        try add(to: &sequence) { snapshot in
            let (plan, created) = try NewNotePlanner(snapshot).create(try newNote(change, snapshot))
            path = created
            return plan
        }
        try add(to: &sequence) { try Self.set(change, of: path, $0) }
        if change.text("path") == nil, path.stem.text != FileName.stem(for: change.text("title") ?? "") {
            sequence.report("a file with that name exists, so the new note is '\(path.text)'")
        }
    }

    private func newNote(_ change: RequestedChange, _ snapshot: VaultSnapshot) throws -> NewNote {
        var new = NewNote(
            title: change.text("title") ?? "", folder: try change.text("folder").map(vault.newPath(ofAgent:)) ?? .root)
        new.body = change.text("text").map { Array($0.utf8) }
        if let kind = change.text("kind") {
            let hasFolder = change.text("folder") != nil || change.text("path") != nil
            try new.setKind(kind, hasFolder: hasFolder, in: snapshot)
        }
        guard let name = change.text("path") else { return new }
        if change.text("folder") != nil { throw ToolError("'folder' and 'path' cannot be used together") }
        let path = try vault.newPath(ofAgent: name)
        let suffix = path.pathExtension
        guard suffix.isEmpty || suffix == "md" && vault.configuration.extensions.contains("md") else {
            throw ToolError("the path of a new note must end with .md, not '\(name)'")
        }
        new.folder = path.folder
        new.name = suffix.isEmpty ? path.name.text : path.stem.text
        return new
    }

    private func addMoves(to sequence: inout PlanSequence) throws {
        let moved = zip(changes, notes).filter { [.move, .remove].contains($0.0.operation) }
        if Set(moved.map(\.1)).count < moved.count {
            throw ToolError("a note can be moved or removed only once in a call")
        }
        let moves = moved.filter { $0.0.operation == .move }
        if !moves.isEmpty {
            try add(to: &sequence) { snapshot in
                let planner = MovePlanner(snapshot)
                return try planner.move(
                    moves.compactMap { change, note in
                        guard let note else { return nil }
                        let to = change.text("to") ?? ""
                        let path = try vault.newPath(ofAgent: to)
                        return (note, try planner.destination(of: note, at: path, isFolder: to.hasSuffix("/")))
                    }, title: "")
            }
        }
        let removed = moved.filter { $0.0.operation == .remove }.compactMap(\.1)
        if !removed.isEmpty {
            try add(to: &sequence) { try TrashPlanner($0).remove(removed, unlink: false) }
        }
    }
}
