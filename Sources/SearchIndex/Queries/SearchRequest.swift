package import QueryLanguage
import SourceText

/// What to find and how to give it.
package struct SearchRequest: Sendable {
    package var condition: Condition
    package var titleWords: [String]
    /// The query's text, folded: of notes with these words in their title those come first that are written so (`C#`).
    package var titleText = ""
    /// The order, and which part is wanted. Sections are made of what is found, and not asked for here.
    package var presentation: Presentation
    /// The statuses in their configured order.
    package var statuses: [String]
    /// Whether keywords, links and the other lists of each note are wanted.
    package var detailed: Bool
    /// Whether each note's score is wanted, also where it does not decide the order.
    package var scored: Bool

    package init(
        condition: Condition, titleWords: [String] = [], _ presentation: Presentation, statuses: [String],
        detailed: Bool = true, scored: Bool = true
    ) {
        self.condition = condition
        self.titleWords = titleWords
        self.presentation = presentation
        self.statuses = statuses
        self.detailed = detailed
        self.scored = scored
    }

    var sort: [SortKey] { presentation.sort ?? [] }
    var limit: Int? { presentation.limit }
    var offset: Int { presentation.offset ?? 0 }
}
