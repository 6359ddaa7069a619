import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// The suggestions and overlays.
extension BrowserView {
    /// Draws the suggestions below the term before the cursor.
    mutating func drawSuggestions() {
        let suggestions = state.line.completion.listed
        guard state.line.hasList, state.focus == .search, state.overlay == nil, state.rows > 4 else { return }
        let shown = Array(suggestions.prefix(max(1, min(8, state.rows - 3))))
        let terms = shown.map { Self.safe($0.term) }
        let details = shown.map { suggestion in suggestion.notes.map { "\($0)" } ?? Self.safe(suggestion.summary ?? "")
        }
        let termWidth = min(terms.map(TextWidth.columns).max() ?? 0, max(8, state.columns / 2))
        let detailWidth = min(details.map(TextWidth.columns).max() ?? 0, max(0, state.columns - termWidth - 6))
        let width = min(state.columns, termWidth + detailWidth + 4)
        let before = PartialQuery(state.line.completion.before).before
        let start = min(max(0, 2 + TextWidth.columns(before)), max(0, state.columns - width))
        for index in shown.indices {
            let isTaken = state.line.completion.taken == index
            var line = StyledLine(isTaken ? ">" : " ")
            line.add(StyledLine(terms[index]).clipped(to: termWidth).padded(to: termWidth))
            line.add("  ")
            let detail = StyledLine(details[index], palette[.label]).clipped(to: detailWidth)
            line.add(String(repeating: " ", count: max(0, detailWidth - detail.columns)))
            line.add(detail)
            line.add(" ")
            // The whole line is erased: parts of the list next to the box would be confusing.
            grid.write(StyledLine(String(repeating: " ", count: state.columns)), column: 0, row: 1 + index)
            grid.write(line.over(isTaken ? selectedStyle : boxStyle), column: start, row: 1 + index)
        }
    }

    /// The look of the box. Without colors, blanks around it set it apart.
    private var boxStyle: TextStyle { palette.depth == .none ? .plain : TextStyle(nil, .reverse) }

    /// The look of the suggestion taken last. A selection in reverse would look like the rest of the box.
    private var selectedStyle: TextStyle {
        palette[.selection].marks.contains(.reverse) ? TextStyle(nil, .bold) : palette[.selection]
    }

    /// Draws the overlay. Returns the place of the cursor, if the overlay has a text field.
    mutating func drawOverlay() -> Screen.Place? {
        switch state.overlay {
        case .help(let top): drawHelp(top)
        case .confirm(let question, let details, _): drawQuestion(question, details)
        case .prompt(let prompt): return draw(prompt)
        case .tasks(let tasks): return draw(tasks)
        case .proposals(let proposals): draw(proposals)
        case .history(let line, let index): return drawHistory(line, index)
        case nil: break
        }
        return nil
    }

    /// Draws lines over the lower part of the screen, with a rule above. Lines that do not fit are left out. Returns
    /// the row of the first line, counted from the top of the screen.
    private mutating func drawPanel(_ lines: some Collection<StyledLine>, title: String) -> Int {
        let lines = Array(lines)
        let count = min(lines.count, max(1, state.rows - 2))
        let first = state.rows - count
        var rule = StyledLine("── ", palette[.rule])
        rule.add(title, palette[.title])
        rule.add(" " + String(repeating: "─", count: max(0, state.columns - rule.columns - 1)), palette[.rule])
        grid.write(rule.clipped(to: state.columns), column: 0, row: first - 1)
        for index in 0..<count {
            grid.write(lines[index].clipped(to: state.columns).padded(to: state.columns), column: 0, row: first + index)
        }
        return first
    }

    private mutating func drawHelp(_ top: Int) {
        var lines: [StyledLine] = []
        let bindings = BrowserKeys.bindings(state.setting.keys.style)
        let width = min(18, state.columns / 3)
        for group in KeyBinding.KeyGroup.allCases {
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(group.rawValue, palette[.section]))
            for binding in bindings where binding.group == group {
                var line = StyledLine("  ")
                line.add(binding.keys.prefix(2).joined(separator: "  "), TextStyle(nil, .bold))
                line = line.padded(to: width + 2)
                line.add(" " + binding.summary + binding.place)
                lines += line.wrapped(to: state.columns, indent: StyledLine(String(repeating: " ", count: width + 3)))
            }
        }
        let height = max(1, state.rows - 2)
        let start = min(top, max(0, lines.count - height))
        let title = lines.count > height ? "Keys (Space and ↑ ↓ scroll, others close)" : "Keys (any key closes)"
        _ = drawPanel(Array(lines.dropFirst(start).prefix(height)), title: title)
    }

    private mutating func drawQuestion(_ question: String, _ details: [String]) {
        let lines = details.prefix(max(0, state.rows / 2 - 2)).map { StyledLine("  " + Self.safe($0), palette[.label]) }
        let left = details.count - lines.count
        let more = left > 0 ? [StyledLine("  and \(left) more", palette[.label])] : []
        let asked = StyledLine(Self.safe(question) + "? y/N", palette[.warning]).wrapped(to: state.columns)
        _ = drawPanel((lines + more + asked).suffix(max(1, state.rows - 2)), title: "Sure?")
    }

    private mutating func draw(_ prompt: BrowserPrompt) -> Screen.Place {
        let label = Self.safe(prompt.label) + ": "
        let room = max(4, state.columns - TextWidth.columns(label))
        let window = prompt.field.window(room)
        let shown = max(0, min(8, state.rows - 3))
        let start = prompt.chosen.map { max(0, $0 - shown + 1) } ?? 0
        var first = StyledLine(label, palette[.prompt]) + StyledLine(Self.safe(window.text))
        if let notice = prompt.notice { first.add("  \(notice)", palette[.label]) }
        var lines = [first]
        for (index, choice) in prompt.choices.enumerated().dropFirst(start).prefix(shown) {
            lines.append(choiceLine(String(choice.prefix(200)), isTaken: index == prompt.taken))
        }
        let row = drawPanel(lines, title: "Enter: confirm, Esc: cancel, Tab: choose")
        return Screen.Place(column: min(state.columns - 1, TextWidth.columns(label) + window.cursorColumn), row: row)
    }

    private func choiceLine(_ text: String, isTaken: Bool) -> StyledLine {
        StyledLine((isTaken ? "> " : "  ") + Self.safe(text), isTaken ? palette[.selection] : .plain)
    }

    private mutating func drawHistory(_ line: TextField, _ index: Int) -> Screen.Place {
        let found = state.line.earlier.containing(line.text)
        let shown = max(1, min(10, state.rows - 3))
        let start = max(0, index - shown + 1)
        let window = line.window(max(4, state.columns - 9))
        var lines = [StyledLine("earlier: ", palette[.prompt]) + StyledLine(Self.safe(window.text))]
        for (number, query) in found.enumerated().dropFirst(start).prefix(shown) {
            lines.append(choiceLine(query, isTaken: number == index))
        }
        if found.isEmpty { lines.append(StyledLine("  no earlier query contains this", palette[.label])) }
        let row = drawPanel(lines, title: "Earlier queries")
        return Screen.Place(column: min(state.columns - 1, 9 + window.cursorColumn), row: row)
    }
}
