import Arguments
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip export`: notes with their text and metadata, for other programs.
enum ExportCommand {
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case jsonl, csv, json }

    struct OptionValues: Sendable {
        var place = QueryOptions()
        var vaults = VaultOptions()
        var format: OutputFormat?
        var site: Argument?
        var database: Argument?
        var siteValues = SiteExport.HTMLOptions()
        var calendar: Argument?
        var exportsEvents = false
    }

    static let command = SlipCommand(
        "export", "Export notes with their text and metadata, or as a web site.", words: ["[QUERY…]"],
        options: QueryOptions.options.map { $0.on(\OptionValues.place) }
            + VaultOptions.options.map { $0.on(\OptionValues.vaults) } + [
                .value(
                    "format", short: "f", "FORMAT", \.format,
                    "Set the output format (default: jsonl). With --html: json for the result."
                ),
                .value(
                    "sqlite", "FILE", \.database, "Write the tables of 'slip sql' to a database instead.",
                    completion: .file),
                .value(
                    "ics", "FILE", \.calendar, "Write the tasks that QUERY finds to a calendar file instead.",
                    completion: .file),
                .flag("events", \.exportsEvents, "With --ics: write an all-day event for each date of a task."),
                .value("html", "DIR", \.site, "Write a web site to DIR instead.", completion: .folder),
                .flag("unsafe-html", \.siteValues.allowsHTML, "Copy raw HTML of notes into the site."),
                .flag(
                    "drafts", \.siteValues.includesDrafts,
                    "Include notes with 'draft: true' or 'publish: false' in the site."),
                .flag(
                    "dry-run", short: "n", \.siteValues.isDryRun,
                    "With --html: list the pages and attachments, without writing anything."),
                .value(
                    "css", "FILE", \.siteValues.styleSheet, "Use FILE as the style sheet of the site.",
                    completion: .file),
                .value(
                    "template", "FILE", \.siteValues.template, "Use FILE as the frame of each page.", completion: .file),
                .value("url", "URL", \.siteValues.url, "Set the address of the site, for its feed and site map."),
            ],
        takesNegatedTerms: true,
        discussion: """
            In jsonl, each note is the object that 'slip show --format json' prints, with body, headings and backlinks.
            In csv, each note is a row. Its columns are those of 'slip search --format csv', every other front matter
            key, and the body. Without QUERY, all notes in the folder are exported.

            With --sqlite, FILE is an SQLite database for other programs, with the tables that 'slip sql --schema' prints.
            With --ics, QUERY finds tasks as in 'slip task list', of any status. Those with a date are written to FILE, or
            to standard output if it is -.

            With --html, DIR contains the notes as web pages: see 'slip help web'. Nothing of other notes is in DIR.
            Notes with 'draft: true' or 'publish: false' are left out, unless --drafts is given. Standard error says
            which other files are left out, and why. Standard output says how many files were written, and the address.

            The exit status is 1 if no notes were found.
            """,
        values: { OptionValues() },
        run: { values, words, context in
            if let file = values.calendar { return try TaskExport(values, file).run(words, in: context) }
            if values.exportsEvents {
                throw UsageError.other("'--events' requires '--ics FILE'", help: "slip help export")
            }
            if let vaults = try context.severalVaults(values.vaults) {
                return try export(words, from: vaults, values, in: context)
            }
            try context.read { snapshot in
                let search = try values.place.prepare(words, sort: "path", snapshot, in: context)
                try refuseCombinations(values)
                if let folder = values.site {
                    return try SiteExport(values: values.siteValues, format: values.format, context: context).run(
                        to: folder, search, in: snapshot)
                }
                try refuseSiteOptions(values)
                if let file = values.database { return try writeDatabase(to: file, search, in: snapshot, context) }
                let export = NoteExport(
                    context.renderingContext(snapshot), properties: try snapshot.queryNames.propertyNames(),
                    isTable: values.format == .csv)
                try write(export, of: CollectionSearch(search, in: snapshot), in: context)
            }
        })

    private static func writeDatabase(
        to file: Argument, _ search: VaultSearch, in snapshot: VaultSnapshot, _ context: CommandContext
    ) throws {
        if file == "-" {
            throw UsageError.other("a database cannot be printed", help: "give the name of a file: --sqlite notes.db")
        }
        let notes = try TableExport.write(search, in: snapshot, to: context.full(file), named: file.shown)
        try context.print(Counted.notes(notes))
        if notes == 0 { context.status = 1 }
    }

    private static func refuseCombinations(_ values: OptionValues) throws {
        let given = [
            ("--html", values.site != nil), ("--sqlite", values.database != nil),
            ("--format", values.format != nil && !(values.site != nil && values.format == .json)),
        ].filter(\.1).map(\.0)
        if given.count > 1 {
            throw UsageError.other(
                "'\(given[0])' cannot be combined with '\(given[1])'", help: "leave out '\(given[1])'")
        }
    }

    private static func refuseSiteOptions(_ values: OptionValues) throws {
        if values.format == .json {
            throw UsageError.other("'--format json' requires '--html DIR'", help: "for notes: --format jsonl")
        }
        guard let option = values.siteValues.given else { return }
        throw UsageError.other("'\(option)' requires '--html DIR'", help: "slip help export")
    }

    private static func export(
        _ words: [String], from vaults: [ChosenVault], _ values: OptionValues, in context: CommandContext
    ) throws {
        try values.place.refuse(withSeveral: [("--html", values.site != nil), ("--sqlite", values.database != nil)])
        try refuseSiteOptions(values)
        let joined = QueryText.joined(words)
        var options = SearchOptions(query: joined.query, scope: .all, folder: .root)
        options.sort = "path"
        try context.read(vaults, with: values.vaults) { collection in
            let search = try values.place.prepare(
                options, notices: joined.notices, in: collection, vaults: values.vaults, context)
            let around = RenderingContext(
                collection, style: context.style, isTerminal: context.host.outputIsTerminal)
            let export = NoteExport(
                around, properties: try collection.queryNames(0).propertyNames(), isTable: values.format == .csv,
                namesVaults: true)
            try write(export, of: search, in: context)
        }
    }

    /// Writes the notes that a search finds.
    private static func write(_ export: NoteExport, of search: CollectionSearch, in context: CommandContext) throws {
        var count = 0
        if let heading = export.heading { try context.write(heading) }
        let blocks = try ExportedBlocks(search)
        try search.run { hit, vault in
            do {
                var details = try vault.snapshot.details(of: hit.path)
                if let body = try blocks.body(of: hit.path, in: vault) { details.body = body }
                try context.write(export.record(hit, details))
                count += 1
                if !context.host.outputIsTerminal, count.isMultiple(of: 256) {
                    context.progress("exporting", count, of: nil)
                }
            } catch let error as VaultError {
                // The note was deleted or cannot be read. Export the others.
                context.notice(SafeText.escaped(error.message))
                context.status = 2
            }
            return true
        }
        if count == 0, context.status == 0 {
            context.notice("no notes found; nothing was exported")
            context.status = 1
        }
    }
}

/// The texts of exported notes with live blocks, whose queries find exported notes only.
private struct ExportedBlocks {
    private var notes: [String: Set<VaultPath>] = [:]
    private var readers: [String: LiveBlockReader] = [:]

    init(_ search: CollectionSearch) throws {
        for vault in search.collection.members {
            notes[vault.name ?? ""] = Set(try vault.snapshot.lists.notesWithLiveBlocks())
        }
        // Most vaults have none.
        if notes.values.allSatisfy(\.isEmpty) { return }
        var paths: [String: Set<VaultPath>] = [:]
        try search.run { hit, vault in
            paths[vault.name ?? "", default: []].insert(hit.path)
            return true
        }
        for vault in search.collection.members {
            let listed = paths[vault.name ?? ""] ?? []
            readers[vault.name ?? ""] = LiveBlockReader(vault.snapshot) { listed.contains($0) }
        }
    }

    /// Returns the body of a note with live blocks, or nil for another note.
    func body(of path: VaultPath, in vault: VaultMember) throws -> String? {
        let name = vault.name ?? ""
        guard notes[name]?.contains(path) == true, let reader = readers[name],
            let note = vault.snapshot.document(path)
        else { return nil }
        return try reader.liveText(of: note).map { $0.bytes.text(note.bodyStart..<$0.bytes.count) }
    }
}
