/// The result of a merge of three texts.
package struct MergedText: Hashable, Sendable {
    /// A merge by lines, as git does it.
    package typealias MergeLines = (_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) throws -> MergedText

    package var bytes: [UInt8]
    package var hasConflicts: Bool
    /// The places that were merged by structure, and those in conflict. Empty if git alone merged the text.
    package var decisions: [MergeDecision] = []

    package init(bytes: [UInt8], hasConflicts: Bool) {
        self.bytes = bytes
        self.hasConflicts = hasConflicts
    }

    /// Whether the structure of Markdown decided a place.
    package var usesStructure: Bool { decisions.contains { $0.rule != .conflict } }
}

/// The rule that decided a place, and the line of the place in the result.
package struct MergeDecision: Hashable, Sendable {
    package var rule: MergeRule
    package var line: Int

    package init(rule: MergeRule, line: Int) { (self.rule, self.line) = (rule, line) }
}
