/// An edit of a text that replaces the bytes in `range` with `replacement`.
package struct ByteEdit: Hashable, Sendable {
    package var range: Range<Int>
    package var replacement: [UInt8]

    package init(_ range: Range<Int>, _ replacement: [UInt8]) {
        self.range = range
        self.replacement = replacement
    }

    package init(_ range: Range<Int>, _ replacement: String) { self.init(range, Array(replacement.utf8)) }

    package static func insert(_ text: String, at offset: Int) -> ByteEdit { ByteEdit(offset..<offset, text) }
    package static func delete(_ range: Range<Int>) -> ByteEdit { ByteEdit(range, []) }
}
