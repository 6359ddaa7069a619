import Editing
package import Indexing
import Pages
import QueryLanguage
package import Searching
package import SourceText
import System
import VaultChanges
package import VaultFiles

/// Answers the requests of the browser with one session, always on the same thread.
package final class BrowserWorker {
    private var vault: Vault
    private let environment: Environment
    private let scans: ScanLimit
    private let now: () -> Moment
    private let messages: any MessageSink
    /// Ends a search that is obsolete.
    private let interruption: Interruption
    private var opened: VaultSession?
    /// The fingerprint of the configuration file when the session was opened.
    private var configuration: [Int64]?
    /// Whether the configuration was reloaded and the browser does not know it yet.
    private var isReconfigured = false
    private var follower: NoteFollower?
    /// The generation of the index at the last search; -1 if the configuration has changed since.
    private var generation: Int64?
    /// Whether the names of all notes are loaded, which happens in pieces.
    private var areNamesReady = false

    package init(
        _ vault: Vault, _ environment: Environment, scans: ScanLimit, messages: any MessageSink,
        interruption: Interruption = Interruption(), now: @escaping () -> Moment
    ) {
        self.vault = vault
        self.environment = environment
        self.scans = scans
        self.messages = messages
        self.interruption = interruption
        self.now = now
    }

    /// Returns the responses to a request. A search that becomes obsolete has none, nor have its first results,
    /// passages and suggestions. A changed configuration is reported first in any case.
    ///
    /// - Parameter isObsolete: returns whether a newer request has replaced this one.
    package func responses(to request: BrowserRequest, isObsolete: @escaping () -> Bool) -> [BrowserResponse] {
        var responses: [BrowserResponse]?
        // An interruption may have been meant for the previous request.
        repeat { responses = interruptibleResponses(to: request, isObsolete) } while responses == nil && !isObsolete()
        guard isReconfigured else { return responses ?? [] }
        isReconfigured = false
        return [.configured(vault.configuration)] + (responses ?? [])
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
            case .passages(let paths, let request):
                return try passages(at: paths, request, isObsolete: isObsolete).map { [$0] } ?? []
            case .page(let path, let request, let pictures): return [try page(path, request, pictures: pictures)]
            case .suggestions(let text, let place):
                let found = try read { snapshot in
                    try interruption.during(snapshot) {
                        try Suggestions(snapshot, in: place).list(text, limit: Self.mostSuggestions)
                    }
                }
                return [.suggestions(found, text: text)]
            case .folders: return [.folders(try read { try $0.lists.folderCounts() })]
            case .keywords:
                let found = try read { try $0.lists.keywords(containing: nil) }
                return [.keywords(found.sorted { $0.notes > $1.notes }.map(\.name))]
            case .change(let change): return [try carryOut(change)]
            case .places(let notes):
                return try read { snapshot in
                    try follower.map { [.places(try $0.places(of: notes, snapshot))] } ?? []
                }
            case .update: return try update(isObsolete)
            }
        } catch  where Interruption.isCause(of: error) {
            return nil
        } catch {
            let report = ErrorReport(error)
            return [.failed(report.message, help: report.help)]
        }
    }

    private static let mostSuggestions = 8
    /// The time to wait for another process that writes the index, in milliseconds. Every key waits that long then.
    private static let timeout: Int64 = 200

    // MARK: The session

    /// Returns the session. Updates the index only if a watcher confirms it, which is cheap, or if the index was replaced.
    /// Otherwise `update` scans the files later, so that typing never waits for a scan.
    private func session() throws -> VaultSession {
        let session: VaultSession
        let configuration = FileStatus.seen(vault.fullPath(Vault.configurationPath)).map {
            [$0.modified, $0.size, Int64(bitPattern: $0.inode)]
        }
        if opened != nil, configuration != self.configuration {
            // Saved searches, statuses and colors may have changed, also by a change of this process.
            vault = (try? Vault(root: vault.root)) ?? vault
            opened = nil
            areNamesReady = false
            isReconfigured = true
            // A generation that no index has makes the browser repeat its search.
            if generation != nil { generation = -1 }
        }
        self.configuration = configuration
        if let opened {
            session = opened
        } else {
            session = try VaultSession(
                vault, environment, messages: messages, syncs: false, timeout: Self.timeout, reading: .inBackground)
            opened = session
        }
        if session.isConfirmed || session.isReplaced {
            try session.refresh(at: now())
        } else {
            try session.reuse(at: now())
        }
        return session
    }

    /// Updates the index if it is due, and reports whether it has changed since the last search.
    private func update(_ isObsolete: () -> Bool) throws -> [BrowserResponse] {
        let session = try session()
        if !session.isConfirmed {
            // If another thread scans the vault, this one uses its result.
            if try !scans.scanIfDue(vault, { try session.refresh(at: now()) }) { try session.refresh(at: now()) }
        }
        let generation = try session.read { try $0.indexGeneration() }
        // In pieces, until another request waits.
        while !areNamesReady, !isObsolete() { areNamesReady = try session.read { try $0.prepareNames() } }
        defer { self.generation = generation }
        let isNew = self.generation.map { $0 != generation } ?? false
        return (isNew ? [.indexChanged] : []) + [.updated]
            + [session.staleness.map { .progress($0) }].compactMap(\.self)
    }

    private func read<Result>(_ body: (VaultSnapshot) throws -> Result) throws -> Result {
        try session().read { try body($0) }
    }

    // MARK: Searching

    private func options(_ request: SearchRequest, query: String) -> SearchOptions {
        var options = SearchOptions(query: query, scope: request.place.scope, folder: request.place.folder)
        options.sort = request.sort
        options.group = request.group
        options.defaultLimit = request.limit
        options.scored = false
        options.includesNearMatches = request.includesNearMatches && vault.configuration.near ?? true
        return options
    }

    /// Prepares the search of a request. While the user types the last term, it counts as a prefix.
    private func prepare(_ request: SearchRequest, _ snapshot: VaultSnapshot) throws -> VaultSearch {
        for query in request.isTyping ? try completions(of: request, snapshot) : [] {
            // A query that is invalid with a prefix may be valid as it is.
            do {
                return try snapshot.prepare(options(request, query: query))
            } catch is QueryError {
                continue
            }
        }
        return try snapshot.prepare(options(request, query: request.query))
    }

    /// Returns the query with its last term completed as the user is likely to type it: as a prefix, or by the best
    /// suggestion. Returns an empty list if the term should count as it is.
    private func completions(of request: SearchRequest, _ snapshot: VaultSnapshot) throws -> [String] {
        let query = PartialQuery(request.query)
        switch query.slot {
        case .start: return request.prefix == nil ? [] : [request.query + "*"]
        case .keyword, .property: return request.endsInWord ? [request.query + "*"] : []
        case .value(let field, let typed) where !typed.isEmpty:
            if field == .keyword { return request.endsInWord ? [request.query + "*"] : [] }
            guard [.status, .isState, .has, .no, .inFolder, .folder, .task].contains(field) else { return [] }
            let first = try Suggestions(snapshot, in: request.place).list(request.query, limit: 1).first
            return first.map { [query.before + $0.term] } ?? []
        case .value, .saved: return []
        }
    }

    private func search(_ request: SearchRequest, _ isObsolete: @escaping () -> Bool) throws -> BrowserResponse? {
        try read { snapshot -> BrowserResponse? in
            if generation == nil { generation = try snapshot.indexGeneration() }
            if follower == nil { follower = try NoteFollower(snapshot, start: now()) }
            return try interruption.during(snapshot) {
                isObsolete() ? nil : try search(request, snapshot, isObsolete)
            }
        }
    }

    private func search(
        _ request: SearchRequest, _ snapshot: VaultSnapshot, _ isObsolete: @escaping () -> Bool
    ) throws -> BrowserResponse? {
        let search: VaultSearch
        var sink: any ResultSink = RowSink(isObsolete: isObsolete)
        let tally: SearchTally
        do {
            search = try prepare(request, snapshot)
            tally = try snapshot.run(search, into: &sink)
        } catch let error as QueryError {
            return .refused(QueryFault(error.diagnostic), request)
        } catch is RowSink.ObsoleteSearch {
            return nil
        }
        guard let rows = (sink as? RowSink)?.finished, !isObsolete() else { return nil }
        let isGrouped = search.presentation.group != nil
        let isAll = !isGrouped && tally.found < search.presentation.limit ?? .max
        let count = try isAll ? tally.found : tally.notes ?? snapshot.count(search)
        let most = search.query.presentation.limit ?? .max
        let skipped = search.presentation.offset ?? 0
        let hasTextTerms = search.query.condition.showing > .head
        let first = rows.prefix(hasTextTerms ? request.visible : 0).compactMap(\.hit)
        let passages =
            first.isEmpty
            ? [:] : try self.passages(of: first, search, width: request.width, snapshot, isObsolete: isObsolete)
        let needsHints = request.includesNearMatches && tally.found + tally.near == 0
        return .found(
            BrowserResults(
                request: request, rows: rows, passages: passages, total: min(count, most),
                available: min(max(0, (isGrouped ? tally.all ?? count : count) - skipped), most),
                fetched: tally.found, limit: most,
                sort: search.presentation.sort?.map(\.by.name).joined(separator: ",") ?? "",
                group: search.presentation.group?.name,
                notices: search.query.notices.map(\.message)
                    + [search.searchesAttachments ? opened?.unreadNotice : nil].compactMap(\.self),
                hints: needsHints ? try snapshot.zeroResultHints.hints(search).lines : [],
                hasTextTerms: hasTextTerms))
    }

    // MARK: First results

    /// The number of notes, counted once for each word, from which a search for a prefix takes longer than the time
    /// between two keys.
    private static let manyNotes = 100_000

    /// Whether a search takes longer than the time between two keys, because its last word is a prefix of words in many
    /// notes.
    func takesLong(_ request: BrowserRequest) -> Bool {
        guard case .search(let request) = request, let prefix = request.prefix else { return false }
        return (try? read { try $0.words(from: prefix).notes > Self.manyNotes }) ?? false
    }

    /// Returns notes that contain the most frequent word with the prefix at the end of the query. All of them match the
    /// query. Nil if there are none, or if the search itself is fast.
    private func notesWithFrequentWord(
        _ request: SearchRequest, _ isObsolete: () -> Bool
    ) throws -> BrowserResponse? {
        guard request.isBroad, request.group == nil, let prefix = request.prefix else { return nil }
        return try read { snapshot in
            let words = try snapshot.words(from: prefix)
            guard words.notes > Self.manyNotes, let word = words.mostFrequent else { return nil }
            var options = options(request, query: PartialQuery(request.query).before + word)
            options.defaultLimit = request.visible
            var rows: [BrowserRow] = []
            do {
                let search = try snapshot.prepare(options)
                try interruption.during(snapshot) {
                    if isObsolete() { return }
                    try snapshot.run(search) { hit in
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
    private func partial(_ rows: [BrowserRow], _ request: SearchRequest) -> BrowserResults {
        BrowserResults(
            request: request, rows: rows, total: rows.count, available: rows.count, fetched: rows.count,
            isPartial: true)
    }

    /// Returns the notes whose names begin with the query, before the search has finished.
    ///
    /// Returns nil if there are none, or if the query contains more than words. Also returns nil with an order or
    /// sections chosen by the user, and while the names are not loaded yet.
    private func notesNamed(_ request: SearchRequest) throws -> BrowserResponse? {
        let session = try session()
        guard areNamesReady, request.group == nil, request.sort == nil,
            request.query.unicodeScalars.allSatisfy({
                $0 == " " || $0.properties.isAlphabetic || $0.properties.numericType != nil
            }),
            request.query.contains(where: { $0 != " " })
        else { return nil }
        return try session.read { snapshot in
            let (choices, _) = try snapshot.noteChoices.choices(
                for: request.query, near: request.place.folder, besides: nil, limit: request.visible * 2)
            let inside = choices.filter { request.place.contains($0.path) && $0.isBeginning }
            let hits = try inside.prefix(request.visible).compactMap { try snapshot.note($0.path) }
            return hits.isEmpty ? nil : .found(partial(hits.map { .note($0) }, request))
        }
    }

    private func passages(
        of hits: [NoteHit], _ search: VaultSearch, width: Int, _ snapshot: VaultSnapshot, isObsolete: () -> Bool
    ) throws -> [VaultPath: BrowserPassage] {
        let finder = PassageFinder(snapshot, search.query.condition)
        var found: [VaultPath: BrowserPassage] = [:]
        for hit in hits {
            if isObsolete() { break }
            let expansions = hit.result.nearMatch?.instead.flatMap(\.found) ?? []
            let own = expansions.isEmpty ? finder : PassageFinder(snapshot, search.query.condition, besides: expansions)
            found[hit.path] = try own.passages(of: hit).map { BrowserPassage($0, of: hit, width: width) }
        }
        return found
    }

    private func passages(
        at paths: [VaultPath], _ request: SearchRequest, isObsolete: () -> Bool
    ) throws -> BrowserResponse? {
        try read { snapshot in
            let search = try prepare(request, snapshot)
            let hits = try paths.map { try snapshot.note($0) ?? NoteHit(file: $0, in: vault) }
            let found = try passages(of: hits, search, width: request.width, snapshot, isObsolete: isObsolete)
            return isObsolete() ? nil : .passages(found, revision: request.revision)
        }
    }

    private func page(_ path: VaultPath, _ request: SearchRequest, pictures: Bool) throws -> BrowserResponse {
        do {
            return try read { try page(path, $0, marking: prepare(request, $0), pictures: pictures) }
        } catch  where !Interruption.isCause(of: error) {
            // The query cannot be answered, or the note cannot be read.
        }
        do {
            return try read { try page(path, $0, marking: nil, pictures: pictures) }
        } catch let error as VaultError {
            return .noPage(path, error.message)
        }
    }

    private func page(
        _ path: VaultPath, _ snapshot: VaultSnapshot, marking search: VaultSearch?, pictures: Bool
    ) throws -> BrowserResponse {
        guard let hit = try snapshot.note(path) else {
            return .noPage(path, try snapshot.isFile(path) ? "a file; to open it: Enter" : "the note no longer exists")
        }
        let page = try NotePage(hit, snapshot, pictures: pictures)
        let finder = search.map { PassageFinder(snapshot, $0.query.condition) }
        let marks = try finder?.passages(in: path)?.matches.filter { $0.kind != .head }.map(\.range)
        return .page(page, marks: marks ?? [])
    }

    // MARK: Changing

    private func carryOut(_ change: BrowserChange) throws -> BrowserResponse {
        let writer = try VaultWriter(locking: vault, now: now(), client: environment.client)
        if change.kind == .undo {
            let undone = try writer.undo()
            try session().refresh(at: now())
            return .changed(
                "undone: " + undone.changes.map(\.title).joined(separator: ", "), made: nil, left: [])
        }
        try writer.settle { _ in }
        let session = try session()
        try session.refresh(at: now())
        return try VaultWriter.retryingConflicts(prepare: { try session.refresh(at: now()) }) {
            try carryOut(change, with: writer, in: session)
        }
    }

    private func carryOut(
        _ change: BrowserChange, with writer: VaultWriter, in session: VaultSession
    ) throws -> BrowserResponse {
        let edit = try session.plan { try BrowserEdit(change, in: $0) }
        if !change.isConfirmed, let question = edit.question {
            return .needsConfirmation(question, details: edit.plan.notices, change)
        }
        try writer.carryOut(edit.plan)
        try session.refresh(at: now())
        let notice = edit.plan.notices.first.map { "; \($0)" } ?? ""
        return .changed(
            edit.plan.isEmpty ? "nothing to change" : "\(edit.done); undo with Alt-U\(notice)", made: edit.made,
            left: change.kind.keepsNotes ? [] : change.notes)
    }
}
