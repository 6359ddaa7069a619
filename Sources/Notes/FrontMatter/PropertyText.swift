package import SourceText

/// A front matter text that contains references among other text and can be edited in place.
package struct PropertyText: Hashable, Sendable {
    /// The bytes of the scalar, including quotes.
    package let range: Range<Int>
    let style: YAMLStyle
    /// Whether the scalar is in brackets, where commas end a text.
    let isInBrackets: Bool

    /// Returns the bytes of `text` in the quoting of this scalar, or nil if it cannot represent them.
    private func encoded(_ text: String) -> [UInt8]? {
        if text.utf8.contains(where: { $0 < Byte.space }) { return nil }
        switch style {
        case .single: return Array(text.replacing("'", with: "''").utf8)
        case .double: return Array(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").utf8)
        default: return Array(text.utf8)
        }
    }

    /// Returns the text of some of the scalar's bytes with folded lines, or nil if they contain an escape that YAML
    /// lacks.
    package func decoded(_ part: Range<Int>, in bytes: [UInt8]) -> String? {
        switch style {
        case .single: return YAMLFolding.plainText(part, in: bytes).replacing("''", with: "'")
        case .double where bytes[part].contains { $0 == Byte.backslash || $0.isLineEnd }:
            let quoted = [Byte.quote] + bytes[part] + [Byte.quote]
            guard let read = YAMLQuoted(at: 0, limit: quoted.count, in: quoted), read.badEscape == nil else {
                return nil
            }
            return read.text
        default: return YAMLFolding.plainText(part, in: bytes)
        }
    }

    /// Returns the edits that replace parts of the scalar and keep the other bytes. If a plain scalar would no longer
    /// be parsed as such, the whole scalar is quoted.
    ///
    /// - Returns: nil if the scalar cannot represent the texts.
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
        return [ByteEdit(range, YAMLWriter.quoted(YAMLFolding.plainText(raw.indices, in: raw)))]
    }

    /// Whether the bytes are parsed as the same plain text.
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
        // The value must remain text.
        return !value.isNull && value.numeral == nil && value.boolean == nil
    }
}
