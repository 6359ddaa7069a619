import Documents
import Indexing
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

    /// Reads the text of an attachment as it is now.
    package init(_ file: AttachmentFiles.File, in snapshot: VaultSnapshot) throws {
        guard file.exists else {
            self = .none("missing")
            return
        }
        switch try snapshot.keeper.content(ofAttachment: file.path) {
        case .text(let text):
            self = .pages(text.pages.enumerated().map { Page(number: text.isPaged ? $0 + 1 : nil, text: $1) })
        case .failure(let reason): self = .none("this file \(reason)")
        case nil: self = .none("slip reads no text from this kind of file, or it changes while it is read")
        }
    }
}
