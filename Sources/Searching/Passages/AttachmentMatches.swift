import Documents
import Indexing
import QueryLanguage
import SearchIndex
import SourceText

/// The matches of a query in the text of attachments.
struct AttachmentMatches {
    /// The maximum number of paragraphs of an attachment.
    private static let most = 3

    private let snapshot: VaultSnapshot
    private let texts: [TextMatch]

    /// - Parameter texts: the texts that the query wants in attachments.
    init(_ snapshot: VaultSnapshot, _ texts: [TextMatch]) {
        self.snapshot = snapshot
        self.texts = texts
    }

    /// Returns the first paragraphs with a match in the attachments of a note.
    ///
    /// Complexity: O(text of the attachments that match).
    func paragraphs(of note: VaultPath) throws -> [Passages.AttachedParagraph] {
        var found: [VaultPath: String] = [:]
        for text in texts {
            for (path, document) in try snapshot.index.attachments.attachments(of: note, with: text) {
                found[path] = document
            }
        }
        return found.sorted { $0.key < $1.key }.flatMap { path, name in
            snapshot.keeper.documents.text(name).map { paragraphs(in: $0, at: path) } ?? []
        }
    }

    /// Returns the first paragraphs with a match in a file.
    ///
    /// Complexity: O(text of the file).
    func paragraphs(ofFile path: VaultPath) throws -> [Passages.AttachedParagraph] {
        guard let name = try snapshot.index.attachments.document(at: path)?.name else { return [] }
        return snapshot.keeper.documents.text(name).map { paragraphs(in: $0, at: path) } ?? []
    }

    private func paragraphs(in document: DocumentText, at path: VaultPath) -> [Passages.AttachedParagraph] {
        var found: [Passages.AttachedParagraph] = []
        for (number, page) in document.pages.enumerated() {
            let place = Passages.AttachmentPlace(path: path, page: document.isPaged ? number + 1 : nil)
            let bytes = Array(page.utf8)
            for range in Paragraphs.ranges(in: bytes) {
                let paragraph = Self.singleSpaced(bytes[range])
                let words = Words.tokens(of: paragraph, in: paragraph.indices)
                let matches = NoteText.merged(texts.flatMap { NoteText.matches(of: $0, in: words) })
                if matches.isEmpty { continue }
                found.append(Passages.AttachedParagraph(place: place, bytes: paragraph, matches: matches))
                if found.count == Self.most { return found }
            }
        }
        return found
    }

    /// Returns a text with each run of white space as one space, and none at its ends.
    private static func singleSpaced(_ text: ArraySlice<UInt8>) -> [UInt8] {
        Array(text.split(whereSeparator: \.isWhiteSpace).joined(separator: [Byte.space]))
    }
}
