import Pages
import QueryLanguage
import Searching
import SourceText
import Terminal

/// What keys do.
extension BrowserState {
    mutating func press(_ key: Key) -> [BrowserEffect] {
        message = nil
        if !deferred.isEmpty {
            // In their order; but whoever wants to leave does not wait.
            if key != Key(.escape), key != Key("c", .control) {
                deferred.append(key)
                return []
            }
            deferred = []
        }
        if overlay != nil { return pressInOverlay(key) }
        if let action = setting.keys.action(key, in: focus) { return perform(action, key) }
        if focus == .search {
            // No query begins so.
            if field.isEmpty, key == Key("?") { return perform(.help, key) }
            return edit(key)
        }
        // Whoever types, or takes away what was typed, means the search line.
        var line = field
        if setting.keys.style == .usual, line.edit(key), line.text != field.text {
            focus = .search
            return edit(key)
        }
        return []
    }

    private mutating func edit(_ key: Key) -> [BrowserEffect] {
        let before = field.text
        guard field.edit(key) else { return [] }
        completion.taken = nil
        if field.text == before { return suggest() }
        earlierQueries.index = nil
        completion.suggestions = []
        return search()
    }

    mutating func paste(_ text: String) -> [BrowserEffect] {
        switch overlay {
        case .prompt(var prompt):
            prompt.field.insert(text)
            prompt.narrow()
            overlay = .prompt(prompt)
            return []
        case .history(var line, _):
            line.insert(text)
            overlay = .history(line, index: 0)
            return []
        case .help, .confirm: return []
        case nil: break
        }
        focus = .search
        let before = field.text
        field.insert(text)
        completion.taken = nil
        return field.text == before ? [] : search()
    }

    mutating func perform(_ action: BrowserAction, _ key: Key) -> [BrowserEffect] {
        // Who types and presses Enter means what is typed, not what was found before.
        if action.isAboutNote, awaited != nil, fault == nil, focus == .search || focus == .list {
            deferred = [key]
            return []
        }
        switch action {
        case .down: return moveBy(1)
        case .up: return moveBy(-1)
        case .pageDown: return moveBy(1, isPage: true)
        case .pageUp: return moveBy(-1, isPage: true)
        case .first: return moveTo(first: true)
        case .last: return moveTo(first: false)
        case .open: return open()
        case .nextPane:
            if key == Key(.tab), focus == .search, takeSuggestion(1) { return search() }
            return changePane(1)
        case .previousPane:
            if focus == .search, completion.taken != nil, takeSuggestion(-1) { return search() }
            return changePane(-1)
        case .search:
            focus = .search
            return []
        case .scope: return changeScope()
        case .sort: return changeSort()
        case .section: return changeSections()
        case .mark: return toggleMark()
        case .undo: return [.ask(.change(BrowserChange(kind: .undo, notes: [])))]
        case .favorite: return change(.favorite)
        case .trash: return change(.trash)
        case .status: return prompt(.status, "status", setting.statuses)
        case .addKeyword: return prompt(.addKeywords, "add keywords", [])
        case .removeKeyword: return prompt(.removeKeywords, "take keywords away", keywordsOfSubjects)
        case .move: return prompt(.folder, "move to folder", ["/"] + tree.folders.map(\.path.text))
        case .newNote: return promptForNote()
        case .saveSearch: return promptForName()
        case .copyPath: return selectedHit.map { copy(setting.pathFromHere($0.path)) } ?? []
        case .copyLink: return selectedHit.map { copy("[[\($0.path.stem.text)]]") } ?? []
        case .links: return follow("linked-from")
        case .backlinks: return follow("links-to")
        case .back: return goBack()
        case .earlierQuery:
            if !earlierQueries.queries.isEmpty { overlay = .history(TextField(), index: 0) }
            return []
        case .nextMatch:
            goToMatch(1)
            return []
        case .previousMatch:
            goToMatch(-1)
            return []
        case .help:
            overlay = .help(top: 0)
            return []
        case .redraw: return [.redraw, .ask(.look)]
        case .suspend: return [.suspend]
        case .leave: return leave(key)
        }
    }

