package import SourceText
package import Terminal

/// A picture of the vault that a page shows.
package struct PagePicture: Hashable, Sendable {
    package let path: VaultPath
    package let place: PicturePlace
}

/// What is known of a picture's file.
struct PictureFile: Hashable, Sendable {
    let width: Int
    let height: Int
    /// Of its content, so that another picture of that name is another.
    let identifier: UInt32

    /// Pictures above are not shown: so many bytes, and pixels a side.
    package static let largest = 8_000_000
    private static let longest = 20_000

    /// Nil for what is no PNG: https://www.w3.org/TR/png-3/#5PNG-file-signature, the header's chunk is the first.
    init?(_ bytes: [UInt8]) {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.count >= 24, bytes.starts(with: signature), bytes[12..<16].elementsEqual("IHDR".utf8) else {
            return nil
        }
        func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        (width, height) = (number(16), number(20))
        guard (1...Self.longest).contains(width), (1...Self.longest).contains(height) else { return nil }
        let hash = UInt64(bitPattern: ContentHash.hash(bytes))
        identifier = UInt32(truncatingIfNeeded: hash % 0xFFFFFE) + 1
    }
}
