import QueryLanguage
package import Searching
import SourceText
package import VaultFiles

/// Plans that change the saved searches of the configuration.
package struct SearchPlanner {
    private let snapshot: VaultSnapshot

    package init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    private var searches: [String: String] { snapshot.vault.configuration.searches }

    private static let builtIn = Set(Configuration().searches.keys)

    /// Returns a plan that saves a query as `@name`, in place of an earlier one with that name.
    ///
    /// - Parameters:
    ///   - vaults: the names that `vault:` can refer to.
    ///   - replaces: whether to replace another query that has the name.
    /// - Throws: `VaultError` if a query cannot contain the name, if the name is built in or taken, or if the search
    ///   would refer to itself. `QueryError` if the query is invalid.
    package func save(
        _ query: String, as name: String, vaults: [String] = [], replaces: Bool = true
    ) throws -> ChangePlan {
        try check(name)
        let known = configured(name)
        if let known, searches[known] == query { return ChangePlan("save search '\(known)'") }
        if let known, let other = searches[known], !replaces {
            throw VaultError(
                "'@\(known)' is already saved: \(other)", help: "to replace it: --force; nothing was changed")
        }
        var names = snapshot.queryNames
        names.vaultNames = vaults
        _ = try QueryResolver.query(query, in: names)
        if refers(query, to: name) {
            throw VaultError("'@\(name)' would refer to itself", help: "write the query without '@\(name)'")
        }
        var plan = ChangePlan("save search '\(name)'")
        plan.operations = try update { try $0.save(query, as: known ?? name) }
        return plan
    }

    /// Returns a plan that renames a saved search, also in the saved searches that refer to it.
    ///
    /// - Throws: `VaultError` if there is no such search, or if the new name is invalid, built in or taken.
    package func rename(_ old: String, to new: String) throws -> ChangePlan {
        let old = try existing(old)
        try check(new)
        if let taken = configured(new), taken != old {
            throw VaultError(
                "'@\(taken)' is already saved", help: "choose another name, or: slip searches remove '\(taken)'")
        }
        var plan = ChangePlan("searches rename \(PlanTitle.arguments([old, new]))")
        if old == new { return plan }
        plan.operations = try update { editor in
            try editor.renameSearch(old, to: new)
            editor.rewriteSearches { QueryText.renamingSearch(in: $0, from: old, to: new) }
        }
        return plan
    }

    /// Returns a plan that removes saved searches.
    ///
    /// - Parameter force: whether to remove searches that others refer to.
    /// - Throws: `VaultError` if there is no such search, or if others refer to it.
    package func remove(_ names: [String], force: Bool) throws -> ChangePlan {
        let names = try names.map(existing)
        let removed = Set(names.map(Folding.fold))
        var plan = ChangePlan("searches remove \(PlanTitle.arguments(names))")
        for (user, query) in searches.sorted(by: { $0.key < $1.key }) where !removed.contains(Folding.fold(user)) {
            let used = QueryText.savedSearches(in: query).filter { removed.contains(Folding.fold($0)) }
            // A built-in search takes its place.
            guard let used = used.first(where: { !Self.builtIn.contains($0) }) else { continue }
            if !force {
                throw VaultError(
                    "the saved search '@\(user)' contains '@\(used)'; nothing was changed",
                    help: "to remove '@\(used)' anyway: --force")
            }
            plan.notices.append("the saved search '@\(user)' contains '@\(used)', so it is no longer valid")
        }
        plan.operations = try update { editor in for name in names { try editor.removeSearch(name) } }
        return plan
    }

    private func update(_ edit: (inout ConfigurationEditor) throws -> Void) throws -> [FileOperation] {
        try ConfigurationUpdate(vault: snapshot.vault).operations(edit)
    }

    /// Throws if a query cannot contain the name, or if it is built in.
    private func check(_ name: String) throws {
        let isLine = !name.contains {
            $0.isNewline || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        guard isLine, !name.isEmpty, QueryText.savedSearches(in: "@\(QueryText.quoted(name))") == [name] else {
            throw VaultError(
                "'\(name)' is not a valid name of a search", help: "use letters, digits, '-' and '_', such as inbox")
        }
        if Self.builtIn.contains(name) {
            throw VaultError("'@\(name)' is built in", help: "choose another name")
        }
    }

    /// Returns the configured name that equals `name`, ignoring case and diacritics.
    private func configured(_ name: String) -> String? {
        snapshot.vault.configuration.searchRanges.keys.sorted().first { Folding.fold($0) == Folding.fold(name) }
    }

    private func existing(_ name: String) throws -> String {
        let name = name.hasPrefix("@") ? String(name.dropFirst()) : name
        if let known = configured(name) { return known }
        if Self.builtIn.contains(name) {
            throw VaultError(
                "'@\(name)' is built in, so it cannot be changed", help: "to list saved searches: slip searches")
        }
        let near = Nearest.match(name, among: snapshot.vault.configuration.searchRanges.keys.sorted())
        throw VaultError(
            "there is no saved search '\(name)'",
            help: near.map { "did you mean '\($0)'?" } ?? "to list saved searches: slip searches")
    }

    /// Whether a query contains the search `name`, also through other saved searches.
    private func refers(_ query: String, to name: String) -> Bool {
        var pending = [query]
        var seen: Set<String> = []
        while let query = pending.popLast() {
            for used in QueryText.savedSearches(in: query).map(Folding.fold) where seen.insert(used).inserted {
                if used == Folding.fold(name) { return true }
                pending += searches.filter { Folding.fold($0.key) == used }.map(\.value)
            }
        }
        return false
    }
}
