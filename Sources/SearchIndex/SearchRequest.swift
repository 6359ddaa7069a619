package import QueryLanguage
import SourceText

/// What to find and how to give it: a query with its order settled.
package struct SearchRequest: Sendable {
    package var condition: Condition
    package var titleWords: [String]
    package var sort: [SortKey]
    package var group: GroupKey?
    package var limit: Int?
    package var offset: Int
    /// The statuses in their configured order.
    package var statuses: [String]
    /// Whether keywords, links and the other lists of each note are wanted.
    package var detailed: Bool
    /// Whether each note's score is wanted, also where it does not decide the order.
    package var scored: Bool

    package init(
        condition: Condition, titleWords: [String] = [], sort: [SortKey], group: GroupKey? = nil, limit: Int? = nil,
        offset: Int = 0, statuses: [String], detailed: Bool = true, scored: Bool = true
    ) {
        self.condition = condition
        self.titleWords = titleWords
        self.sort = sort
        self.group = group
        self.limit = limit
        self.offset = offset
        self.statuses = statuses
        self.detailed = detailed
        self.scored = scored
    }
}
