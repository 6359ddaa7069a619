import QueryLanguage
import Searching
import SourceText
import Terminal

/// What is asked of a person before something is done.
extension BrowserState {
    mutating func change(_ kind: BrowserChange.Kind) -> [BrowserEffect] {
        if subjects.isEmpty {
            message = Message(text: "no note is chosen", isError: true)
            return []
        }
        return [.ask(.change(BrowserChange(kind: kind, notes: subjects)))]
    }

    mutating func prompt(_ kind: Prompt.Kind, _ label: String, _ choices: [String]) -> [BrowserEffect] {
        guard !subjects.isEmpty else {
            message = Message(text: "no note is chosen", isError: true)
            return []
        }
        let about = subjects.count == 1 ? subjects[0].stem.text : "\(subjects.count) notes"
        open(kind, "\(label) (\(about))", choices)
        return kind == .addKeywords ? [.ask(.keywords)] : []
    }

    private mutating func open(_ kind: Prompt.Kind, _ label: String, _ choices: [String], text: String = "") {
        var prompt = Prompt(kind: kind, label: label, field: TextField(text), choices: [], all: choices, chosen: nil)
        prompt.narrow()
        overlay = .prompt(prompt)
    }

    mutating func promptForNote() -> [BrowserEffect] {
        let place = folder.isRoot ? "the root" : folder.text
        // What was searched for in vain is what is to be written.
        let words = PartialQuery(field.text)
        let isPlain =
            !field.text.contains(":") && !field.text.contains("\"") && !field.text.contains("#")
            && words.openParentheses == 0
        open(.title, "new note in \(place)", [], text: isPlain && results?.total == 0 ? field.text : "")
        return []
    }

    mutating func promptForName() -> [BrowserEffect] {
        guard field.text.contains(where: { !$0.isWhitespace }) else {
            message = Message(text: "there is no query to save", isError: true)
            return []
        }
        open(.name, "save this search as", [])
        return []
    }

    var keywordsOfSubjects: [String] {
        let wanted = Set(subjects)
        let hits = results?.rows.compactMap(\.hit).filter { wanted.contains($0.path) } ?? []
        var seen: Set<String> = []
        return hits.flatMap(\.keywords).filter { seen.insert($0).inserted }
    }

    // MARK: Keys over what is asked

    mutating func pressInOverlay(_ key: Key) -> [BrowserEffect] {
        if key == Key("c", .control) {
            overlay = nil
            return []
        }
        switch overlay {
        case .help(let top): pressInHelp(key, top)
        case .confirm(_, _, let change):
            overlay = nil
            if key == Key("y") || key == Key("Y") {
                var change = change
                change.isConfirmed = true
                return [.ask(.change(change))]
            }
            message = Message(text: "nothing was changed", isError: false)
        case .prompt(let prompt): return press(key, in: prompt)
        case .history(let line, let index): return press(key, line, index)
        case nil: break
        }
        return []
    }

    private mutating func pressInHelp(_ key: Key, _ top: Int) {
        let page = max(1, rows - 4)
        switch key {
        case Key(.down), Key("j"), Key("n", .control): overlay = .help(top: top + 1)
        case Key(.up), Key("k"), Key("p", .control): overlay = .help(top: max(0, top - 1))
        case Key(.pageDown), Key(" "): overlay = .help(top: top + page)
        case Key(.pageUp): overlay = .help(top: max(0, top - page))
        default: overlay = nil
        }
    }

    private mutating func press(_ key: Key, in prompt: Prompt) -> [BrowserEffect] {
        var prompt = prompt
        switch key {
        case Key(.escape):
            overlay = nil
            return []
        case Key(.down), Key("n", .control), Key(.tab): prompt.choose(1)
        case Key(.up), Key("p", .control), Key(.tab, .shift): prompt.choose(-1)
        case Key(.enter):
            overlay = nil
            return finish(prompt)
        default: if prompt.field.edit(key) { prompt.narrow() }
        }
        overlay = .prompt(prompt)
        return []
    }

