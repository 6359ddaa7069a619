import SourceText
import Synchronization

/// A cache of the texts that one read opens more than once: to find a note's elements and then to locate them.
final class TextCache: Sendable {
    private struct CachedTexts {
        var texts: [VaultPath: [UInt8]] = [:]
        var size = 0
    }

    private let state = Mutex(CachedTexts())

    /// The maximum number of bytes in the cache.
    private static let most = 32 << 20

    subscript(path: VaultPath) -> [UInt8]? { state.withLock { $0.texts[path] } }

    func keep(_ bytes: [UInt8], _ path: VaultPath) {
        state.withLock { state in
            guard state.size + bytes.count <= Self.most else { return }
            state.size += bytes.count
            state.texts[path] = bytes
        }
    }
}

/// The text that a read opened last.
final class LastText {
    var path = VaultPath.root
    var text: NoteText?
}
