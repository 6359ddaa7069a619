import SearchIndex
package import SourceText

extension IndexKeeper {
    /// What in the vault cannot be had; looked for where a watcher spared the walk.
    package func allFaults() throws -> [VaultScan.Fault] {
        if !isVouchedFor { return faults }
        // Compared with what is known, as any other look at the files: what is as it was need not be listed.
        return try source.scan(try IndexedTree(connection, at: .root), at: .root).faults
    }

    /// The files and folders that could not be looked at; none where a watcher vouches, which none does while there is one.
    package var unreadable: [VaultPath] {
        isVouchedFor ? [] : faults.filter { $0.kind == .unreadable }.map(\.path)
    }
}
