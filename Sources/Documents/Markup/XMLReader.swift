import Notes
import SourceText

/// A reader of XML 1.0 as office programs write it. Reads one event at a time, without a tree.
///
/// Declarations of entities are refused: they can expand without end, or name other files. Namespaces are ignored:
/// names are returned without their prefix. Tags need not match.
struct XMLReader {
    enum Event {
        case start(Tag)
        case end(String)
        case text([UInt8])
    }

    struct Tag {
        var name: String
        private let bytes: [UInt8]
        private let attributes: Range<Int>
        /// Whether the tag is also the end of its element.
        fileprivate let isClosed: Bool

        fileprivate init(_ bytes: [UInt8], name: String, attributes: Range<Int>, isClosed: Bool) {
            (self.name, self.bytes, self.attributes, self.isClosed) = (name, bytes, attributes, isClosed)
        }

        /// Returns the value of the first attribute with a name, without its prefix, or nil if there is none.
        subscript(name: String) -> String? { firstValue { XMLReader.localName($0) == name } }

        /// The identifier of the relationship to another part of a document: the attribute `r:id`. The prefix may be
        /// another. `id` without a prefix means something else.
        var relationship: String? { firstValue { $0.contains(Byte.colon) && XMLReader.localName($0) == "id" } }

        /// Returns the value of the first attribute whose name satisfies a condition.
        private func firstValue(where isWanted: (_ name: ArraySlice<UInt8>) -> Bool) -> String? {
            var index = attributes.lowerBound
            func skipSpace() { while index < attributes.upperBound, bytes[index].isWhiteSpace { index += 1 } }
            while true {
                skipSpace()
                let start = index
                while index < attributes.upperBound, bytes[index] != UInt8(ascii: "="), !bytes[index].isWhiteSpace {
                    index += 1
                }
                let name = bytes[start..<index]
                skipSpace()
                guard index < attributes.upperBound, bytes[index] == UInt8(ascii: "=") else { return nil }
                index += 1
                skipSpace()
                guard index < attributes.upperBound,
                    let end = bytes[index + 1..<attributes.upperBound].firstIndex(of: bytes[index])
                else { return nil }
                if isWanted(name) { return String(decoding: XMLReader.resolved(bytes, index + 1..<end), as: UTF8.self) }
                index = end + 1
            }
        }
    }

    private let bytes: [UInt8]
    private var index = 0
    /// The end of the last tag, if it was closed.
    private var pendingEnd: String?

    /// - Parameter bytes: XML in UTF-8 or UTF-16.
    init(_ bytes: [UInt8]) throws(DocumentFault) {
        self.bytes = try TextEncoding.decoded(bytes)
    }

    /// Returns the next event, or nil at the end. Throws if a tag, comment or section is not closed.
    mutating func next() throws(DocumentFault) -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name)
        }
        while index < bytes.count {
            guard bytes[index] == Byte.less else { return .text(text()) }
            let start = index
            if bytes.holds(Self.comment, at: start) {
                try skip(past: [0x2D, 0x2D, 0x3E], from: start + 4)
            } else if bytes.holds(Self.section, at: start) {
                let from = start + Self.section.count
                try skip(past: [0x5D, 0x5D, 0x3E], from: from)
                return .text(Array(bytes[from..<index - 3]))
            } else if bytes.holds([0x3C, 0x3F], at: start) {
                try skip(past: [0x3F, 0x3E], from: start + 2)
            } else if bytes.holds([0x3C, 0x21], at: start) {
                try skip(past: [0x3E], from: start + 2)
                // A declaration with an internal subset, which may declare entities.
                if bytes[start..<index].contains(UInt8(ascii: "[")) { throw .hasEntities }
            } else {
                return try tag(at: start)
            }
        }
        return nil
    }

    private static let comment = Array("<!--".utf8)
    private static let section = Array("<![CDATA[".utf8)

    private mutating func skip(past end: [UInt8], from start: Int) throws(DocumentFault) {
        index = start
        while index < bytes.count, !bytes.holds(end, at: index) { index += 1 }
        if index >= bytes.count { throw .damaged }
        index += end.count
    }

    private mutating func text() -> [UInt8] {
        let start = index
        index = bytes[start...].firstIndex(of: Byte.less) ?? bytes.count
        return Self.resolved(bytes, start..<index)
    }

    private mutating func tag(at start: Int) throws(DocumentFault) -> Event {
        let end = Self.endOfTag(in: bytes, from: start + 1)
        if end == bytes.count { throw .damaged }
        index = end + 1
        var content = start + 1..<end
        if let first = content.first, bytes[first] == Byte.slash {
            return .end(Self.localName(bytes[bytes.trimmed(first + 1..<content.upperBound)]))
        }
        let isClosed = content.last.map { bytes[$0] == Byte.slash } ?? false
        if isClosed { content = content.lowerBound..<content.upperBound - 1 }
        let nameEnd = bytes[content].firstIndex(where: \.isWhiteSpace) ?? content.upperBound
        let name = Self.localName(bytes[content.lowerBound..<nameEnd])
        if isClosed { pendingEnd = name }
        return .start(Tag(bytes, name: name, attributes: nameEnd..<content.upperBound, isClosed: isClosed))
    }

    /// Returns the position of the `>` that ends a tag of XML or HTML, or the end of the text. The value of an
    /// attribute may contain `>` if it is in quotes. Elsewhere, quotes have no meaning in HTML, and XML has none.
    static func endOfTag(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        // Whether the last character was an equals sign, apart from white space.
        var isValue = false
        while index < bytes.count, bytes[index] != Byte.greater {
            let byte = bytes[index]
            if isValue, byte == Byte.quote || byte == Byte.apostrophe { index = bytes.first(byte, from: index + 1) }
            if !byte.isWhiteSpace { isValue = byte == Byte.equals }
            index += 1
        }
        return min(index, bytes.count)
    }

    private static func localName(_ name: ArraySlice<UInt8>) -> String {
        let start = name.lastIndex(of: Byte.colon).map { $0 + 1 } ?? name.startIndex
        return String(decoding: name[start...], as: UTF8.self)
    }

    /// Returns a text with its character references resolved. Unknown ones stay as written.
    static func resolved(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        guard var index = bytes[range].firstIndex(of: UInt8(ascii: "&")) else { return Array(bytes[range]) }
        var text = Array(bytes[range.lowerBound..<index])
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "&"), let entity = Entity(in: bytes, at: index),
                entity.end <= range.upperBound
            {
                text += Array(entity.text.utf8)
                index = entity.end
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return text
    }
}
