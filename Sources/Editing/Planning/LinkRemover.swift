import Notes
import SearchIndex
import Searching
import SourceText
import VaultFiles

/// The links to files that are removed: which of them break, and their removal.
struct LinkRemover {
    private let snapshot: VaultSnapshot

    init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    private var index: NoteIndex { snapshot.index }
    private var rules: NoteRules { snapshot.rules }

    /// Returns a message for each link that breaks when files are removed, including links through symbolic links to
    /// them.
    ///
    /// - Parameters:
    ///   - gone: the removed files.
    ///   - notes: the notes whose links are not reported, because they are removed too.
    func dangling(_ gone: Set<VaultPath>, except notes: Set<VaultPath>) throws -> [String] {
        var names = gone
        for path in gone { names.formUnion(try index.links.symbolicLinks(to: path)) }
        return try names.sorted().flatMap { path in
            try index.links.references(to: path).filter {
                !notes.contains($0.path) && !Self.outlives(path, writtenAs: $0.target, from: $0.path.folder, gone: gone)
            }.sorted { ($0.path, $0.number) < ($1.path, $1.number) }.map {
                "\($0.path.text):\($0.line): the link to '\(path.text)' breaks"
            }
        }
    }

    /// Returns whether a reference to the index note of a folder names the folder, which is not removed. It then stays
    /// valid.
    private static func outlives(
        _ target: VaultPath, writtenAs written: String, from folder: VaultPath, gone: Set<VaultPath>
    ) -> Bool {
        guard IndexNote.rank(target) != nil, !gone.contains(target.folder) else { return false }
        let path = VaultPath(written)
        return [folder, .root].contains { $0.resolving(path) == target.folder }
    }

    /// Returns the writes that remove the links to the files in `gone` from all notes except `notes`, and a notice for
    /// each link that breaks because a title or heading changes. A link in text is replaced by its label.
    func unlinking(_ gone: Set<VaultPath>, except notes: Set<VaultPath>) throws -> LinkUpdate.Outcome {
        var sources: Set<VaultPath> = []
        for path in gone { sources.formUnion(try index.links.backlinks(to: path).map(\.path)) }
        let edit = VaultEdit(notes: sources.subtracting(notes).sorted()) { try removeLinks(to: gone, in: &$0) }
        return try LinkUpdate(PlanContext(snapshot: snapshot), edit).outcome()
    }

    func removeLinks(to gone: Set<VaultPath>, in change: inout NoteChange) throws {
        let bytes = change.after
        if Canvas.isCanvas(change.path) { return try removeCanvasLinks(to: gone, in: &change) }
        let note = Note(bytes, name: change.path.name, rules: rules)
        var edits: [ByteEdit] = []
        var fields: [FrontMatterChange] = []
        var texts: [PropertyText: [(part: Range<Int>, text: String)]] = [:]
        for reference in note.references {
            guard let target = try index.links.target(of: reference, from: change.path.folder),
                gone.contains(target.path)
            else { continue }
            if Self.outlives(target.path, writtenAs: reference.target, from: change.path.folder, gone: gone) {
                continue
            }
            switch reference.origin {
            case .links: fields.append(.take(rules.names(.links), [reference.entry]))
            case .attachments: fields.append(.take(rules.names(.attachments), [reference.entry]))
            case .property(let key, _):
                guard reference.entry.isEmpty else {
                    fields.append(.take([key], [reference.entry]))
                    continue
                }
                guard let scalar = reference.text else { continue }
                let label = reference.label.flatMap { scalar.decoded($0, in: bytes) }
                texts[scalar, default: []].append((reference.range, label ?? reference.target))
            case .path(let key):
                if !reference.entry.isEmpty {
                    fields.append(.take([key], [reference.entry]))
                } else if Self.isWholeValue(reference, of: key, in: note) {
                    fields.append(.remove([key]))
                } else {
                    // An empty entry of a list needs quotes in YAML.
                    let before = bytes[..<reference.range.lowerBound].last { $0 != Byte.space }
                    edits.append(
                        ByteEdit(reference.range, before == Byte.colon ? [] : [Byte.quote, Byte.quote]))
                }
            case .body(.definition, _):
                let open = OpenNote(path: change.path, bytes: bytes, rules: rules)
                let definition = open.definitions.first { $0.range == reference.range }
                edits += definition.map { Self.removing($0, from: bytes) } ?? []
            case .body(.html, _): edits.append(ByteEdit(reference.range, []))
            case .canvasFile: continue  // only in canvases
            case .body: edits += Self.keepingLabel(of: reference, bytes)
            }
        }
        for (scalar, parts) in texts {
            guard let written = scalar.edits(parts, in: bytes) else {
                let line = LineTable(bytes).line(at: scalar.range.lowerBound)
                throw VaultError(
                    change.path, line: line, "the link cannot be removed from this text",
                    help: "remove it in an editor first; nothing was changed")
            }
            edits += written
        }
        change.apply(Self.outermost(edits))
        if !fields.isEmpty { try change.edit(fields) }
    }

