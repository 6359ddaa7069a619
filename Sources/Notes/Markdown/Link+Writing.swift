import SourceText

extension Link.Style {
    /// Returns the bytes of a destination with this text, or nil if the style cannot contain the text.
    package func written(_ text: String) -> [UInt8]? {
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
        func isSafe(_ byte: UInt8) -> Bool { !isUnsafe(byte) || byte == Byte.underscore }
        // A colon in the first name would be the end of a scheme (RFC 3986, 4.2).
        let end = bytes.firstIndex(of: Byte.slash) ?? bytes.count
        return Array(bytes[..<end]).percentEncoded { isSafe($0) && $0 != Byte.colon }
            + Array(bytes[end...]).percentEncoded(keeping: isSafe)
    }
}
