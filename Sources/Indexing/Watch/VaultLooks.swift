import Dispatch
import SourceText
import Synchronization
import System
package import VaultFiles

/// When the files of vaults were looked at last, where nobody vouches for their indexes.
///
/// Each look takes longer than what a person waits for, so that one is taken by whoever asks first, and the others go on
/// with what it found. Only the first is waited for by everybody: before it, an index may be as old as can be.
package final class VaultLooks: Sendable {
    private struct Entry {
        var last: Int64
        var isFirst = true
        let first = DispatchGroup()
    }

    private enum Turn { case look, wait(DispatchGroup), goOn }

    private let entries = Mutex<[[UInt8]: Entry]>([:])

    package init() {}

    /// How long, in milliseconds, what a look found is good enough.
    private static let patience: Int64 = 1000
    /// How long, in milliseconds, who follows a vault waits for somebody to ask for it first.
    private static let modesty: Int64 = 2000

    private func turn(_ vault: Vault) -> Turn {
        let now = Waiting.now()
        return entries.withLock { entries in
            guard let entry = entries[vault.root] else {
                let entry = Entry(last: now)
                entry.first.enter()
                entries[vault.root] = entry
                return .look
            }
            if entry.isFirst { return .wait(entry.first) }
            if now - entry.last < Self.patience { return .goOn }
            entries[vault.root]?.last = now
            return .look
        }
    }

    /// Looks at the files of a vault where it is time.
    ///
    /// - Returns: false where another look is to be gone on with, which is finished by then if it was the first.
    package func look(at vault: Vault, _ look: () throws -> Void) rethrows -> Bool {
        while true {
            switch turn(vault) {
            case .goOn: return false
            // Where it fails, who waits looks next.
            case .wait(let first): first.wait()
            case .look:
                var isDone = false
                defer { end(vault, isDone) }
                try look()
                isDone = true
                return true
            }
        }
    }

    private func end(_ vault: Vault, _ isDone: Bool) {
        let first = entries.withLock { entries -> DispatchGroup? in
            guard let entry = entries[vault.root], entry.isFirst else { return nil }
            if isDone { entries[vault.root]?.isFirst = false } else { entries[vault.root] = nil }
            return entry.first
        }
        first?.leave()
    }

    /// Waits until a vault was looked at, for a while.
    ///
    /// - Parameter isOver: whether nobody needs to know any more.
    func awaitFirst(_ vault: Vault, unless isOver: () -> Bool) {
        let start = Waiting.now()
        while !isOver(), Waiting.now() - start < Self.modesty {
            if entries.withLock({ $0[vault.root].map { !$0.isFirst } ?? false }) { return }
            ThisProcess.sleep(.milliseconds(20))
        }
    }
}