    private mutating func leave(_ key: Key) -> [BrowserEffect] {
        // Esc leaves the nearest thing first.
        if key == Key(.escape) {
            if completion.taken != nil || !listedSuggestions.isEmpty {
                completion.suggestions = []
                completion.taken = nil
                if setting.keys.style == .usual { return [] }
            }
            if setting.keys.style == .vim {
                if focus == .search { focus = .list }
                return []
            }
            if focus == .preview || focus == .folders {
                focus = .search
                return []
            }
        }
        return [.finish([], status: 130)]
    }

    // MARK: Moving

    private mutating func moveBy(_ direction: Int, isPage: Bool = false) -> [BrowserEffect] {
        switch focus {
        case .preview:
            let rows = layout.preview.rows
            preview.scroll(by: direction * (isPage ? max(1, rows - 2) : 1), rows: rows)
            return []
        case .folders:
            let step = isPage ? max(1, layout.folders.rows - 1) : 1
            tree.selected = min(max(0, tree.selected + direction * step), tree.folders.count)
            keepFolderInView()
            return []
        case .search, .list: break
        }
        guard let results, !results.rows.isEmpty else { return direction < 0 ? showHistory(1) : [] }
        if !isPage, focus == .search {
            // Above the first result are the queries of before, below them what is being typed.
            if earlierQueries.index != nil { return showHistory(-direction) }
            if direction < 0, !results.rows[..<selected].contains(where: { $0.hit != nil }) { return showHistory(1) }
        }
        choose(isPage ? page(from: selected, direction) : selected + direction, direction)
        return askForMore()
    }

    /// The row a screen away.
    private func page(from row: Int, _ direction: Int) -> Int {
        guard let results else { return row }
        var left = layout.list.rows - 2
        var row = row
        while left > 0, results.rows.indices.contains(row + direction) {
            row += direction
            left -= height(results.rows[row])
        }
        return row
    }

    /// Chooses the note at a row, or the nearest in a direction, else in the other.
    mutating func choose(_ row: Int, _ direction: Int) {
        wantsLast = false
        guard let rows = results?.rows, !rows.isEmpty else { return }
        let row = min(max(0, row), rows.count - 1)
        let ahead = direction > 0 ? rows[row...].firstIndex { $0.hit != nil } : rows[...row].lastIndex { $0.hit != nil }
        let behind =
            direction > 0 ? rows[...row].lastIndex { $0.hit != nil } : rows[row...].firstIndex { $0.hit != nil }
        if let chosen = ahead ?? behind { selected = chosen }
        keepInView()
    }

    private mutating func moveTo(first: Bool) -> [BrowserEffect] {
        switch focus {
        case .preview: preview.top = first ? 0 : preview.lastTop(rows: layout.preview.rows)
        case .folders:
            tree.selected = first ? 0 : tree.folders.count
            keepFolderInView()
        case .search, .list:
            if !first { return chooseLast() }
            choose(0, 1)
            return askForMore()
        }
        return []
    }

    private mutating func keepFolderInView() {
        let height = max(1, layout.folders.rows)
        if tree.selected < tree.top { tree.top = tree.selected }
        if tree.selected >= tree.top + height { tree.top = tree.selected - height + 1 }
    }

    private mutating func changePane(_ direction: Int) -> [BrowserEffect] {
        let panes = BrowserLayout.panes
        let index = panes.firstIndex(of: focus) ?? 0
        focus = panes[(index + direction + panes.count) % panes.count]
        completion.suggestions = []
        completion.taken = nil
        if focus == .folders {
            tree.selected = (tree.folders.firstIndex { $0.path == folder } ?? -1) + 1
            keepFolderInView()
        }
        layOutPage(keepingPlace: true)
        keepInView()
        return askForPage()
    }

    // MARK: Opening

    mutating func open() -> [BrowserEffect] {
        if focus == .folders {
            let chosen = tree.selected == 0 ? VaultPath.root : tree.folders[tree.selected - 1].path
            folder = chosen
            if scope == .all { scope = .folder }
            focus = .list
            return search()
        }
        guard let hit = selectedHit else { return [] }
        let remembering: [BrowserEffect] = remember()
        if setting.prints { return remembering + [.finish(marked.isEmpty ? [hit.path] : marked, status: 0)] }
        return remembering + [.edit(hit.path, line: line(of: hit))]
    }

