import SearchIndex

extension IndexKeeper {
    /// What in the vault cannot be had; looked for where a watcher spared the walk.
    package func allFaults() -> [VaultScan.Fault] {
        isVouchedFor ? VaultScan(vault, known: IndexedTree()).everything().faults : faults
    }
}
