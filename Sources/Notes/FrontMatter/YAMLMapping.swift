/// The entries of a YAML mapping in the order they stand in, a key that is given twice included twice.
package struct YAMLMapping: Sendable {
    package let entries: [YAMLEntry]

    package init(entries: [YAMLEntry] = []) { self.entries = entries }

    /// The entry that counts for a key: the last one whose key, in any case, is `key`.
    ///
    /// Complexity: O(entries).
    package func entry(_ key: String) -> YAMLEntry? {
        let wanted = key.lowercased()
        return entries.last { $0.key.lowercased() == wanted }
    }

    /// The value that counts for a key in any case; nil where there is no such key.
    package subscript(key: String) -> YAMLValue? { entry(key)?.value }
}
