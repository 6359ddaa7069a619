import Editing
package import Indexing
import QueryLanguage
import Rendering
package import Searching
package import SourceText
import System
package import VaultFiles

/// Answers the requests of the browser with one session for each vault, always on the same thread.
package final class BrowserWorker {
    let sessions: [BrowserSession]
    let common: BrowserSession.Common
    /// Ends a search that is obsolete.
    let interruption: Interruption
    /// The changes made here in several vaults, the last one at the end.
    var made: [(vault: NoteHit.SourceVault?, change: ChangeSummary)] = []
    /// The reasons why vaults do not answer the current request.
    private var leftOut: [String] = []

    /// - Parameter vaults: at least one. If there are several, each has a name.
    package init(
        _ vaults: [BrowserVault], _ environment: Environment, scans: ScanLimit, messages: any MessageSink,
        interruption: Interruption = Interruption(), now: @escaping () -> Moment
    ) {
        let common = BrowserSession.Common(environment: environment, scans: scans, messages: messages, now: now)
        sessions = vaults.map { BrowserSession($0, common) }
        self.common = common
        self.interruption = interruption
    }

    /// Returns the responses to a request. A search that becomes obsolete has none, nor have its first results,
    /// passages and suggestions. A changed configuration is reported first in any case.
    ///
    /// - Parameter isObsolete: returns whether a newer request has replaced this one.
    package func responses(to request: BrowserRequest, isObsolete: @escaping () -> Bool) -> [BrowserResponse] {
        var responses: [BrowserResponse]?
        // An interruption may have been meant for the previous request.
        repeat { responses = interruptibleResponses(to: request, isObsolete) } while responses == nil && !isObsolete()
        guard let first = sessions.first, sessions.contains(where: \.isReconfigured) else { return responses ?? [] }
        for session in sessions { session.isReconfigured = false }
        let statuses = sessions.map { BrowserVault($0.vault, named: $0.source) }.statuses
        return [.configured(first.vault.configuration, statuses: statuses)] + (responses ?? [])
    }

    /// Returns the responses to a request, or nil if it was interrupted.
    private func interruptibleResponses(
        to request: BrowserRequest, _ isObsolete: @escaping () -> Bool
    ) -> [BrowserResponse]? {
        do {
            switch request {
            case .firstResults(let request):
                return try (notesNamed(request) ?? notesWithFrequentWord(request, isObsolete)).map { [$0] } ?? []
            case .search(let request): return try search(request, isObsolete).map { [$0] } ?? []
            case .passages(let notes, let request):
                return try passages(of: notes, request, isObsolete: isObsolete).map { [$0] } ?? []
            case .page(let note, let request, let pictures): return [try page(note, request, pictures: pictures)]
            case .suggestions(let text, let place):
                let found = try read(place) { collection in
                    try interruption.during(collection.snapshots) {
                        try collection.suggestions(text, in: place.inVault, limit: Self.mostSuggestions)
                    }
                }
                return [.suggestions(found, text: text)]
            case .folders: return [.folders(try folders())]
            case .tasks(let search): return [.tasks(try tasks(search))]
            case .proposals: return [.proposals(try proposals())]
            case .difference(let address): return [.difference(try difference(address))]
            case .keywords(let vault):
                let found = try session(of: vault).read { try $0.lists.keywords(containing: nil) }
                return [.keywords(found.sorted { $0.notes > $1.notes }.map(\.name))]
            case .change(let change): return [try carryOut(change)]
            case .places(let notes): return [.places(try places(of: notes))]
            case .update: return try update(isObsolete)
            }
        } catch  where Interruption.isCause(of: error) {
            return nil
        } catch {
            let report = ErrorReport(error)
            return [.failed(report.message, help: Self.help(report.help))]
        }
    }

    /// Returns the parts of a help text that apply in the browser. Those that name an option of the command that made
    /// the error, such as `to set it anyway: --force`, do not.
    private static func help(_ text: String?) -> String? {
        let parts = (text ?? "").split(separator: "; ").filter { !$0.contains("--") || $0.contains("slip ") }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private static let mostSuggestions = 8

    // MARK: The vaults

    func session(of vault: NoteHit.SourceVault?) throws -> BrowserSession {
        guard let session = sessions.first(where: { $0.source == vault }) else {
            throw VaultError("the vault '\(vault?.name ?? "")' is no longer open")
        }
        return session
    }

    /// Runs `body` on the vaults of a place. If there are others, one that cannot be read is left out.
    func read<Value>(_ place: BrowserPlace, _ body: (VaultCollection) throws -> Value) throws -> Value {
        leftOut = []
        var open: [(name: String?, session: VaultSession)] = []
        var failure: (any Error)?
        for session in sessions where place.onlyVault == nil || session.source == place.onlyVault {
            do {
                open.append((session.source?.name, try session.current()))
            } catch  where !Interruption.isCause(of: error) {
                failure = failure ?? error
                session.isLeftOut = true
                leaveOut(session.source?.name ?? "", because: error)
            }
        }
        if open.isEmpty, let failure { throw failure }
        return try VaultCollection.read(open, names: sessions.compactMap(\.source?.name), body)
    }

    func leaveOut(_ vault: String, because error: any Error) {
        let message = VaultCollection.leftOut(vault, because: error)
        // A search that reads the history or attachments first runs again.
        if !leftOut.contains(message) { leftOut.append(message) }
    }

    /// Updates the indexes that are due, and reports whether one has changed since the last search.
    private func update(_ isObsolete: () -> Bool) throws -> [BrowserResponse] {
        var isNew = false
        var staleness: String?
        for session in sessions {
            if isObsolete() { return isNew ? [.indexChanged] : [] }
            do {
                let updated = try session.update(loadsNames: sessions.count == 1, isObsolete)
                isNew = isNew || updated.isNew
                staleness = staleness ?? updated.staleness
            } catch  where sessions.count > 1 {
                staleness = "the vault '\(session.source?.name ?? "")' is not updated: \(ErrorReport(error).message)"
            }
        }
        return (isNew ? [.indexChanged] : []) + [.updated] + [staleness.map { .progress($0) }].compactMap(\.self)
    }

    /// Returns the folders of each vault, after its root if there are several.
    private func folders() throws -> [BrowserFolder] {
        try read(BrowserPlace(.all, .root)) { collection in
            try collection.members.flatMap { member -> [BrowserFolder] in
                let folders = try member.snapshot.lists.folderCounts().map {
                    BrowserFolder(address: NoteAddress($0.path, in: member.source), notes: $0.all)
                }
                if member.source == nil { return folders }
                let all = try member.snapshot.count(.all)
                return [BrowserFolder(address: NoteAddress(.root, in: member.source), notes: all)] + folders
            }
        }
    }

    /// Returns the current addresses of notes. Leaves out those of a vault that cannot be read or was not searched yet.
    private func places(of notes: [NoteAddress]) throws -> [NoteAddress: NoteAddress?] {
        var places: [NoteAddress: NoteAddress?] = [:]
        for (vault, notes) in Dictionary(grouping: notes, by: \.vault) {
            let session = try session(of: vault)
            guard let follower = session.follower else { continue }
            do {
                for (path, place) in try session.read({ try follower.places(of: notes.map(\.path), $0) }) {
                    places.updateValue(place.map { NoteAddress($0, in: vault) }, forKey: NoteAddress(path, in: vault))
                }
            } catch  where sessions.count > 1 && !Interruption.isCause(of: error) {
                continue
            }
        }
        return places
    }

    // MARK: Searching

    func options(_ request: BrowserSearch, query: String, _ collection: VaultCollection) -> SearchOptions {
        var options = SearchOptions(query: query, scope: request.place.scope, folder: request.place.folder)
        options.sort = request.sort
        options.isReversed = request.isReversed
        options.group = request.group
        options.defaults.limit = request.limit
        options.extras.scores = false
        options.includesNearMatches =
            request.includesNearMatches && collection.snapshots[0].vault.configuration.search.near ?? true
        return options
    }

    /// Prepares the search of a request. While the user types the last term, it counts as a prefix.
    private func prepare(_ request: BrowserSearch, _ collection: VaultCollection) throws -> CollectionSearch {
        for query in request.isTyping ? try completions(of: request, collection) : [] {
            // A query that is invalid with a prefix may be valid as it is.
            do {
                return try prepare(options(request, query: query, collection), collection)
            } catch is QueryError {
                continue
            }
        }
        return try prepare(options(request, query: request.query, collection), collection)
    }

    func prepare(_ options: SearchOptions, _ collection: VaultCollection) throws -> CollectionSearch {
        try collection.prepare(options) { leaveOut($0, because: $1) }
    }

    /// Returns the query with its last term completed as the user is likely to type it: as a prefix, or by the best
    /// suggestion. Returns an empty list if the term should count as it is.
    private func completions(of request: BrowserSearch, _ collection: VaultCollection) throws -> [String] {
        let query = PartialQuery(request.query)
        switch query.slot {
        case .start: return request.prefix == nil ? [] : [request.query + "*"]
        case .keyword, .property: return request.endsInWord ? [request.query + "*"] : []
        case .value(let field, let typed) where !typed.isEmpty:
            if field == .keyword { return request.endsInWord ? [request.query + "*"] : [] }
            guard [.status, .isState, .has, .no, .inFolder, .folder, .task, .vault].contains(field) else { return [] }
            let first = try collection.suggestions(request.query, in: request.place.inVault, limit: 1).first
            return first.map { [query.before + $0.term] } ?? []
        case .value, .task, .saved: return []
        }
    }

    private func search(_ request: BrowserSearch, _ isObsolete: @escaping () -> Bool) throws -> BrowserResponse? {
        try read(request.place) { collection -> BrowserResponse? in
            for member in collection.members { try session(of: member.source).begin(member.snapshot) }
            return try interruption.during(collection.snapshots) {
                isObsolete() ? nil : try search(request, collection, isObsolete)
            }
        }
    }

    private func search(
        _ request: BrowserSearch, _ collection: VaultCollection, _ isObsolete: @escaping () -> Bool
    ) throws -> BrowserResponse? {
        let search: CollectionSearch
        var sink: any ResultSink = RowSink(isObsolete: isObsolete)
        let tally: SearchTally
        do {
            search = try prepare(request, collection)
            tally = try search.run(into: &sink)
        } catch let error as QueryError {
            return .refused(QueryFault(error.diagnostic), request)
        } catch is RowSink.ObsoleteSearch {
            return nil
        }
        guard let rows = (sink as? RowSink)?.finished, let query = search.searches.first?.query, !isObsolete() else {
            return nil
        }
        let isGrouped = search.presentation.group != nil
        let isAll = !isGrouped && tally.found < search.presentation.limit ?? .max
        let count = try isAll ? tally.found : tally.notes ?? search.count()
        let most = query.presentation.limit ?? .max
        let skipped = search.presentation.offset ?? 0
        let hasTextTerms = query.condition.showing > .head
        let first = rows.prefix(hasTextTerms ? request.visible : 0).compactMap(\.hit)
        let passages =
            first.isEmpty ? [:] : try self.passages(of: first, search, width: request.width, isObsolete: isObsolete)
        let needsHints = request.includesNearMatches && tally.found + tally.near == 0
        return .found(
            BrowserResults(
                request: request, rows: rows, passages: passages, total: min(count, most),
                available: min(max(0, (isGrouped ? tally.all ?? count : count) - skipped), most),
                fetched: tally.found, limit: most,
                sort: search.presentation.sort?.map(\.text).joined(separator: ",") ?? "",
                group: search.presentation.group?.name,
                notices: leftOut + query.notices.map(\.message)
                    + (search.searchesAttachments ? try unreadNotices(collection) : []),
                hints: needsHints ? try search.hints(.keys) : [], hasTextTerms: hasTextTerms,
                isIncomplete: !leftOut.isEmpty)
        )
    }

    /// Returns the notices that a search lacks attachments, one for each vault.
    private func unreadNotices(_ collection: VaultCollection) throws -> [String] {
        try collection.members.compactMap { member in
            try session(of: member.source).unreadNotice.map { member.source.prefix + $0 }
        }
    }

    // MARK: Passages and pages

    private func passages(
        of hits: [NoteHit], _ search: CollectionSearch, width: Int, isObsolete: () -> Bool
    ) throws -> [NoteAddress: BrowserPassage] {
        let passages = ResultPassages(search)
        var found: [NoteAddress: BrowserPassage] = [:]
        for hit in hits {
            if isObsolete() { break }
            found[hit.address] = try passages.passages(of: hit).map { BrowserPassage($0, of: hit, width: width) }
        }
        return found
    }

    private func passages(
        of notes: [NoteAddress], _ request: BrowserSearch, isObsolete: () -> Bool
    ) throws -> BrowserResponse? {
        try read(request.place) { collection in
            let search = try prepare(request, collection)
            let hits = try notes.compactMap { try search.collection.hit($0) }
            let found = try passages(of: hits, search, width: request.width, isObsolete: isObsolete)
            return isObsolete() ? nil : .passages(found, revision: request.revision)
        }
    }

    private func page(_ note: NoteAddress, _ request: BrowserSearch, pictures: Bool) throws -> BrowserResponse {
        do {
            return try read(request.place) { try page(note, $0, marking: prepare(request, $0), pictures: pictures) }
        } catch  where !Interruption.isCause(of: error) {
            // The query cannot be answered, or the note cannot be read.
        }
        do {
            return try read(request.place) { try page(note, $0, marking: nil, pictures: pictures) }
        } catch let error as VaultError {
            return .noPage(note, error.message)
        }
    }

    private func page(
        _ note: NoteAddress, _ collection: VaultCollection, marking search: CollectionSearch?, pictures: Bool
    ) throws -> BrowserResponse {
        guard let snapshot = collection.snapshot(of: note.vault), let hit = try collection.hit(note) else {
            return .noPage(note, "the vault cannot be read")
        }
        if hit.isFile {
            let isThere = try snapshot.isFile(note.path)
            return .noPage(note, isThere ? "a file; to open it: Enter" : "the note no longer exists")
        }
        let page = try NotePage(hit, snapshot, pictures: pictures)
        let passages = try search.flatMap { try ResultPassages($0).passages(of: hit) }
        return .page(page, marks: passages?.matches.filter { $0.kind != .head }.map(\.range) ?? [])
    }
}
