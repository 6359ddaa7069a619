import SourceText

extension FrontMatter {
    /// Returns the same value as `bodyStart`, without parsing the front matter.
    ///
    /// Complexity: O(bytes of the front matter), O(bytes) if it is never closed.
    package static func bodyStart(of bytes: [UInt8]) -> Int {
        switch FrontMatterPlace(bytes) {
        case .none, .unclosed: bytes.textStart
        case .foreign(let foreign): foreign.range.upperBound
        case .block(_, let next): next
        }
    }

    /// Returns where the text starts that a search covers: the body, and front matter that is not read.
    package static func searchStart(of bytes: [UInt8]) -> Int {
        ForeignFrontMatter(bytes)?.range.lowerBound ?? bodyStart(of: bytes)
    }

    /// Where the text starts that a search covers: the body, and front matter that is not read.
    package var searchStart: Int { foreign?.range.lowerBound ?? bodyStart }

    /// Returns the start of the first closing line at or after `offset`, and the start of the line after it.
    static func closing(after offset: Int, in bytes: [UInt8]) -> (start: Int, next: Int)? {
        var line = offset
        while line < bytes.count {
            let byte = bytes[line]
            if byte == Byte.hyphen || byte == Byte.dot, let next = lineAfterMark(byte, at: line, in: bytes) {
                return (line, next)
            }
            line = min(bytes.lineEnd(from: line) + 1, bytes.count)
        }
        return nil
    }

    /// Returns the start of the next line if this line is three times `sign`, optionally followed by blanks.
    static func lineAfterMark(_ sign: UInt8, at start: Int, in bytes: [UInt8]) -> Int? {
        guard bytes.holds([sign, sign, sign], at: start) else { return nil }
        var index = start + 3
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        if index < bytes.count, bytes[index] == Byte.carriageReturn { index += 1 }
        if index == bytes.count { return index }
        return bytes[index] == Byte.newline ? index + 1 : nil
    }
}

/// The front matter of a note as its marks delimit it.
enum FrontMatterPlace {
    case none
    case unclosed
    case foreign(ForeignFrontMatter)
    /// The lines between the marks, and the start of the line after them.
    case block(Range<Int>, next: Int)

    init(_ bytes: [UInt8]) {
        guard let opened = FrontMatter.lineAfterMark(Byte.hyphen, at: bytes.textStart, in: bytes) else {
            self = ForeignFrontMatter(bytes).map { .foreign($0) } ?? .none
            return
        }
        // An empty line after it makes it a rule, as in Pandoc.
        if opened < bytes.count, bytes.trimmed(opened..<bytes.lineEnd(from: opened)).isEmpty {
            self = .none
        } else if let closing = FrontMatter.closing(after: opened, in: bytes) {
            let content = opened..<closing.start
            self = content.isEmpty || Self.holdsKey(content, in: bytes) ? .block(content, next: closing.next) : .none
        } else {
            self = .unclosed
        }
    }

    /// Returns whether a line is a key with its value. The value may be faulty.
    private static func holdsKey(_ content: Range<Int>, in bytes: [UInt8]) -> Bool {
        var start = content.lowerBound
        while start < content.upperBound {
            let end = min(bytes.lineEnd(from: start), content.upperBound)
            if isKey(bytes.trimmed(start..<end), in: bytes) { return true }
            start = end + 1
        }
        return false
    }

    private static func isKey(_ line: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard let first = bytes[line].first else { return false }
        // No key starts with these: comments and headings, quotes, tables, emphasis, links, code.
        if "#>|*[`@%".utf8.contains(first) { return false }
        if first == Byte.hyphen, line.count == 1 || bytes[line.lowerBound + 1].isBlank { return false }
        let wordEnd = bytes[line].firstIndex {
            !($0.isLetter || $0.isDigit || $0 == Byte.hyphen || $0 == Byte.underscore || $0 >= 0x80)
        }
        var index = line.lowerBound
        while let colon = bytes[index..<line.upperBound].firstIndex(of: Byte.colon) {
            index = colon + 1
            if index == line.upperBound || bytes[index].isBlank { return true }
            // `title:Text` is a key without its space, and `http://` is none.
            if colon == wordEnd, first.isLetter || first >= 0x80, bytes[index] != Byte.slash { return true }
        }
        return false
    }
}
