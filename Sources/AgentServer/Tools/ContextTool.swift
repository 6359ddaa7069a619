import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// Reads a note with its neighbors: the notes that link to it, with the sentence of the link, those that it links to, and
/// those that are related to it.
enum ContextTool {
    private static let defaultSize = 10_000
    /// The most neighbors of each kind.
    private static let mostNeighbors = 20

    static let tool = Tool(
        name: "context",
        summary: "Read a note with its neighbors: backlinks with their sentences, linked notes, related notes.",
        input: [
            Property("note", .text, "as for read", isRequired: true),
            Property("max_bytes", .number(500...1_000_000), "default: \(defaultSize)"),
        ],
        output: [
            Property("path", .text), Property("hash", .text),
            Property("text", .text), Property("neighbors", .list(.anyObject)),
            Property("truncated", .flag),
        ],
        isExtra: true,
        defaultVault: .ofNote,
        run: { call in
            try call.read(in: try ReadTool.vaultName(call)) { snapshot in
                let path = try snapshot.note(ofAgent: call.arguments["note"]?.text ?? "")
                let bytes = try snapshot.bytes(path)
                let limit = call.arguments["max_bytes"]?.int ?? defaultSize
                // What the neighbors do not need is left to the text.
                let (all, omitted) = try neighbors(of: path, bytes, snapshot)
                let kept = fitting(all, in: max(limit / 2, limit - bytes.count))
                let used = kept.reduce(0) { $0 + $1.written.count }
                let excerpt = NoteLines(bytes, in: bytes.indices, atMost: max(0, limit - used))
                var remarks = excerpt.remarks + (try ReadTool.staleness(of: path, in: snapshot))
                let left = all.count - kept.count + omitted
                if left > 0 { remarks.append("\(left) neighbors are left out; for all links: read, or links-to:NOTE") }
                return [
                    "path": .string(path.text), "hash": .string(ContentHash.text(of: bytes)),
                    "text": .string(bytes.text(excerpt.range)), "neighbors": .array(kept),
                    "truncated": .bool(excerpt.isTruncated || left > 0),
                    "remarks": AgentHelp.lines(remarks + call.warnings),
                ]
            }
        })

    /// Returns the first neighbors that fit in a number of bytes.
    private static func fitting(_ neighbors: [JSONValue], in limit: Int) -> [JSONValue] {
        var left = limit
        return Array(
            neighbors.prefix { neighbor in
                left -= neighbor.written.count
                return left >= 0
            })
    }

    /// Returns the neighbors of a note, each once: as a backlink if it is one, else as a linked note. Also returns the
    /// number of those that are too many.
    private static func neighbors(
        of path: VaultPath, _ bytes: [UInt8], _ snapshot: VaultSnapshot
    ) throws -> (neighbors: [JSONValue], omitted: Int) {
        var seen: Set<VaultPath> = [path]
        var found: [JSONValue] = []
        func add(_ relation: String, _ neighbor: VaultPath, title: String, text: String?) {
            guard seen.insert(neighbor).inserted else { return }
            found.append(
                .object([
                    "relation": .string(relation), "path": .string(neighbor.text),
                    "title": .string(BoundedText.clipped(title)), "text": text.map { .string(BoundedText.clipped($0)) },
                ]))
        }
        var links: [VaultPath: [Backlink]] = [:]
        var sources: [VaultPath] = []
        for link in try snapshot.backlinks(to: path) {
            if links[link.path] == nil { sources.append(link.path) }
            links[link.path, default: []].append(link)
        }
        for source in sources.prefix(mostNeighbors) {
            guard let first = links[source]?.first else { continue }
            add(
                "backlink", source, title: first.title,
                text: Backlink.sentence(of: links[source] ?? [], to: path, in: snapshot))
        }
        let note = OpenNote(path: path, bytes: bytes, in: snapshot.vault)
        var targets: [VaultPath] = []
        var isTarget = Set(sources).union([path])
        for link in note.links {
            guard case .note(let target, _) = try snapshot.linkTargets.target(of: link, in: note) else { continue }
            if isTarget.insert(target).inserted { targets.append(target) }
        }
        for target in targets.prefix(mostNeighbors) {
            if let hit = try snapshot.note(target) { add("link", target, title: hit.title, text: nil) }
        }
        for related in try snapshot.related.notes(to: path, limit: mostNeighbors / 2) {
            add(
                "related", related.note.path, title: related.note.title,
                text: RelatedText.phrases(related.reasons).joined(separator: "; "))
        }
        return (found, max(0, sources.count - mostNeighbors) + max(0, targets.count - mostNeighbors))
    }
}
