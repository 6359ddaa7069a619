import Notes
import SearchIndex
import SourceText

/// What `slip set` makes of assignments before it carries them out.
extension VaultSession {
    /// The assignments with words for dates written as dates where the key holds dates; `+7d` also where no note has the
    /// key yet, since it is a text that nobody writes.
    ///
    /// - Parameter forces: whether a new key that is nearly a known one is meant.
    /// - Throws: `VaultError` where a new key is nearly a known one.
    package func resolved(_ assignments: [PropertyAssignment], forces: Bool) throws -> [PropertyAssignment] {
        try assignments.map { assignment in
            if !forces { try refuseNearKey(assignment) }
            guard case .set(let text) = assignment.action,
                let day = DateWords.day(text, now: now, calendar: calendar),
                try holdsDates(assignment.key) ?? (text.first == "+" || text.first == "-")
            else { return assignment }
            var assignment = assignment
            assignment.action = .set(day)
            return assignment
        }
    }

    /// Refuses to make a key whose name is nearly that of a known one. Short names say too little to be told apart.
    private func refuseNearKey(_ assignment: PropertyAssignment) throws {
        switch assignment.action {
        case .set, .add: break
        case .remove, .take: return
        }
        let key = assignment.key
        guard key.utf8.count >= 4, keyNames.name(key) == nil, try !isProperty(Folding.fold(key)) else { return }
        let known = FrontMatterKey.allCases.flatMap { keyNames.names(of: $0) }
        let wanted = Array(FrontMatterKey.identity(key).utf8)
        let near = try (known + propertyNames()).first { name in
            let other = Array(FrontMatterKey.identity(name).utf8)
            return other.count >= 4 && Nearest.distance(wanted, other, atMost: 1) != nil
        }
        guard let near else { return }
        throw VaultError(
            "no note has the key '\(key)'; nothing was changed",
            help: "did you mean '\(near)'? --force makes the new key")
    }

    /// Whether the values of a key are dates: those of `created` and `modified`, and where most values in the vault are;
    /// nil where no note has the key.
    private func holdsDates(_ key: String) throws -> Bool? {
        if let known = keyNames.name(key)?.key { return known == .created || known == .modified }
        let identity = FrontMatterKey.identity(key)
        guard let property = try index.properties().first(where: { FrontMatterKey.identity($0.name) == identity })
        else { return nil }
        let dates = property.kinds.first { $0.kind == "date" }?.values ?? 0
        return dates > 0 && dates * 2 >= property.kinds.reduce(0) { $0 + $1.values }
    }
}
