import Dispatch
import SourceText
import Synchronization
import System
package import VaultFiles

/// Follows vaults by file events, a thread each, so that nobody who asks has to walk; where another process follows one
/// already, that is asked.
package final class VaultWatch: Sendable {
    private struct State {
        var roots: Set<[UInt8]> = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let group = DispatchGroup()
    private let environment: Environment
    private let zoneHasChanged: @Sendable () -> Bool
    private let messages: @Sendable () -> any MessageSink
    private let scans: ScanLimit

    /// How long, in milliseconds, until it is tried again where a vault cannot be followed.
    private static let patience = 5000

    /// - Parameters:
    ///   - zoneHasChanged: whether the machine's time zone is another than the environment's calendar has.
    ///   - messages: makes what is told to, on the thread that tells.
    package init(
        _ environment: Environment, _ scans: ScanLimit, zoneHasChanged: @escaping @Sendable () -> Bool,
        messages: @escaping @Sendable () -> any MessageSink
    ) {
        self.environment = environment
        self.scans = scans
        self.zoneHasChanged = zoneHasChanged
        self.messages = messages
    }

    /// Begins to follow a vault, once.
    package func follow(_ vault: Vault) {
        guard state.withLock({ !$0.isOver && $0.roots.insert(vault.root).inserted }) else { return }
        DispatchQueue(label: "slip.watch").async(group: group) { self.live(vault) }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    private func live(_ vault: Vault) {
        // The watcher begins with a scan. The first request scans too, and its user waits for that: it goes first.
        scans.awaitFirst(vault, unless: { isOver })
        while !isOver, Vault.isVault(vault.root) {
            do {
                let watcher = try Watcher(
                    vault, environment, messages: messages(), zoneHasChanged: zoneHasChanged)
                while !isOver { try watcher.step(milliseconds: 200) }
            } catch {
                // Another one follows it, or nothing can: readers look for themselves.
            }
            for _ in 0..<(Self.patience / 100) where !isOver { ThisProcess.sleep(.milliseconds(100)) }
        }
        state.withLock { _ = $0.roots.remove(vault.root) }
    }

    /// Follows nothing any more; returns once every thread has ended.
    package func end() {
        state.withLock { $0.isOver = true }
        group.wait()
    }
}
