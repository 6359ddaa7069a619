import QueryLanguage
package import Searching
import SourceText
package import Terminal

/// The query line: its text and cursor, the completions of its last term, and the earlier queries.
package struct QueryLine: Sendable {
    package internal(set) var field: TextField
    package internal(set) var completion = TermSuggestions()
    package internal(set) var earlier: EarlierQueries
    /// The error for which the last search of the query was refused.
    package internal(set) var fault: QueryFault?

    init(_ query: String, history: [String]) {
        field = TextField(query)
        earlier = EarlierQueries(queries: history)
    }

    package var text: String { field.text }

    /// Whether the query consists of white space only.
    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// Whether the query has neither fields nor quotes nor parentheses that are open.
    var isPlainText: Bool { !text.contains { ":\"#".contains($0) } && PartialQuery(text).openParentheses == 0 }

    /// The effect of a key on the query.
    enum Edit { case ignored, movedCursor, changedText }

    mutating func edit(_ key: Key) -> Edit {
        let before = text
        guard field.edit(key) else { return .ignored }
        completion.taken = nil
        if text == before { return .movedCursor }
        earlier.index = nil
        completion.suggestions = []
        return .changedText
    }

    /// Inserts pasted text, and returns whether the query changed.
    mutating func insert(_ pasted: String) -> Bool {
        let before = text
        field.insert(pasted)
        completion.taken = nil
        return text != before
    }

    mutating func replace(with query: String) {
        field.replace(with: query)
        completion.suggestions = []
    }

    /// Shows the query `step` further back in the history, or further forward if `step` is negative. Before the first
    /// step back, saves what the user was typing, which is shown again after the latest query. Returns false if there
    /// is no older query.
    mutating func showEarlier(_ step: Int) -> Bool {
        if earlier.index == nil { earlier.typed = text }
        let queries = earlier.queries
        let next = (earlier.index ?? -1) + step
        guard next < queries.count else { return false }
        earlier.index = next < 0 ? nil : next
        replace(with: next < 0 ? earlier.typed : queries[queries.count - 1 - next])
        return true
    }

    // MARK: Completion

    /// Returns the text before the cursor, if its suggestions are missing and useful. Returns nil if they are known, if
    /// the user has taken one, or if there is nothing to complete. In the last case, removes old suggestions.
    mutating func textToComplete() -> String? {
        guard completion.taken == nil else { return nil }
        let text = field.textBeforeCursor
        guard Self.isWorthCompleting(text) else {
            completion.suggestions = []
            return nil
        }
        return completion.before == text && !completion.suggestions.isEmpty ? nil : text
    }

    /// Whether suggestions are useful for the term before the cursor. It is a keyword, a saved search or the value of a
    /// field, or has two letters, so that it could become a token. An empty line could begin with any token.
    private static func isWorthCompleting(_ text: String) -> Bool {
        switch PartialQuery(text).slot {
        case .start where text.isEmpty: true
        case .keyword, .saved, .value, .task, .property: true
        case .start(let typed): typed.count >= 2
        }
    }

    mutating func receive(_ suggestions: [Suggestion], for text: String) {
        guard text == field.textBeforeCursor, completion.taken == nil else { return }
        completion.suggestions = suggestions
        completion.before = text
    }

    /// The tokens shown behind the cursor of an empty line. They are not shown as a list, which would cover results.
    var offers: [Suggestion] { field.isEmpty && completion.taken == nil ? completion.listed : [] }

    /// Whether suggestions are shown as a list below the query line.
    var hasList: Bool { offers.isEmpty && !completion.listed.isEmpty }

    /// Whether Tab completes the term before the cursor.
    var canComplete: Bool { ghost != nil || completion.hasNext }

    /// The rest of a field name that the user has begun to type, shown behind the cursor. Nil if a list has other tokens.
    var ghost: String? {
        guard completion.taken == nil, field.isAtEnd, completion.before == text, completion.listed.isEmpty,
            case .start(let typed) = PartialQuery(text).slot,
            let found = completion.suggestions.first(where: { $0.term.hasSuffix(":") && $0.term.hasPrefix(typed) })
        else { return nil }
        return String(found.term.dropFirst(typed.count))
    }

    /// Completes the name of a field that is shown behind the cursor. If there is none, replaces the term before the
    /// cursor by the next suggestion (`step` 1) or the previous one (-1). Returns false if there is none either.
    mutating func takeSuggestion(_ step: Int) -> Bool {
        if let ghost {
            field.replaceBeforeCursor(with: field.textBeforeCursor + ghost)
            completion.suggestions = []
            return true
        }
        let suggestions = completion.listed
        guard completion.hasNext else { return false }
        let next = completion.taken.map { ($0 + step + suggestions.count) % suggestions.count } ?? 0
        completion.taken = next
        let term = suggestions[next].term
        let before = PartialQuery(completion.before).before
        field.replaceBeforeCursor(with: before + term + (term.hasSuffix(":") ? "" : " "))
        // The next step completes the value.
        if term.hasSuffix(":") { completion.clear() }
        return true
    }
}

/// The suggestions for the term before the cursor.
package struct TermSuggestions: Sendable {
    package internal(set) var suggestions: [Suggestion] = []
    /// The text before the cursor that the suggestions complete.
    package internal(set) var before = ""
    /// The index of the suggestion taken last, in `listed`.
    package internal(set) var taken: Int?

    /// The maximum number of tokens that are listed for a word. The user may mean the word itself, so most results stay
    /// visible.
    private static let fewTokens = 4

    /// The suggestions that the user can take. For the start of a word, these are the tokens that it begins, then the
    /// fields. Fields alone are not listed: one is shown behind the cursor.
    var listed: [Suggestion] {
        let typed = PartialQuery(before)
        // Without those that find nothing or that the user has already typed.
        let useful = suggestions.filter { $0.notes != 0 && typed.before + $0.term != before }
        if case .start = typed.slot, !before.isEmpty {
            let tokens = useful.filter { $0.beginsToken && !$0.term.hasSuffix(":") }
            if tokens.isEmpty { return [] }
            let fields = useful.filter { $0.beginsToken && $0.term.hasSuffix(":") }
            return Array((tokens + fields).prefix(Self.fewTokens))
        }
        return useful
    }

    /// Whether there is a suggestion besides the one taken last.
    var hasNext: Bool { listed.count > (taken == nil ? 0 : 1) }

    mutating func clear() {
        suggestions = []
        taken = nil
    }
}

/// The earlier queries, and the one of them that the query line shows.
package struct EarlierQueries: Sendable {
    /// The latest last.
    package internal(set) var queries: [String]
    /// Counted from the latest; nil while the line shows what the user typed.
    var index: Int?
    /// The text that the user had typed before an earlier query replaced it.
    var typed = ""

    mutating func add(_ query: String) {
        queries.removeAll { $0 == query }
        queries.append(query)
    }

    /// Returns the queries that contain `text`, ignoring case and diacritics, the latest first.
    package func containing(_ text: String) -> [String] {
        let wanted = Folding.fold(text)
        return queries.reversed().filter { wanted.isEmpty || Folding.fold($0).contains(wanted) }
    }
}
