import Arguments
import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

extension Scope: ArgumentValue {}
extension ResultFormat: ArgumentValue {}

/// `slip search`: prints the notes that a query finds.
enum SearchCommand {
    struct OptionValues: Sendable {
        var place = QueryOptions()
        var vaults = VaultOptions()
        var sort: String?
        var group: String?
        var limit: Int?
        var offset: Int?
        var format: ResultFormat?
        var fields: String?
        var lines: Int?
        var template: String?
        var nullTerminated = false
        var countsOnly = false
        var revision: String?
        var wantsGit = false
        var attachments = false
        var near = false
        var noNear = false
        var explains = false
        var isRelative = false
    }

    static let command = SlipCommand(
        "search", "Find notes.", words: ["[QUERY…]"],
        options: QueryOptions.options.map { $0.on(\OptionValues.place) }
            + VaultOptions.options.map { $0.on(\OptionValues.vaults) } + [
                .value(
                    "sort", "KEYS", \.sort, "Sort by KEYS, such as modified-,title+."),
                .value(
                    "group", "KEY", \.group,
                    "Group by KEY, such as status, folder or period-."),
                .value("limit", short: "n", "COUNT", \.limit, "Limit output to COUNT notes."),
                .value("offset", "COUNT", \.offset, "Skip the first COUNT notes."),
                .value(
                    "format", short: "f", "FORMAT", \.format,
                    "Set the format (default: text on a terminal)."),
                .value(
                    "fields", "NAMES", \.fields,
                    "Print only the fields NAMES (CSV, TSV, JSON)."),
                .value("lines", "N", \.lines, "Show N passages or lines below each note."),
                .value("template", "TEXT", \.template, "Print a line for each note, such as '{{path}}'."),
                .flag(
                    "null", short: "0", \.nullTerminated,
                    "End each path or record with NUL."),
                .flag(
                    "count", short: "c", \.countsOnly,
                    "Print only the number of notes."),
                .value("at", "REV", \.revision, "Search the vault as of REV, a commit or date."),
                .flag("git", \.wantsGit, "Add git metadata of each note to JSON."),
                .flag(
                    "attachments", \.attachments,
                    "Also search the text of attachments."),
                .flag("near", \.near, "Also list near matches (--no-near: never)."),
                .flag("no-near", \.noNear, "Never list near matches.").unlisted(),
                .flag("nearly", \.near, "The same as --near.").unlisted(),
                .flag("no-nearly", \.noNear, "The same as --no-near.").unlisted(),
                .flag("relative", \.isRelative, "On a terminal, show dates relative to now."),
                .flag("explain", \.explains, "Show how the query is parsed and ranked."),
            ],
        takesNegatedTerms: true,
        discussion: """
            A note must contain all words of QUERY. Quotes group a phrase, and box* matches any ending. OR, parentheses
            and -word combine and exclude terms. Fields match specific parts: status:review, #keyword, last:7d,
            created:2024-03, in:Folder, has:attachment, links-to:Note. Any front matter key is a field: priority:>1.

            A search covers the current folder and its subfolders. Without QUERY, all notes there are listed. See
            'slip help query' and 'slip help fields'.
            """,
        values: { OptionValues() }, run: run)

    @Sendable private static func run(_ values: OptionValues, _ operands: [String], in context: CommandContext) throws {
        try refusePairs(values)
        let joined = QueryText.joined(operands)
        if let vaults = try context.severalVaults(values.vaults) {
            return try search(joined, in: vaults, values: values, context)
        }
        // `String.contains` would take twenty times as long: it builds a dictionary of characters.
        let terms = joined.query.split { " ()-".contains($0) }
        let session =
            try values.revision.map { try context.session(at: $0) }
            ?? context.session(
                asksGit: terms.contains("is:dirty") || terms.contains("is:untracked"), reading: .briefly)
        try session.read { snapshot in
            let form = try form(values, Columns(snapshot), in: context)
            var options = SearchOptions(
                query: joined.query, scope: values.place.chosenScope(snapshot.vault),
                folder: try values.place.chosenFolder(snapshot, in: context))
            try apply(values, to: &options)
            apply(form, values, of: snapshot.vault, to: &options, in: context)
            options.request(for: form.sink(context.renderingContext(snapshot)) { _ in })
            options.extras.listsNotes = !values.countsOnly
            if values.wantsGit { options.wantsGit = .always }
            let search = try snapshot.prepare(options)
            QueryOptions.report(joined, search, in: context)
            if values.explains { return try Explanation.print(search, snapshot, in: context) }
            if values.countsOnly { return try count(search, withNear: values.near, snapshot, in: context) }
            try show(search, form, values: values, snapshot: snapshot, in: context)
        }
    }

