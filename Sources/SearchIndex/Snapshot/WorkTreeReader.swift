import QueryLanguage
package import SourceText

/// A condition on files that only git can evaluate.
package enum WorkTreeCondition: Hashable, Sendable {
    case dirty, untracked
    /// The file differs from a commit, given by its full hash.
    case since(String)
}

/// An evaluator of git conditions for the files of an index.
package protocol WorkTreeReader: AnyObject {
    /// Returns the paths of notes and other files that satisfy the condition.
    func paths(_ condition: WorkTreeCondition) throws -> Set<VaultPath>
}

extension Condition.TimeField {
    var column: NoteColumn {
        switch self {
        case .created: .created
        case .modified: .modified
        case .committed: .committed
        }
    }
}
