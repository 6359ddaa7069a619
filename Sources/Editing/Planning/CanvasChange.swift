import Notes
import SourceText
import VaultFiles

/// Edits of the strings of a canvas. All other bytes stay.
struct CanvasChange {
    private let canvas: Canvas
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        canvas = Canvas(bytes)
        self.bytes = bytes
    }

    /// Returns the edits that give references other targets and fragments, or nil if the syntax of a link does not allow
    /// one of them.
    ///
    /// - Parameters:
    ///   - wanted: the new targets, by the indices of the references.
    ///   - fragments: the new fragments, likewise.
    func edits(_ wanted: [Int: String], fragments: [Int: String] = [:]) -> [ByteEdit]? {
        var edits: [ByteEdit] = []
        for (number, target) in wanted {
            let reference = canvas.references[number]
            guard let destination = reference.destination else { return nil }
            let written =
                if let style = reference.style {
                    style.written(target)
                } else {
                    // Only the reference has a slash at the start, unless the canvas has one.
                    Array((bytes[destination].first == Byte.slash ? target : String(target.dropFirst())).utf8)
                }
            guard let written else { return nil }
            edits.append(ByteEdit(destination, JSONText.escaped(written)))
        }
        for (number, fragment) in fragments {
            let reference = canvas.references[number]
            guard let range = reference.fragmentRange, let old = reference.fragment else { return nil }
            for (part, text) in LinkFragments.changedParts(range, of: bytes, from: old, to: fragment) {
                // A subpath is a text without the syntax of a link.
                guard let written = reference.style.map({ $0.writtenPart(text) }) ?? Array(text.utf8) else {
                    return nil
                }
                edits.append(ByteEdit(part, JSONText.escaped(written)))
            }
        }
        return edits
    }

    /// Returns a change that gives references other targets and fragments.
    ///
    /// - Throws: `VaultError` if the canvas would get other references than these.
    static func write(
        _ wanted: [Int: String], fragments: [Int: String] = [:], in original: NoteChange
    ) throws -> NoteChange {
        let canvas = Canvas(original.after)
        var change = original
        if let edits = CanvasChange(original.after).edits(wanted, fragments: fragments) {
            change.apply(edits)
            let old = canvas.references
            let targets = old.indices.map { ExactText(wanted[$0] ?? old[$0].target) }
            let parts = old.indices.map { ExactText(fragments[$0] ?? old[$0].fragment ?? "") }
            let after = Canvas(change.after)
            if after.isReadable, after.references.map({ ExactText($0.target) }) == targets,
                after.references.map({ ExactText($0.fragment ?? "") }) == parts
            {
                return change
            }
        }
        throw VaultError(
            "cannot update the links in '\(original.path.text)' without changing other parts of it", at: original.path,
            help: "edit them first; nothing was changed")
    }

    /// Returns the edits that remove references. A link in a text is replaced by its label. A node that shows a file
    /// becomes a text node with the name of the file, so that its edges stay. Returns nil if such a node already has a
    /// text.
    ///
    /// - Parameter isGone: returns whether to remove a reference.
    func removals(_ isGone: (Reference) throws -> Bool) rethrows -> [ByteEdit]? {
        var edits: [ByteEdit] = []
        let nodes = Dictionary(canvas.fileNodes.map { ($0.reference, $0) }) { first, _ in first }
        for (number, reference) in canvas.references.enumerated() where try isGone(reference) {
            guard let node = nodes[number] else {
                edits += removal(ofLink: reference)
                continue
            }
            guard let key = node.key else {
                edits.append(ByteEdit(reference.range, []))
                continue
            }
            if node.hasText { return nil }
            edits += [node.type, key].compactMap { $0.map { ByteEdit($0, "text") } }
            let path = VaultPath(reference.target)
            edits.append(ByteEdit(reference.range, JSONText.escaped(path.stem.bytes)))
        }
        return LinkRemover.outermost(edits)
    }

    private func removal(ofLink reference: Reference) -> [ByteEdit] {
        switch reference.origin {
        case .body(.definition, _), .body(.html, _): return [ByteEdit(reference.range, [])]
        default: break
        }
        if reference.label != nil { return LinkRemover.keepingLabel(of: reference, bytes) }
        guard case .wiki = reference.style, let destination = reference.destination else {
            return [ByteEdit(reference.range, JSONText.escaped(Array(reference.target.utf8)))]
        }
        let fragment = reference.fragment.map { JSONText.escaped(Array("#\($0)".utf8)) } ?? []
        return [ByteEdit(reference.range, Array(bytes[destination]) + fragment)]
    }
}
