package import QueryLanguage

extension NoteIndex {
    /// A part of a condition, as it is asked.
    package struct PlanStep: Sendable {
        /// The cheaper first.
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
        /// The notes for which it holds, of those for which the parts before hold; nil where files have to be opened.
        package var left: Int?
    }

    /// In which order the parts of a condition are asked, and what is left after each.
    ///
    /// Complexity: that of a search; no note is opened.
    package func plan(of condition: Condition) throws -> [PlanStep] {
        try ConditionEvaluator(self).steps(condition).map {
            PlanStep(source: $0.part.source, part: $0.part, left: $0.left)
        }
    }
}
