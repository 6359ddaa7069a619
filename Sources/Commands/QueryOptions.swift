import Arguments
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The options of commands that process the notes that a query finds.
struct QueryOptions: Sendable {
    var scope: Scope?
    var folder: Argument?

    static let options: [Option<QueryOptions>] = [
        .value(
            "scope", short: "s", "SCOPE", \.scope,
            "Search the vault, the folder, or only its notes."),
        .value("in", "FOLDER", \.folder, "Search FOLDER instead of the current one.", completion: .folder),
    ]

    /// Returns the search for the words of a command line, and prints its notices. Throws the errors of
    /// `VaultSnapshot.prepare`.
    ///
    /// - Parameters:
    ///   - sort: the value of `--sort`, if the command has that option or a fixed order.
    ///   - dates: the dates of notes that the command shows.
    func prepare(
        _ words: [String], sort: String? = nil, dates: Set<Condition.TimeField> = [], _ snapshot: VaultSnapshot,
        in context: CommandContext
    ) throws -> VaultSearch {
        let joined = QueryText.joined(words)
        var options = SearchOptions(
            query: joined.query, scope: chosenScope(snapshot.vault), folder: try chosenFolder(snapshot, in: context))
        options.sort = sort
        options.extras.dates = dates
        let search = try snapshot.prepare(options)
        Self.report(joined, search, in: context)
        return search
    }

    /// Returns a search in several vaults, and prints its notices and those of the command line.
    func prepare(
        _ options: SearchOptions, notices: [String], in collection: VaultCollection, vaults: VaultOptions,
        _ context: CommandContext
    ) throws -> CollectionSearch {
        let search = try collection.prepare(options) { context.leaveOut($0, because: $1, vaults) }
        for notice in notices { context.notice(SafeText.escaped(notice)) }
        for notice in search.searches.first?.query.notices ?? [] { Self.report(notice, in: context) }
        return search
    }

    /// Refuses options that choose a folder, and others, because several vaults are searched.
    func refuse(withSeveral others: [(String, Bool)] = []) throws {
        try VaultOptions.refuse(others + [("--scope", scope != nil), ("--in", folder != nil)])
    }

    func chosenScope(_ vault: Vault) -> Scope { Self.scope(scope, in: folder, of: vault) }

    /// Returns the scope that an option names, or else the configured one. With a chosen folder, a configured scope
    /// `all` has no effect.
    static func scope(_ scope: Scope?, in folder: Argument?, of vault: Vault) -> Scope {
        if let scope { return scope }
        let configured = vault.configuration.search.scope.flatMap { Scope(rawValue: $0) } ?? .folder
        return configured == .all && folder != nil ? .folder : configured
    }

    func chosenFolder(_ snapshot: VaultSnapshot, in context: CommandContext) throws -> VaultPath {
        try Self.refuseFolder(folder, of: scope)
        guard let folder else { return context.currentFolder(snapshot.vault) }
        return try context.arguments(snapshot).folder(folder)
    }

    /// Throws if a folder is chosen, but the scope is the whole vault.
    static func refuseFolder(_ folder: Argument?, of scope: Scope?) throws {
        if folder != nil, scope == .all {
            throw UsageError.other(
                "'--in' and '--scope all' cannot be used together", help: "omit '--in' to search the whole vault")
        }
    }

    static func report(_ joined: (query: String, notices: [String]), _ search: VaultSearch, in context: CommandContext)
    {
        for notice in joined.notices { context.notice(SafeText.escaped(notice)) }
        for notice in search.query.notices { report(notice, in: context) }
    }

    static func report(_ notice: Diagnostic, in context: CommandContext) {
        context.notice(SafeText.escaped(notice.message) + (notice.help.map { "; \(SafeText.escaped($0))" } ?? ""))
    }
}
