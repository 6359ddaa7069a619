import Indexing
package import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// The options with which a front end requests a search.
package struct SearchOptions: Sendable {
    /// The presentation if neither the options nor the query have one.
    package struct Defaults: Sendable {
        package var limit: Int?
        /// Whether the sections are those of the configuration.
        package var groupsAsConfigured = false
    }

    /// What a search computes besides the notes.
    package struct Extras: Hashable, Sendable {
        package var scores = true
        /// Notices about the query and about dates that cannot be read, which cost searches.
        package var notices = true
        /// Whether the notes are listed, so that they depend on the default order too.
        package var listsNotes = false
        /// The dates of notes that the caller needs, besides those of the query.
        package var dates: Set<Condition.TimeField> = []
    }

    package var query: String
    package var scope: Scope
    package var folder: VaultPath
    /// `sort`, `group`, `limit` and `offset` override those of the query.
    package var sort: String?
    package var group: String?
    /// Whether the order is the opposite of that of the sort keys.
    package var isReversed = false
    package var limit: Int?
    package var offset: Int?
    package var defaults = Defaults()
    package var detailed = true
    package var extras = Extras()
    package var wantsGit = GitInclusion.never
    /// Whether to add near matches if few notes are found.
    package var includesNearMatches = false
    /// Whether words are also searched in the text of attachments, even if the configuration does not say so.
    package var includesAttachments = false
    /// Whether the query must mean the same in any state of the vault: it cannot refer to saved searches, a folder need
    /// not exist, and words do not count in attachments.
    package var isSelfContained = false

    package init(query: String, scope: Scope, folder: VaultPath) {
        self.query = query
        self.scope = scope
        self.folder = folder
    }
}

/// A search whose query has been parsed.
package struct VaultSearch: Sendable {
    package var query: Query
    var request: SearchRequest
    package var scope: Scope
    package var folder: VaultPath
    /// The number of notes up to which near matches are added, or 0 for none.
    var minimumResults = 0

    /// Whether the git data of each note is fetched.
    var fetchesGit = false

    /// Order, sections, limit and offset, combined from options, query and configuration.
    package var presentation: Presentation { request.presentation }

    package var place: SearchPlace { SearchPlace(scope, folder) }

    var scopeCondition: Condition { place.condition }

    /// The same search, whose notes have no lists: keywords, aliases, links and attachments.
    package var withoutLists: VaultSearch {
        var search = self
        search.request.detailed = false
        search.request.scored = false
        return search
    }

    /// The same search without limit and offset.
    package var withoutLimits: VaultSearch {
        var search = self
        search.request.presentation.limit = nil
        search.request.presentation.offset = nil
        if search.minimumResults > 0 { search.minimumResults = Self.enoughNotes }
        return search
    }

    /// Near matches are added only if fewer notes are found.
    static let enoughNotes = 10

    /// Whether the query depends on the text of attachments, also by what it excludes.
    package var searchesAttachments: Bool { !query.condition.attachmentTests.isEmpty }
}

extension VaultSnapshot {
    /// Parses a query and determines how its results are presented.
    ///
    /// - Parameter known: the names that the query can refer to, or nil for those of this vault alone.
    /// - Throws: `QueryError` if the query cannot be parsed.
    package func prepare(_ options: SearchOptions, in known: QueryNames? = nil) throws -> VaultSearch {
        let known = known ?? queryNames
        var names = known
        names.isSelfContained = options.isSelfContained
        if options.isSelfContained {
            names.attachments = AttachmentScope.none
        } else if options.includesAttachments, keeper.committed == nil {
            names.attachments = .all
        }
        var query = try QueryResolver.query(options.query, in: names)
        if options.extras.notices { query.notices += try zeroResultHints.exclusionNotices(query.condition) }
        var chosen = Presentation(limit: options.limit, offset: options.offset)
        if let sort = options.sort { chosen.sort = try sortKeys(sort, option: "--sort", in: known) }
        if let group = options.group {
            chosen.grouping = try PresentationKeys(query: group, in: known).grouping(
                group, at: 0..<group.utf8.count)
        }
        chosen = chosen.over(query.presentation)
        if chosen.sort == nil, let sort = vault.configuration.search.sort?.keys {
            chosen.sort = try messages.setting("sort") { try sortKeys(sort, option: "sort:", in: known) }
        }
        if options.defaults.groupsAsConfigured, chosen.grouping == nil,
            let group = vault.configuration.search.group?.key
        {
            chosen.grouping = try messages.setting("group") {
                try PresentationKeys(query: group, in: known).grouping(group, at: 0..<group.utf8.count)
            }
        }
        let explicit = chosen
        let text = query.condition.positiveText
        let isRanked =
            !text.isEmpty || !query.condition.attachedText.isEmpty || !query.condition.relatedNotes.isEmpty
        chosen.sort = chosen.sort ?? [SortKey(isRanked ? .relevance : .created)]
        let enough = chosen.limit ?? min(VaultSearch.enoughNotes, options.defaults.limit ?? .max)
        if options.isReversed { chosen.sort = chosen.sort?.map(\.reversed) }
        chosen.limit = chosen.limit ?? options.defaults.limit
        var search = VaultSearch(
            query: query, request: SearchRequest(condition: .all, chosen, statuses: statuses), scope: options.scope,
            folder: options.folder)
        if options.includesNearMatches { search.minimumResults = enough }
        let mentionsGit = query.condition.dependsOnGit || chosen.dependsOnHistory
        if options.wantsGit == .always || (options.wantsGit == .ifMentioned && mentionsGit) {
            try requireHistory()
            search.fetchesGit = true
        }
        search.request.condition = .and([search.scopeCondition, query.condition])
        if options.extras.notices {
            search.query.notices += try unreadableDateNotices(
                query, options.extras.listsNotes ? chosen : explicit, besides: options.extras.dates,
                of: search.request.condition)
        }
        (search.request.declarations, search.request.calendar) = (vault.configuration.properties, calendar)
        search.request.titleWords = text.isEmpty ? [] : query.titleWords
        search.request.titleText = Folding.fold(query.text)
        (search.request.detailed, search.request.scored) = (options.detailed, options.extras.scores)
        return search
    }

