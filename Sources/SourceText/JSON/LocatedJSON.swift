/// A parsed JSON value with the positions of its strings, for edits that keep all other bytes.
package struct LocatedJSON: Sendable {
    package let value: JSONValue
    /// The bytes of all strings with their quotes, in the order of the text: names of members come before their values.
    package let strings: [Range<Int>]

    /// Parses bytes. Returns nil if they are not exactly one value. A byte order mark is skipped.
    package init?(_ bytes: [UInt8]) {
        var reader = JSONReader(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, recordsStrings: true)
        guard let value = reader.whole() else { return nil }
        self.value = value
        strings = reader.strings
    }
}

/// The text of a JSON string, with the position of each byte in the source.
package struct JSONText: Sendable {
    package let bytes: [UInt8]
    /// The source offset of each byte, and of the end. All bytes of an escape have the offset of the escape.
    private let offsets: [Int]

    /// - Parameter range: a string of `LocatedJSON`.
    package init(_ source: [UInt8], _ range: Range<Int>) {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        var reader = JSONReader(source, from: range.lowerBound + 1, recordsStrings: false)
        while reader.offset < range.upperBound - 1 {
            let start = reader.offset
            guard let part = reader.character() else { break }
            bytes += part
            offsets += part.map { _ in start }
        }
        self.bytes = bytes
        self.offsets = offsets + [range.upperBound - 1]
    }

    /// Returns the bytes of the source for a range of the text.
    package func source(_ range: Range<Int>) -> Range<Int> { offsets[range.lowerBound]..<offsets[range.upperBound] }

    /// Returns a text as the content of a JSON string, without quotes.
    package static func escaped(_ text: [UInt8]) -> [UInt8] {
        var json = JSONWriter()
        json.string(String(decoding: text, as: UTF8.self))
        return Array(json.text.utf8.dropFirst().dropLast())
    }
}
