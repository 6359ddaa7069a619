import Indexing
package import Notes
package import SourceText
package import System
import VaultFiles

/// A reader of note texts that prefers open documents to files. It can be used on any thread.
package struct NoteReader: Sendable {
    private let openNotes: OpenNotes
    private let source: any NoteSource
    private let cache: TextCache?
    package let rules: NoteRules

    init(_ snapshot: VaultSnapshot) {
        openNotes = snapshot.openNotes
        source = snapshot.keeper.source
        cache = snapshot.textCache
        rules = snapshot.rules
    }

    /// Returns the text of the open document at `path`, else that of the file.
    package func bytes(_ path: VaultPath) throws(SystemError) -> [UInt8] {
        if let open = openNotes[path] { return open.bytes }
        if let known = cache?[path] { return known }
        let bytes = try source.read(path).bytes
        cache?.keep(bytes, path)
        return bytes
    }

    /// Returns the open document at `path`, else the file as a document. Nil if the file cannot be read.
    func document(_ path: VaultPath) -> OpenNote? {
        if let open = openNotes[path] { return open }
        return (try? bytes(path)).map { OpenNote(path: path, bytes: $0, rules: rules) }
    }
}

extension VaultSnapshot {
    /// A reader of notes for other threads.
    package var reader: NoteReader { NoteReader(self) }

    /// Returns the text of a note. If it cannot be read, writes a warning and returns nil. A missing file gives no
    /// warning.
    package func text(_ path: VaultPath) -> NoteText? {
        if let last = lastText.text, lastText.path == path { return last }
        do {
            let text = NoteText(try reader.bytes(path), path: path, rules: rules)
            (lastText.path, lastText.text) = (path, text)
            return text
        } catch {
            warnAboutUnreadable(path, error)
            return nil
        }
    }

    /// Returns the text of a note without comments that pages do not contain. Otherwise the same as `text`.
    func visibleText(_ path: VaultPath) -> NoteText? {
        guard let text = text(path) else { return nil }
        // Generated text is blanked first: without its comments it would be text of the note.
        let visible = HTMLComments.blanked(LiveBlock.blanked(VisibleText(text.bytes).bytes))
        return visible == text.bytes ? text : NoteText(visible, path: path, rules: rules)
    }

    func warnAboutUnreadable(_ path: VaultPath, _ error: SystemError) {
        // A note that was deleted since the last update is no longer a result.
        if !error.isMissing { messages.warn("cannot read '\(path.text)': \(error.reason)") }
    }

    /// Returns the text of a note. Throws `VaultError` if it cannot be read.
    package func bytes(_ path: VaultPath) throws -> [UInt8] {
        guard let bytes = try bytesIfThere(path) else {
            throw VaultError("cannot read '\(path.text)': \(SystemError.missing(path.bytes).reason)", at: path)
        }
        return bytes
    }

    /// Returns the text of a note, or nil if it does not exist. Throws `VaultError` if it cannot be read.
    package func bytesIfThere(_ path: VaultPath) throws -> [UInt8]? {
        do {
            return try reader.bytes(path)
        } catch {
            if error.isMissing { return nil }
            throw VaultError("cannot read '\(path.text)': \(error.reason)", at: path)
        }
    }

    /// Returns the open document at a path, else the file on disk. Nil if the file cannot be read.
    package func document(_ path: VaultPath) -> OpenNote? { reader.document(path) }
}
