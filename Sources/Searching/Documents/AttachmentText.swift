import Documents
import Indexing
import SearchIndex
import SourceText

/// The text of an attachment for display.
package enum AttachmentText: Sendable {
    /// A page, with its number from 1 if the document has pages.
    package struct Page: Sendable {
        package var number: Int?
        package var text: String
    }

    case pages([Page])
    /// The reason why there is no text.
    case none(String)

    /// Reads the text of an attachment. If attachments must be read into the index first, the body of
    /// `VaultSession.read` runs again.
    package init(_ file: AttachmentFiles.File, in snapshot: VaultSnapshot) throws {
        guard file.exists else {
            self = .none("missing")
            return
        }
        try snapshot.requireAttachments(.all)
        guard let document = try snapshot.index.attachments.document(at: file.path) else {
            self = .none("it is not read yet, or slip reads no text from this kind of file")
            return
        }
        if let failure = document.failure {
            self = .none("this file \(failure)")
        } else if let text = snapshot.keeper.text(ofAttachment: file.path, document: document.name) {
            self = .pages(
                text.pages.enumerated().map { Page(number: text.isPaged ? $0 + 1 : nil, text: $1) })
        } else {
            self = .none("this file has changed, or its text cannot be read now")
        }
    }
}
