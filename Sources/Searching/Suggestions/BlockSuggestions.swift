import QueryLanguage
import SearchIndex
import SourceText

/// The completion of the query of a live block, which has options besides the terms of a search.
package struct BlockSuggestions {
    private let snapshot: VaultSnapshot

    package init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    /// The options with what they say, as in `BlockOptions`.
    private static let options = [
        ("view:", "form of the results: list table count tasks passages tree toc backlinks"),
        ("fields:", "columns of view:table"), ("self:", "whether the note may be among its own results: yes no"),
    ]

    /// Returns suggestions, as `Suggestions.list` does. The options come first.
    package func list(_ partial: String, limit: Int) throws -> [Suggestion] {
        let query = PartialQuery(partial)
        guard query.openParentheses == 0, query.negation.isEmpty else {
            return try Suggestions(snapshot).list(partial, limit: limit)
        }
        switch query.slot {
        case .start(let typed):
            let options = Self.options.filter { name, _ in
                SuggestionLister.tier(name, typed) == 0 && !" \(query.before)".contains(" \(name)")
            }.map { Suggestion(term: $0, summary: $1, beginsToken: true) }
            return try Array((options + Suggestions(snapshot).list(partial, limit: limit)).prefix(limit))
        case .property(let name, let typed):
            guard let values = try values(of: Folding.fold(name)) else { break }
            let known = Set(query.keptPrefix.split { ":,".contains($0) }.map { Folding.fold(String($0)) })
            return values.filter { SuggestionLister.tier($0, typed) == 0 && !known.contains(Folding.fold($0)) }
                .prefix(limit).map { Suggestion(term: query.keptPrefix + QueryText.quoted($0), beginsToken: true) }
        default: break
        }
        return try Suggestions(snapshot).list(partial, limit: limit)
    }

    /// Returns the values of an option, or nil for any other name.
    private func values(of option: String) throws -> [String]? {
        switch option {
        case "view": BlockOptions.View.allCases.map(\.rawValue)
        case "fields":
            try BlockField.Attribute.allCases.map(\.rawValue)
                + snapshot.index.lists.propertyCounts().filter { BlockField.Attribute(rawValue: $0.name) == nil }.map(
                    \.name)
        case "self": ["yes", "no"]
        default: nil
        }
    }
}
