import QueryLanguage
package import Searching
package import VaultChanges
import VaultFiles

/// Plans that change the saved searches of the configuration.
package struct SearchPlanner {
    private let snapshot: VaultSnapshot

    package init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    /// Returns a plan that saves a query as `@name`, in place of an earlier one with that name.
    ///
    /// - Parameter vaults: the names that `vault:` can refer to.
    /// - Throws: `VaultError` if a query cannot contain the name, or if it is built in. `QueryError` if the query is
    ///   invalid.
    package func save(_ query: String, as name: String, vaults: [String] = []) throws -> ChangePlan {
        let isWord =
            !name.isEmpty
            && name.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "_-".unicodeScalars.contains(scalar)
            }
        guard isWord else {
            throw VaultError(
                "'\(name)' is not a valid name of a search", help: "use letters, digits, '-' and '_', such as inbox")
        }
        guard Configuration().searches[name] == nil else {
            throw VaultError("'@\(name)' is built in", help: "choose another name")
        }
        var names = snapshot.queryNames
        names.vaultNames = vaults
        _ = try QueryResolver.query(query, in: names)
        var plan = ChangePlan("save search '\(name)'")
        plan.operations = try ConfigurationUpdate(vault: snapshot.vault).operations { try $0.save(query, as: name) }
        return plan
    }
}
