import Pages
import QueryLanguage
import Searching
import Terminal

/// What could come next in the query.
extension BrowserState {
    /// Asks what could come next, where that is worth showing.
    mutating func suggest() -> [BrowserEffect] {
        guard focus == .search, completion.taken == nil else { return [] }
        let text = field.textBeforeCursor
        guard Self.isWorthSuggesting(text) else {
            completion.suggestions = []
            return []
        }
        if completion.before == text, !completion.suggestions.isEmpty { return [] }
        return [.ask(.suggestions(text: text, SearchPlace(scope, folder)))]
    }

    /// Whether the term before the cursor names something, or could become the name of a field.
    private static func isWorthSuggesting(_ text: String) -> Bool {
        switch PartialQuery(text).slot {
        case .keyword, .saved, .value, .property: return true
        case .start(let typed): return typed.count >= 2
        }
    }

    /// Suggestions that are listed. Of plain words whoever types knows how they go on; only what could be the name of a
    /// field is shown, behind the cursor.
    var listedSuggestions: [Suggestion] {
        if case .start = PartialQuery(completion.before).slot { return [] }
        // What finds nothing is no help, nor is what stands there already.
        let typed = PartialQuery(completion.before)
        return completion.suggestions.filter { $0.notes != 0 && typed.before + $0.term != completion.before }
    }

    /// What a name that is being typed goes on with, and the whole term.
    var ghost: (rest: String, suggestion: Suggestion)? {
        guard focus == .search, completion.taken == nil, field.isAtEnd,
            completion.before == field.text,
            case .start(let typed) = PartialQuery(completion.before).slot,
            let found = completion.suggestions.first(where: { $0.term.hasSuffix(":") && $0.term.hasPrefix(typed) })
        else { return nil }
        return (String(found.term.dropFirst(typed.count)), found)
    }

    /// Takes the next suggestion in the place of the term before the cursor.
    ///
    /// - Returns: false where there is none.
    mutating func takeSuggestion(_ step: Int) -> Bool {
        if let ghost {
            field.replaceBeforeCursor(with: field.textBeforeCursor + ghost.rest)
            completion.suggestions = []
            return true
        }
        let suggestions = listedSuggestions
        guard !suggestions.isEmpty else { return false }
        let next = completion.taken.map { ($0 + step + suggestions.count) % suggestions.count } ?? 0
        completion.taken = next
        let query = PartialQuery(completion.before)
        let term = suggestions[next].term
        field.replaceBeforeCursor(with: query.before + term + (term.hasSuffix(":") ? "" : " "))
        return true
    }
}