    /// The line at which a note is opened: that of what is shown, else of the match.
    private func line(of hit: NoteHit) -> Int {
        if focus == .preview, let page = preview.page, page.hit.path == hit.path {
            let shown = preview.lines.dropFirst(preview.top).prefix(layout.preview.rows)
            if let match = preview.match, shown.indices.contains(match) {
                return page.line(at: preview.lines[match].source.lowerBound)
            }
            if let source = (shown.first { $0.isMatch } ?? shown.first { !$0.source.isEmpty })?.source {
                return page.line(at: source.lowerBound)
            }
        }
        return results?.passages[hit.path]?.line ?? 1
    }

    /// Keeps the query among the earlier ones.
    mutating func remember() -> [BrowserEffect] {
        let query = field.text
        guard query.contains(where: { !$0.isWhitespace }) else { return [] }
        earlierQueries.queries.removeAll { $0 == query }
        earlierQueries.queries.append(query)
        return [.remember(query: query)]
    }

    private mutating func showHistory(_ step: Int) -> [BrowserEffect] {
        if earlierQueries.index == nil { earlierQueries.typed = field.text }
        let queries = earlierQueries.queries
        let next = (earlierQueries.index ?? -1) + step
        guard next < queries.count else { return [] }
        earlierQueries.index = next < 0 ? nil : next
        field.replace(with: next < 0 ? earlierQueries.typed : queries[queries.count - 1 - next])
        completion.suggestions = []
        return search()
    }

    private mutating func toggleMark() -> [BrowserEffect] {
        guard let path = selectedHit?.path else { return [] }
        if let index = marked.firstIndex(of: path) { marked.remove(at: index) } else { marked.append(path) }
        return moveBy(1)
    }

    private mutating func copy(_ text: String) -> [BrowserEffect] {
        message = Message(text: "copied: \(text)", isError: false)
        return [.copy(text)]
    }

    // MARK: Chips

    private mutating func changeScope() -> [BrowserEffect] {
        // Their counts are of the former scope.
        completion.suggestions = []
        scope = scope == .folder ? .here : scope == .here ? .all : .folder
        // At the root everything is below.
        if folder.isRoot, scope == .all { scope = .folder }
        return search()
    }

    static let sorts: [String?] = [nil, "created", "modified", "title", "path", "words"]
    static let groups: [String?] = [nil, "status", "period", "folder", "keyword"]

    private mutating func changeSort() -> [BrowserEffect] {
        let index = Self.sorts.firstIndex(of: sort) ?? 0
        sort = Self.sorts[(index + 1) % Self.sorts.count]
        return search()
    }

    private mutating func changeSections() -> [BrowserEffect] {
        let index = Self.groups.firstIndex(of: group) ?? 0
        group = Self.groups[(index + 1) % Self.groups.count]
        return search()
    }

    // MARK: Links

    private mutating func follow(_ field: String) -> [BrowserEffect] {
        guard let hit = selectedHit else { return [] }
        if field == "linked-from", hit.links.allSatisfy({ $0.path == nil || $0.isFolder }) {
            message = Message(text: "this note links to no other", isError: false)
            return []
        }
        trail.append(
            Stop(query: self.field.text, scope: scope, folder: folder, selected: hit.path, results: results))
        self.field.replace(with: "\(field):\(QueryText.quoted(hit.path.text)) ")
        scope = .all
        focus = .list
        completion.suggestions = []
        return search()
    }

    private mutating func goBack() -> [BrowserEffect] {
        guard let stop = trail.popLast() else {
            message = Message(text: "there is nothing to go back to", isError: false)
            return []
        }
        field.replace(with: stop.query)
        (scope, folder) = (stop.scope, stop.folder)
        // At once what was there; the query may be one that cannot be read, and then that stays.
        results = stop.results
        preview.asked = nil
        selected = results?.rows.firstIndex { $0.hit?.path == stop.selected } ?? 0
        keepInView()
        wantedPath = stop.selected
        return search()
    }
}
