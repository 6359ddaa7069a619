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

    /// Throws if a canvas shows a part of a note that is in some ranges, or links to it.
    ///
    /// - Parameter help: what to do, such as "edit the canvas first".
    static func refuse(
        to note: OpenNote, in ranges: [Range<Int>], _ snapshot: VaultSnapshot, help: String
    ) throws {
        for canvas in try all(to: note.path, in: snapshot) {
            for (_, reference) in canvas.references {
                guard let place = reference.fragment.flatMap({ note.place(of: $0) }), !place.isEmpty,
                    ranges.contains(where: { $0.contains(place.lowerBound) })
                else { continue }
                throw VaultError(
                    note.path, "has a part there to which '\(canvas.path.text)' leads; nothing was changed", help: help)
            }
        }
    }

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
