import Notes
import SearchIndex
import Searching
package import SourceText
package import VaultChanges
import VaultFiles

/// Changing the front matter of notes.
extension Planner {
    /// The plan that sets, removes, adds and takes for each of the notes. Notes that are so already are left out.
    package func set(
        _ assignments: [PropertyAssignment], of notes: [VaultPath], force: Bool, title: String
    ) throws -> ChangePlan {
        let changes = try PropertyAssignments(rules, force: force).changes(assignments)
        let touch = !assignments.contains { $0.wellKnownKey(rules) == .modified }
        return try editing(notes, title: title, touch: touch) { change in try change.edit(changes) }
    }

    /// The assignments with words for dates written as dates, and remarks on what was taken for a date or for text.
    ///
    /// - Parameter force: whether a new key that is nearly a known one is meant.
    /// - Throws: `VaultError` where a new key is nearly a known one.
    package func resolved(
        _ assignments: [PropertyAssignment], force: Bool
    ) throws -> (assignments: [PropertyAssignment], remarks: [String]) {
        if !force { for assignment in assignments { try refuseNearKey(assignment) } }
        var dates = DateAssignments(session)
        return (try assignments.map { try dates.resolved($0) }, dates.remarks)
    }

    /// Refuses to make a key whose name is nearly that of a known one. Short names say too little to be told apart.
    private func refuseNearKey(_ assignment: PropertyAssignment) throws {
        switch assignment.action {
        case .set, .add: break
        case .remove, .take: return
        }
        let key = assignment.key
        guard key.utf8.count >= 4, session.keyNames.name(key) == nil, try !session.isProperty(Folding.fold(key)) else {
            return
        }
        let known = FrontMatterKey.allCases.flatMap { session.keyNames.names(of: $0) }
        let wanted = Array(FrontMatterKey.identity(key).utf8)
        let near = try (known + session.propertyNames()).first { name in
            let other = Array(FrontMatterKey.identity(name).utf8)
            return other.count >= 4 && Nearest.distance(wanted, other, atMost: 1) != nil
        }
        guard let near else { return }
        throw VaultError(
            "no note has the key '\(key)'; nothing was changed",
            help: "did you mean '\(near)'? --force makes the new key")
    }
}
