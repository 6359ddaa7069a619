import Notes
import QueryLanguage
import RegularExpressions
import SQLite
import SourceText

/// An evaluator of conditions on tasks by set operations on their numbers. Conditions on notes are left to the evaluator
/// for notes.
struct TaskEvaluator {
    let notes: ConditionEvaluator
    let tasks: TaskColumns

    init(_ notes: ConditionEvaluator) throws {
        self.notes = notes
        tasks = try TaskColumns(notes.columns)
    }

    /// Returns the tasks in `scope` that satisfy a condition.
    ///
    /// - Parameter scope: the tasks to test, or nil for all.
    func rows(_ condition: Condition, in scope: RowSet? = nil) throws -> RowSet {
        switch condition {
        case .all: return scope ?? tasks.all
        case .nothing: return tasks.none
        case .and(let parts): return try conjunction(parts.flatMap(\.conjuncts), scope ?? tasks.all)
        case .or(let parts):
            var found = tasks.none
            for part in parts.sorted(by: { $0.taskCost < $1.taskCost }) {
                found.formUnion(try rows(part, in: (scope ?? tasks.all).subtracting(found)))
            }
            return found
        case .not(let inner):
            let scope = scope ?? tasks.all
            return scope.subtracting(try rows(inner, in: scope))
        case .taskTest(let test): return try rows(test, scope ?? tasks.all)
        case .ofNote(let inner):
            let found = tasks.tasks(of: try notes.rows(inner))
            return scope?.intersection(found) ?? found
        default: return try rows(.ofNote(condition), in: scope)
        }
    }

    /// Returns the tasks that satisfy all operands, cheap ones first. Those that need the text are tested together.
    private func conjunction(_ parts: [Condition], _ scope: RowSet) throws -> RowSet {
        // Words are found in the index, and may leave few tasks for the other tests.
        var scope = try narrowed(
            scope, by: parts.compactMap { if case .taskTest(let test) = $0 { test } else { nil } })
        var texts: [TaskTest] = []
        for part in parts.sorted(by: { $0.taskCost < $1.taskCost }) {
            if case .taskTest(let test) = part, test.needsText {
                texts.append(test)
            } else {
                // Notes whose files are read come after the texts, which may leave few of them.
                if part.taskCost == .files, !texts.isEmpty {
                    scope = try reading(texts, scope)
                    texts = []
                }
                if scope.isEmpty { return scope }
                scope = try rows(part, in: scope)
            }
        }
        return texts.isEmpty ? scope : try reading(texts, scope)
    }

    private func rows(_ test: TaskTest, _ scope: RowSet) throws -> RowSet {
        switch test {
        case .status(let status): return tasks.filter(scope) { $0.has(status) }
        case .priority(let range): return tasks.filter(scope) { range.contains($0.priority) }
        case .date(let property, let range):
            guard let days = try tasks.days(property) else { return tasks.none }
            let lower = range.lower.map { Int32(clamping: $0) } ?? NoteListColumn.noDay + 1
            let upper = range.upper.map { Int32(clamping: $0) } ?? .max
            return scope.filter { days[$0] != NoteListColumn.noDay && days[$0] >= lower && days[$0] < upper }
        case .has(let property): return try having(property, scope)
        case .blocked: return try blocked(scope)
        case .text, .contains, .regex, .tag, .heading: return try reading([test], narrowed(scope, by: [test]))
        }
    }

    private func having(_ property: TaskProperty, _ scope: RowSet) throws -> RowSet {
        if let days = try tasks.days(property) { return scope.filter { days[$0] != NoteListColumn.noDay } }
        let flag: TaskFlags
        switch property {
        case .priority: return tasks.filter(scope) { $0.priority != .none }
        case .repeat: flag = .recurs
        case .id: flag = .id
        case .after: flag = .after
        default: flag = .cancelledDate
        }
        return tasks.filter(scope) { $0.contains(flag) }
    }

    // MARK: Text

