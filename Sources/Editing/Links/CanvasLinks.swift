import Notes
import SearchIndex
import Searching
import SourceText
import VaultFiles

/// The links of a canvas to parts of a note.
struct CanvasLinks {
    let path: VaultPath
    let bytes: [UInt8]
    /// The references to the note that have a fragment, by their numbers in the canvas.
    let references: [(number: Int, reference: Reference)]

    /// Returns the links of all canvases to parts of a note.
    static func all(to note: VaultPath, in snapshot: VaultSnapshot) throws -> [CanvasLinks] {
        let links = try snapshot.index.links.references(to: note).filter { Canvas.isCanvas($0.path) }
        return try Dictionary(grouping: links, by: \.path).sorted { $0.key < $1.key }.compactMap { path, links in
            let bytes = try snapshot.bytes(path)
            let all = Canvas(bytes).references
            var references: [(number: Int, reference: Reference)] = []
            // The bytes may be newer than the index.
            for number in links.map(\.number).sorted() where all.indices.contains(number) {
                if all[number].fragment != nil { references.append((number, all[number])) }
            }
            return references.isEmpty ? nil : CanvasLinks(path: path, bytes: bytes, references: references)
        }
    }
}
