import Notes
import SearchIndex
import Searching
import SourceText
import System
import VaultFiles

/// The attachments that canvases show. The index has no links for them.
struct UnindexedUses {
    private static let largestCanvas = 32 << 20

    /// The attachments that are used.
    private(set) var files: Set<VaultPath> = []
    private let snapshot: VaultSnapshot
    /// The attachments, by their own paths and those of symbolic links to them.
    private var names: [VaultPath: VaultPath] = [:]

    /// Finds uses of attachments. Complexity: O(files + bytes of the canvases), O(1) without attachments.
    init(of attachments: Set<VaultPath>, in snapshot: VaultSnapshot) throws {
        self.snapshot = snapshot
        if attachments.isEmpty { return }
        for file in attachments {
            for name in try snapshot.index.links.names(ofFile: file) { names[name] = file }
        }
        for canvas in try snapshot.index.links.paths(of: .other) where canvas.pathExtension == "canvas" {
            try read(canvas)
        }
    }

    private mutating func use(_ reference: String, from folder: VaultPath) throws {
        guard let target = try snapshot.index.links.target(of: reference, from: folder), let file = names[target.path]
        else { return }
        files.insert(file)
    }

    /// Adds what a canvas shows: https://jsoncanvas.org/spec/1.0/. One that cannot be read may show every attachment.
    private mutating func read(_ canvas: VaultPath) throws {
        guard
            let bytes = try? Files.read(
                inside: snapshot.vault.root, canvas.parts.map(\.bytes), limit: Self.largestCanvas)
        else { return files.formUnion(names.values) }
        // A new canvas is an empty file.
        if bytes.allSatisfy(\.isWhiteSpace) { return }
        guard let json = JSONValue(bytes: bytes) else { return files.formUnion(names.values) }
        for node in json["nodes"]?.list ?? [] {
            for key in ["file", "background"] {
                if let path = node[key]?.text { try use("/" + path, from: .root) }
            }
            guard let text = node["text"]?.text else { continue }
            for reference in Note(Array(text.utf8), name: canvas.name, rules: snapshot.rules).references {
                try use(reference.target, from: canvas.folder)
            }
        }
    }
}