    /// Returns the tasks that depend on an open one.
    private func blocked(_ scope: RowSet) throws -> RowSet {
        let waiting = tasks.filter(scope) { $0.contains(.after) }
        if waiting.isEmpty { return waiting }
        var open: Set<String> = []
        let known = notes.columns.isLimited ? tasks.tasks(of: try notes.columns.liveRows()) : tasks.all
        let named = tasks.filter(known) { $0.contains(.id) && $0.has(.open) }
        try forEachText(named) { _, line, _ in if let id = line.id { open.insert(id) } }
        var found = tasks.none
        try forEachText(waiting) { task, line, _ in if line.after.contains(where: open.contains) { found.insert(task) }
        }
        return found
    }

    /// Returns the tasks in `scope` without those of notes that lack words of the tests.
    private func narrowed(_ scope: RowSet, by tests: [TaskTest]) throws -> RowSet {
        // The words of a task are words of its note.
        let words = tests.flatMap(\.words)
        if words.isEmpty || scope.isEmpty { return scope }
        return scope.intersection(tasks.tasks(of: try notes.rows(.and(words.map { .text($0) }))))
    }

    /// Returns the tasks whose text passes all tests.
    private func reading(_ tests: [TaskTest], _ scope: RowSet) throws -> RowSet {
        var scope = scope
        if tests.contains(where: { if case .tag = $0 { true } else { false } }) {
            scope = tasks.filter(scope) { $0.contains(.mayHaveTags) }
        }
        var matchers = tests.map { TaskTextTest($0) }
        var found = tasks.none
        let parts = tests.flatMap(\.requiredText)
        try forEachText(scope, containing: parts) { task, line, headings in
            let text = line.text
            for index in matchers.indices where !matchers[index].passes(text, headings: headings) { return }
            found.insert(task)
        }
        return found
    }

    /// Whether a line is ASCII, except for symbols of U+1F400 to U+1F6FF and U+23C0 to U+23FF, such as 📅 and ⏳.
    private static func hasPlainLetters(_ source: [UInt8]) -> Bool {
        var index = 0
        while index < source.count {
            if source[index] < 0x80 {
                index += 1
            } else if source[index] == 0xF0, index + 3 < source.count, source[index + 1] == 0x9F,
                (0x90...0x9B).contains(source[index + 2])
            {
                index += 4
            } else if source[index] == 0xE2, index + 2 < source.count, source[index + 1] == 0x8F {
                index += 3
            } else {
                return false
            }
        }
        return true
    }

    /// Calls `body` with the text of each task and the headings above it, one a line.
    ///
    /// - Parameter parts: lower-case texts, of which a task without one in its line may be left out. They are cheaper to
    ///   test than properties and words.
    private func forEachText(
        _ scope: RowSet, containing parts: [[UInt8]] = [], _ body: (Int, TaskLine, String) throws -> Void
    ) throws {
        if scope.isEmpty { return }
        func isLeftOut(_ source: [UInt8]) -> Bool {
            // A letter that is not ASCII may fold to letters of the text.
            if parts.isEmpty || !Self.hasPlainLetters(source) { return false }
            let small = source.map(\.lowercased)
            return parts.contains { small.firstRange(of: $0) == nil }
        }
        if scope.count * 4 > tasks.count {
            // For most of the tasks, scanning the whole table is faster.
            let rows = try notes.columns.fileRows()
            try notes.connection.rows("SELECT file, seq, source, headings FROM task") { row in
                guard let note = rows(row.int(0)) else { return true }
                let task = tasks.tasks(note).lowerBound + Int(clamping: row.int(1))
                guard scope.contains(task) else { return true }
                let source = row.bytes(2)
                if !isLeftOut(source) { try body(task, TaskLine(source, source.indices), row.text(3)) }
                return true
            }
            return
        }
        let files = notes.columns.reader(.file)
        let statement = try notes.connection.prepare(
            "SELECT seq, source, headings FROM task WHERE file = ?1 AND seq BETWEEN ?2 AND ?3")
        // The tasks of a note are next to each other in the table.
        func read(_ range: ClosedRange<Int>) throws {
            let (row, seq) = tasks.place(range.lowerBound)
            try statement.rows([.int(files.value(row) ?? 0), .int(seq), .int(seq + range.count - 1)]) {
                let task = range.lowerBound + Int(clamping: $0.int(0)) - seq
                guard scope.contains(task) else { return true }
                let source = $0.bytes(1)
                if !isLeftOut(source) { try body(task, TaskLine(source, source.indices), $0.text(2)) }
                return true
            }
        }
        var open: ClosedRange<Int>?
        var end = 0
        try scope.forEach { task in
            if let range = open, task < end {
                open = range.lowerBound...task
                return
            }
            if let range = open { try read(range) }
            open = task...task
            end = tasks.tasks(tasks.place(task).row).upperBound
        }
        if let range = open { try read(range) }
        try files.check()
    }
}

