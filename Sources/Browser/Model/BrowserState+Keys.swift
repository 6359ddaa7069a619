import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal

/// The handling of keys and pasted text.
extension BrowserState {
    mutating func press(_ key: Key) -> [BrowserEffect] {
        message = nil
        if !pending.keys.isEmpty {
            // Keys keep their order, but leaving does not wait.
            if key != Key(.escape), key != Key("c", .control) {
                pending.keys.append(key)
                return []
            }
            pending.keys = []
        }
        if overlay != nil { return pressInOverlay(key) }
        if let action = setting.keys.action(key, in: focus) { return perform(action, key) }
        if focus == .search {
            // No query begins with a question mark.
            return line.field.isEmpty && key == Key("?") ? perform(.help, key) : edit(key)
        }
        // A key that changes text goes to the query line from any pane.
        var field = line.field
        guard setting.keys.style == .usual, field.edit(key), field.text != line.text else { return [] }
        focus = .search
        return edit(key)
    }

    private mutating func edit(_ key: Key) -> [BrowserEffect] {
        switch line.edit(key) {
        case .ignored: []
        case .movedCursor: suggest()
        case .changedText: search()
        }
    }

    mutating func paste(_ text: String) -> [BrowserEffect] {
        if overlay != nil { return overlay?.insert(text) ?? [] }
        focus = .search
        return line.insert(text) ? search() : []
    }

    private mutating func perform(_ action: BrowserAction, _ key: Key) -> [BrowserEffect] {
        // The action is meant for a result of the query on the screen, so it waits for the results. A fault may be that
        // of an earlier query.
        if action.isAboutNote, pending.request != nil, focus == .search || focus == .list {
            pending.keys = [key]
            return []
        }
        switch action {
        case .down: return move(1)
        case .up: return move(-1)
        case .pageDown: return move(1, byPage: true)
        case .pageUp: return move(-1, byPage: true)
        case .first, .last: return move(toStart: action == .first)
        case .open: return open()
        case .openAttachment: return list.selectedAttachment.map { [.openFile($0)] } ?? say("there is no attachment")
        case .nextPane:
            return key == Key(.tab) && focus == .search && line.takeSuggestion(1) ? search() : changePane(1)
        case .previousPane:
            let isTaken = focus == .search && line.completion.taken != nil
            return isTaken && line.takeSuggestion(-1) ? search() : changePane(-1)
        case .search: return focusSearch()
        case .scope:
            // The counts of the suggestions are those of the previous scope.
            line.completion.suggestions = []
            controls.changeScope()
            return search()
        case .sort:
            controls.changeSort(from: list.results?.sort)
            return search()
        case .reverse:
            controls.isReversed.toggle()
            return search()
        case .section:
            controls.changeGroup(from: list.results?.group, hasVaults: !setting.vaults.isEmpty)
            return search()
        case .mark: return list.toggleMark() ? move(1) : []
        case .undo: return [.send(.change(BrowserChange(kind: .undo)))]
        case .favorite: return change(.favorite)
        case .trash: return change(.trash)
        case .link: return linkToSelected()
        case .status, .addKeyword, .removeKeyword, .move, .newNote, .saveSearch, .capture, .tasks,
            .proposals:
            return prompt(for: action)
        case .copyPath: return list.selectedHit.map { copy(setting.pathFromHere($0.address)) } ?? []
        case .copyLink:
            return list.selectedHit.map { copy("[[\($0.isFile ? $0.path.name.text : $0.path.stem.text)]]") } ?? []
        case .links: return followLinks("linked-from")
        case .backlinks: return followLinks("links-to")
        case .related: return followLinks("like")
        case .back: return goBack()
        case .earlierQuery: if !line.earlier.queries.isEmpty { overlay = .history(TextField(), index: 0) }
        case .nextMatch: return goToMatch(1)
        case .previousMatch: return goToMatch(-1)
        case .help: overlay = .help(top: 0)
        case .redraw: return [.redraw, .send(.update)]
        case .suspend: return [.suspend]
        case .leave: return leave(key)
        }
        return []
    }

    private mutating func leave(_ key: Key) -> [BrowserEffect] {
        // Esc closes the suggestions first, then leaves the pane.
        if key == Key(.escape) {
            if line.completion.taken != nil || line.hasList {
                line.completion.clear()
                if setting.keys.style == .usual { return [] }
            }
            if setting.keys.style == .vim {
                if focus == .search { focus = .list }
                return []
            }
            if focus == .preview || focus == .folders { return focusSearch() }
        }
        return [.finish([], status: 130)]
    }

    private mutating func copy(_ text: String) -> [BrowserEffect] { say("copied: \(text)") + [.copy(text)] }
}
