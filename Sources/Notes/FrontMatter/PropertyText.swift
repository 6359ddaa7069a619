package import SourceText

/// A text of front matter in which references stand among other text, and how it is changed in place.
package struct PropertyText: Hashable, Sendable {
    /// The bytes of the scalar, quotes included.
    package let range: Range<Int>
    let style: YAMLStyle
    /// Whether brackets are around it, in which commas end a text.
    let isInBrackets: Bool

    /// The bytes that `text` has in this scalar's quotes; nil where those cannot hold it.
    private func encoded(_ text: String) -> [UInt8]? {
        if text.utf8.contains(where: { $0 < Byte.space }) { return nil }
        switch style {
        case .single: return Array(text.replacing("'", with: "''").utf8)
        case .double: return Array(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").utf8)
        default: return Array(text.utf8)
        }
    }

    /// What some of the scalar's bytes say; nil where an escape is none that YAML knows.
    package func decoded(_ part: Range<Int>, in bytes: [UInt8]) -> String? {
        let text = bytes.text(part)
        switch style {
        case .single: return text.replacing("''", with: "'")
        case .double where bytes[part].contains(Byte.backslash):
            let quoted = [Byte.quote] + bytes[part] + [Byte.quote]
            guard let read = YAMLQuoted(at: 0, limit: quoted.count, in: quoted), read.badEscape == nil else {
                return nil
            }
            return read.text
        default: return text
        }
    }

    /// The edits that put texts in the place of some of the scalar's bytes, and leave every other as it is; where a plain
    /// scalar would then be read as anything else, the whole of it is put in quotes.
    ///
    /// - Returns: nil where the scalar cannot hold the texts.
    package func edits(_ changes: [(part: Range<Int>, text: String)], in bytes: [UInt8]) -> [ByteEdit]? {
        var edits: [ByteEdit] = []
        for (part, text) in changes {
            guard let written = encoded(text) else { return nil }
            edits.append(ByteEdit(part, written))
        }
        guard style == .plain else { return edits }
        var raw = Array(bytes[range])
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            let part = edit.range.lowerBound - range.lowerBound..<edit.range.upperBound - range.lowerBound
            raw.replaceSubrange(part, with: edit.replacement)
        }
        if isPlain(raw) { return edits }
        guard !raw.contains(where: \.isLineEnd) else { return nil }
        return [ByteEdit(range, YAMLWriter.quoted(raw.text(raw.indices)))]
    }

    /// Whether the bytes are read as the plain text that they are.
    private func isPlain(_ raw: [UInt8]) -> Bool {
        let opening = Array((isInBrackets ? "k: [" : "k: ").utf8)
        let (mapping, faults) = FrontMatter.document(opening + raw + (isInBrackets ? [Byte.rightBracket] : []))
        guard faults.isEmpty, mapping.entries.count == 1, var value = mapping.entries.first?.value else { return false }
        if isInBrackets {
            guard case .sequence(let values, _) = value.content, values.count == 1 else { return false }
            value = values[0]
        }
        guard case .scalar(_, .plain) = value.content, value.range == opening.count..<opening.count + raw.count else {
            return false
        }
        // What was a text stays one.
        return !value.isNull && value.numeral == nil && value.boolean == nil
    }
}
