/// How a watcher spends its time; tests have less of it. Times are in milliseconds.
package struct WatchSettings: Sendable {
    /// How long no event may have come before a burst is taken to be over.
    package var quiet: Int64 = 100
    /// How long a burst is waited for at most.
    package var patience: Int64 = 2000
    /// How long it keeps away from an index that another process writes.
    package var pause: Int64 = 500
    /// More paths than that are not looked at while a reader waits.
    package var mostAtOnce = 32
    /// More paths than that are no longer told apart: the whole vault is walked.
    package var mostPaths = 4096
    /// More files that change unheard are too many to be looked at for every reader.
    package var mostUnobserved = 500
    /// How often everything is learnt anew, for what no event told of: a hard link made outside of the vault.
    package var sweep: Int64 = 600_000
    /// How often a watcher that cannot vouch for the index brings it up to date, and tries to watch again.
    package var retry: Int64 = 300_000
    /// After how long without a question it ends; nil where it stays. One that ends by itself does so at once where it
    /// cannot vouch for the index.
    package var idle: Int64?
    /// The most folders that are watched, below the system's own limit.
    package var mostFolders = Int.max

    package init() {}
}
