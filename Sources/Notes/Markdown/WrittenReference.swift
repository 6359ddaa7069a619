import SourceText

/// The decoded destination of a Markdown link or definition that leads to a file in the vault.
struct WrittenReference {
    var target: String
    var fragment: String?
    var fragmentRange: Range<Int>?
    /// The bytes of the destination before the `?` or `#`.
    var path: Range<Int>

    /// Decodes a destination. Returns nil if it is empty or an address (with a scheme, or `//host`). A fragment alone
    /// names a part of the note itself. A query (`?raw=true`) is not part of the target.
    ///
    /// - Parameter isHTML: whether backslashes are not escapes, as in an attribute of a tag.
    init?(in text: [UInt8], _ range: Range<Int>, isHTML: Bool = false) {
        if Self.isAddress(text[range]) { return nil }
        var decoded: [UInt8] = []
        var split: (path: Int, decoded: Int)?
        var query: (path: Int, decoded: Int)?
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            let count = decoded.count
            index = Self.appendUnit(of: text, at: index, before: range.upperBound, to: &decoded, isHTML: isHTML)
            guard split == nil, decoded.count == count + 1 else { continue }
            if decoded[count] == Byte.hash { split = (start, count) }
            if decoded[count] == Byte.question, query == nil { query = (start, count) }
        }
        let pathEnd = split?.decoded ?? decoded.count
        if let known = query, Self.isName(decoded[..<known.decoded], decoded[known.decoded..<pathEnd]) { query = nil }
        path = range.lowerBound..<(query?.path ?? split?.path ?? range.upperBound)
        let pathBytes = decoded[..<(query?.decoded ?? pathEnd)]
        let hasFragment = split.map { $0.decoded + 1 < decoded.count } ?? false
        guard !pathBytes.isEmpty || hasFragment, !Self.isAddress(pathBytes) else { return nil }
        target = Self.percentDecoded(pathBytes)
        if let split, hasFragment {
            fragment = Self.percentDecoded(decoded[(split.decoded + 1)...])
            // A `#` written as an entity has another length.
            if text[split.path] == Byte.hash { fragmentRange = split.path + 1..<range.upperBound }
        }
    }

    /// Whether a `?` is part of a file name that was not encoded (`Why?.md`): only the part after it has an extension,
    /// with a letter first, unlike in `m?version=1.2`.
    private static func isName(_ path: ArraySlice<UInt8>, _ query: ArraySlice<UInt8>) -> Bool {
        let nameStart = path.lastIndex(of: Byte.slash).map { $0 + 1 } ?? path.startIndex
        guard !path[nameStart...].contains(Byte.dot), let dot = query.lastIndex(of: Byte.dot) else { return false }
        let suffix = query[(dot + 1)...]
        return suffix.first?.isLetter == true && suffix.allSatisfy { $0.isLetter || $0.isDigit }
    }

    /// Whether the bytes start with `//` or a scheme of at least two letters. `C:` is a drive.
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

    /// Returns the bytes of `range` with backslash escapes and entities decoded.
    static func unescaped(_ text: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            index = appendUnit(of: text, at: index, before: range.upperBound, to: &decoded)
        }
        return decoded
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.percentDecoded, as: UTF8.self)
    }

    /// Appends the decoded byte, backslash escape or entity at `index`, and returns where it ends.
    private static func appendUnit(
        of text: [UInt8], at index: Int, before end: Int, to decoded: inout [UInt8], isHTML: Bool = false
    ) -> Int {
        if text[index] == Byte.backslash, !isHTML, index + 1 < end, LinkSyntax.isPunctuation(text[index + 1]) {
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
