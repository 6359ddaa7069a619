import SourceText

/// The fields of a query over tasks. Any other field is a condition on the note.
package enum TaskField: String, CaseIterable, Sendable {
    case due, scheduled, start, created, done
    case priority
    case isState = "is"
    case has, no
    case keyword
    case heading
    case contains
    case note

    var kind: Field.Kind {
        switch self {
        case .due, .scheduled, .start, .created, .done: .date
        // Priorities are compared by their order.
        case .priority: .property
        case .isState, .has, .no, .keyword, .contains: .text
        case .heading: .text
        case .note: .note
        }
    }

    /// The line of help.
    package var summary: String {
        switch self {
        case .due: "due date: today <+7d 2024-03 2024-01..2024-03"
        case .scheduled: "scheduled date, written as for due:"
        case .start: "start date"
        case .created: "creation date of the task"
        case .done: "date of completion"
        case .priority: "highest high medium none low lowest, also >=medium"
        case .isState: "state: open done cancelled all overdue today blocked recurring"
        case .has: "has the property: due scheduled start created done cancelled priority repeat id after"
        case .no: "opposite of has:"
        case .keyword: "the hashtag in the task, or one nested in it"
        case .heading: "words in a heading above the task, or /regex/"
        case .contains: "the task contains this text, also within words"
        case .note: "a query in parentheses that the note matches, or a note"
        }
    }

    /// Values that complete the field, the most useful first. Empty if they are those of the notes, or any text.
    package var values: [String] {
        switch self {
        case .due, .scheduled: ["today", "tomorrow", "<today", "<+7d", "<+30d"]
        case .start: ["today", "tomorrow", "<=today"]
        case .created, .done: ["today", "yesterday", "7d", "30d"]
        case .priority: TaskPriority.names + [">=medium", "<medium"]
        case .isState: Self.states
        case .has, .no: Self.properties
        case .keyword, .heading, .contains, .note: []
        }
    }

    /// The values of `is:` that are states of tasks.
    static let states = ["overdue", "today", "blocked", "recurring"] + TaskStatus.allCases.map(\.rawValue) + ["all"]

    /// The values of `has:` that are properties of tasks.
    static let properties = TaskProperty.allCases.filter { $0 != .onCompletion }.map(\.rawValue)

    /// The property whose date the field compares.
    var date: TaskProperty? { kind == .date ? TaskProperty(rawValue: rawValue) : nil }

    /// Creates the field with a name, ignoring case.
    package init?(named name: String) {
        let small = name.lowercased()
        if let field = Self(rawValue: small) {
            self = field
        } else if Field(named: small) == .keyword {
            self = .keyword
        } else {
            return nil
        }
    }

    package static let names = allCases.map(\.rawValue)
}
