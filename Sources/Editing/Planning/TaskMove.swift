import Notes
import Searching
import SourceText
import VaultFiles

/// Moves tasks, each with the lines of its list item, to the end of a note or section.
struct TaskMove {
    let context: PlanContext
    /// The day of relative dates.
    let today: CivilTime

    /// - Throws: `VaultError` if a line has no task, if a listed task is not found, if the place is in one of the tasks,
    ///   or if a link would lead elsewhere.
    func plan(
        _ tasks: [TaskPlace], to target: CaptureTarget, at position: NotePosition, title: String
    ) throws -> CapturePlan {
        let planner = CapturePlanner(context.snapshot)
        let (note, creation) = try planner.note(target)
        let sources = try sources(tasks, to: note)
        let ends = LinkEndReader(sources, to: note, isNew: creation != nil, context.snapshot)
        try ends.checkBlockIDs()
        for source in sources where source.note.path != note.path {
            try CanvasLinks.refuse(
                to: source.note, in: source.removed, context.snapshot, help: "edit the canvas first")
        }
        let links = try MovedLinks(sources, ends)
        var texts: [VaultPath: [UInt8]] = [:]
        var operations: [FileOperation] = []
        for source in sources where source.note.path != note.path {
            let change = try change(of: source.note, removing: source.removed, links)
            texts[source.note.path] = change.after
            if let operation = try change.operation { operations.append(operation) }
        }
        let removed = sources.first { $0.note.path == note.path }?.removed ?? []
        var change = try change(of: note, removing: removed, links)
        let left = OpenNote(path: note.path, bytes: change.after, rules: context.rules)
        let place = try Self.place(position, in: note, without: removed)
        let text = sources.flatMap { $0.text(links.moving[$0.note.path] ?? []) }
        let insertion = try planner.insertion(text, .end, at: place, in: left)
        change.apply([insertion.edit])
        for source in sources {
            for footnote in source.footnotes(links.moving[source.note.path] ?? []) {
                let open = OpenNote(path: note.path, bytes: change.after, rules: context.rules)
                change.apply([try planner.insertion(footnote, .end, at: .body, in: open).edit])
            }
        }
        texts[note.path] = change.after
        if texts.count > 1 { try ends.check(texts) }
        var plan = CapturePlan(
            plan: ChangePlan(title), path: note.path, line: insertion.line, lines: text.count, content: change.after)
        plan.plan.operations = operations + links.operations
        if let creation {
            plan.plan.notices = creation.notices
            plan.plan.operations += creation.operations.map {
                if case .create(note.path, _) = $0 { .create(note.path, .bytes(change.after)) } else { $0 }
            }
        } else if let operation = try change.operation {
            plan.plan.operations.append(operation)
        }
        return plan
    }

    /// Returns the text that moves, by note.
    private func sources(_ tasks: [TaskPlace], to target: OpenNote) throws -> [MovedText] {
        var footnotes = MovedFootnotes.names(in: target.bytes)
        return try Dictionary(grouping: tasks, by: \.path).sorted { $0.key < $1.key }.map { path, places in
            let isTarget = path == target.path
            let note =
                isTarget
                ? target : OpenNote(path: path, bytes: try context.settledBytes(path), rules: context.rules)
            var source = try MovedText(tasks: note.lines(of: places), of: note, today: today)
            if !isTarget { try source.addFootnotes(avoiding: &footnotes) }
            return source
        }
    }

    private func change(of note: OpenNote, removing removed: [Range<Int>], _ links: MovedLinks) throws -> NoteChange {
        var change = NoteChange(note.path, note.bytes)
        let edits = (links.staying[note.path] ?? []) + removed.map { ByteEdit.delete($0) }
        change.apply(try ByteEdit.checked(edits, in: note.bytes, of: note.path))
        return change
    }

    /// Returns a position in a note for the note without some of its lines.
    private static func place(
        _ position: NotePosition, in note: OpenNote, without removed: [Range<Int>]
    ) throws -> NotePosition {
        guard case .line(let line) = position else { return position }
        let table = LineTable(note.bytes)
        let part = try note.part(at: position).range
        if removed.contains(where: { $0.contains(part.lowerBound) }) {
            throw VaultError(
                note.path, line: line, "this line is in one of the tasks to move; nothing was changed",
                help: "name another line")
        }
        let before = removed.filter { $0.upperBound <= part.lowerBound }.reduce(0) {
            $0 + table.line(at: $1.upperBound) - table.line(at: $1.lowerBound)
        }
        return .line(line - before)
    }
}

