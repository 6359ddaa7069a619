package import RegularExpressions
package import SourceText

/// A test of a task. `Condition` combines these tests.
package enum TaskTest: Sendable {
    case status(TaskStatus)
    /// A date property that has a column in the index: due, scheduled, start, created or done.
    case date(TaskProperty, DayRange)
    case has(TaskProperty)
    case priority(ClosedRange<TaskPriority>)
    /// A task that it depends on is open.
    case blocked
    case text(TextMatch)
    /// A folded substring of the text.
    case contains(String)
    case regex(Pattern)
    /// A hashtag in the text. With `nested`, also one that is nested in it.
    case tag(ValuePattern, nested: Bool)
    /// A heading above the task.
    case heading(HeadingTest)

    package enum HeadingTest: Sendable {
        case words(TextMatch)
        /// The whole text, folded.
        case whole(String)
        case regex(Pattern)
    }

    /// Whether the columns of the index decide the test.
    package var isInColumns: Bool {
        switch self {
        case .status, .date, .has, .priority: true
        case .blocked, .text, .contains, .regex, .tag, .heading: false
        }
    }
}

/// A range of days, in days since 1970-01-01. A bound that is nil does not limit it.
package struct DayRange: Hashable, Sendable {
    package var lower: Int?
    /// The first day after the range.
    package var upper: Int?
    /// Whether the range is another one later on the same day: `6h`.
    package var dependsOnTimeOfDay = false

    package init(lower: Int? = nil, upper: Int? = nil) {
        self.lower = lower
        self.upper = upper
    }

    /// Creates the days that start in a range of time.
    ///
    /// - Parameter includesFirst: whether the day in which the range starts counts too.
    init(_ range: TimeRange, _ calendar: LocalCalendar, includesFirst: Bool) {
        /// Returns the first day that does not start before a moment.
        func day(_ moment: Moment) -> Int {
            let day = calendar.civil(moment).startOfDay
            return day.dayNumber + (calendar.moment(day) < moment ? 1 : 0)
        }
        lower = range.lower.map { includesFirst ? calendar.civil($0).dayNumber : day($0) }
        upper = range.upper.map { day($0) }
    }
}
