import Indexing
package import Notes
package import SourceText
import Synchronization
package import System
import VaultFiles

/// Reads notes as they are, the open ones as they are open; on any thread.
package struct NoteReader: Sendable {
    private let openNotes: OpenNotes
    private let source: any NoteSource
    private let kept: KeptTexts?
    package let rules: NoteRules

    init(_ session: VaultSession) {
        openNotes = session.openNotes
        source = session.keeper.source
        kept = session.keptTexts
        rules = session.rules
    }

    package func bytes(_ path: VaultPath) throws(SystemError) -> [UInt8] {
        if let open = openNotes[path] { return open.bytes }
        if let known = kept?[path] { return known }
        let bytes = try source.read(path).bytes
        kept?.keep(bytes, path)
        return bytes
    }

    /// Nil for what cannot be read.
    func document(_ path: VaultPath) -> OpenNote? {
        if let open = openNotes[path] { return open }
        return (try? bytes(path)).map { OpenNote(path: path, bytes: $0, rules: rules) }
    }

    func isOpen(_ path: VaultPath) -> Bool { openNotes[path] != nil }
}

/// The texts of notes that one question reads more than once: first to find something there, then to tell where.
final class KeptTexts: Sendable {
    private struct State {
        var texts: [VaultPath: [UInt8]] = [:]
        var size = 0
    }

    private let state = Mutex(State())

    /// How many bytes are kept at most.
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

extension VaultSession {
    /// Reads notes on other threads.
    package var reader: NoteReader { NoteReader(self) }
}