    /// Applies the options that do not depend on the vault.
    static func apply(_ values: OptionValues, to options: inout SearchOptions) throws {
        options.sort = values.sort
        options.group = values.group
        options.limit = try atLeast(1, values.limit, name: "limit")
        _ = try atLeast(0, values.lines, name: "lines")
        options.offset = try atLeast(0, values.offset, name: "offset")
        options.includesAttachments = values.attachments
    }

    /// Applies what depends on the form of the results and the configuration of the vault: near matches, and the defaults
    /// for a terminal.
    static func apply(
        _ form: ResultForm, _ values: OptionValues, of vault: Vault, to options: inout SearchOptions,
        in context: CommandContext
    ) {
        let settings = vault.configuration.search
        options.includesNearMatches =
            !values.noNear && (values.near || showsNearly(form, settings.near, in: context))
        guard context.host.outputIsTerminal else { return }
        options.defaults.limit = settings.limit ?? 50
        if case .format(.text, _) = form { options.defaults.groupsAsConfigured = true }
    }

    /// Returns the number of passages below each note, if the user has chosen it.
    static func lines(
        _ values: OptionValues, _ form: ResultForm, of vault: Vault, in context: CommandContext
    ) -> Int? {
        if case .format(.text, _) = form, context.host.outputIsTerminal {
            return values.lines ?? vault.configuration.search.lines
        }
        return values.lines
    }

    /// Refuses combinations of options in which one would be ignored.
    private static func refusePairs(_ values: OptionValues) throws {
        var given: [String] = []
        if values.format != nil { given.append("--format") }
        if values.template != nil { given.append("--template") }
        if values.nullTerminated { given.append("--null") }
        if values.countsOnly { given.append("--count") }
        if values.explains { given.append("--explain") }
        if values.near, values.noNear {
            throw UsageError.other("'--near' and '--no-near' cannot be used together", help: "use only one of them")
        }
        if values.attachments, values.revision != nil {
            throw UsageError.other(
                "'--attachments' and '--at' cannot be used together", help: "attachments of a commit are not read")
        }
        if values.lines != nil, values.format.map({ $0 != .text }) ?? (values.template != nil || values.nullTerminated)
        {
            throw UsageError.other("'--lines' requires the text format", help: "for other formats: --fields excerpt")
        }
        // The records of a template may be ended by NUL.
        if given.count > 1, given != ["--template", "--null"] {
            throw UsageError.other(
                "'\(given[0])' and '\(given[1])' cannot be used together", help: "use only one of them")
        }
    }

    static func form(
        _ values: OptionValues, _ columns: Columns, in context: CommandContext
    ) throws -> ResultForm {
        if let template = values.template {
            return .template(try columns.template(template), nullTerminated: values.nullTerminated)
        }
        if values.nullTerminated { return .nul }
        let isText = context.host.outputIsTerminal || values.lines != nil
        let format = values.format ?? (isText ? .text : .paths)
        guard let fields = values.fields else { return .format(format, columns: nil) }
        guard format.hasColumns else {
            throw UsageError.other(
                "'--fields' requires a table or JSON format", help: "--format table, md, csv, tsv, json or jsonl")
        }
        return .format(format, columns: try columns.list(fields))
    }

    static func atLeast(_ least: Int, _ value: Int?, name: String) throws -> Int? {
        if let value, value < least {
            throw UsageError.badValue(option: name, text: String(value), expected: "a whole number, at least \(least)")
        }
        return value
    }

