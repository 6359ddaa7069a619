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
        try snapshot.requireAttachments()
        guard let document = try snapshot.index.attachments.document(at: file.path) else {
            self = .none("slip reads no text from this kind of file")
            return
        }
        if let failure = document.failure {
            self = .none("this file \(failure)")
        } else if let text = snapshot.keeper.documents.text(document.name) {
            self = .pages(
                text.pages.enumerated().map { Page(number: text.isPaged ? $0 + 1 : nil, text: $1) })
        } else {
            self = .none("its text is no longer in the cache; to read it again: slip index --rebuild")
        }
    }
}
