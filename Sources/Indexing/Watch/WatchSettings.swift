/// The timing and limits of a watcher, which tests reduce. Times are in milliseconds.
package struct WatchSettings: Sendable {
    /// The time without events after which a burst is over.
    package var quiet: Int64 = 100
    /// The maximum time to wait for the end of a burst.
    package var longestBurst: Int64 = 2000
    /// The delay of an update while another process writes the index.
    package var pause: Int64 = 500
    /// The maximum number of paths to update while a reader waits.
    package var mostAtOnce = 32
    /// The maximum number of changed paths to track. Beyond it, the whole vault is scanned.
    package var mostPaths = 4096
    /// The maximum number of files that may change without an event, since they are checked for every reader.
    package var mostUnobserved = 500
    /// The interval of full scans, which find changes without an event, such as a hard link created outside the vault.
    package var sweep: Int64 = 600_000
    /// The interval at which a watcher that cannot confirm the index updates it and tries to watch again.
    package var retry: Int64 = 300_000
    /// The interval at which displaced files are examined while there are any (`LateTextWatch`).
    package var lateTexts: Int64 = 2000
    /// The time without changes after which `DebouncedWork` begins.
    package var debounce: Int64 = 1000
    /// The time without requests after which the watcher ends, or nil to keep running. With a timeout, it also ends at
    /// once if it cannot confirm the index.
    package var idle: Int64?
    /// The maximum number of watched folders, below the system's limit.
    package var mostFolders = Int.max

    package init() {}
}
