package import Documents

/// The result of reading an attachment.
package enum AttachmentContent: Hashable, Sendable {
    case text(DocumentText)
    /// The reason why there is no text, as a predicate.
    case failure(String)

    /// The pages of the text; none after a failure.
    var pages: [String] { if case .text(let text) = self { text.pages } else { [] } }
}
