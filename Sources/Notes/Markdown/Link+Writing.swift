import SourceText

extension Link.Style {
    /// Returns the bytes of a destination with this text, or nil if the style cannot contain the text.
    package func written(_ text: String) -> [UInt8]? {
        guard self != .wiki, let colon = text.utf8.firstIndex(of: Byte.colon),
            !text.utf8[..<colon].contains(Byte.slash)
        else { return writtenPart(text) }
        // It would be the end of a scheme (RFC 3986, 4.2).
        let (first, rest) = (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
        return writtenPart(first).flatMap { first in written(rest).map { first + Array("%3A".utf8) + $0 } }
    }

    /// Returns the bytes of a fragment, or of another part of a destination that does not begin it.
    package func writtenPart(_ text: String) -> [UInt8]? {
        switch self {
        case .wiki: return text.contains(where: { "|#[]^\n".contains($0) }) ? nil : Array(text.utf8)
        case .bare: return Self.encoded(Array(text.utf8)) { $0 <= Byte.space || "()<>\"\\#?%&*_`[]".utf8.contains($0) }
        case .attribute:
            return Self.encoded(Array(text.utf8)) { $0 <= Byte.space || "<>\"'\\#?%&=`".utf8.contains($0) }
        case .angle: return Self.encoded(Array(text.utf8)) { $0 < Byte.space || "<>\\#?%&".utf8.contains($0) }
        }
    }

    /// Percent-encodes bytes that the form cannot contain. Letters of all scripts stay readable.
    private static func encoded(_ bytes: [UInt8], _ isUnsafe: (UInt8) -> Bool) -> [UInt8] {
        // An underscore in a destination is not emphasis.
        bytes.percentEncoded { !isUnsafe($0) || $0 == Byte.underscore }
    }
}
