package import Indexing
package import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// Lookups of notes and files by path in the index.
extension VaultSession {
    package func isNote(_ path: VaultPath) throws -> Bool { try index.isNote(path) }

    /// Whether a path is that of a note, an attachment or a folder.
    package func isFile(_ path: VaultPath) throws -> Bool { try index.isFile(path) }

    /// Returns the note at a path, or nil if there is none.
    package func note(_ path: VaultPath) throws -> NoteHit? { try index.note(path).map { NoteHit($0) } }

    /// Returns the links to a note or an attachment, ordered by position.
    package func backlinks(to path: VaultPath) throws -> [Backlink] {
        try index.links.backlinks(to: path).map { Backlink(path: $0.path, title: $0.title, line: $0.line) }
    }

    /// Returns the files in a folder and its subfolders, or the file itself if the path is that of a file.
    package func files(inside path: VaultPath) throws -> [VaultPath] {
        try index.files(inside: path).filter { $0.kind != .folder }.map(\.path)
    }

    package func noteCount() throws -> Int { try index.noteCount() }

    /// Returns the number of notes that satisfy a condition.
    package func count(_ condition: Condition) throws -> Int { try index.count(condition) }

    /// The changes that the last update made.
    package var changes: IndexKeeper.Changes { keeper.changes }
}
