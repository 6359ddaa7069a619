import QueryLanguage
import SQLite
import SourceText

/// The columns of the tasks of all notes. A task is identified by its number among all tasks, in the order of the rows
/// of their notes.
struct TaskColumns {
    private let columns: NoteColumns
    private let lists: NumberLists

    init(_ columns: NoteColumns) throws {
        self.columns = columns
        lists = try columns.all(.taskFlags)
    }

    /// The number of tasks.
    var count: Int { lists.values.count }

    /// All tasks.
    var all: RowSet { RowSet(all: count) }

    var none: RowSet { RowSet(capacity: count) }

    @inline(__always)
    func flags(_ task: Int) -> TaskFlags { TaskFlags(rawValue: lists.values[task]) }

    /// Returns the tasks in `scope` whose flags satisfy a test.
    @inline(__always)
    func filter(_ scope: RowSet, _ isIncluded: (TaskFlags) -> Bool) -> RowSet {
        let values = lists.values
        return scope.filter { isIncluded(TaskFlags(rawValue: values[$0])) }
    }

    /// Returns the days of a date property by task, with `NoteListColumn.noDay` for none. Nil if the property has no
    /// column.
    func days(_ property: TaskProperty) throws -> [Int32]? {
        guard let column = NoteListColumn.daysOfTasks.first(where: { $0.value == property })?.key else { return nil }
        let values = try columns.all(column).values
        guard values.count == count else {
            throw SQLiteError.damage("\(values.count) values for \(count) tasks", in: "columns")
        }
        return values
    }

    /// Returns the row of a task's note, and the number of the task in the note.
    func place(_ task: Int) -> (row: Int, seq: Int) {
        let row = lists.row(ofValueAt: task)
        return (row, task - lists.range(row).lowerBound)
    }

    /// Returns the rows of the notes of some tasks, which are in order.
    func rows(of numbers: [Int]) -> [Int] {
        var (row, end) = (-1, 0)
        return numbers.map { number in
            if number >= end {
                row = lists.row(ofValueAt: number)
                end = lists.range(row).upperBound
            }
            return row
        }
    }

    /// Returns the tasks of the note in a row.
    func tasks(_ row: Int) -> Range<Int> { lists.range(row) }

    /// Returns the tasks of the notes in some rows.
    func tasks(of notes: RowSet) -> RowSet {
        var found = none
        notes.forEach { row in for task in lists.range(row) { found.insert(task) } }
        return found
    }

    /// Returns the rows of the notes with some of the tasks.
    func notes(of tasks: RowSet) -> RowSet {
        var found = RowSet(capacity: columns.capacity)
        var end = 0
        tasks.forEach { task in
            if task < end { return }
            let row = lists.row(ofValueAt: task)
            end = lists.range(row).upperBound
            found.insert(row)
        }
        return found
    }
}