    /// Prints the number of all matches, regardless of `--limit`, plus that of the near matches if `--near` is given.
    /// The exit status depends only on the matches.
    private static func count(
        _ search: VaultSearch, withNear: Bool, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws {
        let found = try snapshot.count(search)
        let near =
            withNear ? try CollectionSearch(search.withoutLimits, in: snapshot).nearMatches(found: found).count : 0
        try context.print(String(found + near))
        context.status = found > 0 ? 0 : 1
    }

    // MARK: Showing

    private static func show(
        _ search: VaultSearch, _ form: ResultForm, values: OptionValues, snapshot: VaultSnapshot,
        in context: CommandContext
    ) throws {
        let isForPeople = if case .format(.text, _) = form { true } else { false }
        var pages = isForPeople
        var shown: [LastResults.Numbered] = []
        let root = snapshot.vault.root
        var around = context.renderingContext(snapshot)
        around.lines = lines(values, form, of: snapshot.vault, in: context)
        if context.host.outputIsTerminal {
            around.screen = screen(values, in: context) {
                shown.append(LastResults.Numbered(root: root, path: $0.path, line: $1, noteHash: $0.contentHash))
            }
        }
        var sink = form.sink(around) { bytes in
            // Start the pager only if something is found.
            if pages { context.page() }
            pages = false
            try context.write(bytes)
        }
        let tally = try snapshot.run(search, into: &sink) { near in
            context.status = 1
            try explainNothing(search, near: near, snapshot, in: context)
        }
        if isForPeople { try NumberedResults.keep(shown, of: snapshot.vault, in: context) }
        try reportLeftOut(search, snapshot, in: context)
        if isForPeople, tally.found > 0 { try reportOmitted(search, tally, snapshot: snapshot, in: context) }
    }

    /// Reports notes that the query leaves out because they have no status, which counts as the default one.
    private static func reportLeftOut(
        _ search: VaultSearch, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws {
        let count = try search.countLeftOutWithoutStatus(in: snapshot)
        guard count > 0, let status = snapshot.statuses.first else { return }
        context.notice(
            SafeText.escaped(
                "\(Counted.notes(count)) without a status left out, because that counts as '\(status)'; "
                    + "to find such notes: no:status"))
    }

    /// Returns the settings for a terminal's screen.
    static func screen(
        _ values: OptionValues, in context: CommandContext,
        found: @escaping (_ note: NoteHit, _ line: Int?) -> Void
    ) -> RenderingContext.Screen {
        let calendar = context.environment.calendar
        func date(_ moment: Moment) -> String {
            values.isRelative
                ? context.day(moment, relative: true)
                : RowDate(moment, now: context.environment.now, calendar).column
        }
        return RenderingContext.Screen(date: date, found: found)
    }

    /// Whether near matches are shown without an option.
    static func showsNearly(_ form: ResultForm, _ configured: Bool?, in context: CommandContext) -> Bool {
        switch form {
        // Another program reads these paths and cannot distinguish near matches.
        case .nul: false
        case .format(.text, _): configured ?? context.host.outputIsTerminal
        default: configured ?? false
        }
    }

    private static func explainNothing(
        _ search: VaultSearch, near: Int, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws {
        if context.globals.isQuiet { return }
        let hints = try snapshot.zeroResultHints.hints(search)
        context.host.writeError(near > 0 ? Hints.nearHeadline : hints.headline)
        for line in hints.lines { context.host.writeError("  \(SafeText.escaped(line))") }
    }

    /// Prints, on a terminal, how many notes the limit left out, and how many are outside of the folder.
    private static func reportOmitted(
        _ search: VaultSearch, _ tally: SearchTally, snapshot: VaultSnapshot, in context: CommandContext
    ) throws {
        let shown = tally.found
        guard context.host.outputIsTerminal else { return }
        var lines: [String] = []
        if let limit = search.presentation.limit, shown >= limit {
            let more = try (tally.all ?? snapshot.count(search)) - (search.presentation.offset ?? 0) - shown
            if more > 0 { lines.append("\(more) more; to list all: --limit \(shown + more)") }
        }
        if let outside = try snapshot.zeroResultHints.countOutside(search), outside > 0 {
            lines.append("\(outside) outside this folder: --scope all")
        }
        if lines.isEmpty { return }
        let style = context.style
        try context.print("\n" + lines.map { style.ink($0, .label) }.joined(separator: "\n"))
    }
}