    /// Parses sort keys that commas separate. Throws `VaultError`, which names `option`, for an empty key, or
    /// `QueryError` for an unknown one.
    func sortKeys(_ text: String, option: String, in names: QueryNames) throws -> [SortKey] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            guard !word.isEmpty else { throw VaultError("'\(option)' contains an empty key") }
            return try PresentationKeys(query: text, in: names).sortKey(String(word), at: 0..<text.utf8.count)
        }
    }

    /// Runs a search without sections and calls `body` with each note as it is found, until `body` returns false.
    ///
    /// - Returns: the number of notes that it finds, regardless of limit and offset, or nil if unknown.
    @discardableResult
    package func run(_ search: VaultSearch, _ body: (NoteHit) throws -> Bool) throws -> Int? {
        try index.search(search.request) { try body(addGitFacts(to: $0, search)) }
    }

    /// Returns the notes that a search without sections finds.
    package func hits(of search: VaultSearch) throws -> [NoteHit] {
        var hits: [NoteHit] = []
        try run(search) { hit in
            hits.append(hit)
            return true
        }
        return hits
    }

    /// Returns those of some notes that satisfy the query of a search, regardless of its scope.
    ///
    /// - Throws: `VaultError` with the cause `conflict` if a note has changed since it was indexed.
    package func notes(_ paths: [VaultPath], satisfying search: VaultSearch) throws -> Set<VaultPath> {
        for path in paths where try index.contentHash(of: path) != ContentHash.hash(bytes(path)) {
            throw VaultError(
                path, "was changed by another program; nothing was changed", cause: .conflict, help: "try again")
        }
        return try index.notes(paths, satisfying: search.query.condition)
    }

    /// Returns the number of notes and files that a search finds, regardless of limit and offset.
    package func count(_ search: VaultSearch) throws -> Int {
        let condition = search.request.condition
        return try index.count(condition) + UnreferencedFiles(index, condition).paths().count
    }
}

extension VaultSearch {
    /// Returns the number of notes that a query with `-status:draft` or `-is:draft` leaves out only because they have no
    /// status, where `draft` is the default status. Returns 0 for other queries.
    package func countLeftOutWithoutStatus(in snapshot: VaultSnapshot) throws -> Int {
        guard let usual = snapshot.statuses.first.map(Folding.fold) else { return 0 }
        let others = query.terms.map(\.condition).filter { condition in
            if case .not(.status(usual)) = condition { false } else { true }
        }
        if others.count == query.terms.count { return 0 }
        let isUndeclared = Condition.not(.key(FrontMatterKey.status.rawValue))
        return try snapshot.index.count(.and(others + [.status(usual), isUndeclared, scopeCondition]))
    }
}

extension MessageSink {
    /// Returns a setting of the configuration, or nil if it cannot be parsed, which is reported.
    fileprivate func setting<Setting>(_ name: String, _ parse: () throws -> Setting) throws -> Setting? {
        do {
            return try parse()
        } catch let error as QueryError {
            warn(".slipbox/config.yaml: '\(name)': \(error.diagnostic.message)")
            return nil
        }
    }
}

/// When the git data of notes is fetched.
package enum GitInclusion: Hashable, Sendable {
    case never
    /// If query, order or sections refer to git.
    case ifMentioned
    case always
}
