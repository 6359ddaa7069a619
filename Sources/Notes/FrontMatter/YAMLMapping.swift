internal import SourceText

/// The entries of a YAML mapping in source order, including repeated keys.
package struct YAMLMapping: Sendable {
    package let entries: [YAMLEntry]

    package init(entries: [YAMLEntry] = []) { self.entries = entries }

    /// Returns the last entry whose key is `key`, compared by `FrontMatterKey.identity`.
    ///
    /// Complexity: O(entries).
    package func entry(_ key: String) -> YAMLEntry? {
        let wanted = FrontMatterKey.identity(key)
        return entries.last { FrontMatterKey.identity($0.key) == wanted }
    }

    package subscript(key: String) -> YAMLValue? { entry(key)?.value }
}
