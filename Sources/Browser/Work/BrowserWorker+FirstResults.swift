import QueryLanguage
import Searching
import SourceText

/// Results that are shown while a search still runs.
extension BrowserWorker {
    /// The number of notes, counted once for each word, from which a search for a prefix takes longer than the time
    /// between two keys.
    private static let manyNotes = 100_000

    /// Returns the number of notes with words that start with a text, counted once for each word, and the most frequent
    /// word of the vault that has most of them.
    private func words(
        from start: String, _ collection: VaultCollection
    ) throws -> (mostFrequent: String?, notes: Int) {
        let found = try collection.snapshots.map { try $0.words(from: start) }
        return (found.max { $0.notes < $1.notes }?.mostFrequent, found.reduce(0) { $0 + $1.notes })
    }

    /// Whether a search takes longer than the time between two keys, because its last word is a prefix of words in many
    /// notes.
    func takesLong(_ request: BrowserRequest) -> Bool {
        guard case .search(let request) = request, let prefix = request.prefix else { return false }
        return (try? read(request.place) { try words(from: prefix, $0).notes > Self.manyNotes }) ?? false
    }

    /// Returns notes that contain the most frequent word with the prefix at the end of the query. All of them match the
    /// query. Nil if there are none, or if the search itself is fast.
    func notesWithFrequentWord(
        _ request: BrowserSearch, _ isObsolete: () -> Bool
    ) throws -> BrowserResponse? {
        guard request.isBroad, request.group == nil, let prefix = request.prefix else { return nil }
        return try read(request.place) { collection -> BrowserResponse? in
            let words = try words(from: prefix, collection)
            guard words.notes > Self.manyNotes, let word = words.mostFrequent else { return nil }
            var options = options(request, query: PartialQuery(request.query).before + word, collection)
            options.defaults.limit = request.visible
            var rows: [BrowserRow] = []
            do {
                let search = try prepare(options, collection)
                try interruption.during(collection.snapshots) {
                    if isObsolete() { return }
                    try search.run { hit, _ in
                        rows.append(.note(hit))
                        return true
                    }
                }
            } catch is QueryError {
                return nil
            }
            return rows.isEmpty ? nil : .found(partial(rows, request))
        }
    }

    /// Returns some of the results of a request.
    private func partial(_ rows: [BrowserRow], _ request: BrowserSearch) -> BrowserResults {
        BrowserResults(
            request: request, rows: rows, total: rows.count, available: rows.count, fetched: rows.count,
            isPartial: true)
    }

    /// Returns the notes whose names begin with the query, before the search has finished.
    ///
    /// Returns nil if there are none, if the query contains more than words, or if several vaults are searched. Also
    /// returns nil with an order or sections chosen by the user, and while the names are not loaded yet.
    func notesNamed(_ request: BrowserSearch) throws -> BrowserResponse? {
        guard sessions.count == 1, sessions[0].areNamesReady, request.group == nil, request.sort == nil,
            !request.isReversed,
            request.query.unicodeScalars.allSatisfy({
                $0 == " " || $0.properties.isAlphabetic || $0.properties.numericType != nil
            }),
            request.query.contains(where: { $0 != " " })
        else { return nil }
        return try sessions[0].read { snapshot -> BrowserResponse? in
            let place = request.place.inVault
            let (choices, _) = try snapshot.noteChoices.choices(
                for: request.query, near: place.folder, besides: nil, limit: request.visible * 2)
            let inside = choices.filter { place.contains($0.path) && $0.isBeginning }
            let hits = try inside.prefix(request.visible).compactMap { choice in
                var hit = try snapshot.note(choice.path)
                hit?.result.vault = sessions[0].source
                return hit
            }
            return hits.isEmpty ? nil : .found(partial(hits.map { .note($0) }, request))
        }
    }
}
