internal import SourceText

/// The entries of a YAML mapping in the order they stand in, a key that is given twice included twice.
package struct YAMLMapping: Sendable {
    package let entries: [YAMLEntry]

    package init(entries: [YAMLEntry] = []) { self.entries = entries }

    /// The entry that counts for a key: the last one whose key is `key`, compared by `FrontMatterKey.identity`.
    ///
    /// Complexity: O(entries).
    package func entry(_ key: String) -> YAMLEntry? {
        let wanted = FrontMatterKey.identity(key)
        return entries.last { FrontMatterKey.identity($0.key) == wanted }
    }

    /// The value that counts for a key; nil where there is no such key.
    package subscript(key: String) -> YAMLValue? { entry(key)?.value }
}
