import Dispatch
import SourceText
import Synchronization
import System
package import VaultFiles

/// A limit on how often vaults are scanned while no watcher confirms their indexes.
///
/// A scan takes longer than a user should wait. Therefore one thread scans at most once per `interval`, and the others
/// use the index as it is. They wait for a scan in two cases only: the vault was never scanned, so that its index may
/// be arbitrarily old, or `invalidate` was called since the last scan began.
package final class ScanLimit: Sendable {
    private struct VaultScans {
        /// The start of the last scan in milliseconds.
        var lastStart: Int64 = 0
        /// The invalidations that the last finished scan has seen, or 0 before the first scan.
        var seen = 0
        /// The newest scan in progress, if others have to wait for it.
        var running: (seesUpTo: Int, end: DispatchGroup)?
    }

    private struct State {
        var vaults: [[UInt8]: VaultScans] = [:]
        /// The number of calls of `invalidate`, plus 1 for the first scan of each vault.
        var invalidations = 1
    }

    private enum Decision { case scan(seesUpTo: Int, end: DispatchGroup?), wait(DispatchGroup), useIndex }

    private let state = Mutex(State())
    private let interval: Int64

    /// The time, in milliseconds, for which the watcher leaves the first scan to a request.
    private static let watcherDelay: Int64 = 2000

    /// - Parameter interval: how long, in milliseconds, a scan remains good enough.
    package init(interval: Int64 = 1000) { self.interval = interval }

    /// Makes the next request for any vault wait for a new scan, however recent the last one is.
    ///
    /// Any number of calls before that request cause one scan.
    package func invalidate() { state.withLock { $0.invalidations += 1 } }

    /// Returns whether the next request for a vault has to wait for a scan.
    package func requiresScan(_ vault: Vault) -> Bool {
        state.withLock { ($0.vaults[vault.root]?.seen ?? 0) < $0.invalidations }
    }

    /// Runs `scan` if one is due.
    ///
    /// - Parameter always: whether to run it in any case.
    /// - Returns: false if the index can be used as it is. A required scan has finished by then.
    package func scanIfDue(_ vault: Vault, always: Bool = false, _ scan: () throws -> Void) rethrows -> Bool {
        while true {
            switch decision(vault, always) {
            case .useIndex: return false
            // If that scan fails, one of those that wait scans next.
            case .wait(let end): end.wait()
            case .scan(let seesUpTo, let end):
                var isDone = false
                defer { finish(vault, seesUpTo: isDone ? seesUpTo : 0, end) }
                try scan()
                isDone = true
                return true
            }
        }
    }

    private func decision(_ vault: Vault, _ always: Bool) -> Decision {
        let now = Waiting.now()
        return state.withLock { state in
            var entry = state.vaults[vault.root] ?? VaultScans()
            let isRequired = entry.seen < state.invalidations
            if !always {
                if isRequired, let running = entry.running, running.seesUpTo == state.invalidations {
                    return .wait(running.end)
                }
                if !isRequired, now - entry.lastStart < interval { return .useIndex }
            }
            entry.lastStart = now
            let end = isRequired ? DispatchGroup() : nil
            if let end {
                end.enter()
                entry.running = (state.invalidations, end)
            }
            state.vaults[vault.root] = entry
            return .scan(seesUpTo: state.invalidations, end: end)
        }
    }

    private func finish(_ vault: Vault, seesUpTo: Int, _ end: DispatchGroup?) {
        state.withLock { state in
            guard var entry = state.vaults[vault.root] else { return }
            entry.seen = max(entry.seen, seesUpTo)
            if let end, entry.running?.end === end { entry.running = nil }
            state.vaults[vault.root] = entry
        }
        end?.leave()
    }

    /// Waits for the first scan of a vault to finish, at most two seconds.
    ///
    /// - Parameter isOver: whether the caller no longer needs it.
    func awaitFirst(_ vault: Vault, unless isOver: () -> Bool) {
        let start = Waiting.now()
        while !isOver(), Waiting.now() - start < Self.watcherDelay {
            if state.withLock({ $0.vaults[vault.root]?.seen ?? 0 > 0 }) { return }
            ThisProcess.sleep(.milliseconds(20))
        }
    }
}
