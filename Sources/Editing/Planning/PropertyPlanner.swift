import Notes
import SearchIndex
package import Searching
package import SourceText
package import VaultFiles

/// Plans that change the front matter of notes.
package struct PropertyPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }

    /// Returns a plan that applies assignments to each note. Notes that they do not change are left out. If a title that
    /// is a heading is set, the heading changes. Links by title, id or alias follow, and the plan has a notice for each
    /// one that breaks. Throws if a value is invalid for its key.
    ///
    /// - Parameter force: whether invalid values are allowed.
    package func set(
        _ assignments: [PropertyAssignment], of notes: [VaultPath], force: Bool, title: String
    ) throws -> ChangePlan {
        let changes = try changes(assignments, force: force)
        return try plan(notes, title: title, assignments) { _ in changes }
    }

    /// As above, with other assignments for each note.
    package func set(
        _ assignments: [VaultPath: [PropertyAssignment]], force: Bool, title: String
    ) throws -> ChangePlan {
        let changes = try assignments.mapValues { try self.changes($0, force: force) }
        return try plan(assignments.keys.sorted(), title: title, assignments.values.flatMap(\.self)) {
            changes[$0] ?? []
        }
    }

    /// Returns the changes of assignments. Throws if a value is invalid for its key.
    private func changes(_ assignments: [PropertyAssignment], force: Bool) throws -> [FrontMatterChange] {
        let valid = try assignments.map { force ? (try? checked($0)) ?? $0 : try checked($0) }
        return try PropertyAssignments(context.rules, force: force).changes(valid)
    }

    private func plan(
        _ notes: [VaultPath], title: String, _ assignments: [PropertyAssignment],
        changes: @escaping (VaultPath) -> [FrontMatterChange]
    ) throws -> ChangePlan {
        let setsModified = assignments.contains { $0.wellKnownKey(context.rules) == .modified }
        let titles = TitleEdit(context.rules)
        let inline = InlineAssignments(rules: context.rules)
        var plan = try context.editingWithLinks(notes, title: title, updatesModified: !setsModified) { change in
            let rest = try inline.apply(changes(change.path), to: &change)
            guard let text = newTitle(rest), titles.isHeading(in: change) else { return try change.edit(rest) }
            try titles.setHeading(text, in: &change)
            try change.edit(rest.filter { $0.names.first != context.rules.names(.title).first })
        }
        if !plan.isEmpty {
            let keywords = assignments.filter { $0.wellKnownKey(context.rules) == .keywords }.flatMap(Self.entries)
            plan.notices += try context.noticesOfNewKeywords(keywords)
        }
        return plan
    }

    /// Returns an assignment whose values have the declared type of the key. Throws `VaultError` if they cannot.
    private func checked(_ assignment: PropertyAssignment) throws -> PropertyAssignment {
        guard let declaration = snapshot.vault.configuration.properties[assignment.key] else { return assignment }
        return try DeclaredAssignment(declaration: declaration, now: snapshot.now, calendar: snapshot.calendar)
            .resolved(assignment)
    }

    /// Returns the text that changes give to the title, or nil if they do not set it to a text.
    private func newTitle(_ changes: [FrontMatterChange]) -> String? {
        guard let change = changes.last(where: { $0.names.first == context.rules.names(.title).first }),
            case .set(.scalar(let text, _)) = change.action, text.contains(where: { !$0.isWhitespace })
        else { return nil }
        return text
    }

    /// Returns the entries that an assignment to a list key writes.
    private static func entries(_ assignment: PropertyAssignment) -> [String] {
        switch assignment.action {
        case .set(let text), .add(let text): text.split(separator: ",").map(String.init)
        case .list(let texts, _): texts
        case .text(let text): [text]
        case .typed, .remove, .take: []
        }
    }

    /// Returns the assignments with words for dates replaced by dates, and remarks on values taken for dates or text.
    ///
    /// - Parameter force: whether a new key may resemble a known one.
    /// - Throws: `VaultError` if a new key resembles a known one.
    package func resolved(
        _ assignments: [PropertyAssignment], force: Bool
    ) throws -> (assignments: [PropertyAssignment], notices: [String]) {
        if !force { for assignment in assignments { try refuseNearKey(assignment) } }
        var dates = DateAssignments(snapshot)
        let resolved = try assignments.map { assignment in
            // A declared type says whether it is a date.
            snapshot.vault.configuration.properties[assignment.key] == nil
                ? try dates.resolved(assignment) : assignment
        }
        return (resolved, dates.notices)
    }

    /// Throws for a new key that differs from a known one by one edit. Keys of fewer than four bytes are not compared:
    /// too many short words differ by one edit.
    private func refuseNearKey(_ assignment: PropertyAssignment) throws {
        switch assignment.action {
        case .set, .text, .typed, .list, .add: break
        case .remove, .take: return
        }
        let key = assignment.key
        guard key.utf8.count >= 4, snapshot.keyNames.name(key) == nil,
            try !snapshot.queryNames.isProperty(Folding.fold(key))
        else {
            return
        }
        let known = FrontMatterKey.allCases.flatMap { snapshot.keyNames.names(of: $0) }
        let wanted = Array(FrontMatterKey.identity(key).utf8)
        let near = try (known + snapshot.queryNames.propertyNames()).first { name in
            let other = Array(FrontMatterKey.identity(name).utf8)
            return other.count >= 4 && Nearest.distance(wanted, other, atMost: 1) != nil
        }
        guard let near else { return }
        throw VaultError(
            "no note has the key '\(key)'; nothing was changed",
            help: "did you mean '\(near)'? to add the key anyway: --force")
    }

    /// Returns a plan that renames the key of one entry of a note's front matter.
    package func renameKey(of entry: OpenEntry, in path: VaultPath, to name: String) throws -> ChangePlan {
        try context.writing(
            [path: [ByteEdit(entry.keyRange, Array(YAMLValue.writtenKey(name).utf8))]],
            title: "rename the key '\(entry.key)'")
    }

    /// Returns a plan that removes one entry of a note's front matter. Other entries with the same key stay.
    package func remove(_ entry: OpenEntry, from path: VaultPath) throws -> ChangePlan {
        try context.writing([path: [ByteEdit(entry.lines, [])]], title: "drop '\(entry.key)'")
    }
}