    private func removeCanvasLinks(to gone: Set<VaultPath>, in change: inout NoteChange) throws {
        let folder = change.path.folder
        let edits = try CanvasChange(change.after).removals {
            guard let target = try index.links.target(of: $0, from: folder) else { return false }
            return gone.contains(target.path)
                && !Self.outlives(target.path, writtenAs: $0.target, from: folder, gone: gone)
        }
        guard let edits else {
            throw VaultError(
                "cannot remove the links in '\(change.path.text)': a node has both a file and a text", at: change.path,
                help: "remove one of the two first; nothing was changed")
        }
        change.apply(edits)
    }

    private static func isWholeValue(_ reference: Reference, of key: String, in note: Note) -> Bool {
        note.properties.contains { $0.key == key && $0.value.range == reference.range }
    }

    /// Returns the edits that remove a link around its label, which can contain other links. A link without a label is
    /// replaced by its target and fragment.
    static func keepingLabel(of reference: Reference, _ bytes: [UInt8]) -> [ByteEdit] {
        if let label = reference.label { return keeping(label, of: reference.range) }
        guard case .wiki = reference.style, let destination = reference.destination else {
            return [ByteEdit(reference.range, Array(reference.target.utf8))]
        }
        let fragment = reference.fragment.map { Array("#\($0)".utf8) } ?? []
        return [ByteEdit(reference.range, Array(bytes[destination]) + fragment)]
    }

    private static func keeping(_ part: Range<Int>, of range: Range<Int>) -> [ByteEdit] {
        [ByteEdit(range.lowerBound..<part.lowerBound, []), ByteEdit(part.upperBound..<range.upperBound, [])]
    }

    /// Returns the edits that remove a reference definition, and replace its uses by their visible text.
    private static func removing(_ definition: OpenDefinition, from bytes: [UInt8]) -> [ByteEdit] {
        let uses = definition.uses.flatMap { use in keeping(ReferenceUse(use, in: bytes).shown, of: use.range) }
        var start = definition.range.lowerBound
        while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
        // In a block quote the `>` signs are removed too. A list item stays.
        let isAlone = bytes[start..<definition.range.lowerBound].allSatisfy { $0.isBlank || $0 == Byte.greater }
        guard isAlone else { return uses + [ByteEdit(definition.range, [])] }
        var end = bytes.lineEnd(from: definition.range.upperBound)
        if bytes.holds(Array("\r\n".utf8), at: end) { end += 2 } else if end < bytes.count { end += 1 }
        return uses + [ByteEdit(start..<end, [])]
    }

    /// Returns the edits that are not inside others.
    static func outermost(_ edits: [ByteEdit]) -> [ByteEdit] {
        var result: [ByteEdit] = []
        for edit in edits.sorted(by: {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }) {
            if let last = result.last, edit.range.lowerBound < last.range.upperBound { continue }
            result.append(edit)
        }
        return result
    }
}
