package import QueryLanguage
package import SourceText

/// A condition, and how its results are returned.
package struct SearchRequest: Sendable {
    package var condition: Condition
    /// The words of the query. By relevance, notes with exactly these words as a name come first.
    package var titleWords: [String]
    /// The query's text, folded. Of the notes that have `titleWords` as a name, those with exactly this name come first
    /// (`C#`).
    package var titleText = ""
    /// The order, limit and offset. Grouping is not done here.
    package var presentation: Presentation
    /// The statuses in their configured order.
    package var statuses: [String]
    /// The types of properties, which decide their order.
    package var declarations = PropertyDeclarations()
    /// The time zone of the dates in declared properties.
    package var calendar = LocalCalendar.utc
    /// Whether keywords, links and the other lists of each note are returned.
    package var detailed: Bool
    /// Whether each note's score is returned, even if it does not decide the order.
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
