import Codecs
import SourceText
import Synchronization
import System

/// The sizes of pictures. A browser that knows them keeps room for the pictures before they are loaded.
final class PictureSizes: Sendable {
    /// The number of bytes that are read. A longer Exif preview can precede the size of a JPEG.
    private static let length = 65_536

    /// The full path of the vault.
    private let root: [UInt8]
    /// The sizes that have been read.
    private let known = Mutex<[VaultPath: (width: Int, height: Int)]>([:])

    init(_ root: [UInt8]) { self.root = root }

    /// Returns the size of a PNG, JPEG or GIF in pixels, or nil for another file and if it cannot be read.
    func size(of file: VaultPath) -> (width: Int, height: Int)? {
        if let size = known.withLock({ $0[file] }) { return size }
        guard let size = Self.read(file, in: root) else { return nil }
        known.withLock { $0[file] = size }
        return size
    }

    /// Reads the size of a picture.
    static func read(_ file: VaultPath, in root: [UInt8]) -> (width: Int, height: Int)? {
        guard ["png", "jpg", "jpeg", "gif"].contains(file.pathExtension.lowercased()),
            let file = try? InsideFile(root, file.parts.map(\.bytes)),
            let bytes = file.read(at: 0, count: length), let header = ImageHeader(bytes)
        else { return nil }
        return (header.width, header.height)
    }
}
