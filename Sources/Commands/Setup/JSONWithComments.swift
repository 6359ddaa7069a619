import SourceText

/// A valid JSON text, which may have comments, trailing commas and a byte order mark, with the offsets of its members.
struct JSONWithComments {
    struct Member {
        let name: String
        let start: Int
        let value: Range<Int>
    }

    /// The text without what JSON does not allow: see `plain(_:)`.
    let plain: [UInt8]

    init?(_ bytes: [UInt8]) {
        plain = Self.plain(bytes)
        guard JSONValue(bytes: plain) != nil else { return nil }
    }

    /// Returns the members of the object that starts at an offset, or nil if the value there is not an object.
    func members(of start: Int) -> [Member]? {
        guard plain[start] == Byte.leftBrace else { return nil }
        var members: [Member] = []
        var index = word(from: start + 1)
        while plain[index] != Byte.rightBrace {
            let nameEnd = end(ofValueAt: index)
            let value = word(from: word(from: nameEnd) + 1)
            let valueEnd = end(ofValueAt: value)
            let name = JSONValue(bytes: Array(plain[index..<nameEnd]))?.plainText ?? ""
            members.append(Member(name: name, start: index, value: value..<valueEnd))
            index = word(from: valueEnd)
            if plain[index] == Byte.comma { index = word(from: index + 1) }
        }
        return members
    }

    /// Returns the offset of the next byte that is not blank. There is one, because the text is valid.
    private func word(from offset: Int) -> Int { plain.nextWord(from: offset) ?? plain.count - 1 }

    private func end(ofValueAt start: Int) -> Int {
        var depth = 0
        var index = start
        repeat {
            switch plain[index] {
            case Byte.quote: index = plain.stringEnd(from: index) - 1
            case Byte.leftBrace, Byte.leftBracket: depth += 1
            case Byte.rightBrace, Byte.rightBracket: depth -= 1
            default:
                let isEnd = { (byte: UInt8) in byte.isBlank || byte.isLineEnd || ",]}".utf8.contains(byte) }
                if depth == 0 { return plain[index...].firstIndex(where: isEnd) ?? plain.count }
            }
            index += 1
        } while depth > 0
        return index
    }

    /// Returns a text of the same length in which comments, trailing commas and the byte order mark are blanks. Line
    /// feeds stay. What is invalid otherwise stays invalid.
    static func plain(_ bytes: [UInt8]) -> [UInt8] {
        var plain = bytes
        var index = 0
        // The last byte that is not blank, and the offset of a comma if it is one.
        var last: UInt8 = 0
        var comma: Int?
        func blank(_ end: Int) {
            for offset in index..<end where plain[offset] != Byte.newline { plain[offset] = Byte.space }
            index = end
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { blank(3) }
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isBlank || byte.isLineEnd {
                index += 1
            } else if bytes[index...].starts(with: "//".utf8) {
                blank(bytes.lineEnd(from: index))
            } else if bytes[index...].starts(with: "/*".utf8) {
                // An open comment makes the text invalid.
                guard let end = bytes.commentEnd(from: index) else { return plain }
                blank(end)
            } else {
                if let comma, byte == Byte.rightBrace || byte == Byte.rightBracket { plain[comma] = Byte.space }
                comma = byte == Byte.comma && !"{[,:".utf8.contains(last) ? index : nil
                last = byte
                index = byte == Byte.quote ? bytes.stringEnd(from: index) : index + 1
            }
        }
        return plain
    }
}

extension [UInt8] {
    /// Returns the offset of the next byte that is neither blank nor a line end, or nil if there is none.
    func nextWord(from offset: Int) -> Int? { self[offset...].firstIndex { !$0.isBlank && !$0.isLineEnd } }

    /// Returns the offset after the JSON string that starts at `start`, or that of the end if it is not closed.
    fileprivate func stringEnd(from start: Int) -> Int {
        var index = start + 1
        while index < count, self[index] != Byte.quote { index += self[index] == Byte.backslash ? 2 : 1 }
        return Swift.min(index + 1, count)
    }

    /// Returns the offset after the comment in `/*` and `*/` that starts at `start`, or nil if it is not closed.
    fileprivate func commentEnd(from start: Int) -> Int? {
        (start + 2..<Swift.max(start + 2, count - 1)).first { self[$0] == Byte.star && self[$0 + 1] == Byte.slash }
            .map { $0 + 2 }
    }
}
