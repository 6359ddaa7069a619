import Pages
import Searching
import SourceText
package import Terminal
package import VaultFiles

/// Something that happened.
package enum BrowserEvent: Sendable {
    case terminal(TerminalEvent)
    case resized(columns: Int, rows: Int)
    case answer(BrowserAnswer)
    /// The terminal said what it shows text on.
    case background(TerminalBackground)
    /// The terminal shows pictures, and a character takes so much of it.
    case pictures(CellSize)
    /// The editor was left.
    case edited
}

extension BrowserState {
    /// What is to be done when it begins.
    package mutating func begin() -> [BrowserEffect] { search() + [.ask(.folders), .ask(.look)] }

    /// Goes on by an event. Pure: what is to be done outside is told.
    ///
    /// - Complexity: O(what is shown), but for laying out a note, which is O(note).
    package mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
        switch event {
        case .terminal(.key(let key)): return press(key)
        case .terminal(.paste(let text)): return paste(text)
        case .terminal(.mouse(let mouse)): return self.mouse(mouse)
        case .terminal(.reply): return []
        case .resized(let columns, let rows):
            (self.columns, self.rows) = (columns, rows)
            layOutPage()
            keepInView()
            return askForMore()
        case .answer(let answer): return take(answer)
        case .background(let background):
            setting.palette = setting.palette.on(background)
            layOutPage()
            return []
        case .pictures(let cell):
            setting.pictures = cell
            return askForPage(anew: true)
        case .edited: return [.ask(.look)] + askForPage(anew: true)
        }
    }

    // MARK: Asking

    /// Asks for what the search line says now.
    mutating func search() -> [BrowserEffect] {
        wantsLast = false
        let wish = wish()
        awaited = wish
        return [.ask(.names(wish)), .ask(.search(wish))]
    }

    /// Asks the same again, since the vault is another.
    private mutating func searchAgain() -> [BrowserEffect] {
        let limit = results?.wish.limit ?? 0
        var wish = wish()
        wish.limit = max(wish.limit, limit)
        awaited = wish
        return [.ask(.search(wish)), .ask(.folders)] + askForPage(anew: true)
    }

    /// Asks for the chosen note where it is not there.
    mutating func askForPage(anew: Bool = false) -> [BrowserEffect] {
        guard let path = selectedHit?.path, let wish = results?.wish, !layout.preview.isEmpty || anew else { return [] }
        if !anew, preview.asked == path { return [] }
        preview.asked = path
        return [.ask(.page(path, wish, pictures: setting.pictures != nil))]
    }

    /// Asks for passages that are in view and not there, and for more notes near the end of those that are.
    mutating func askForMore() -> [BrowserEffect] {
        guard let results, awaited == nil || awaited?.revision == results.wish.revision else { return askForPage() }
        var effects = askForPage()
        if results.asksForText {
            let paths = results.rows.dropFirst(top).prefix(layout.list.rows).compactMap { $0.hit?.path }
            let missing = paths.filter { results.passages[$0] == nil }
            if !missing.isEmpty { effects.append(.ask(.passages(missing, results.wish))) }
        }
        if results.fetched < results.available, results.wish.limit < results.available,
            selected + layout.list.rows * 2 > results.rows.count
        {
            effects.append(askForMore(than: results, atLeast: min(results.wish.limit, results.available) * 4))
        }
        return effects
    }

    private mutating func askForMore(than results: BrowserResults, atLeast limit: Int) -> BrowserEffect {
        var wish = wish()
        wish.limit = max(wish.limit, limit)
        wish.isTyping = results.wish.isTyping
        awaited = wish
        return .ask(.search(wish))
    }

    /// To the last result, for which all have to be there.
    mutating func chooseLast() -> [BrowserEffect] {
        choose(.max - 1, -1)
        guard let results, results.fetched < results.available, results.wish.limit < results.available else {
            return askForMore()
        }
        // Where an answer is on its way, what is missing then is asked for when it is there.
        wantsLast = awaited == nil || awaited?.query == results.wish.query
        return awaited == nil ? [askForMore(than: results, atLeast: results.available)] : []
    }

    // MARK: Answers

    private mutating func take(_ answer: BrowserAnswer) -> [BrowserEffect] {
        switch answer {
        case .found(let found): return take(found)
        case .refused(let fault, let wish):
            guard wish.revision == revision else { return [] }
            awaited = nil
            self.fault = fault
            deferred = []
            wantsLast = false
            return suggest() + askForPage()
        case .passages(let passages, let revision):
            guard results?.wish.revision == revision else { return [] }
            results?.passages.merge(passages) { _, new in new }
            return []
        case .page(let page, let marks):
            guard page.hit.path == selectedHit?.path || results == nil else { return [] }
            let isSame = preview.page?.hit.path == page.hit.path
            preview.page = page
            preview.marks = marks
            preview.fault = nil
            layOutPage(keepingPlace: isSame)
            return []
        case .noPage(let path, let reason):
            guard path == selectedHit?.path else { return [] }
            preview.page = nil
            preview.lines = []
            preview.fault = reason
            return []
        case .suggestions(let suggestions, let text):
            guard text == field.textBeforeCursor, completion.taken == nil else { return [] }
            completion.suggestions = suggestions
            completion.before = text
            return []
        case .keywords(let names):
            if case .prompt(var prompt) = overlay, prompt.kind == .addKeywords {
                prompt.all = names
                prompt.narrow()
                overlay = .prompt(prompt)
            }
            return []
        case .folders(let folders):
            tree.folders = folders
            tree.selected = min(tree.selected, max(0, folders.count))
            return []
        case .changed(let text, let made, let left):
            message = Message(text: text, isError: false)
            if let made { wantedPath = made } else if !left.isEmpty { wantedPath = neighbour(without: Set(left)) }
            var effects = follow(marked) + searchAgain()
            // A picker's output is another program's: no editor can have the terminal there.
            if let made { effects.append(setting.prints ? .finish([made], status: 0) : .edit(made, line: 1)) }
            return effects
        case .asks(let question, let details, let change):
            overlay = .confirm(question, details: details, change)
            return []
        case .failed(let text, let help):
            // Nothing more comes.
            awaited = nil
            wantsLast = false
            deferred = []
            message = Message(text: text + (help.map { "; \($0)" } ?? ""), isError: true)
            return []
        case .moved: return follow(marked + [selectedHit?.path].compactMap(\.self)) + searchAgain()
        case .whereabouts(let places):
            marked = marked.compactMap { places[$0] ?? $0 }
            if let path = selectedHit?.path, let place = places[path], let place, place != path { wantedPath = place }
            return []
        case .configured(let configuration):
            setting.read(configuration)
            layOutPage(keepingPlace: true)
            return []
        case .looked:
            hasLooked = true
            progress = nil
            return []
        case .progress(let text):
            progress = text
            return []
        }
    }

    /// Asks where notes are by now, which may have been moved.
    private func follow(_ notes: [VaultPath]) -> [BrowserEffect] {
        notes.isEmpty ? [] : [.ask(.whereabouts(notes))]
    }

    /// The note that is chosen where some go: the chosen one, else the next below that stays, else the next above.
    private func neighbour(without gone: Set<VaultPath>) -> VaultPath? {
        guard let rows = results?.rows else { return nil }
        func stays(_ row: BrowserRow) -> Bool { row.hit.map { !gone.contains($0.path) } ?? false }
        return (rows.dropFirst(selected).first(where: stays) ?? rows.prefix(selected).last(where: stays))?.hit?.path
    }

    private mutating func take(_ found: BrowserResults) -> [BrowserEffect] {
        // An answer to a question that was replaced by another is of no more use.
        guard found.wish.revision == revision, !found.isPartial || awaited != nil else { return [] }
        if !found.isPartial { awaited = nil }
        fault = nil
        let chosen = selectedHit?.path
        let isSameQuery =
            results.map { $0.wish.query == found.wish.query && $0.wish.scope == found.wish.scope } ?? false
        var found = found
        let wasFirst = results?.isPartial == true && selected == 0
        if let results, isSameQuery { found.passages.merge(results.passages) { new, _ in new } }
        results = found
        // What was chosen stays so as long as the question does; of another one the best is first.
        func row(of path: VaultPath?) -> Int? {
            path.flatMap { path in found.rows.firstIndex { $0.hit?.path == path } }
        }
        if let row = row(of: wantedPath) ?? (isSameQuery && !wasFirst ? row(of: chosen) : nil) {
            selected = row
        } else {
            selected = found.rows.firstIndex { $0.hit != nil } ?? 0
            top = 0
        }
        wantedPath = nil
        if wantsLast, !found.isPartial {
            selected = found.rows.lastIndex { $0.hit != nil } ?? 0
            wantsLast = found.fetched < found.available && found.wish.limit < found.available
        }
        let known = Set(found.rows.compactMap { $0.hit?.path })
        // A mark on a note that is gone would be a surprise later; one that is only not shown stays.
        if found.total == found.fetched, found.wish.query.isEmpty, found.wish.scope == .all {
            marked.removeAll { !known.contains($0) }
        }
        keepInView()
        if selectedHit == nil {
            preview.page = nil
            preview.lines = []
            preview.asked = nil
        } else if selectedHit?.path != chosen || !isSameQuery {
            preview.asked = nil
        }
        if found.isPartial { return askForPage() + suggest() }
        var effects =
            wantsLast ? [askForMore(than: found, atLeast: found.available)] : askForMore()
        effects += suggest()
        let keys = deferred
        deferred = []
        for key in keys { effects += press(key) }
        // What comes near is looked for once the rest is on the screen.
        if !found.wish.goesOn, found.asksForText, found.total < Self.fewNotes {
            var wish = found.wish
            wish.goesOn = true
            // What begins nothing is meant as it stands, perhaps with a typo.
            if found.total == 0 { wish.isTyping = false }
            effects.append(.ask(.search(wish)))
        }
        return effects
    }

    /// Where no more are found, those that come near are shown too.
    private static let fewNotes = 10

    // MARK: The page

    mutating func layOutPage(keepingPlace: Bool = false) {
        preview.layOut(setting, in: layout.preview, keepsPlace: keepingPlace)
    }

    /// To the next line with a match, in a direction; around at the end.
    mutating func goToMatch(_ direction: Int) {
        if preview.goToMatch(direction, rows: layout.preview.rows) { return }
        message = Message(text: "nothing that was searched for stands in this note", isError: false)
    }

    // MARK: Keeping in view

    /// How many lines of the screen a row of the list takes.
    package func height(_ row: BrowserRow) -> Int {
        switch row {
        case .section, .nearly: return 1
        case .note(let hit):
            if rows < 8 { return 1 }
            let passage = results?.passages[hit.path]
            if results?.asksForText == true {
                return passage == nil || passage?.snippet != nil || hit.nearness != nil ? 2 : 1
            }
            return passage?.snippet != nil ? 2 : 1
        }
    }

    /// Moves the list so that the chosen row is on the screen, with the head of its section where it is the first.
    mutating func keepInView() {
        guard let results, !results.rows.isEmpty else {
            (selected, top) = (0, 0)
            return
        }
        selected = min(max(selected, 0), results.rows.count - 1)
        let wanted = selected > 0 && results.rows[selected - 1].hit == nil ? selected - 1 : selected
        if wanted < top { top = wanted }
        // Up from the chosen row, as far as there is room.
        var first = selected
        var left = layout.list.rows - height(results.rows[selected])
        while first > top, left >= height(results.rows[first - 1]) {
            first -= 1
            left -= height(results.rows[first])
        }
        top = max(top, first)
    }
}
