import Documents
import Indexing
import QueryLanguage
import SearchIndex
import SourceText

/// The matches of a query in the text of attachments. One instance serves a whole search.
final class AttachmentMatches {
    /// The maximum number of paragraphs of an attachment.
    private static let most = 3
    /// The maximum number of attachments of a note.
    private static let mostFiles = 20

    /// A paragraph with a match.
    private struct Found {
        var page: Int?
        var bytes: [UInt8]
        var matches: [Range<Int>]
        /// How many of the texts it contains.
        var texts: Int
    }

    private let snapshot: VaultSnapshot
    private let texts: [TextMatch]
    /// The scores of the documents that contain one of the texts. Nil until they are needed.
    private var scores: [Int64: Double]?
    /// The paragraphs of the documents that were read. Several notes may reference one.
    private var known: [String: [Found]] = [:]

    /// - Parameter texts: the texts that the query wants in attachments.
    init(_ snapshot: VaultSnapshot, _ texts: [TextMatch]) {
        self.snapshot = snapshot
        self.texts = texts
    }

    /// Returns the best paragraphs with a match in the attachments of a note, those of the best attachment first.
    ///
    /// Complexity: O(text of the attachments that match).
    func paragraphs(of note: VaultPath) throws -> [Passages.AttachedParagraph] {
        if texts.isEmpty { return [] }
        let scores = try allScores()
        if scores.isEmpty { return [] }
        let attachments = try snapshot.index.attachments.attachments(of: note).compactMap { file in
            scores[file.document].map { (path: file.path, name: file.name, score: $0) }
        }
        let best = attachments.sorted { ($1.score, $0.path) < ($0.score, $1.path) }.prefix(Self.mostFiles)
        return try best.flatMap {
            try paragraphs(at: $0.path, document: $0.name)
        }
    }

    /// Returns the best paragraphs with a match in a file.
    ///
    /// Complexity: O(text of the file).
    func paragraphs(ofFile path: VaultPath) throws -> [Passages.AttachedParagraph] {
        guard let name = try snapshot.index.attachments.document(at: path)?.name else { return [] }
        return try paragraphs(at: path, document: name)
    }

    private func allScores() throws -> [Int64: Double] {
        if let scores { return scores }
        let all = try texts.reduce(into: [:]) {
            $0.merge(try snapshot.index.attachments.scores(of: $1), uniquingKeysWith: +)
        }
        scores = all
        return all
    }

    private func paragraphs(at path: VaultPath, document name: String) throws -> [Passages.AttachedParagraph] {
        let found: [Found]
        if let kept = known[name] {
            found = kept
        } else {
            found = try snapshot.keeper.text(ofAttachment: path, document: name).map(paragraphs) ?? []
            known[name] = found
        }
        return found.map {
            Passages.AttachedParagraph(
                place: Passages.AttachmentPlace(path: path, page: $0.page), bytes: $0.bytes, matches: $0.matches)
        }
    }

    /// Returns the paragraphs that contain the most texts, in the order of the document.
    private func paragraphs(of document: DocumentText) -> [Found] {
        var found: [Found] = []
        for (number, page) in document.pages.enumerated() {
            let bytes = Array(page.utf8)
            for range in Paragraphs.ranges(in: bytes) {
                let paragraph = Self.singleSpaced(bytes[range])
                let words = Words.tokens(of: paragraph, in: paragraph.indices)
                let matches = texts.map { NoteText.matches(of: $0, in: words) }
                let count = matches.count { !$0.isEmpty }
                if count == 0 { continue }
                found.append(
                    Found(
                        page: document.isPaged ? number + 1 : nil, bytes: paragraph,
                        matches: NoteText.merged(matches.flatMap { $0 }), texts: count))
                // No other paragraph is better.
                if found.count(where: { $0.texts == texts.count }) == Self.most { return Self.best(found) }
            }
        }
        return Self.best(found)
    }

    private static func best(_ found: [Found]) -> [Found] {
        let best = found.indices.sorted { (-found[$0].texts, $0) < (-found[$1].texts, $1) }.prefix(most)
        return best.sorted().map { found[$0] }
    }

    /// Returns a text with each run of white space as one space, and none at its ends.
    private static func singleSpaced(_ text: ArraySlice<UInt8>) -> [UInt8] {
        Array(text.split(whereSeparator: \.isWhiteSpace).joined(separator: [Byte.space]))
    }
}
