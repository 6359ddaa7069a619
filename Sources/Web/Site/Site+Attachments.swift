import Notes
import QueryLanguage
import Searching
package import SourceText
package import VaultFiles

extension Site {
    /// Whether a file may be published: not a note, which the query would have to match, and nothing hidden.
    package static func isShared(_ file: VaultPath, _ configuration: Configuration) -> Bool {
        !configuration.extensions.contains(file.pathExtension)
            && !file.parts.contains { $0.bytes.first == Byte.dot }
    }

    /// Returns the attachments of notes that may be published, in the order of their first use. A canvas that links to a
    /// note besides these is none of them: a copy would name the note.
    static func files(of hits: [NoteHit], in snapshot: VaultSnapshot) throws -> [VaultPath] {
        let configuration = snapshot.vault.configuration
        let notes = Set(hits.map(\.path))
        var seen: Set<VaultPath> = []
        return try hits.lazy.flatMap(\.attachments).filter { $0.exists && seen.insert($0.path).inserted }.map(\.path)
            .filter { file in
                guard isShared(file, configuration) else { return false }
                guard Canvas.isCanvas(file) else { return true }
                let targets = try snapshot.lists.canvas(file)?.links.compactMap(\.path) ?? []
                return targets.allSatisfy {
                    !configuration.extensions.contains($0.pathExtension) || notes.contains($0)
                }
            }
    }
}
