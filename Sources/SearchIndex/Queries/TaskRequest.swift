package import QueryLanguage
package import SourceText

/// A request for tasks: the condition, the order, and the number that is wanted.
package struct TaskRequest: Sendable {
    package var condition: Condition
    package var sort: [TaskSortKey]
    /// The largest number of tasks to fetch, or nil for all.
    package var limit: Int?
    /// The day before which open tasks are overdue.
    package var today: CivilTime

    package init(condition: Condition, sort: [TaskSortKey], limit: Int?, today: CivilTime) {
        self.condition = condition
        self.sort = sort
        self.limit = limit
        self.today = today
    }
}
