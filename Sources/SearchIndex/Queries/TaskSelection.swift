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

    /// Returns the first `limit` of some tasks, and others, in no order.
    func first(_ limit: Int, of numbers: [Int]) throws -> [Int] {
        let (keys, isComplete) = try packedKeys(numbers)
        let (before, equal) = Self.split(numbers, by: keys, limit)
        if !isComplete || before.count >= limit || equal.count <= 2 * limit + 100 { return before + equal }
        return before + (try firstByPath(limit - before.count, of: equal))
    }

    /// Returns the tasks whose keys are below the one at `limit` in order, and those with that key.
    private static func split(_ numbers: [Int], by keys: [Int64], _ limit: Int) -> (before: [Int], equal: [Int]) {
        var top = TopValues(limit: limit)
        // `TopValues` selects the greatest.
        for key in keys { top.add(-key) }
        let last = -top.least
        var (before, equal) = ([Int](), [Int]())
        for (index, key) in keys.enumerated() {
            if key < last { before.append(numbers[index]) } else if key == last { equal.append(numbers[index]) }
        }
        return (before, equal)
    }

    // MARK: Sort keys

    /// A day takes 22 bits: the years 0 to 9999 are 3,652,425 days. Tasks without a day come last.
    private static let dayBits: Int64 = 22
    private static let mostBits: Int64 = 62

    /// Returns the values of the first sort keys as one number for each task, and whether all sort keys are in it.
    private func packedKeys(_ numbers: [Int]) throws -> (keys: [Int64], isComplete: Bool) {
        var keys = [Int64](repeating: 0, count: numbers.count)
        var bits: Int64 = 0
        let due = try tasks.days(.due) ?? []
        let today = Int32(clamping: request.today.dayNumber)
        for key in request.sort {
            let width: Int64
            let value: (Int) -> Int64
            let days = try TaskProperty(rawValue: key.by.rawValue).flatMap { try tasks.days($0) }
            switch key.by {
            case .due, .scheduled, .start, .created, .done:
                guard let days else { return (keys, false) }
                width = Self.dayBits
                value = { Self.dayValue(days[$0], isReversed: key.isReversed) }
            case .overdue:
                width = 1
                value = { task in
                    let isOverdue =
                        due[task] != NoteListColumn.noDay && due[task] < today && tasks.flags(task).has(.open)
                    return isOverdue == key.isReversed ? 1 : 0
                }
            case .priority:
                width = 3
                value = { task in
                    let place = Int64(tasks.flags(task).priority.rawValue)
                    return key.isReversed ? place : 7 - place
                }
            case .status:
                width = 2
                value = { task in
                    let place = Int64(TaskStatus.allCases.firstIndex(of: tasks.flags(task).status) ?? 0)
                    return key.isReversed ? 3 - place : place
                }
            case .path, .folder, .note, .heading, .text, .date: return (keys, false)
            }
            bits += width
            if bits > Self.mostBits { return (keys, false) }
            for index in numbers.indices { keys[index] = keys[index] << width | value(numbers[index]) }
        }
        return (keys, true)
    }

    private static func dayValue(_ day: Int32, isReversed: Bool) -> Int64 {
        let most: Int64 = 1 << dayBits - 1
        if day == NoteListColumn.noDay { return most }
        let place = min(max(Int64(day) + 720_000, 0), most - 1)
        return isReversed ? most - 1 - place : place
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
        let (before, equal) = Self.split(numbers, by: folders, limit)
        if before.count >= limit || equal.count <= 2 * limit + 100 { return before + equal }
        let names = try columns.all(.namePrefix)
        // Half of the value, because the least number has no opposite.
        let keys = tasks.rows(of: equal).map { names[$0] >> 1 }
        let (first, rest) = Self.split(equal, by: keys, limit - before.count)
        return before + first + rest
    }
}
