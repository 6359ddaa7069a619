package import Notes
import SourceText

/// The syntax of a reference, as far as its target depends on it, or the kind of a broken reference.
package enum ReferenceForm: Int64, SchemaKind {
    /// A link in the body, in `links:` or in the text of another key.
    case link = 0
    /// `![[…]]`.
    case embed = 1
    /// `![…](…)`.
    case image = 2
    /// An entry of `attachments:`.
    case attachment = 3
    /// The whole value of a property, which names a file with its extension.
    case path = 4

    package init(_ reference: Reference) {
        switch reference.origin {
        case .links: self = .link
        case .attachments, .canvasFile: self = .attachment
        case .path: self = .path
        case .body(.wiki, let isEmbed), .property(_, let isEmbed): self = isEmbed ? .embed : .link
        case .body(_, let isEmbed): self = isEmbed ? .image : .link
        }
    }

    /// Returns whether a broken reference was meant for an attachment. These are entries of `attachments:`, images,
    /// embeds with an extension, and paths with an attachment extension.
    package func isMissingAttachment(_ reference: String, _ extensions: FileExtensions) -> Bool {
        let suffix = VaultPath(reference).pathExtension
        if extensions.notes.contains(suffix) { return false }
        switch self {
        case .attachment, .image: return true
        case .path: return false
        case .embed where !suffix.isEmpty && suffix.utf8.count <= 8 && !suffix.utf8.contains(Byte.space): return true
        default: return extensions.attachments.contains(suffix)
        }
    }
}
