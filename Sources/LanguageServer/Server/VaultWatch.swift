import Dispatch
import Indexing
import LanguageProtocol
import SourceText
import Synchronization
import System
import VaultFiles

/// Follows vaults by file events, a thread each, so that nobody who asks has to walk; where another process follows one
/// already, that is asked.
final class VaultWatch: Sendable {
    private struct State {
        var roots: Set<[UInt8]> = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let group = DispatchGroup()
    private let world: ServerWorld
    private let client: Client
    private let looks: VaultLooks

    /// How long, in milliseconds, until it is tried again where a vault cannot be followed.
    private static let patience = 5000

    init(_ world: ServerWorld, _ client: Client, _ looks: VaultLooks) {
        self.world = world
        self.client = client
        self.looks = looks
    }

    func follow(_ vault: Vault) {
        guard world.watches, state.withLock({ !$0.isOver && $0.roots.insert(vault.root).inserted }) else { return }
        DispatchQueue(label: "slip.lsp.watch").async(group: group) { self.live(vault) }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    private func live(_ vault: Vault) {
        let world = world
        // To begin with, it looks at all files, as does whoever waits for the first answer: one after the other.
        looks.awaitFirst(vault, unless: { isOver })
        while !isOver, Vault.isVault(vault.root) {
            do {
                let watcher = try Watcher(
                    vault, world.environment, messages: LaneMessages(client), zoneHasChanged: world.zoneHasChanged)
                while !isOver { try watcher.step(milliseconds: 200) }
            } catch {
                // Another one follows it, or nothing can: readers look for themselves.
            }
            for _ in 0..<(Self.patience / 100) where !isOver { ThisProcess.sleep(.milliseconds(100)) }
        }
        state.withLock { _ = $0.roots.remove(vault.root) }
    }

    func end() {
        state.withLock { $0.isOver = true }
        group.wait()
    }
}
