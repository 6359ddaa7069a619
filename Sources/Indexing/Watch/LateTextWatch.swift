import SourceText
import System
import VaultFiles

/// Has a watcher merge what other programs wrote to files that slip had replaced, once they have closed them.
struct LateTextWatch {
    /// The time between two examinations, in milliseconds.
    let interval: Int64
    /// The time of the next examination, or nil if there is nothing to examine.
    private(set) var due: Int64?
    private var examined = ExaminedFiles()

    init(every interval: Int64) { self.interval = interval }

    /// Begins to examine displaced files if there are any. Call it after the vault has changed.
    mutating func recordChange(of vault: Vault) {
        if due == nil, VaultWriter.hasDisplacedFiles(vault) { due = Waiting.now() + interval }
    }

    /// Examines the displaced files if it is time.
    ///
    /// - Returns: a message for each note into which text was merged.
    mutating func examine(_ vault: Vault) -> [String] {
        guard let due, due <= Waiting.now() else { return [] }
        let (merged, areLeft) = VaultWriter.mergeClosedFiles(
            of: vault, now: LocalZone.now(), examined: &examined)
        self.due = areLeft ? Waiting.now() + interval : nil
        return merged.map(\.message)
    }
}
