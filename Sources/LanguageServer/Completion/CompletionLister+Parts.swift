import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// Completion of fragments: headings and blocks.
extension CompletionLister {
    func target(_ name: String) throws -> OpenNote? {
        if name.isEmpty { return note }
        guard case .note(let path, _) = try snapshot.linkTargets.target(of: name, from: folder) else { return nil }
        return snapshot.document(path)
    }

    func headings(of name: String, _ typed: String, _ range: Range<Int>, isWiki: Bool) throws -> Items {
        guard let target = try target(name) else {
            // The text may be the name of a note that contains '#'.
            let start = range.lowerBound - name.utf8.count
            guard isWiki, start >= 2, document.text.bytes.text(start..<range.lowerBound) == name else {
                return ([], false)
            }
            return try notes("\(name)#\(typed)", start..<range.upperBound, isEmbed: false)
        }
        let (end, isClosed) = restOfPart(isWiki: isWiki)
        return (
            Self.partItems(
                of: target, range: range.lowerBound..<end, isWiki: isWiki, document, encoding, data: data(target.path),
                hasEnd: isClosed), false
        )
    }

    /// Returns the end of the fragment after the cursor, as a byte offset, and whether its link is closed. If it is
    /// not, the end is the cursor.
    func restOfPart(isWiki: Bool) -> (end: Int, isClosed: Bool) {
        let bytes = document.text.bytes
        let line = bytes[offset..<bytes.lineEnd(from: offset)]
        if isWiki {
            guard let stop = line.firstIndex(where: { "[]|".utf8.contains($0) }), line[stop] != Byte.leftBracket,
                line[stop...].firstRange(of: [Byte.rightBracket, Byte.rightBracket]) != nil
            else { return (offset, false) }
            return (stop, true)
        }
        guard let stop = line.firstIndex(where: { "()>".utf8.contains($0) || $0.isBlank }), !line[stop].isBlank else {
            return (offset, false)
        }
        return (stop, true)
    }

    static func partItems(
        of target: OpenNote, range: Range<Int>, isWiki: Bool, _ document: Document, _ encoding: PositionEncoding,
        data: JSONValue?, hasEnd: Bool = true
    ) -> [JSONValue] {
        let anchors = target.slugs
        return target.headings.enumerated().map { order, heading in
            let fragment = isWiki ? OpenNote.fragment(of: heading.text) : anchors[order]
            var members: [JSONValue.Member] = data?.members ?? []
            members.append(JSONValue.Member(name: "part", value: .string(fragment)))
            let end = hasEnd ? "" : isWiki ? "]]" : ""
            return .object([
                "label": .string(heading.text), "kind": .int(ItemKind.reference.rawValue),
                "detail": .string(String(repeating: "#", count: heading.level)),
                "sortText": .string(sortText(order)), "filterText": .string("#\(heading.text)"),
                "textEdit": TextEdit(document.text.range(of: range, encoding), "#\(fragment)\(end)").json,
                "data": data == nil ? nil : .object(members),
            ])
        }
    }

    /// Returns the blocks of a note. Blocks of this note without an id get one when the user chooses them. Those of
    /// other notes are left out.
    ///
    /// - Parameter name: the target of the link; empty for this note.
    func blocks(of name: String, _ typed: String, _ range: Range<Int>, isWiki: Bool) throws -> Items {
        guard let target = try target(name) else { return ([], false) }
        let (end, isClosed) = restOfPart(isWiki: isWiki)
        let hasEnd = isClosed || !isWiki
        let range = range.lowerBound..<end
        var items: [JSONValue] = []
        let open = request.document(target.path, in: vault)
        for block in target.blocks.prefix(1000) {
            var further: [TextEdit] = []
            var id = block.id
            if id == nil {
                // An additional edit must be in the same document.
                guard target.path == note.path, let open, target.takesID(block),
                    !(block.range.lowerBound...block.range.upperBound).contains(offset)
                else { continue }
                let made = target.freeBlockID(for: block)
                id = made
                further = [
                    TextEdit(
                        open.text.range(of: block.range.upperBound..<block.range.upperBound, encoding), " ^\(made)")
                ]
            }
            guard let id else { continue }
            let text = block.text.prefix(60)
            items.append(
                item(
                    "^\(id)", .reference, detail: String(text), order: items.count + (block.id == nil ? 10_000 : 0),
                    match: "#^\(id) \(text)", edit: edit(range, "#^\(id)\(hasEnd ? "" : "]]")"), further: further,
                    data: data(target.path, part: "^\(id)")))
        }
        return (items, false)
    }
}
