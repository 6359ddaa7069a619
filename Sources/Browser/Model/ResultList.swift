package import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The list of results: its rows, the selected one, the marked notes and the scroll position.
package struct ResultList: Sendable {
    package private(set) var results: BrowserResults?
    /// The index of the selected row, which is a note if there is any.
    package internal(set) var selected = 0
    /// The first row on the screen.
    package private(set) var top = 0
    /// The marked notes, in the order in which the user marked them.
    package private(set) var marked: [NoteAddress] = []

    package var selectedHit: NoteHit? {
        guard let results, results.rows.indices.contains(selected) else { return nil }
        return results.rows[selected].hit
    }

    /// The attachment with the passage of the selected note, else its first one. The file itself, if it is no note.
    var selectedAttachment: NoteAddress? {
        guard let hit = selectedHit else { return nil }
        let matching = results?.passages[hit.address]?.snippet?.attachment?.path
        let path = hit.isFile ? hit.path : matching ?? hit.attachments.first(where: \.exists)?.path
        return path.map { NoteAddress($0, in: hit.result.vault) }
    }

    /// The notes that a change applies to: the marked notes, or else the selected one.
    var subjects: [NoteAddress] { marked.isEmpty ? selectedHit.map { [$0.address] } ?? [] : marked }

    /// Returns `subjects` and their vault.
    ///
    /// - Throws: `VaultError` if there are none, or if they are in several vaults.
    func subjectsOfOneVault() throws(VaultError) -> (vault: NoteHit.SourceVault?, notes: [VaultPath]) {
        let subjects = subjects
        let vaults = Set(subjects.map(\.vault))
        guard let vault = vaults.first else { throw VaultError("no note is selected") }
        if vaults.count > 1 {
            throw VaultError("the marked notes are in \(vaults.count) vaults; mark notes of one")
        }
        return (vault, subjects.map(\.path))
    }

    /// Returns the selected note, and the marked notes of its vault to link to it.
    ///
    /// - Throws: `VaultError` if there is no such note, or if a marked one is in another vault.
    func linkToAdd() throws(VaultError) -> (target: NoteAddress, notes: [VaultPath]) {
        guard let target = selectedHit?.address else { throw VaultError("no note is selected") }
        let notes = marked.filter { $0 != target }
        if notes.isEmpty {
            throw VaultError("mark the notes to link from, then go to the note to link to and press Alt-L")
        }
        guard notes.allSatisfy({ $0.vault == target.vault }) else {
            throw VaultError("links cannot lead to another vault; mark notes of the vault of the selected note")
        }
        return (target, notes.map(\.path))
    }

    var keywordsOfSubjects: [String] {
        let wanted = Set(subjects)
        let hits = results?.rows.compactMap(\.hit).filter { wanted.contains($0.address) } ?? []
        var known: Set<String> = []
        return hits.flatMap(\.keywords).filter { known.insert($0).inserted }
    }

    // MARK: Results

    /// Replaces the results. Selects the note of `pending`. Without it, selects the same note again if the query
    /// is the same, else the best one.
    ///
    /// - Parameter pending: the note to select, and whether to select the last one. Both are reset when done.
    /// - Returns: whether the same note of the same query is still selected.
    mutating func replace(
        with found: BrowserResults, _ pending: inout PendingSearch, in layout: BrowserLayout
    ) -> Bool {
        let before = selectedHit?.address
        let isSameQuery =
            results?.request.query == found.request.query && results?.request.place.scope == found.request.place.scope
        // The first of the partial results is not a choice of the user.
        let wasChosen = results?.isPartial != true || selected != 0
        let passages = isSameQuery ? results?.passages : nil
        results = found
        if let passages { results?.passages.merge(passages) { new, _ in new } }
        if let row = row(of: pending.note) ?? row(of: pending.neighbor)
            ?? (isSameQuery && wasChosen ? row(of: before) : nil)
        {
            selected = row
        } else {
            selected = found.rows.firstIndex { $0.hit != nil } ?? 0
            top = 0
        }
        (pending.note, pending.neighbor) = (nil, nil)
        if pending.selectsLast, !found.isPartial {
            selected = found.rows.lastIndex { $0.hit != nil } ?? 0
            pending.selectsLast = found.hasMore
        }
        // These results are all notes: a note that is missing is gone, and so is its mark.
        if found.total == found.fetched, !found.isIncomplete, found.request.query.isEmpty,
            found.request.place.scope == .all
        {
            let known = Set(found.rows.compactMap { $0.hit?.address })
            marked.removeAll { !known.contains($0) }
        }
        keepInView(in: layout)
        return isSameQuery && selectedHit?.address == before
    }

    /// Shows earlier results again, and selects `note`.
    mutating func restore(_ results: BrowserResults?, selecting note: NoteAddress?, in layout: BrowserLayout) {
        self.results = results
        selected = row(of: note) ?? 0
        keepInView(in: layout)
    }

    mutating func add(_ passages: [NoteAddress: BrowserPassage], revision: Int) {
        guard results?.request.revision == revision else { return }
        results?.passages.merge(passages) { _, new in new }
    }

    /// Returns the notes on the screen whose passages have not arrived. Empty if the query has no text to match.
    func missingPassages(in layout: BrowserLayout) -> [NoteAddress] {
        guard let results, results.hasTextTerms else { return [] }
        let notes = results.rows.dropFirst(top).prefix(layout.list.rows).compactMap { $0.hit?.address }
        return notes.filter { results.passages[$0] == nil }
    }

    /// Returns a request with near matches if the list shows those of the same query, so that they and the selection
    /// stay until the response.
    func withNearMatches(_ request: BrowserSearch) -> BrowserSearch {
        guard let shown = results?.request, shown.includesNearMatches, shown.query == request.query else {
            return request
        }
        var request = request
        request.includesNearMatches = true
        request.isTyping = shown.isTyping
        return request
    }

    /// Returns a request for the passages that are missing on the screen, or none.
    func passageRequests(in layout: BrowserLayout) -> [BrowserEffect] {
        let missing = missingPassages(in: layout)
        guard let request = results?.request, !missing.isEmpty else { return [] }
        return [.send(.passages(missing, request))]
    }

    private func row(of note: NoteAddress?) -> Int? {
        note.flatMap { note in results?.rows.firstIndex { $0.hit?.address == note } }
    }

    // MARK: Marks

    /// Marks or unmarks the selected note. Returns false if no note is selected.
    mutating func toggleMark() -> Bool {
        guard let note = selectedHit?.address else { return false }
        if let index = marked.firstIndex(of: note) { marked.remove(at: index) } else { marked.append(note) }
        return true
    }

    /// Replaces the paths of marked notes that were moved, and unmarks those that are gone.
    ///
    /// - Parameter places: the current paths by the old ones; nil for a note that is gone.
    mutating func updateMarks(_ places: [NoteAddress: NoteAddress?]) { marked = marked.compactMap { places[$0] ?? $0 } }

    // MARK: Selection

    /// Returns the note to select when the notes in `gone` are gone: the selected one, else the next one below, else
    /// above. Returns nil if no note is left.
    func neighbor(without gone: Set<NoteAddress>) -> NoteAddress? {
        guard let rows = results?.rows else { return nil }
        func stays(_ row: BrowserRow) -> Bool { row.hit.map { !gone.contains($0.address) } ?? false }
        return (rows.dropFirst(selected).first(where: stays) ?? rows.prefix(selected).last(where: stays))?.hit?.address
    }

    var isAtFirstNote: Bool { results.map { !$0.rows[..<selected].contains { $0.hit != nil } } ?? true }

    /// Selects the note at `row`, or else the nearest one in a direction (1 is down), or else in the other. `row` is an
    /// index of `results.rows`. One that is out of range becomes the first or last.
    mutating func select(_ row: Int, direction: Int, in layout: BrowserLayout) {
        guard let rows = results?.rows, !rows.isEmpty else { return }
        let row = min(max(0, row), rows.count - 1)
        let below = rows[row...].firstIndex { $0.hit != nil }
        let above = rows[...row].lastIndex { $0.hit != nil }
        if let note = direction > 0 ? below ?? above : above ?? below { selected = note }
        keepInView(in: layout)
    }

    /// Returns the index of the row that is a screen below the selected one (`direction` 1) or above it (-1).
    func rowAfterPage(direction: Int, in layout: BrowserLayout) -> Int {
        guard let results else { return selected }
        var left = layout.list.rows - 2
        var row = selected
        while left > 0, results.rows.indices.contains(row + direction) {
            row += direction
            left -= height(of: results.rows[row], in: layout)
        }
        return row
    }

    /// Returns the index of the row at a line of the list's area, counted from 0 at its top, or nil if there is none.
    func row(atLine line: Int, in layout: BrowserLayout) -> Int? {
        guard let results else { return nil }
        var used = 0
        for index in results.rows.indices.dropFirst(top) {
            used += height(of: results.rows[index], in: layout)
            if line < used { return index }
        }
        return nil
    }

    // MARK: Scrolling

    /// Returns the height of a row in lines: 2 for a note with a passage, else 1.
    package func height(of row: BrowserRow, in layout: BrowserLayout) -> Int {
        guard layout.hasPassages, case .note(let hit) = row else { return 1 }
        let passage = results?.passages[hit.address]
        if passage?.snippet != nil { return 2 }
        // A passage that has not arrived yet gets its line, so that the list does not jump.
        return results?.hasTextTerms == true && (passage == nil || hit.result.nearMatch != nil) ? 2 : 1
    }

    /// Scrolls so that the selected row is on the screen, and the heading above it if it is the first of its section.
    mutating func keepInView(in layout: BrowserLayout) {
        guard let results, !results.rows.isEmpty else {
            (selected, top) = (0, 0)
            return
        }
        selected = min(max(selected, 0), results.rows.count - 1)
        let wanted = selected > 0 && results.rows[selected - 1].hit == nil ? selected - 1 : selected
        top = min(top, wanted)
        // The first row from which the selected one fits on the screen.
        var first = selected
        var left = layout.list.rows - height(of: results.rows[selected], in: layout)
        while first > top {
            let height = height(of: results.rows[first - 1], in: layout)
            if left < height { break }
            first -= 1
            left -= height
        }
        top = max(top, first)
    }
}
