import SourceText

/// What the destination of a Markdown link or definition says, if it leads to something in the vault.
struct WrittenReference {
    var target: String
    var fragment: String?
    var fragmentRange: Range<Int>?
    /// The destination's bytes before the `#`.
    var path: Range<Int>

    /// Nil for addresses (with a scheme, or `//host`) and where there is no path.
    ///
    /// - Parameter takesParts: whether a fragment alone, which names a part of the note itself, is one too.
    init?(in text: [UInt8], _ range: Range<Int>, takesParts: Bool = false) {
        // Where nothing is escaped, which is nearly everywhere, decoding can be spared.
        if Self.isAddress(text[range]) { return nil }
        var decoded: [UInt8] = []
        var split: (path: Int, decoded: Int)?
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            let count = decoded.count
            index = Self.appendUnit(of: text, at: index, before: range.upperBound, to: &decoded)
            if split == nil, decoded.count == count + 1, decoded[count] == Byte.hash { split = (start, count) }
        }
        path = range.lowerBound..<(split?.path ?? range.upperBound)
        let pathBytes = decoded[..<(split?.decoded ?? decoded.count)]
        let hasFragment = split.map { $0.decoded + 1 < decoded.count } ?? false
        guard !pathBytes.isEmpty || (takesParts && hasFragment), !Self.isAddress(pathBytes) else { return nil }
        target = Self.percentDecoded(pathBytes)
        if let split, hasFragment {
            fragment = Self.percentDecoded(decoded[(split.decoded + 1)...])
            // A sign that was written as an entity has another length.
            if text[split.path] == Byte.hash { fragmentRange = split.path + 1..<range.upperBound }
        }
    }

    /// Whether it begins with `//` or a scheme of two letters or more: `C:` is a drive.
    static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.starts(with: [Byte.slash, Byte.slash]) { return true }
        guard let first = bytes.first, first.isLetter else { return false }
        for (count, byte) in bytes.prefix(33).enumerated() {
            if byte == Byte.colon { return count >= 2 }
            let isPart = byte.isLetter || byte.isDigit || byte == Byte.plus || byte == Byte.dot || byte == Byte.hyphen
            if !isPart { return false }
        }
        return false
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.percentDecoded, as: UTF8.self)
    }

    /// Appends what the byte, backslash escape or entity at `index` stands for; gives where it ends.
    private static func appendUnit(of text: [UInt8], at index: Int, before end: Int, to decoded: inout [UInt8]) -> Int {
        if text[index] == Byte.backslash, index + 1 < end, LinkSyntax.isPunctuation(text[index + 1]) {
            decoded.append(text[index + 1])
            return index + 2
        }
        if text[index] == Byte.ampersand, let entity = Entity(in: text, at: index), entity.end <= end {
            decoded.append(contentsOf: entity.text.utf8)
            return entity.end
        }
        decoded.append(text[index])
        return index + 1
    }
}
