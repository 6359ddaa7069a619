import Codecs
package import SourceText
package import Terminal

/// A picture of the vault on a page, and how it is drawn there.
package struct PagePicture: Hashable, Sendable {
    /// The full path of the vault.
    package let root: [UInt8]
    package let path: VaultPath
    package let place: PicturePlace

    /// Returns the content of the file, or nil if it is too large, outside the vault or unreadable.
    package func bytes() -> [UInt8]? { NotePage.picture(path, in: root) }
}

/// The properties of a picture file.
struct PictureFile: Hashable, Sendable {
    let width: Int
    let height: Int
    /// A hash of the content, so that a replaced file counts as another picture.
    let content: UInt32

    /// The maximum file size in bytes.
    static let largest = 8_000_000

    /// Whether the name has the extension of a picture that can be displayed.
    static func isPicture(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".png", ".jpg", ".jpeg", ".gif"].contains { name.hasSuffix($0) }
    }

    /// Fails if the content is not a picture, regardless of the name, or has too many pixels.
    init?(_ bytes: [UInt8]) {
        guard let header = ImageHeader(bytes), header.width * header.height <= Image.mostPixels else { return nil }
        (width, height) = (header.width, header.height)
        let hash = UInt64(bitPattern: ContentHash.hash(bytes))
        content = UInt32(truncatingIfNeeded: hash)
    }
}
