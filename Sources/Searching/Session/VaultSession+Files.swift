package import Indexing
package import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// What the index knows of notes and files by their paths.
extension VaultSession {
    package func isNote(_ path: VaultPath) throws -> Bool { try index.isNote(path) }

    /// Whether a note, an attachment or a folder is at a path.
    package func isFile(_ path: VaultPath) throws -> Bool { try index.isFile(path) }

    /// The note at a path; nil where there is none.
    package func note(_ path: VaultPath) throws -> NoteHit? { try index.note(path).map { NoteHit($0) } }

    /// The links to a note or an attachment, in order of where they stand.
    package func backlinks(to path: VaultPath) throws -> [Backlink] {
        try index.backlinks(to: path).map { Backlink(path: $0.path, title: $0.title, line: $0.line) }
    }

    /// The files inside a folder and below it; a file alone where the path is one.
    package func files(inside path: VaultPath) throws -> [VaultPath] {
        try index.files(inside: path).filter { $0.kind != .folder }.map(\.path)
    }

    /// The notes in which conflict markers stand, by path.
    package func notesInConflict() throws -> [VaultPath] {
        var paths: [VaultPath] = []
        let request = SearchRequest(
            condition: .state(.conflict), Presentation(sort: [SortKey(.path)]), statuses: statuses, detailed: false,
            scored: false)
        _ = try withSnapshot {
            try index.search(request) { hit in
                paths.append(hit.path)
                return true
            }
        }
        return paths
    }

    /// The files that are no notes and that none references.
    package func unusedFiles() throws -> Set<VaultPath> { Set(try index.unusedFiles()) }

    package func noteCount() throws -> Int { try index.noteCount() }

    /// The number of notes for which a condition holds.
    package func count(_ condition: Condition) throws -> Int { try index.count(condition) }

    /// What the last bringing up to date changed.
    package var changes: IndexKeeper.Changes { keeper.changes }
}
