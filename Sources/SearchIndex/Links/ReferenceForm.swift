package import Notes
import SourceText

/// How a reference is written, as far as it decides what a reference that leads nowhere is.
package enum ReferenceForm: Int64, SchemaKind {
    /// A link, in the body, in `links:` or in the text of another key.
    case link = 0
    /// `![[…]]`.
    case embed = 1
    /// `![…](…)`.
    case image = 2
    /// An entry of `attachments:`.
    case attachment = 3

    package init(_ reference: Reference) {
        switch reference.origin {
        case .links: self = .link
        case .attachments: self = .attachment
        case .body(.wiki, let isEmbed), .property(_, let isEmbed): self = isEmbed ? .embed : .link
        case .body(_, let isEmbed): self = isEmbed ? .image : .link
        }
    }

    /// Whether a reference to nothing was meant for an attachment: an entry of `attachments:`, an image, an embed with
    /// an extension, or a path with an extension that attachments have.
    package func isMissingAttachment(_ reference: String, _ extensions: FileExtensions) -> Bool {
        let suffix = VaultPath(reference).pathExtension
        if extensions.notes.contains(suffix) { return false }
        switch self {
        case .attachment, .image: return true
        case .embed where !suffix.isEmpty && suffix.utf8.count <= 8 && !suffix.utf8.contains(Byte.space): return true
        default: return extensions.attachments.contains(suffix)
        }
    }
}
