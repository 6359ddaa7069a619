import Notes
package import QueryLanguage
import SQLite
package import SourceText

extension NoteIndex {
    package var tasks: TaskReader { TaskReader(index: self) }
}

/// A reader of the tasks of all notes.
package struct TaskReader {
    let index: NoteIndex

    private var connection: Connection { index.connection }

    /// Returns the first tasks of a request in its order, and the number of all.
    package func find(_ request: TaskRequest) throws -> (hits: [TaskHit], count: Int) {
        let evaluator = try TaskEvaluator(ConditionEvaluator(index))
        let found = try evaluator.rows(request.condition)
        let count = found.count
        let numbers =
            if let limit = request.limit, limit < count {
                try TaskSelection(index, of: evaluator.tasks, for: request).first(limit, of: found)
            } else {
                found.rows
            }
        var hits = TaskOrder(request.sort, today: request.today).sorted(try taskHits(numbers, evaluator.tasks))
        if let limit = request.limit, limit < hits.count { hits.removeLast(hits.count - limit) }
        return (hits, count)
    }

    /// Returns all tasks of some notes.
    package func tasks(of paths: Set<VaultPath>) throws -> [TaskHit] {
        let tasks = try TaskColumns(index.columns())
        return try taskHits(paths.flatMap { try numbers(of: $0, in: tasks) }, tasks)
    }

    /// Returns the numbers of the tasks of a note.
    private func numbers(of path: VaultPath, in tasks: TaskColumns) throws -> Range<Int> {
        let row = try connection.file("id", at: path, { $0.int(0) }).flatMap(index.columns().fileRows())
        return row.map(tasks.tasks) ?? 0..<0
    }

    /// Returns the lines of the tasks of a note that satisfy a condition.
    package func lines(of path: VaultPath, satisfying condition: Condition) throws -> Set<Int> {
        let evaluator = try TaskEvaluator(ConditionEvaluator(index))
        var scope = evaluator.tasks.none
        for task in try numbers(of: path, in: evaluator.tasks) { scope.insert(task) }
        return Set(try taskHits(evaluator.rows(condition, in: scope).rows, evaluator.tasks).map(\.line))
    }

    /// Returns the places of the tasks with a block id.
    package func places(withBlockID id: String) throws -> [(path: VaultPath, line: Int)] {
        // The id may be followed by properties.
        let pattern = SQLValue.text("%^" + id.replacing("_", with: "") + "%")
        return try connection.all(
            "SELECT f.path, t.line, t.source FROM task t CROSS JOIN file f ON f.id = t.file WHERE t.source LIKE ?1",
            [pattern], read: { ($0.path(0), Int(clamping: $0.int(1)), $0.text(2)) }
        ).filter { _, _, source in
            let line = TaskLine(source)
            return line.blockID.map { line.bytes.text($0) } == "^" + id
        }.map { ($0.0, $0.1) }
    }

    /// Returns the number of tasks with properties in each notation, and whether a task has a date.
    package func notations() throws -> (emoji: Int, brackets: Int, hasDates: Bool) {
        let tasks = try TaskColumns(index.columns())
        var (emoji, brackets, hasDates) = (0, 0, false)
        for task in 0..<tasks.count {
            let flags = tasks.flags(task)
            if flags.contains(.emoji) { emoji += 1 }
            if flags.contains(.brackets) { brackets += 1 }
            if flags.contains(.anyDate) { hasDates = true }
        }
        return (emoji, brackets, hasDates)
    }

    private func taskHits(_ numbers: [Int], _ tasks: TaskColumns) throws -> [TaskHit] {
        let files = try index.columns().reader(.file)
        let note = try connection.prepare(
            "SELECT f.path, n.title, n.ident, f.hash FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id = ?1")
        let statement = try connection.prepare(
            """
            SELECT t.line, t.column, t.mark, t.source, t.headings, p.line
            FROM task t LEFT JOIN task p ON p.file = t.file AND p.seq = t.parent WHERE t.file = ?1 AND t.seq = ?2
            """)
        var last: (row: Int, note: TaskHit.Note)?
        var hits: [TaskHit] = []
        hits.reserveCapacity(numbers.count)
        for number in numbers {
            let (row, seq) = tasks.place(number)
            if last?.row != row {
                last = try note.first([.int(row)]) { row in
                    TaskHit.Note(
                        path: row.path(0), title: row.text(1), id: row.isNull(2) ? nil : row.text(2),
                        hash: row.int(3))
                }.map { (row, $0) }
            }
            guard let last, last.row == row else { continue }
            let hit = try statement.first([.int(files.value(row) ?? 0), .int(seq)]) { task in
                Self.hit(task, of: last.note, status: tasks.flags(number).status)
            }
            if let hit { hits.append(hit) }
        }
        try files.check()
        return hits
    }

    private static func hit(_ row: borrowing Row, of note: TaskHit.Note, status: TaskStatus) -> TaskHit {
        let line = TaskLine(row.text(3))
        var days: [TaskProperty: CivilTime] = [:]
        for property in TaskProperty.dates { days[property] = line.day(property) }
        let blockID = line.blockID.map { line.bytes.text($0.lowerBound + 1..<$0.upperBound) }
        return TaskHit(
            in: note, line: Int(clamping: row.int(0)), column: Int(clamping: row.int(1)), mark: row.text(2),
            status: status, source: row.text(3), text: line.text,
            headings: row.text(4).split(separator: "\n").map(String.init),
            parentLine: row.isNull(5) ? nil : Int(clamping: row.int(5)), days: days,
            date: line.mainDate?.day ?? line.plainDay, priority: line.priority, rule: line.rule,
            names: TaskHit.Names(id: line.id, after: line.after, blockID: blockID))
    }
}
