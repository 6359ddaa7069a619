import Editing
package import Indexing
import Pages
import QueryLanguage
package import Searching
package import SourceText
import System
import VaultChanges
package import VaultFiles

/// Answers what the browser wants, on the one session that it has; always from the same thread.
package final class BrowserWorker {
    private var vault: Vault
    private let environment: Environment
    private let scans: ScanLimit
    private let now: () -> Moment
    private let messages: any MessageSink
    /// Ends a search that became useless.
    private let interruption: Interruption
    private var opened: VaultSession?
    /// What the configuration's file looked like when the session was opened.
    private var configuration: [Int64]?
    /// Whether the configuration was read anew and nobody was told of it yet.
    private var isReconfigured = false
    private var follower: NoteFollower?
    /// The index as the last search saw it.
    private var generation: Int64?
    /// Whether there are so many notes that to gather what a letter begins takes longer than between two keys.
    private(set) var isLarge = false
    private static let manyNotes = 20_000
    /// Whether the names of all notes are at hand, which are read a piece at a time.
    private var areNamesReady = false

    /// - Parameters:
    ///   - now: the clock.
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

    /// Answers a wish.
    ///
    /// - Parameter isUseless: whether something newer is wanted by now, so that nobody waits for this.
    /// - Returns: what is answered; nothing where it became useless.
    package func answers(_ wish: BrowserWish, isUseless: @escaping () -> Bool) -> [BrowserAnswer] {
        let answers = answersAlone(wish, isUseless: isUseless)
        guard isReconfigured else { return answers }
        isReconfigured = false
        return [.configured(vault.configuration)] + answers
    }

    private func answersAlone(_ wish: BrowserWish, isUseless: @escaping () -> Bool) -> [BrowserAnswer] {
        do {
            switch wish {
            case .names(let wish): return try names(wish).map { [$0] } ?? []
            case .search(let wish): return try search(wish, isUseless).map { [$0] } ?? []
            case .passages(let paths, let wish): return try passages(paths, wish, isUseless).map { [$0] } ?? []
            case .page(let path, let wish, let pictures): return [try page(path, wish, pictures: pictures)]
            case .suggestions(let text, let place):
                let session = try session()
                let found = try session.withSnapshot {
                    try Suggestions(session, in: place).list(text, limit: Self.mostSuggestions)
                }
                return [.suggestions(found, text: text)]
            case .folders:
                let session = try session()
                return [.folders(try session.withSnapshot { try session.lists.folderCounts() })]
            case .keywords:
                let session = try session()
                let found = try session.withSnapshot { try session.lists.keywords(holding: nil) }
                return [.keywords(found.sorted { $0.notes > $1.notes }.map(\.name))]
            case .change(let change): return [try carryOut(change)]
            case .whereabouts(let notes):
                let session = try session()
                return try session.withSnapshot {
                    try follower.map { [.whereabouts(try $0.places(of: notes, session))] } ?? []
                }
            case .look: return try look(isUseless)
            }
        } catch  where Interruption.isCause(of: error) {
            // It was meant for what came before.
            return isUseless() ? [] : answersAlone(wish, isUseless: isUseless)
        } catch {
            return [Self.failure(error)]
        }
    }

    private static let mostSuggestions = 8
    /// How long to wait for another process that writes the index, in milliseconds: every key waits that long then.
    private static let patience: Int64 = 200

    private static func failure(_ error: any Error) -> BrowserAnswer {
        switch IndexKeeper.explained(error) {
        case let error as VaultError: .failed(error.message, help: error.help)
        case let error as QueryError: .failed(error.diagnostic.message, help: error.diagnostic.help)
        case let error as SystemError: .failed(error.description, help: nil)
        case let error as IndexError: .failed(error.message, help: error.help)
        default: .failed("something unexpected went wrong", help: "please report it, with what you did")
        }
    }

    // MARK: The session

    /// The session as it is, brought up to date where somebody vouches for the index; what nobody does is looked at when
    /// there is time, so that typing never waits for it.
    private func session() throws -> VaultSession {
        let session: VaultSession
        let configuration = FileStatus.seen(vault.fullPath(Vault.configurationPath)).map {
            [$0.modified, $0.size, Int64(bitPattern: $0.inode)]
        }
        if opened != nil, configuration != self.configuration {
            // Saved searches, statuses, colours: all is read anew, by this program's own changes too.
            vault = (try? Vault(root: vault.root)) ?? vault
            opened = nil
            areNamesReady = false
            isReconfigured = true
            // No index has it: what was found is asked for again.
            if generation != nil { generation = -1 }
        }
        self.configuration = configuration
        if let opened {
            session = opened
        } else {
            session = try VaultSession(
                vault, environment, messages: messages, syncs: false, patience: Self.patience)
            opened = session
        }
        if session.isVouchedFor || session.hasMoved {
            try session.refresh(at: now())
        } else {
            try session.stay(at: now())
        }
        return session
    }

    /// Looks at the files where it is time, and tells whether anything is otherwise than at the last search.
    private func look(_ isUseless: () -> Bool) throws -> [BrowserAnswer] {
        let session = try session()
        if !session.isVouchedFor {
            // A scan by another thread finds the same changes.
            if try !scans.scanIfDue(vault, { try session.refresh(at: now()) }) { try session.refresh(at: now()) }
        }
        let generation = try session.withSnapshot { try session.indexGeneration() }
        // A piece at a time, as long as nobody wants anything.
        while !areNamesReady, !isUseless() { areNamesReady = try session.withSnapshot { try session.prepareNames() } }
        defer { self.generation = generation }
        let isNew = self.generation.map { $0 != generation } ?? false
        return (isNew ? [.moved] : []) + [.looked] + [session.staleness.map { .progress($0) }].compactMap(\.self)
    }

    // MARK: Searching

    private func options(_ wish: SearchWish, query: String) -> SearchOptions {
        var options = SearchOptions(query: query, scope: wish.scope, folder: wish.folder)
        options.sort = wish.sort
        options.group = wish.group
        options.defaultLimit = wish.limit
        options.scored = false
        options.goesOn = wish.goesOn && vault.configuration.nearly ?? true
        return options
    }

    /// The search that a wish means. While its last term is being typed, that counts as the beginning of one.
    private func prepare(_ wish: SearchWish, _ session: VaultSession) throws -> VaultSearch {
        for query in wish.isTyping ? try unfinished(wish, session) : [] {
            // What cannot be read so is perhaps right as it stands.
            do {
                return try session.prepare(options(wish, query: query))
            } catch is QueryError {
                continue
            }
        }
        return try session.prepare(options(wish, query: wish.query))
    }

    /// What the query may become, the likeliest first.
    private func unfinished(_ wish: SearchWish, _ session: VaultSession) throws -> [String] {
        let query = PartialQuery(wish.query)
        func isOpen(_ typed: String) -> Bool {
            guard let last = typed.unicodeScalars.last, !wish.query.hasSuffix("\"") else { return false }
            return last.properties.isAlphabetic || last.properties.numericType != nil
        }
        switch query.slot {
        // What is excluded is excluded by whole words: the beginning of one would take away too much.
        case .start(let typed):
            return isOpen(typed) && query.negation.isEmpty && !["AND", "OR", "NOT"].contains(typed)
                ? [wish.query + "*"] : []
        case .keyword(let typed), .property(_, let typed): return isOpen(typed) ? [wish.query + "*"] : []
        case .value(let field, let typed) where !typed.isEmpty:
            if field == .keyword { return isOpen(typed) ? [wish.query + "*"] : [] }
            guard [.status, .isState, .has, .no, .inFolder, .folder, .task].contains(field) else { return [] }
            let place = SearchPlace(wish.scope, wish.folder)
            let first = try Suggestions(session, in: place).list(wish.query, limit: 1).first
            return first.map { [query.before + $0.term] } ?? []
        case .value, .saved: return []
        }
    }

    private func search(_ wish: SearchWish, _ isUseless: @escaping () -> Bool) throws -> BrowserAnswer? {
        let session = try session()
        return try search(wish, session, isUseless)
    }

    private func search(
        _ wish: SearchWish, _ session: VaultSession, _ isUseless: @escaping () -> Bool
    ) throws -> BrowserAnswer? {
        try session.withSnapshot { () -> BrowserAnswer? in
            if generation == nil {
                generation = try session.indexGeneration()
                isLarge = try session.noteCount() > Self.manyNotes
            }
            if follower == nil { follower = try NoteFollower(session, start: now()) }
            let search: VaultSearch
            do {
                search = try prepare(wish, session)
            } catch let error as QueryError {
                return .refused(QueryFault(error.diagnostic), wish)
            }
            var sink: any ResultSink = RowSink(isUseless: isUseless)
            let tally: SearchTally
            do {
                // Nothing but this reads as long; whatever writes the index is outside.
                tally = try interruption.during(session) { try session.run(search, into: &sink) }
            } catch is RowSink.Useless {
                return nil
            }
            guard let rows = (sink as? RowSink)?.finished, !isUseless() else { return nil }
            let isGrouped = search.presentation.group != nil
            let isAll = !isGrouped && tally.found < search.presentation.limit ?? .max
            let count = try isAll ? tally.found : tally.notes ?? session.count(search)
            // What the query itself limits is no more than that.
            let most = search.query.presentation.limit ?? .max
            let skipped = search.presentation.offset ?? 0
            let asksForText = search.query.condition.showing > .head
            var passages: [VaultPath: BrowserPassage] = [:]
            if asksForText {
                let first = rows.prefix(wish.visible).compactMap(\.hit)
                passages = try self.passages(of: first, search, wish, session, isUseless: isUseless)
            }
            let hints = tally.found + tally.near == 0 ? try session.zeroResultHints.hints(search).lines : []
            return .found(
                BrowserResults(
                    wish: wish, rows: rows, passages: passages, total: min(count, most),
                    available: min(max(0, (isGrouped ? tally.all ?? count : count) - skipped), most),
                    fetched: tally.found, limit: most,
                    sort: search.presentation.sort?.map(\.by.name).joined(separator: ",") ?? "",
                    group: search.presentation.group?.name, remarks: search.query.remarks.map(\.message), hints: hints,
                    asksForText: asksForText, isPartial: false))
        }
    }

    /// The notes of which a name begins with what is typed, at once; what else there is comes with the search. Nothing
    /// where the query asks for more than words, or names are not at hand yet.
    private func names(_ wish: SearchWish) throws -> BrowserAnswer? {
        let session = try session()
        guard areNamesReady, wish.group == nil, wish.sort == nil,
            wish.query.unicodeScalars.allSatisfy({
                $0 == " " || $0.properties.isAlphabetic || $0.properties.numericType != nil
            }),
            wish.query.contains(where: { $0 != " " })
        else { return nil }
        return try session.withSnapshot {
            let (choices, _) = try session.noteChoices.choices(
                for: wish.query, near: wish.folder, besides: nil, limit: wish.visible * 2)
            let hits = try choices.filter { isInScope($0.path, wish) && $0.isBeginning }.prefix(wish.visible).compactMap
            {
                try session.note($0.path)
            }
            if hits.isEmpty { return nil }
            return .found(
                BrowserResults(
                    wish: wish, rows: hits.map { .note($0) }, passages: [:], total: hits.count, available: hits.count,
                    fetched: hits.count, limit: .max,
                    sort: "relevance", group: nil, remarks: [], hints: [], asksForText: false, isPartial: true))
        }
    }

    private func isInScope(_ path: VaultPath, _ wish: SearchWish) -> Bool {
        switch wish.scope {
        case .all: true
        case .folder: wish.folder.isRoot || path.isInside(wish.folder)
        case .here: path.folder == wish.folder
        }
    }

    private func passages(
        of hits: [NoteHit], _ search: VaultSearch, _ wish: SearchWish, _ session: VaultSession,
        isUseless: @escaping () -> Bool
    ) throws -> [VaultPath: BrowserPassage] {
        let finder = PassageFinder(session, search.query.condition)
        var found: [VaultPath: BrowserPassage] = [:]
        for hit in hits {
            if isUseless() { break }
            let stands = hit.nearness?.instead.flatMap(\.found) ?? []
            let own = stands.isEmpty ? finder : PassageFinder(session, search.query.condition, besides: stands)
            guard let passages = try own.passages(in: hit.path) else { continue }
            var passage = BrowserPassage()
            passage.reason = hit.nearness?.plainText(passages)
            passage.line = passages.firstLine
            if let snippet = passages.snippets(count: 1, width: wish.width, as: .displayed).first {
                passage.snippet = snippet
                passage.line = snippet.line
            }
            found[hit.path] = passage
        }
        return found
    }

    private func passages(
        _ paths: [VaultPath], _ wish: SearchWish, _ isUseless: @escaping () -> Bool
    ) throws -> BrowserAnswer? {
        let session = try session()
        return try session.withSnapshot {
            let search = try prepare(wish, session)
            let hits = try paths.compactMap { try session.note($0) }
            let found = try passages(of: hits, search, wish, session, isUseless: isUseless)
            return isUseless() ? nil : .passages(found, revision: wish.revision)
        }
    }

    private func page(_ path: VaultPath, _ wish: SearchWish, pictures: Bool) throws -> BrowserAnswer {
        let session = try session()
        return try session.withSnapshot {
            do {
                guard let hit = try session.note(path) else { return .noPage(path, "the note is gone") }
                let page = try NotePage(hit, session, pictures: pictures)
                var marks: [Range<Int>] = []
                if let search = try? prepare(wish, session) {
                    let matches = try PassageFinder(session, search.query.condition).passages(in: path)?.matches ?? []
                    marks = matches.filter { $0.kind != .head }.map(\.range)
                }
                return .page(page, marks: marks)
            } catch let error as VaultError {
                return .noPage(path, error.message)
            }
        }
    }

    // MARK: Changing

    private func carryOut(_ change: BrowserChange) throws -> BrowserAnswer {
        let writer = try VaultWriter(locking: vault, now: now())
        if change.kind == .undo {
            let undone = try writer.undo()
            try session().refresh(at: now())
            return .changed(
                "took back: " + undone.changes.map(\.title).joined(separator: ", "), made: nil, left: [])
        }
        _ = try writer.recover()
        let session = try session()
        try session.refresh(at: now())
        let edit = try session.withSnapshot { try BrowserEdit(change, Planner(session), session) }
        if !change.isConfirmed, let question = edit.question {
            return .asks(question, details: edit.plan.remarks, change)
        }
        try writer.carryOut(edit.plan)
        try session.refresh(at: now())
        let remark = edit.plan.remarks.first.map { "; \($0)" } ?? ""
        return .changed(
            edit.plan.isEmpty ? "nothing to change" : "\(edit.done); Alt-U takes it back\(remark)", made: edit.made,
            left: change.kind.keepsNotes ? [] : change.notes)
    }
}
