import QueryLanguage
package import SourceText

/// What only git can say of the files as they are.
package enum WorkTreeQuestion: Hashable, Sendable {
    case dirty, untracked
    /// Which differ from a commit, that is given by its full name.
    case since(String)
}

/// Answers what git knows of the files behind an index.
package protocol WorkTreeReader: AnyObject {
    /// The paths for which it holds, notes and other files.
    func paths(_ question: WorkTreeQuestion) throws -> Set<VaultPath>
}

extension Condition.TimeField {
    /// Where the moments of notes are.
    var column: NoteColumn {
        switch self {
        case .created: .created
        case .modified: .modified
        case .committed: .committed
        }
    }
}
