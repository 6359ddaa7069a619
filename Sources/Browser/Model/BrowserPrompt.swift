import SourceText
package import Terminal

/// A question that the user answers with text, for which choices may be offered.
package struct BrowserPrompt: Sendable {
    /// The purpose of the entered text.
    package enum PromptKind: Hashable, Sendable {
        case status, addKeywords, removeKeywords, folder, title, name, capture
    }

    package let kind: PromptKind
    package let label: String
    package private(set) var field: TextField
    /// The choices that match the text.
    package private(set) var choices: [String] = []
    private var all: [String]
    /// The index of the choice that the user selected.
    package private(set) var chosen: Int?

    init(_ kind: PromptKind, label: String, choices: [String] = [], text: String = "") {
        self.kind = kind
        self.label = label
        field = TextField(text)
        all = choices
        narrow()
    }

    private var isKeywordList: Bool { kind == .addKeywords || kind == .removeKeywords }

    /// The text that the choices complete: in a list of keywords the last one.
    private var typed: String {
        guard isKeywordList else { return field.text }
        let last = field.text.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
        return String(last.drop { $0 == " " || $0 == "#" })
    }

    /// The choice that Enter takes instead of the text.
    package var taken: Int? {
        if let chosen { return chosen }
        guard kind == .status, !typed.isEmpty, !choices.isEmpty else { return nil }
        return choices.firstIndex { Folding.fold($0) == Folding.fold(typed) } ?? 0
    }

    /// A warning that Enter creates a new folder or keyword.
    package var notice: String? {
        let isKnown = all.contains { Folding.fold($0) == Folding.fold(typed) }
        if isKnown || typed.isEmpty || chosen != nil { return nil }
        switch kind {
        case .folder: return "a new folder"
        // Empty means that the keywords have not arrived yet.
        case .addKeywords: return all.isEmpty ? nil : "a new keyword"
        default: return nil
        }
    }

    /// The text with single spaces.
    var value: String { field.text.split(separator: " ").joined(separator: " ") }

    /// Returns the change that the answer asks for, or nil if it is empty.
    ///
    /// - Parameters:
    ///   - query: the query to save.
    ///   - folder: the folder for a new note.
    func change(query: String, folder: VaultPath) -> BrowserChange.ChangeKind? {
        if value.isEmpty { return nil }
        switch kind {
        case .status: return .status(taken.map { choices[$0] } ?? value)
        case .addKeywords: return .addKeywords(keywords)
        case .removeKeywords: return .removeKeywords(keywords)
        case .folder: return .move(folder: value)
        case .title: return .newNote(title: value, folder: folder)
        case .name: return .saveSearch(name: value, query: query)
        case .capture: return .appendToToday(field.text)
        }
    }

    /// The keywords in the text, which are separated by commas or each begin with `#`.
    var keywords: [String] {
        value.replacing(" #", with: ",").split(separator: ",")
            .map { $0.drop { $0 == " " || $0 == "#" } }.map { String($0.reversed().drop { $0 == " " }.reversed()) }
            .filter { !$0.isEmpty }
    }

    mutating func press(_ key: Key) {
        switch key {
        case Key(.down), Key("n", .control), Key(.tab): choose(1)
        case Key(.up), Key("p", .control), Key(.tab, .shift): choose(-1)
        default: if field.edit(key) { narrow() }
        }
    }

    mutating func insert(_ text: String) {
        field.insert(text)
        narrow()
    }

    mutating func offer(_ choices: [String]) {
        all = choices
        narrow()
    }

    private mutating func narrow() {
        let wanted = Folding.fold(typed)
        let folded = all.map { (text: $0, folded: Folding.fold($0)) }
        let first = folded.filter { $0.folded.hasPrefix(wanted) }
        let others = folded.filter { !$0.folded.hasPrefix(wanted) && $0.folded.contains(wanted) }
        choices = (first + others).map(\.text)
        chosen = nil
    }

    /// Replaces the typed text by the next choice (`step` 1) or the previous one (-1), and wraps around.
    private mutating func choose(_ step: Int) {
        guard !choices.isEmpty else { return }
        let next = chosen.map { ($0 + step + choices.count) % choices.count } ?? (step > 0 ? 0 : choices.count - 1)
        chosen = next
        var kept = ""
        if isKeywordList, let comma = field.text.lastIndex(of: ",") { kept = String(field.text[...comma]) + " " }
        field.replace(with: kept + choices[next])
    }
}
