import SearchIndex
package import SourceText

extension IndexKeeper {
    /// Returns the unreadable files of the vault. Scans for them if a watcher's confirmation replaced the scan.
    package func allFaults() throws -> [VaultScan.Fault] {
        if !isVouchedFor { return faults }
        // Compared with the index, as in any other scan, so that unchanged folders need not be listed.
        return try source.scan(try IndexedTree(connection, at: .root), at: .root).faults
    }

    /// The inaccessible files and folders. None if a watcher confirmed the index, because a watcher declines if there
    /// are any.
    package var unreadable: [VaultPath] {
        isVouchedFor ? [] : faults.filter { $0.kind == .unreadable }.map(\.path)
    }
}
