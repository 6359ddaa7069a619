package import Terminal

/// A panel over the lower part of the screen that receives all keys.
package enum BrowserOverlay: Sendable {
    case help(top: Int)
    case prompt(BrowserPrompt)
    case confirm(String, details: [String], BrowserChange)
    case tasks(BrowserTasks)
    case proposals(BrowserProposals)
    /// A search in the earlier queries: the text, and the index of the selected query.
    case history(TextField, index: Int)

    /// The result of a key. The caller closes the overlay after any but `open`.
    enum KeyResult {
        /// The overlay stays open, and may have effects.
        case open([BrowserEffect] = [])
        case closed
        /// The user declined the change.
        case declined
        case confirmed(BrowserChange)
        case entered(BrowserPrompt)
        /// The user selected an earlier query.
        case selected(String)
    }

    /// Handles a key. Ctrl-C closes every overlay.
    ///
    /// - Parameter rows: the height of the screen.
    mutating func press(_ key: Key, rows: Int, _ earlier: EarlierQueries) -> KeyResult {
        if key == Key("c", .control) { return .closed }
        switch self {
        case .tasks(var tasks):
            let result = tasks.press(key, page: max(1, rows - 4))
            self = .tasks(tasks)
            switch result {
            case .open: return .open()
            case .closed: return .closed
            case .send(let effects): return .open(effects)
            }
        case .proposals(var proposals):
            let result = proposals.press(key, page: max(1, rows * 2 / 3 - 4))
            self = .proposals(proposals)
            switch result {
            case .open: return .open()
            case .closed: return .closed
            case .send(let effects): return .open(effects)
            }
        case .help(let top): return pressInHelp(key, top: top, page: max(1, rows - 4))
        case .confirm(_, _, var change):
            guard key == Key("y") || key == Key("Y") else { return .declined }
            change.isConfirmed = true
            return .confirmed(change)
        case .prompt(var prompt):
            switch key {
            case Key(.escape): return .closed
            case Key(.enter): return .entered(prompt)
            default: prompt.press(key)
            }
            self = .prompt(prompt)
        case .history(let line, let index): return pressInHistory(key, line: line, index: index, earlier)
        }
        return .open()
    }

    private mutating func pressInHelp(_ key: Key, top: Int, page: Int) -> KeyResult {
        switch key {
        case Key(.down), Key("j"), Key("n", .control): self = .help(top: top + 1)
        case Key(.up), Key("k"), Key("p", .control): self = .help(top: max(0, top - 1))
        case Key(.pageDown), Key(" "): self = .help(top: top + page)
        case Key(.pageUp): self = .help(top: max(0, top - page))
        default: return .closed
        }
        return .open()
    }

    private mutating func pressInHistory(
        _ key: Key, line: TextField, index: Int, _ earlier: EarlierQueries
    ) -> KeyResult {
        var line = line
        switch key {
        case Key(.escape): return .closed
        case Key("r", .control), Key(.up), Key("p", .control):
            self = .history(line, index: min(index + 1, max(0, earlier.containing(line.text).count - 1)))
        case Key(.down), Key("n", .control): self = .history(line, index: max(0, index - 1))
        case Key(.enter), Key(.tab):
            let found = earlier.containing(line.text)
            return found.indices.contains(index) ? .selected(found[index]) : .closed
        default: if line.edit(key) { self = .history(line, index: 0) }
        }
        return .open()
    }

    /// Inserts pasted text, if there is a text field, and returns the effects.
    mutating func insert(_ text: String) -> [BrowserEffect] {
        switch self {
        case .tasks(var tasks):
            let effects = tasks.insert(text)
            self = .tasks(tasks)
            return effects
        case .prompt(var prompt):
            prompt.insert(text)
            self = .prompt(prompt)
        case .history(var line, _):
            line.insert(text)
            self = .history(line, index: 0)
        case .help, .confirm, .proposals: break
        }
        return []
    }

    /// Shows the tasks that were found, if the view of tasks is open.
    mutating func receive(_ found: BrowserTasks.Results) {
        guard case .tasks(var tasks) = self else { return }
        tasks.receive(found)
        self = .tasks(tasks)
    }

    /// Shows the proposals, if their view is open, and returns a request for the difference of the selected one.
    mutating func receive(_ found: [BrowserProposals.Entry]) -> [BrowserEffect] {
        guard case .proposals(var proposals) = self else { return [] }
        let effects = proposals.receive(found)
        self = .proposals(proposals)
        return effects
    }

    mutating func receive(_ found: BrowserProposals.Difference) {
        guard case .proposals(var proposals) = self else { return }
        proposals.receive(found)
        self = .proposals(proposals)
    }

    /// Opens the view of tasks, and returns its first request.
    static func openTasks(in place: BrowserPlace, _ overlay: inout BrowserOverlay?) -> [BrowserEffect] {
        var tasks = BrowserTasks(place)
        let effect = tasks.request()
        overlay = .tasks(tasks)
        return [effect]
    }

    /// Returns a request for the tasks or proposals on the screen, which may have changed. Empty if neither is shown.
    mutating func requestAgain() -> [BrowserEffect] {
        if case .proposals = self { return [.send(.proposals)] }
        guard case .tasks(var tasks) = self else { return [] }
        let effect = tasks.request()
        self = .tasks(tasks)
        return [effect]
    }

    mutating func scroll(by count: Int) {
        switch self {
        case .help(let top): self = .help(top: max(0, top + count))
        case .proposals(var proposals):
            proposals.scroll(by: count)
            self = .proposals(proposals)
        case .prompt, .confirm, .tasks, .history: break
        }
    }

    /// Offers the keywords of the vault, which arrive after the prompt for adding keywords has opened. Has no effect on
    /// other overlays.
    mutating func offer(keywords: [String]) {
        guard case .prompt(var prompt) = self, prompt.kind == .addKeywords else { return }
        prompt.offer(keywords)
        self = .prompt(prompt)
    }
}
