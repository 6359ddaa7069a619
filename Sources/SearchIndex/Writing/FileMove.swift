package import SourceText

/// A file or folder that gets another path, or a note that gets other names.
package struct FileMove: Hashable, Sendable {
    package var from: VaultPath
    package var to: VaultPath
    /// The names of a note after the change, besides its path.
    package var names: LinkNames?

    package init(from: VaultPath, to: VaultPath, names: LinkNames?) {
        self.from = from
        self.to = to
        self.names = names
    }
}
