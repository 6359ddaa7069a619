import Notes
import SourceText

/// The index data of one task.
struct TaskEntry: Sendable {
    let location: TextLocation
    let mark: String
    let source: String
    /// The headings above the task, one a line.
    let headings: String
    /// The number of the task that contains it.
    let parent: Int?
    let flags: TaskFlags
    /// The days for the columns of tasks, with `noDay` for none.
    let days: [NoteListColumn: Int64]

    /// Returns the entries of the tasks of a note.
    static func all(
        _ tasks: [TaskItem], in bytes: [UInt8], headings: [Heading], at locations: TextLocations,
        statuses: TaskStatuses
    ) -> [TaskEntry] {
        if tasks.isEmpty { return [] }
        var path = HeadingPath(headings)
        var numbers: [Int: Int] = [:]
        return tasks.enumerated().map { number, task in
            numbers[task.range.lowerBound] = number
            return TaskEntry(
                task, task.line(in: bytes), at: locations[task.range.lowerBound],
                headings: path.texts(at: task.range.lowerBound).joined(separator: "\n"),
                parent: task.parent.flatMap { numbers[$0] },
                status: statuses[task.mark])
        }
    }

    private init(
        _ task: TaskItem, _ line: TaskLine, at location: TextLocation, headings: String, parent: Int?,
        status: TaskStatus
    ) {
        self.location = location
        mark = String(task.mark)
        source = line.source
        self.headings = headings
        self.parent = parent
        let known: [(TaskFlags, Bool)] = [
            (.isDone, status == .done), (.isCancelled, status == .cancelled), (.recurs, line.entry(.repeat) != nil),
            (.id, line.entry(.id) != nil), (.after, line.entry(.after) != nil),
            (.cancelledDate, line.entry(.cancelled) != nil),
            (.mayHaveTags, line.bytes[line.range].contains(Byte.hash)),
            (.emoji, line.entries.contains { $0.notation == .emoji }),
            (.brackets, line.entries.contains { $0.notation == .brackets }), (.anyDate, line.hasDates),
        ]
        flags = TaskFlags(TaskFlags(known.filter(\.1).map(\.0)), priority: line.priority)
        days = NoteListColumn.daysOfTasks.mapValues { property in
            Int64(line.day(property)?.dayNumber ?? Int(NoteListColumn.noDay))
        }
    }

    /// Returns the number of the task in a column.
    func value(_ column: NoteListColumn) -> Int64 { days[column] ?? Int64(flags.rawValue) }
}

extension NoteListColumn {
    /// The properties of tasks that have a column of days.
    static let daysOfTasks: [NoteListColumn: TaskProperty] = [
        .taskDue: .due, .taskScheduled: .scheduled, .taskStart: .start, .taskCreated: .created, .taskDone: .done,
    ]
}