/// The lines of a note that move to another note: tasks, and the footnotes that they use.
struct MovedText {
    let note: OpenNote
    /// The lines of the tasks, with their line ends.
    private let lines: [Range<Int>]
    private var carried: MovedFootnotes?

    init(_ note: OpenNote, lines: [Range<Int>]) {
        self.note = note
        self.lines = lines
    }

    /// - Throws: `VaultError` if a line has no task.
    init(tasks: Set<Int>, of note: OpenNote, today: CivilTime) throws {
        let bytes = note.bytes
        let editor = TaskEditor(note, TaskStyle(), today: today)
        var lines: [Range<Int>] = []
        for task in try editor.tasks(in: tasks) {
            try editor.checkLines(of: task)
            let start = max(bytes.lineStart(of: task.range.lowerBound), bytes.textStart)
            // A subtask moves with the task that contains it.
            if let last = lines.last, start < last.upperBound { continue }
            lines.append(start..<min(bytes.lineEnd(from: task.end) + 1, bytes.count))
        }
        self.init(note, lines: lines)
    }

    /// Adds the footnotes of the tasks, with labels that are not in `names`.
    mutating func addFootnotes(avoiding names: inout Set<String>) throws {
        let footnotes = try MovedFootnotes(with: lines, of: note, avoiding: names)
        names = footnotes.names
        carried = footnotes
    }

    /// The lines that the note loses.
    var removed: [Range<Int>] {
        lines
            + (carried?.removed ?? []).map { range in
                // Only one of the blank lines around a footnote stays.
                let above = note.bytes[..<range.lowerBound]
                let isAtEnd = note.bytes.trimmed(range.upperBound..<note.bytes.count).isEmpty
                let isBelowBlank = above.last == Byte.newline && above.dropLast().last == Byte.newline
                let isTaken = lines.contains { $0.contains(range.lowerBound - 1) }
                return isAtEnd && isBelowBlank && !isTaken ? range.lowerBound - 1..<range.upperBound : range
            }
    }

    /// Returns whether the note loses a range.
    func moves(_ range: Range<Int>) -> Bool {
        (lines + (carried?.removed ?? [])).contains { $0.contains(range.lowerBound) }
    }

    /// Returns whether a range is in a footnote that the note keeps.
    func copies(_ range: Range<Int>) -> Bool {
        !moves(range) && (carried?.carried ?? []).contains { $0.contains(range.lowerBound) }
    }

    /// Returns the lines of the tasks after edits, without the indentation of the tasks.
    func text(_ edits: [ByteEdit]) -> [[UInt8]] {
        lines.flatMap { range in
            let lines = TextInsertion.lines(of: edited(range, edits))
            let box = note.bytes[range].firstIndex { $0 == Byte.leftBracket } ?? range.lowerBound
            let isInQuote = note.bytes[range.lowerBound..<box].contains(Byte.greater)
            let indentation = lines.first.map { Self.indentation(of: $0, isInQuote: isInQuote) } ?? 0
            return lines.map { line in
                Array(line.dropFirst(Self.indentation(of: line, isInQuote: isInQuote, atMost: indentation)))
            }
        }
    }

    /// Returns the lines of each footnote to add after edits.
    func footnotes(_ edits: [ByteEdit]) -> [[[UInt8]]] {
        (carried?.carried ?? []).map { TextInsertion.lines(of: edited($0, edits)) }
    }

    private func edited(_ range: Range<Int>, _ edits: [ByteEdit]) -> [UInt8] {
        // At the end of a note without a final line end, an edit may be behind the last byte.
        let isLast = range.upperBound == note.bytes.count
        let own = (edits + (carried?.edits ?? [])).filter {
            range.contains($0.range.lowerBound) || isLast && $0.range.lowerBound == range.upperBound
        }
        var change = NoteChange(note.path, Array(note.bytes[range]))
        change.apply(
            own.map {
                ByteEdit(
                    $0.range.lowerBound - range.lowerBound..<$0.range.upperBound - range.lowerBound, $0.replacement)
            })
        return change.after
    }

    /// Returns the number of blanks, and in a quote its marks, before the text of a line.
    private static func indentation(of line: [UInt8], isInQuote: Bool, atMost most: Int = .max) -> Int {
        line.prefix(most).prefix { $0.isBlank || isInQuote && $0 == Byte.greater }.count
    }
}
