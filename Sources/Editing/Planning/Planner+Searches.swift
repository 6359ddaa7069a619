import QueryLanguage
import Searching
package import VaultChanges
import VaultFiles

/// Searches that are kept in the configuration.
extension Planner {
    /// The plan that keeps a query under a name, for `@name`.
    ///
    /// - Throws: `VaultError` for a name that no query could say, or that is built in; `QueryError` for a query that
    ///   cannot be read.
    package func saveSearch(_ query: String, as name: String) throws -> ChangePlan {
        let isWord =
            !name.isEmpty
            && name.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "_-".unicodeScalars.contains(scalar)
            }
        guard isWord else {
            throw VaultError(
                "'\(name)' is not a name for a search", help: "letters, digits, '-' and '_', such as inbox")
        }
        guard Configuration().searches[name] == nil else {
            throw VaultError("'@\(name)' is built in", help: "give it another name")
        }
        _ = try QueryResolver.query(query, in: session)
        var plan = ChangePlan("save search '\(name)'")
        plan.operations = try configurationOperation { try $0.save(query, as: name) }
        return plan
    }
}
