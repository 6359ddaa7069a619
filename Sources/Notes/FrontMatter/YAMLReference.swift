internal import SourceText

/// `[[x]]` without quotes: a nested list in YAML, but meant as a reference by the user.
enum YAMLReference {
    /// The keys under which `[[a, b]]` is one reference, not a nested list of two entries.
    static let keys: Set<String> = ["links", "link", "related"]

    /// Returns the end of the reference at `offset`: `[[`, text without brackets, `]]`. Returns nil if no reference is
    /// there.
    ///
    /// Text that starts with a quote or a brace is YAML syntax, not a reference. Line ends fold in the text, but a line
    /// end next to a bracket is the layout of a list.
    ///
    /// - Parameter commas: whether the text may contain commas.
    static func end(at offset: Int, limit: Int, in bytes: [UInt8], commas: Bool = true) -> Int? {
        let open = Byte.leftBracket
        let close = Byte.rightBracket
        guard offset + 4 < limit, bytes[offset] == open, bytes[offset + 1] == open else { return nil }
        switch bytes[offset + 2] {
        case Byte.quote, Byte.apostrophe, Byte.leftBrace: return nil
        default: break
        }
        var index = offset + 2
        var isBlank = true
        while index < limit, bytes[index] != close {
            if bytes[index] == open || (bytes[index] == Byte.comma && !commas) { return nil }
            if bytes[index].isLineEnd {
                guard !isBlank, YAMLFolding.isBreak(at: index, limit: limit, in: bytes),
                    YAMLFolding.skipBreak(&index, limit: limit, in: bytes) == 0, index < limit, bytes[index] != close
                else { return nil }
                continue
            }
            if !bytes[index].isBlank { isBlank = false }
            index += 1
        }
        guard !isBlank, index + 1 < limit, bytes[index + 1] == close else { return nil }
        return index + 2
    }
}
