import Dispatch
import SourceText
import Synchronization
import System
package import VaultFiles

/// Watchers for several vaults, one thread each, so that requests need no scan. If another process watches a vault,
/// requests ask that process.
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

    /// The delay before the next attempt to watch a vault, in milliseconds.
    private static let retryDelay = 5000

    /// - Parameters:
    ///   - zoneHasChanged: whether the machine's time zone differs from that of the environment's calendar.
    ///   - messages: creates the message sink on the watcher's thread.
    package init(
        _ environment: Environment, _ scans: ScanLimit, zoneHasChanged: @escaping @Sendable () -> Bool,
        messages: @escaping @Sendable () -> any MessageSink
    ) {
        self.environment = environment
        self.scans = scans
        self.zoneHasChanged = zoneHasChanged
        self.messages = messages
    }

    /// Starts to watch a vault, unless it is watched already.
    package func follow(_ vault: Vault) {
        guard state.withLock({ !$0.isOver && $0.roots.insert(vault.root).inserted }) else { return }
        DispatchQueue(label: "slip.watch").async(group: group) { self.run(vault) }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    private func run(_ vault: Vault) {
        // The watcher begins with a scan. The first request scans too, and its user waits for that: it goes first.
        scans.awaitFirst(vault, unless: { isOver })
        while !isOver, Vault.isVault(vault.root) {
            do {
                let watcher = try Watcher(
                    vault, environment, messages: messages(), zoneHasChanged: zoneHasChanged)
                while !isOver { try watcher.step(milliseconds: 200) }
            } catch {
                // Another watcher follows the vault, or it cannot be watched: readers scan.
            }
            for _ in 0..<(Self.retryDelay / 100) where !isOver { ThisProcess.sleep(.milliseconds(100)) }
        }
        state.withLock { _ = $0.roots.remove(vault.root) }
    }

    /// Stops all watchers and waits until their threads have ended.
    package func end() {
        state.withLock { $0.isOver = true }
        group.wait()
    }

    /// Stops all watchers, and waits at most some milliseconds until their threads have ended.
    package func end(within milliseconds: Int) {
        state.withLock { $0.isOver = true }
        _ = group.wait(timeout: .now() + .milliseconds(milliseconds))
    }
}
