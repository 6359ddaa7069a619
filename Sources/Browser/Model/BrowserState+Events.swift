package import QueryLanguage
import Rendering
import Searching
import SourceText
package import Terminal
package import VaultFiles

/// An input of the browser.
package enum BrowserEvent: Sendable {
    case terminal(TerminalEvent)
    case resized(columns: Int, rows: Int)
    case response(BrowserResponse)
    /// The terminal reported the brightness of its background.
    case background(TerminalBackground)
    /// The terminal shows pictures, and reported the size of its cells.
    case pictures(CellSize)
    /// A file was opened in another program, or could not be.
    case opened(NoteAddress, fault: String?)
    /// The user left the editor.
    case edited
}

extension BrowserState {
    /// Starts the first search and returns the effects to perform. To be called once, before `update`.
    package mutating func begin() -> [BrowserEffect] { search() + [.send(.folders), .send(.update)] }

    /// Updates the state for an event, and returns the effects to perform. Complexity: O(rows on the screen), and
    /// O(note) if the preview has to be laid out.
    package mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
        switch event {
        case .terminal(.key(let key)): return press(key)
        case .terminal(.paste(let text)): return paste(text)
        case .terminal(.mouse(let mouse)): return self.mouse(mouse)
        case .terminal(.reply): return []
        case .resized(let columns, let rows):
            (self.columns, self.rows) = (columns, rows)
            layOutPage()
            list.keepInView(in: layout)
            return requestMissing()
        case .response(let response): return receive(response)
        case .background(let background):
            setting.palette = setting.palette.on(background)
            layOutPage()
            return []
        case .pictures(let cell):
            setting.pictures = cell
            return requestPage(again: true)
        case .opened(let path, let fault): return say(fault ?? "opened \(path.text)", isError: fault != nil)
        case .edited: return [.send(.update)] + requestPage(again: true)
        }
    }

    mutating func layOutPage(keepsPlace: Bool = false) {
        preview.layOut(setting, in: layout.preview, keepsPlace: keepsPlace)
    }

    private mutating func receive(_ response: BrowserResponse) -> [BrowserEffect] {
        switch response {
        case .found(let found): return receive(found)
        case .refused(let fault, let request):
            guard request.revision == pending.revision else { return [] }
            pending.fail()
            if request.query == line.text { line.fault = fault }
            // The passages of the last good results may have been dropped for this search.
            return suggest() + requestPage() + list.passageRequests(in: layout) + completeResults(after: request)
        case .passages(let passages, let revision): list.add(passages, revision: revision)
        case .page(let page, let marks):
            guard page.hit.address == list.selectedHit?.address || list.results == nil else { return [] }
            preview.show(page, marks: marks, setting, in: layout.preview)
        case .noPage(let note, let reason): if note == list.selectedHit?.address { preview.show(fault: reason) }
        case .suggestions(let suggestions, let text): line.receive(suggestions, for: text)
        case .tasks(let found): overlay?.receive(found)
        case .proposals(let found): return overlay?.receive(found) ?? []
        case .difference(let found): overlay?.receive(found)
        case .keywords(let names): overlay?.offer(keywords: names)
        case .folders(let folders): tree.replace(with: folders)
        case .changed(let text, let vault, let made, let left):
            return receiveChange(text, in: vault, made: made, left: left)
        case .needsConfirmation(let question, let details, let change):
            overlay = .confirm(question, details: details, change)
        case .failed(let text, let help):
            pending.fail()
            return say(text + (help.map { "; \($0)" } ?? ""), isError: true)
        case .indexChanged: return locate(list.marked + [list.selectedHit?.address].compactMap(\.self)) + searchAgain()
        case .places(let places):
            list.updateMarks(places)
            if let note = list.selectedHit?.address, let place = places[note], let place, place != note {
                pending.note = place
            }
        case .configured(let configuration, let statuses):
            setting.palette = Palette(configuration, setting.palette.depth, on: setting.palette.background)
            setting.statuses = statuses
            layOutPage(keepsPlace: true)
        case .updated: indexUpdate = BrowserIndexUpdate(isDone: true)
        case .progress(let text): indexUpdate.progress = text
        }
        return []
    }

    private mutating func receiveChange(
        _ text: String, in vault: NoteHit.SourceVault?, made: VaultPath?, left: [VaultPath]
    ) -> [BrowserEffect] {
        say(vault.prefix + text)
        let made = made.map { NoteAddress($0, in: vault) }
        let left = left.map { NoteAddress($0, in: vault) }
        // The selection follows a note that was moved.
        if let made { pending.note = made }
        if !left.isEmpty { pending.neighbor = list.neighbor(without: Set(left)) }
        let moved = left.contains { $0 == list.selectedHit?.address } ? left : []
        var effects = locate(list.marked + moved) + searchAgain()
        // With `prints` another program reads the output, so no editor can use the terminal.
        if let made { effects.append(setting.prints ? .finish([made], status: 0) : .edit(made, line: 1)) }
        return effects
    }

    /// Requests the current paths of notes that may have been moved. For an empty list, requests nothing.
    private func locate(_ notes: [NoteAddress]) -> [BrowserEffect] { notes.isEmpty ? [] : [.send(.places(notes))] }
}
