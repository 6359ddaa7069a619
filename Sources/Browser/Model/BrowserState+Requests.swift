import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal

extension BrowserState {
    /// Returns a new request for the current query, scope, order and sections, and makes it the pending one.
    ///
    /// - Parameters:
    ///   - limit: the least number of notes to fetch.
    ///   - isTyping: as in `BrowserSearch` (default: whether the cursor is at the end of the query).
    private mutating func beginRequest(limit: Int = 0, isTyping: Bool? = nil) -> BrowserSearch {
        let area = layout.list
        return pending.begin(
            BrowserSearch(
                query: line.text, isTyping: isTyping ?? line.field.isAtEnd, place: controls.place, sort: controls.sort,
                isReversed: controls.isReversed, group: controls.group, limit: max(60, area.rows * 2, limit),
                visible: area.rows, width: max(20, area.columns - 8), revision: 0)
        )
    }

    mutating func search() -> [BrowserEffect] {
        pending.selectsLast = false
        let request = beginRequest()
        return [.send(.firstResults(request)), .send(.search(request))]
    }

    /// Repeats the search after the vault has changed. Also requests folders, the selected note, tokens, tasks and
    /// proposals again.
    mutating func searchAgain() -> [BrowserEffect] {
        let request = list.withNearMatches(beginRequest(limit: list.results?.request.limit ?? 0))
        return [.send(.search(request)), .send(.folders)] + requestPage(again: true)
            + (line.offers.isEmpty ? [] : [.send(.suggestions(text: "", controls.place))])
            + (overlay?.requestAgain() ?? [])
    }

    /// Requests the selected note, if the preview does not have it or `again` says that it may have changed.
    mutating func requestPage(again: Bool = false) -> [BrowserEffect] {
        guard let note = list.selectedHit?.address, let request = list.results?.request,
            again || (!layout.preview.isEmpty && preview.requested != note)
        else { return [] }
        preview.requested = note
        return [.send(.page(note, request, pictures: setting.pictures != nil))]
    }

    /// Requests the page and the passages that are missing on the screen, and more notes near the end of the list.
    mutating func requestMissing() -> [BrowserEffect] {
        var effects = requestPage()
        guard let results = list.results,
            pending.request == nil || pending.request?.revision == results.request.revision
        else { return effects }
        effects += list.passageRequests(in: layout)
        if results.hasMore, list.selected + layout.list.rows * 2 > results.rows.count {
            effects.append(requestMore(than: results, limit: min(results.request.limit, results.available) * 4))
        }
        return effects
    }

    private mutating func requestMore(than results: BrowserResults, limit: Int) -> BrowserEffect {
        .send(.search(beginRequest(limit: limit, isTyping: results.request.isTyping)))
    }

    /// Requests suggestions, if they are missing and useful.
    mutating func suggest() -> [BrowserEffect] {
        guard focus == .search, let text = line.textToComplete() else { return [] }
        return [.send(.suggestions(text: text, controls.place))]
    }

    /// Selects the last result. If there are more results, requests the rest first, and the last one is selected when
    /// they arrive.
    mutating func selectLast() -> [BrowserEffect] {
        select(.max - 1, direction: -1)
        guard let results = list.results, results.hasMore else { return requestMissing() }
        // If a request is pending, the rest is requested when its results arrive.
        pending.selectsLast = pending.request == nil || pending.request?.query == results.request.query
        return pending.request == nil ? [requestMore(than: results, limit: results.available)] : []
    }

    // MARK: Results

    mutating func receive(_ found: BrowserResults) -> [BrowserEffect] {
        guard pending.accepts(found) else { return [] }
        if !found.isPartial { pending.request = nil }
        // The results of an earlier query, completed after an error, do not correct the error.
        if found.request.query == line.text { line.fault = nil }
        let isSameNote = list.replace(with: found, &pending, in: layout)
        if list.selectedHit == nil { preview.clear() }
        if list.selectedHit == nil || !isSameNote { preview.requested = nil }
        if found.isPartial { return requestPage() + suggest() }
        var effects =
            pending.selectsLast ? [requestMore(than: found, limit: found.available)] : requestMissing()
        effects += suggest()
        // Near matches and hints take longer, so they follow when the other results are on the screen.
        if !found.lacksNearMatches || list.selectedHit != nil {
            for key in pending.takeKeys() { effects += press(key) }
        }
        if found.lacksNearMatches { effects.append(.send(.search(found.requestForNearMatches))) }
        return effects
    }

    /// Repeats the search of the results on the screen, if another query, which was refused, canceled it before it was
    /// complete.
    mutating func completeResults(after refused: BrowserSearch) -> [BrowserEffect] {
        guard let results = list.results, results.request.query != refused.query,
            results.isPartial || results.lacksNearMatches
        else { return [] }
        return [.send(.search(pending.begin(results.request)))]
    }
}
