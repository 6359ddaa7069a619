package import QueryLanguage

/// One operand of a condition in evaluation order.
package struct QueryPlanStep: Sendable {
    /// The sources of an evaluation, cheapest first.
    package enum Source: Int, Comparable, Sendable {
        case columns, tables, fullText, names, git, files

        package var name: String {
            switch self {
            case .columns: "columns"
            case .tables: "tables"
            case .fullText: "full text"
            case .names: "names of each"
            case .git: "git"
            case .files: "files"
            }
        }

        package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    package var source: Source
    package var part: Condition
    /// The number of notes that satisfy this and all previous operands, or nil if files must be opened.
    package var remaining: Int?
    /// The numbers of notes that each step of a walk along links reaches.
    package var steps: [Int] = []
}

extension NoteIndex {
    /// Returns the operands of a condition in evaluation order, with the number of notes that remain after each.
    ///
    /// Complexity: that of a search; no note is opened.
    package func plan(of condition: Condition) throws -> [QueryPlanStep] {
        try ConditionEvaluator(self).plan(for: condition)
    }
}
