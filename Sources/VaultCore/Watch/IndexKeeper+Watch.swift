import SearchIndex
package import SourceText

extension IndexKeeper {
    /// Makes the index say what is on disk now at these paths: files, or folders with everything below them. A path
    /// that is not there any more is removed with everything below. Nothing is said of what lies elsewhere.
    ///
    /// A file that was read within the tick of its change is read again, however it looks.
    package func update(paths: Set<VaultPath>) throws { try update() }

    /// What in the vault cannot be had; walked for where a watcher spared the walk.
    func allFaults() -> [VaultWalker.Fault] {
        guard isVouchedFor else { return faults }
        var walker = VaultWalker(root: vault.root, configuration: vault.configuration)
        while walker.next() != nil {}
        return walker.faults
    }
}
