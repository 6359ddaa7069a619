package import SourceText

/// Changes the front matter of a note and no byte more than it must.
///
/// Key order, comments, quoting, indentation, line endings, a byte order mark and everything below the front matter
/// stay. Each change is checked by reading the result: the key must read back as set and all other entries as before;
/// else, and where the entry cannot be read, the change is refused.
package struct FrontMatterEditor: Sendable {
    private let bytes: [UInt8]

    /// `bytes` are those of a whole note.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The edits that make all changes, one after another: in order, not overlapping, none if all is so already.
    ///
    /// Complexity: O(bytes × changes).
    /// - Throws: `FrontMatterRefusal` for the first change that cannot be made without guessing.
    package func edits(_ changes: [FrontMatterChange]) throws(FrontMatterRefusal) -> [ByteEdit] {
        var draft = FrontMatterDraft(bytes)
        if let conflict = draft.front.conflicts.first {
            throw FrontMatterRefusal(
                line: LineTable(bytes).line(at: conflict.lowerBound),
                reason: "a merge conflict stands in the front matter; decide it and take the markers out")
        }
        for asked in changes where !asked.names.isEmpty {
            let before = draft
            let change = asked.meant(among: draft.entries)
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

    /// The line is that of the file as it is, not as earlier changes would have made it.
    private func refusal(_ obstacle: FrontMatterObstacle, in draft: FrontMatterDraft) -> FrontMatterRefusal {
        let offset = draft.text.originalOffset(of: obstacle.offset)
        return FrontMatterRefusal(line: LineTable(bytes).line(at: offset), reason: obstacle.reason)
    }
}
