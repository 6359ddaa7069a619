import QueryLanguage
import SourceText

/// The values of a task that need no full number each: the bits of `NoteListColumn.taskFlags`.
struct TaskFlags: OptionSet {
    let rawValue: Int32

    static let isDone = TaskFlags(rawValue: 1)
    static let isCancelled = TaskFlags(rawValue: 2)
    /// The task has the property. Each date has its own column.
    static let recurs = TaskFlags(rawValue: 4)
    static let id = TaskFlags(rawValue: 8)
    static let after = TaskFlags(rawValue: 16)
    static let cancelledDate = TaskFlags(rawValue: 32)
    /// The text contains a hash sign, so that it may have hashtags.
    static let mayHaveTags = TaskFlags(rawValue: 64)
    /// The task has properties in emoji, or in brackets.
    static let emoji = TaskFlags(rawValue: 128)
    static let brackets = TaskFlags(rawValue: 256)
    /// The task has a date.
    static let anyDate = TaskFlags(rawValue: 512)

    private static let priorityShift: Int32 = 10

    var priority: TaskPriority { TaskPriority(rawValue: Int(rawValue >> Self.priorityShift & 7)) ?? .none }

    var status: TaskStatus { contains(.isDone) ? .done : contains(.isCancelled) ? .cancelled : .open }

    /// Whether the task has a status. Swift compares cases with raw values as texts.
    @inline(__always)
    func has(_ status: TaskStatus) -> Bool {
        switch (self.status, status) {
        case (.open, .open), (.done, .done), (.cancelled, .cancelled): true
        default: false
        }
    }

    init(rawValue: Int32) { self.rawValue = rawValue }

    init(_ flags: TaskFlags, priority: TaskPriority) {
        rawValue = flags.rawValue | Int32(priority.rawValue) << Self.priorityShift
    }
}
