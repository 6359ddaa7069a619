import Notes
import SourceText
import VaultFiles

/// Changes of the names of saved searches. Their queries are changed by `save` and `rewriteSearches`.
extension ConfigurationEditor {
    /// Renames a search, and keeps its query.
    ///
    /// - Throws: `VaultError` if the result would have other searches than expected.
    mutating func renameSearch(_ old: String, to new: String) throws {
        guard case .mapping(let searches, _) = section("searches")?.value.content else { return }
        var expected = queries
        guard let query = expected.removeValue(forKey: old) else { return }
        expected[new] = query
        // Edits from the end keep the earlier offsets valid.
        for search in searches.entries.reversed() where search.key == old {
            bytes.replaceSubrange(search.keyRange, with: Array(Self.key(new).utf8))
        }
        guard queries == expected else { throw Self.unclearSearches }
    }

    /// Removes a search.
    ///
    /// - Throws: `VaultError` if the result would have other searches than expected.
    mutating func removeSearch(_ name: String) throws {
        var expected = queries
        expected[name] = Configuration().searches[name]
        while let section = section("searches"), case .mapping(let searches, let style) = section.value.content,
            let index = searches.entries.lastIndex(where: { $0.key == name })
        { removeEntry(index, of: searches, style, in: section) }
        guard queries == expected else { throw Self.unclearSearches }
    }

    private var queries: [String: String] { Configuration(bytes).searches }

    private static var unclearSearches: VaultError {
        VaultError(
            Vault.configurationPath, "cannot be updated: the format of searches: is not supported; nothing was changed",
            help: "edit the searches in an editor")
    }
}
