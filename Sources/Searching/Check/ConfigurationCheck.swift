import QueryLanguage
import SourceText
import VaultFiles

/// Finds the errors of a configuration, also in its queries and keys.
struct ConfigurationCheck {
    let snapshot: VaultSnapshot

    var diagnostics: [Diagnostic] {
        let configuration = snapshot.vault.configuration
        var names = snapshot.queryNames
        names.isOnlyParsed = true
        var diagnostics = configuration.diagnostics
        func check(_ range: Range<Int>, _ parse: () throws -> Void) {
            do {
                try parse()
            } catch let error as QueryError {
                diagnostics.append(
                    Diagnostic(.config, at: range, error.diagnostic.message, help: error.diagnostic.help))
            } catch let error as VaultError {
                diagnostics.append(Diagnostic(.config, at: range, error.message, help: error.help))
            } catch {
                // An error of the index. The search itself reports it.
            }
        }
        if let (sort, range) = configuration.search.sort {
            check(range) { _ = try snapshot.sortKeys(sort, option: "sort:", in: names) }
        }
        if let (group, range) = configuration.search.group {
            check(range) {
                _ = try PresentationKeys(query: group, in: names).grouping(group, at: 0..<group.utf8.count)
            }
        }
        for (name, range) in configuration.searchRanges.sorted(by: { $0.key < $1.key }) {
            check(range) { _ = try QueryResolver.query("@\(QueryText.quoted(name))", in: names) }
        }
        for kind in configuration.kinds {
            check(kind.queryRange) { _ = try QueryResolver.query(kind.query, in: names) }
        }
        return diagnostics + unusableSchemas + unknownKeywords
    }
}
