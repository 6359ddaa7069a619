import Images
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
    let content: UInt32

    /// Files of more bytes are not shown.
    static let largest = 8_000_000

    /// Whether a name is that of a picture that can be shown.
    static func isPicture(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".png", ".jpg", ".jpeg", ".gif"].contains { name.hasSuffix($0) }
    }

    /// Nil for what is none, whatever its name says.
    init?(_ bytes: [UInt8]) {
        guard let header = ImageHeader(bytes), header.width * header.height <= Image.mostPixels else { return nil }
        (width, height) = (header.width, header.height)
        let hash = UInt64(bitPattern: ContentHash.hash(bytes))
        content = UInt32(truncatingIfNeeded: hash)
    }
}
