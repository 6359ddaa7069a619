package import SourceText

/// A resolved query over tasks: the condition for its results, and their presentation.
package struct TaskQuery: Sendable {
    package var text: String
    package var condition: Condition
    package var presentation: TaskPresentation
    /// The notices about how the query was understood.
    package var notices: [Diagnostic]
    /// Whether the query itself chooses between open, done and cancelled tasks.
    package var choosesStatus: Bool

    /// The condition for the results of a list, which has open tasks unless the query says otherwise.
    package var listed: Condition {
        choosesStatus ? condition : .and([.taskTest(.status(.open)), condition])
    }
}

/// How tasks are shown. A member is nil if the query does not set it.
package struct TaskPresentation: Hashable, Sendable {
    package var sort: [TaskSortKey]?
    package var group: TaskGroupKey?
    package var limit: Int?
    package var offset: Int?

    package init() {}

    /// Returns this presentation, with the members of `other` where its own are nil.
    package func over(_ other: TaskPresentation) -> TaskPresentation {
        var result = self
        result.sort = sort ?? other.sort
        result.group = group ?? other.group
        result.limit = limit ?? other.limit
        result.offset = offset ?? other.offset
        return result
    }
}

/// One key to sort tasks by.
package struct TaskSortKey: Hashable, Sendable {
    package enum By: String, CaseIterable, Sendable {
        /// Overdue tasks come first.
        case overdue
        case due, scheduled, start, created, done, priority, status, path, folder, note, heading, text
        /// The due, scheduled or start date, or a date in the text.
        case date
    }

    package var by: By
    /// Whether the order is the opposite of the default: the earliest date, the highest priority and A first. Tasks
    /// without the value come last in both orders.
    package var isReversed = false

    package init(_ by: By, isReversed: Bool = false) {
        self.by = by
        self.isReversed = isReversed
    }

    /// Path and line order tasks that are equal in all keys.
    package static let standard = [By.overdue, .due, .scheduled, .priority].map { TaskSortKey($0) }

    /// Parses the key at `range` of a query: `due`, `priority-`.
    package static func parse(_ word: String, in query: String, at range: Range<Int>) throws -> TaskSortKey {
        var name = word.lowercased()
        let sign = name.last.flatMap { "+-".contains($0) ? $0 : nil }
        if sign != nil { name.removeLast() }
        let aliases: [String: By] = ["title": .note, "name": .path, "file": .path, "completion": .done]
        guard let by = By(rawValue: name) ?? aliases[name] else {
            let names = By.allCases.map(\.rawValue)
            throw QueryError(
                query, at: range, "tasks cannot be sorted by '\(word)'",
                help: Nearest.match(name, among: names).map { "did you mean '\($0)'?" }
                    ?? "one of: \(names.joined(separator: ", "))")
        }
        return TaskSortKey(by, isReversed: sign == "-")
    }
}

/// The key of the sections of a list of tasks. Sections are in the order of the sort key `sortKey`.
package enum TaskGroupKey: String, CaseIterable, Sendable {
    case due, priority, note, folder, heading
    /// The due, scheduled or start date, or a date in the text.
    case date

    package var sortKey: TaskSortKey {
        switch self {
        case .due: TaskSortKey(.due)
        case .priority: TaskSortKey(.priority)
        case .note: TaskSortKey(.path)
        case .folder: TaskSortKey(.folder)
        case .heading: TaskSortKey(.heading)
        case .date: TaskSortKey(.date)
        }
    }

    /// Returns the label of the section of a task.
    package func label(_ task: TaskHit) -> String {
        switch self {
        case .due: task.days[.due]?.dayText ?? Self.none
        case .date: task.date?.dayText ?? Self.none
        case .priority:
            task.priority == .none
                ? Self.none : task.priority.name.prefix(1).uppercased() + task.priority.name.dropFirst()
        case .note: task.path.text
        case .folder: task.path.folder.isRoot ? "/" : task.path.folder.text
        case .heading: task.headings.isEmpty ? Self.none : task.headings.joined(separator: " > ")
        }
    }

    private static let none = "(none)"

    /// Parses the key at `range` of a query.
    package static func parse(_ word: String, in query: String, at range: Range<Int>) throws -> TaskGroupKey {
        if let key = TaskGroupKey(rawValue: word.lowercased()) { return key }
        let names = allCases.map(\.rawValue)
        throw QueryError(
            query, at: range, "tasks cannot be grouped by '\(word)'",
            help: Nearest.match(word, among: names).map { "did you mean '\($0)'?" }
                ?? "one of: \(names.joined(separator: ", "))")
    }
}
