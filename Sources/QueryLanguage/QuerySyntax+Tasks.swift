import SourceText

extension QuerySyntax {
    /// The condition on notes, if the query consists only of the words for the states of tasks: `task:(open OR done)`
    /// is `task:open,done`.
    var taskState: Condition? {
        switch self {
        case .word(let word, _):
            return Self.taskStates[word.lowercased()].map { .task(isDone: $0) }
        case .and(let parts, _):
            let states = parts.compactMap(\.taskState)
            return states.count == parts.count ? .and(states) : nil
        case .or(let parts, _):
            let states = parts.compactMap(\.taskState)
            return states.count == parts.count ? .or(states) : nil
        case .not(let inner, _): return inner.taskState.map { .not($0) }
        case .group(let inner, _): return inner.taskState
        case .empty, .phrase, .regex, .saved, .field: return nil
        }
    }

    /// The words of `task:`, and whether they mean done tasks.
    static let taskStates = ["open": false, "todo": false, "done": true]

    /// Whether a query over tasks has a term for open, done or cancelled tasks, or for the date of completion.
    var choosesTaskStatus: Bool {
        switch self {
        case .and(let parts, _), .or(let parts, _): return parts.contains(where: \.choosesTaskStatus)
        case .not(let inner, _), .group(let inner, _): return inner.choosesTaskStatus
        case .field(let field):
            switch field.name {
            case .task(.done): return true
            case .task(.isState): return field.value.contains { Self.statusWords.contains($0) }
            case .task(.has), .task(.no): return field.value.contains { ["done", "cancelled"].contains($0) }
            default: return false
            }
        case .empty, .word, .phrase, .regex, .saved: return false
        }
    }

    private static let statusWords = Set(TaskStatus.allCases.map(\.rawValue) + ["all"])
}

extension ValueSyntax {
    /// Returns whether one of the atoms, in lower case, satisfies a test.
    fileprivate func contains(_ isWanted: (String) -> Bool) -> Bool {
        switch self {
        case .one(let item): item.atom.map { isWanted($0.text.lowercased()) } ?? false
        case .and(let values), .or(let values): values.contains { $0.contains(isWanted) }
        case .not(let value): value.contains(isWanted)
        case .query: false
        }
    }
}
