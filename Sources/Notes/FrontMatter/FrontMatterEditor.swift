package import SourceText

/// Edits the front matter of a note with minimal changes.
///
/// Key order, comments, quoting, indentation, line endings, byte order mark and body are preserved. Each change is
/// verified by parsing the result: the key must have its new value, and all other entries must be unchanged. Otherwise,
/// and if the entry cannot be parsed, the change is refused.
package struct FrontMatterEditor: Sendable {
    private let bytes: [UInt8]

    /// - Parameter bytes: the bytes of a whole note.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the edits for all changes in sequence. They are in order, do not overlap, and are empty if nothing
    /// changes.
    ///
    /// Complexity: O(bytes × changes).
    /// - Throws: `FrontMatterRefusal` for the first change that cannot be made without guessing.
    package func edits(_ changes: [FrontMatterChange]) throws(FrontMatterRefusal) -> [ByteEdit] {
        var draft = FrontMatterDraft(bytes)
        if let conflict = draft.front.conflicts.first {
            throw FrontMatterRefusal(
                line: LineTable(bytes).line(at: conflict.lowerBound),
                reason: "the front matter contains merge conflict markers; resolve the conflict and remove the markers")
        }
        for asked in changes where !asked.names.isEmpty {
            let before = draft
            let change = asked.resolved(among: draft.entries)
            do throws(FrontMatterObstacle) {
                try draft.make(change)
            } catch {
                throw refusal(error, in: draft)
            }
            do throws(FrontMatterObstacle) {
                try FrontMatterCheck(before: before, after: draft, change: change).run()
            } catch {
                throw refusal(error, in: before)
            }
        }
        return draft.text.edits
    }

    /// Converts an obstacle. Its line refers to the original file, not to the result of earlier changes.
    private func refusal(_ obstacle: FrontMatterObstacle, in draft: FrontMatterDraft) -> FrontMatterRefusal {
        let offset = draft.text.originalOffset(of: obstacle.offset)
        return FrontMatterRefusal(line: LineTable(bytes).line(at: offset), reason: obstacle.reason)
    }
}
