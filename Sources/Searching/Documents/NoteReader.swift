import Indexing
package import Notes
package import SourceText
package import System

/// Reads notes as they are, the open ones as they are open; on any thread.
package struct NoteReader: Sendable {
    private let openNotes: OpenNotes
    private let source: any NoteSource
    package let rules: NoteRules

    init(_ session: VaultSession) {
        openNotes = session.openNotes
        source = session.keeper.source
        rules = session.rules
    }

    package func bytes(_ path: VaultPath) throws(SystemError) -> [UInt8] {
        if let open = openNotes[path] { return open.bytes }
        return try source.read(path).bytes
    }

    /// Nil for what cannot be read.
    func document(_ path: VaultPath) -> OpenNote? {
        if let open = openNotes[path] { return open }
        return (try? source.read(path)).map { OpenNote(path: path, bytes: $0.bytes, rules: rules) }
    }

    func isOpen(_ path: VaultPath) -> Bool { openNotes[path] != nil }
}

extension VaultSession {
    /// Reads notes on other threads.
    package var reader: NoteReader { NoteReader(self) }
}
