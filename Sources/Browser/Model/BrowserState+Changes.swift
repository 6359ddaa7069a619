import QueryLanguage
import Searching
import SourceText
import Terminal

/// Changes of notes, and the overlays for their details.
extension BrowserState {
    mutating func change(_ kind: BrowserChange.ChangeKind) -> [BrowserEffect] {
        let subjects = list.subjects
        if subjects.isEmpty { return say("no note is selected", isError: true) }
        return [.send(.change(BrowserChange(kind: kind, notes: subjects)))]
    }

    /// Opens the prompt that belongs to an action. Shows an error instead if no note is selected or there is no query
    /// to save. Has no effect for actions without a prompt.
    mutating func prompt(for action: BrowserAction) -> [BrowserEffect] {
        switch action {
        case .status: return promptForNotes(.status, "status", choices: setting.statuses)
        case .addKeyword: return promptForNotes(.addKeywords, "add keywords")
        case .removeKeyword:
            return promptForNotes(.removeKeywords, "remove keywords", choices: list.keywordsOfSubjects)
        case .move: return promptForNotes(.folder, "move to folder", choices: ["/"] + tree.folders.map(\.path.text))
        case .newNote: promptForTitle()
        case .saveSearch:
            if line.isBlank { return say("there is no query to save", isError: true) }
            overlay = .prompt(BrowserPrompt(.name, label: "save the search as"))
        case .capture: overlay = .prompt(BrowserPrompt(.capture, label: "append to today"))
        default: break
        }
        return []
    }

    private mutating func promptForNotes(
        _ kind: BrowserPrompt.PromptKind, _ label: String, choices: [String] = []
    ) -> [BrowserEffect] {
        let subjects = list.subjects
        if subjects.isEmpty { return say("no note is selected", isError: true) }
        let about = subjects.count == 1 ? subjects[0].stem.text : "\(subjects.count) notes"
        overlay = .prompt(BrowserPrompt(kind, label: "\(label) (\(about))", choices: choices))
        return kind == .addKeywords ? [.send(.keywords)] : []
    }

    private mutating func promptForTitle() {
        let place = controls.place.folder.isRoot ? "the root" : controls.place.folder.text
        // Plain words that no note contains are likely to be the title of the new one.
        let query = line.text
        let isPlain = !query.contains { ":\"#".contains($0) } && PartialQuery(query).openParentheses == 0
        let title = isPlain && list.results?.total == 0 ? query : ""
        overlay = .prompt(BrowserPrompt(.title, label: "new note in \(place)", text: title))
    }

    mutating func pressInOverlay(_ key: Key) -> [BrowserEffect] {
        guard var panel = overlay else { return [] }
        let outcome = panel.press(key, rows: rows, line.earlier)
        overlay = nil
        switch outcome {
        case .open: overlay = panel
        case .closed: break
        case .declined: return say("nothing was changed")
        case .confirmed(let change): return [.send(.change(change))]
        case .entered(let prompt): return finish(prompt)
        case .selected(let query):
            line.field.replace(with: query)
            focus = .search
            return search()
        }
        return []
    }

    private mutating func finish(_ prompt: BrowserPrompt) -> [BrowserEffect] {
        guard let kind = prompt.change(query: line.text, folder: controls.place.folder) else { return [] }
        return kind.isAboutNotes ? change(kind) : [.send(.change(BrowserChange(kind: kind)))]
    }
}