/// A test of the text of tasks.
private struct TaskTextTest {
    private let test: TaskTest
    private var matcher: Matcher?

    init(_ test: TaskTest) {
        self.test = test
        switch test {
        case .regex(let pattern), .heading(.regex(let pattern)): matcher = Matcher(pattern)
        default: break
        }
    }

    /// - Parameter headings: the headings above the task, one a line.
    mutating func passes(_ text: String, headings: String) -> Bool {
        switch test {
        case .text(let match): return Self.contains(match, text)
        case .contains(let part): return Array(Folding.fold(text).utf8).firstRange(of: Array(part.utf8)) != nil
        case .regex: return matches(text)
        case .tag(let pattern, let nested):
            return Body(Array(text.utf8)).hashtags.contains { tag in
                let name = Array(Folding.fold(tag.name).utf8)
                return pattern.matches(folded: name)
                    || nested
                        && name.indices.contains {
                            name[$0] == Byte.slash && pattern.matches(folded: Array(name[..<$0]))
                        }
            }
        case .heading(let test):
            for heading in headings.split(separator: "\n").map(String.init) {
                switch test {
                case .words(let match): if Self.contains(match, heading) { return true }
                case .whole(let text): if Folding.fold(heading) == text { return true }
                case .regex: if matches(heading) { return true }
                }
            }
            return false
        case .status, .date, .has, .priority, .blocked: return true
        }
    }

    private mutating func matches(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return matcher?.matches(bytes, in: bytes.indices) ?? false
    }

    private static func contains(_ match: TextMatch, _ text: String) -> Bool {
        Words.list(text).contains(sequence: match.words, isPrefix: match.isPrefix)
    }
}

extension TaskTest {
    fileprivate var needsText: Bool {
        switch self {
        case .status, .date, .has, .priority, .blocked: false
        case .text, .contains, .regex, .tag, .heading: true
        }
    }

    /// The texts that the line of a task must contain, if the line is ASCII. Empty if none is known.
    fileprivate var requiredText: [[UInt8]] {
        switch self {
        case .text(let match): match.words.map { Array($0.utf8) }.filter { $0.allSatisfy { $0 < 0x80 } }
        default: []
        }
    }

    /// The words that the note of the task must have, separately: properties may separate them in the note.
    fileprivate var words: [TextMatch] {
        let match: TextMatch
        switch self {
        case .text(let text), .heading(.words(let text)): match = text
        default: return []
        }
        return match.words.enumerated().map { index, word in
            TextMatch(
                words: [word], isPrefix: match.isPrefix && index == match.words.count - 1, part: match.part,
                range: match.range)
        }
    }
}

/// How much work it is to test tasks for a condition.
private enum TaskCost: Int, Comparable {
    case columns, tables, text, files

    static func < (a: TaskCost, b: TaskCost) -> Bool { a.rawValue < b.rawValue }
}

extension Condition {
    fileprivate var taskCost: TaskCost {
        switch self {
        case .taskTest(let test): test.isInColumns ? .columns : test.needsText ? .text : .tables
        case .and(let parts), .or(let parts): parts.map(\.taskCost).max() ?? .columns
        case .not(let inner): inner.taskCost
        case .ofNote(let inner): inner.opensFiles ? .files : .tables
        default: opensFiles ? .files : .tables
        }
    }
}
