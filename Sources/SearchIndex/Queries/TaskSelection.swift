import QueryLanguage
import SQLite
import SourceText

/// Selects the tasks that can be among the first of a list, by numbers in columns, so that few of many are fetched.
struct TaskSelection {
    private let index: NoteIndex
    private let tasks: TaskColumns
    private let request: TaskRequest

    init(_ index: NoteIndex, of tasks: TaskColumns, for request: TaskRequest) {
        self.index = index
        self.tasks = tasks
        self.request = request
    }

    /// Returns the first `limit` of some tasks, and others, in no order. A sort key is read only if the previous ones do not
    /// decide.
    func first(_ limit: Int, of found: RowSet) throws -> [Int] {
        var (first, open, count) = ([Int](), found, found.count)
        for key in request.sort where first.count + count > limit {
            guard let (before, equal) = try split(open, at: limit - first.count, by: key) else {
                return first + open.rows
            }
            first += before
            (open, count) = (equal, equal.count)
        }
        if count <= 2 * limit + 100 { return first + open.rows }
        return first + (try firstByPath(limit - first.count, of: open.rows))
    }

    // MARK: Sort keys

    /// The tasks before the one at a limit in the order of a key, and those that equal it.
    private typealias Split = (before: [Int], equal: RowSet)

    /// Returns the split of some tasks by a sort key. Nil for a key that is no column.
    private func split(_ open: RowSet, at limit: Int, by key: TaskSortKey) throws -> Split? {
        switch key.by {
        case .due, .scheduled, .start, .created, .done:
            guard let days = try TaskProperty(rawValue: key.by.rawValue).flatMap({ try tasks.days($0) }) else {
                return nil
            }
            // Tasks without a day come last in both orders.
            let sign: Int64 = key.isReversed ? -1 : 1
            return Self.split(open, at: limit) {
                days[$0] == NoteListColumn.noDay ? .max : sign * Int64(days[$0])
            }
        case .overdue:
            let today = Int32(clamping: request.today.dayNumber)
            guard let due = try tasks.days(.due) else { return nil }
            let (overdue, others): (Int64, Int64) = key.isReversed ? (1, 0) : (0, 1)
            return Self.split(open, at: limit) { task in
                let day = due[task]
                return day < today && day != NoteListColumn.noDay && tasks.flags(task).has(.open) ? overdue : others
            }
        case .priority:
            let sign: Int64 = key.isReversed ? 1 : -1
            return Self.split(open, at: limit) { sign * Int64(tasks.flags($0).priority.rawValue) }
        case .status:
            let sign: Int64 = key.isReversed ? -1 : 1
            return Self.split(open, at: limit) {
                sign * Int64(TaskStatus.allCases.firstIndex(of: tasks.flags($0).status) ?? 0)
            }
        case .path, .folder, .note, .heading, .text, .date: return nil
        }
    }

    /// - Parameter value: returns a number of an element, of which the least comes first.
    @inline(__always)
    private static func split(_ open: RowSet, at limit: Int, by value: (Int) -> Int64) -> Split {
        var top = TopValues(limit: limit)
        // `TopValues` selects the greatest. No value is the least number, which has no opposite.
        open.forEach { top.add(-value($0)) }
        let last = -top.least
        var before: [Int] = []
        let equal = open.filter { task in
            let value = value(task)
            if value < last { before.append(task) }
            return value == last
        }
        return (before, equal)
    }

    // MARK: Paths

    /// Returns the first `limit` of some tasks by path, and others.
    private func firstByPath(_ limit: Int, of numbers: [Int]) throws -> [Int] {
        let columns = try index.columns()
        let places = tasks.rows(of: numbers)
        let statement = try index.connection.prepare(
            "SELECT f.path FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id = ?1")
        var failure: (any Error)?
        let folders = try PathOrder(index, columns).places(places) { number in
            do {
                return try statement.first([.int(places[number])]) { NaturalOrder.key($0.path(0).text) } ?? []
            } catch {
                failure = error
                return []
            }
        }
        if let failure { throw failure }
        let (before, equal) = Self.split(RowSet(all: numbers.count), at: limit) { folders[$0] }
        let names = try columns.all(.namePrefix)
        // Half of the value, because the least number has no opposite.
        let (first, rest) = Self.split(equal, at: limit - before.count) { names[places[$0]] >> 1 }
        return (before + first + rest.rows).map { numbers[$0] }
    }
}