    private mutating func finish(_ prompt: Prompt) -> [BrowserEffect] {
        let text = prompt.field.text.split(separator: " ").joined(separator: " ")
        if text.isEmpty { return [] }
        switch prompt.kind {
        case .status:
            // What is typed in full is meant, else what it begins.
            return change(.status(prompt.taken.map { prompt.choices[$0] } ?? text))
        case .addKeywords: return change(.addKeywords(Self.keywords(text)))
        case .removeKeywords: return change(.removeKeywords(Self.keywords(text)))
        case .folder: return change(.move(folder: text))
        case .title: return [.ask(.change(BrowserChange(kind: .newNote(title: text, folder: folder), notes: [])))]
        case .name: return [.ask(.change(BrowserChange(kind: .saveSearch(name: text, query: field.text), notes: [])))]
        }
    }

    /// Keywords as a person lists them: with commas, or each behind its `#`.
    private static func keywords(_ text: String) -> [String] {
        text.replacing(" #", with: ",").split(separator: ",")
            .map { $0.drop { $0 == " " || $0 == "#" } }.map { String($0.reversed().drop { $0 == " " }.reversed()) }
            .filter { !$0.isEmpty }
    }

    /// Keys while an earlier query is looked for.
    private mutating func press(_ key: Key, _ line: TextField, _ index: Int) -> [BrowserEffect] {
        var line = line
        switch key {
        case Key(.escape):
            overlay = nil
            return []
        case Key("r", .control), Key(.up), Key("p", .control):
            overlay = .history(line, index: min(index + 1, max(0, earlier(line.text).count - 1)))
            return []
        case Key(.down), Key("n", .control):
            overlay = .history(line, index: max(0, index - 1))
            return []
        case Key(.enter), Key(.tab):
            overlay = nil
            let found = earlier(line.text)
            guard found.indices.contains(index) else { return [] }
            field.replace(with: found[index])
            focus = .search
            return search()
        default:
            if line.edit(key) { overlay = .history(line, index: 0) }
            return []
        }
    }

    /// The earlier queries that hold a text, the last first.
    package func earlier(_ text: String) -> [String] {
        let wanted = Folding.fold(text)
        return earlierQueries.queries.reversed().filter { wanted.isEmpty || Folding.fold($0).contains(wanted) }
    }
}

extension BrowserState.Prompt {
    /// The word that is being typed: in a list of keywords the last.
    private var typed: String {
        switch kind {
        case .addKeywords, .removeKeywords:
            let last = field.text.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
            return String(last.drop { $0 == " " || $0 == "#" })
        default: return field.text
        }
    }

    /// The choice that Enter takes, where that is not what is typed.
    package var taken: Int? {
        if let chosen { return chosen }
        guard kind == .status, !typed.isEmpty, !choices.isEmpty else { return nil }
        return choices.firstIndex { Folding.fold($0) == Folding.fold(typed) } ?? 0
    }

    /// What Enter makes that is not there yet.
    package var remark: String? {
        let isKnown = all.contains { Folding.fold($0) == Folding.fold(typed) }
        if isKnown || typed.isEmpty || chosen != nil { return nil }
        switch kind {
        case .folder: return "a new folder"
        // All keywords are there a moment later.
        case .addKeywords: return all.isEmpty ? nil : "a new keyword"
        default: return nil
        }
    }

    mutating func narrow() {
        let wanted = Folding.fold(typed)
        let folded = all.map { (text: $0, folded: Folding.fold($0)) }
        let begin = folded.filter { $0.folded.hasPrefix(wanted) }
        let hold = folded.filter { !$0.folded.hasPrefix(wanted) && $0.folded.contains(wanted) }
        choices = (begin + hold).map(\.text)
        chosen = nil
    }

    /// Puts the next choice in the place of what is typed.
    mutating func choose(_ step: Int) {
        guard !choices.isEmpty else { return }
        let next = chosen.map { ($0 + step + choices.count) % choices.count } ?? (step > 0 ? 0 : choices.count - 1)
        chosen = next
        var kept = ""
        if kind == .addKeywords || kind == .removeKeywords, let comma = field.text.lastIndex(of: ",") {
            kept = String(field.text[...comma]) + " "
        }
        field.replace(with: kept + choices[next])
    }
}
