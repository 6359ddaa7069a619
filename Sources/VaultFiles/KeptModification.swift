import SourceText
import System

/// The time of the last change of a note by its user. A refresh of live blocks replaces the note's file, and does not
/// make the note newer. The new file therefore keeps the time in an extended attribute, with the hash of the content
/// for which it holds.
package enum KeptModification {
    package static let attribute = "user.slipbox.modified"

    /// Returns the value of the attribute for a file with this content.
    ///
    /// - Parameter time: in nanoseconds since 1970.
    package static func bytes(_ time: Int64, content: [UInt8]) -> [UInt8] {
        Array("\(time) \(ContentHash.text(of: content))".utf8)
    }

    /// Returns the time kept for the file at `path`, in nanoseconds since 1970. Nil if there is none, it is invalid, or
    /// another program has changed the file since.
    ///
    /// - Parameter hash: the `ContentHash` of the file's content.
    package static func of(_ path: [UInt8], hash: Int64) -> Int64? {
        guard let bytes = Files.attribute(attribute, of: path) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard parts.count == 2, let time = Int64(parts[0]), parts[1] == ContentHash.text(hash) else { return nil }
        return time
    }
}
