package import QueryLanguage
import SearchIndex
package import SourceText

/// A finder of a query's matches in notes. One instance serves a whole search.
package final class PassageFinder {
    private let snapshot: VaultSnapshot
    private let condition: Condition
    private let matches: ConditionMatches
    private let showing: Condition.Showing
    private let texts: [TextMatch]
    private let attachments: AttachmentMatches
    private let hidesComments: Bool

    /// - Parameters:
    ///   - stands: expansions to show in addition, in place of missing texts of the condition.
    ///   - hidesComments: whether passages exclude comments that pages do not contain.
    package init(
        _ snapshot: VaultSnapshot, _ condition: Condition, besides stands: [TextMatch] = [], hidesComments: Bool = false
    ) {
        self.snapshot = snapshot
        self.hidesComments = hidesComments
        self.condition = condition
        attachments = AttachmentMatches(snapshot, condition.attachedText)
        matches = ConditionMatches(snapshot, condition)
        showing = condition.showing
        texts = condition.positiveText + stands
    }

    /// Returns the passages of a note, or nil if it cannot be read. Complexity: O(note).
    package func passages(in path: VaultPath) throws -> Passages? {
        guard let text = hidesComments ? snapshot.visibleText(path) : snapshot.text(path) else { return nil }
        var found = text.matches(of: texts, condition.positiveScans)
            .map { (range: $0, kind: Passages.Kind.text) }
        found += try matches.matches(in: text, path: path).map { match in
            (match.range, match.isShownInHead ? .head : match.isMarked ? .element : .line)
        }
        var passages = Passages(text, found, hasTextTerms: showing == .text)
        passages.attached = try attachments.paragraphs(of: path)
        return passages
    }

    /// Returns the best passage as plain text if it comes from an attachment. Nil if the note itself has one.
    ///
    /// Complexity: O(note) if the query searches attachments.
    package func attachmentPassage(in path: VaultPath) throws -> String? {
        if condition.attachedText.isEmpty { return nil }
        let snippet = try passages(in: path)?.snippets(count: 1, width: 100, as: .displayed).first
        return snippet?.attachment == nil ? nil : snippet?.parts.map(\.text).joined()
    }

    /// Returns the passages of a note or a file, or nil if it cannot be read. Complexity: O(its text).
    package func passages(of hit: NoteHit) throws -> Passages? {
        if !hit.isFile { return try passages(in: hit.path) }
        var passages = Passages(NoteText([], path: hit.path, rules: snapshot.rules), [], hasTextTerms: true)
        passages.attached = try attachments.paragraphs(ofFile: hit.path)
        return passages
    }
}
