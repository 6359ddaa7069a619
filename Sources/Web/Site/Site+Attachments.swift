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

    /// Returns the attachments of notes that may be published, in the order of their first use. A canvas is one only if all
    /// that it refers to is in the site, and its texts have no comments: a copy contains both.
    static func files(of hits: [NoteHit], in snapshot: VaultSnapshot) throws -> [VaultPath] {
        let configuration = snapshot.vault.configuration
        var seen: Set<VaultPath> = []
        var files = hits.flatMap(\.attachments).filter { $0.exists && seen.insert($0.path).inserted }.map(\.path)
            .filter { isShared($0, configuration) }
        let notes = Set(hits.map(\.path))
        // A canvas may show another one that is left out.
        while true {
            let known = notes.union(files)
            let kept = try files.filter { try !Canvas.isCanvas($0) || isComplete($0, known, in: snapshot) }
            if kept.count == files.count { return files }
            files = kept
        }
    }

    /// Whether a canvas refers only to known files, and hides no text.
    private static func isComplete(
        _ canvas: VaultPath, _ known: Set<VaultPath>, in snapshot: VaultSnapshot
    ) throws -> Bool {
        guard let hit = try snapshot.lists.canvas(canvas), let bytes = try snapshot.bytesIfThere(canvas) else {
            return false
        }
        let content = Canvas(bytes)
        let isShown = content.texts.allSatisfy { VisibleText(Array($0.utf8)).isWhole && !$0.contains("<!--") }
        return content.isReadable && isShown
            && hit.links.allSatisfy { $0.path.map(known.contains) ?? false }
            && hit.attachments.allSatisfy { $0.exists && known.contains($0.path) }
    }
}
