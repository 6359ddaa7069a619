import Arguments
import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip show`: prints notes with their metadata, links and backlinks.
enum ShowCommand {
    struct OptionValues: Sendable {
        var isRaw = false
        var format: ListFormat?
        var nullTerminated = false
        var revision: String?
        var wantsGit = false
        var attachments = false
        var hidesEmbeds = false
    }

    static let command = SlipCommand(
        "show", "Show notes with their metadata, links and backlinks.", operands: ["NOTE…"],
        options: [
            .flag("raw", \.isRaw, "Print the file unchanged."),
            .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
            .value("at", "REV", \.revision, "Show the note as of REV: a commit, or the last one before a date."),
            .flag("attachments", \.attachments, "Print the text of the note's attachments, or of the attachment NOTE."),
            .flag("no-embeds", \.hidesEmbeds, "Print embeds as links, without the notes that they show."),
            .flag("git", \.wantsGit, "Add git metadata to JSON."),
            .flag(
                "null", short: "0", \.nullTerminated, "With - for NOTE: expect NUL after each path on standard input."),
        ],
        discussion:
            """
            NOTE is a path, or a unique file name, id, title or alias. It may be - to read paths from standard input.
            Several words that name one note need no quotes.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            if values.attachments, values.isRaw || values.format != nil || values.revision != nil || values.wantsGit {
                throw UsageError.other(
                    "'--attachments' cannot be used with other options of 'show'", help: "slip show NOTE --attachments")
            }
            var values = values
            let operands = operands.map { context.noteInNamedVault($0) }
            values.revision = try values.revision ?? revision(of: operands, values, in: context)
            let session = try values.revision.map { try context.session(at: $0) } ?? context.session()
            try session.read { snapshot in
                if values.attachments {
                    context.page()
                    let given = try context.expanded(operands, nullTerminated: values.nullTerminated)
                    for argument in given { try showAttachments(argument, snapshot, in: context) }
                    return
                }
                let arguments = context.arguments(snapshot)
                let notes = try arguments.notes(
                    arguments.joiningWords(operands), nullTerminated: values.nullTerminated)
                if values.isRaw {
                    for path in notes { try context.write(try snapshot.bytes(path)) }
                    return
                }
                if values.format == .json {
                    for path in notes {
                        var json = JSONWriter()
                        var hit = try hit(path, snapshot)
                        if values.wantsGit {
                            try snapshot.requireHistory()
                            hit.result.git = try snapshot.gitFacts(path)
                        }
                        NoteJSON.write(
                            hit, nil, details: try snapshot.details(of: path),
                            files: AttachmentFiles(hit, in: values.revision == nil ? snapshot : nil),
                            defaults: context.renderingContext(snapshot).defaults(of: hit), to: &json)
                        try context.write(json.drain() + [Byte.newline])
                    }
                    return
                }
                context.page()
                for (index, path) in notes.enumerated() {
                    if index > 0 { try context.print("") }
                    let hit = try hit(path, snapshot)
                    let files = AttachmentFiles(hit, in: values.revision == nil ? snapshot : nil)
                    if context.host.outputIsTerminal {
                        try page(hit, files: files, snapshot: snapshot, embeds: !values.hidesEmbeds, in: context)
                    } else {
                        try show(hit, files: files, snapshot: snapshot, embeds: !values.hidesEmbeds, in: context)
                    }
                }
            }
        })

    /// Returns the commit of the only operand, if it is the number of an entry in a history.
    private static func revision(
        of operands: [Argument], _ values: OptionValues, in context: CommandContext
    ) throws -> String? {
        guard operands.count == 1, operands[0].starts(with: "%"), !values.attachments else { return nil }
        return try context.lastResult(operands[0], context.vault())?.revision?.commit
    }

    /// Prints the text of the attachments of a note, or of a file, by pages.
    private static func showAttachments(
        _ argument: Argument, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws {
        let arguments = context.arguments(snapshot)
        let result = try context.lastResult(argument, snapshot.vault)?.path
        let file = try result.map { try snapshot.isNote($0) ? nil : $0 } ?? arguments.attachment(argument)
        if let file { return try printText(of: AttachmentFiles.File(path: file, exists: true), snapshot, in: context) }
        let note = try hit(try arguments.note(argument), snapshot)
        for file in AttachmentFiles(note, in: snapshot).files { try printText(of: file, snapshot, in: context) }
    }

    private static func printText(
        of file: AttachmentFiles.File, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws {
        let name = context.style.ink(context.paths(snapshot.vault).text(file.path), .path)
        switch try AttachmentText(file, in: snapshot) {
        case .pages(let pages):
            for page in pages {
                try context.print(name + (page.number.map { " p. \($0)" } ?? "") + "\n")
                for line in page.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
                    try context.print(context.host.outputIsTerminal ? SafeText.escaped(String(line)) : String(line))
                }
                try context.print("")
            }
        case .none(let reason): try context.print("\(name): \(SafeText.escaped(reason))")
        }
    }

    private static func hit(_ path: VaultPath, _ snapshot: VaultSnapshot) throws -> NoteHit {
        guard let hit = try snapshot.note(path) else { throw VaultError("there is no note '\(path.text)'", at: path) }
        return hit
    }

    /// Prints the formatted note, with its links below.
    private static func page(
        _ hit: NoteHit, files: AttachmentFiles, snapshot: VaultSnapshot, embeds: Bool, in context: CommandContext
    ) throws {
        let style = context.style
        func put(_ line: StyledLine) throws { try context.print(style.text(line)) }
        let page = try NotePage(hit, snapshot, embeds: embeds)
        let lines = PageLayout.lines(
            page, style.palette, width: style.width, calendar: context.environment.calendar,
            address: { style.address?($0) })
        for line in lines { try put(line.line) }
        let paths = context.paths(snapshot.vault)
        let facts: [(name: String, values: [StyledLine])] = [
            ("path", [style.place(hit.path, nil, paths: paths)]), ("id", hit.id.map { [style.run($0)] } ?? []),
            ("links", hit.links.map { style.target($0, paths) }),
            ("attachments", files.files.map { attachment($0, style, paths: paths) }),
            ("backlinks", try snapshot.backlinks(to: hit.path).map { style.place($0.path, $0.line, paths: paths) }),
        ]
        try put(style.run(String(repeating: "─", count: style.width), .rule))
        for fact in facts {
            for (index, value) in fact.values.enumerated() {
                let label = style.run(index == 0 ? fact.name : "", .label).padded(to: 13)
                for line in style.wrapped(label + value, indent: 13) { try context.print(line) }
            }
        }
    }

    private static func show(
        _ hit: NoteHit, files: AttachmentFiles, snapshot: VaultSnapshot, embeds: Bool, in context: CommandContext
    ) throws {
        let style = context.style
        let paths = context.paths(snapshot.vault)
        let calendar = context.environment.calendar
        let details = try snapshot.details(of: hit.path)
        try context.print(style.ink(hit.title, .title) + (hit.isFavorite ? " " + style.ink("★", .favorite) : ""))
        func fact(_ name: String, _ values: [String]) throws {
            guard !values.isEmpty else { return }
            let indent = String(repeating: " ", count: max(1, 13 - name.count))
            for (index, value) in values.enumerated() {
                let head = index == 0 ? style.ink(name, .label) + indent : String(repeating: " ", count: 13)
                try context.print(head + value)
            }
        }
        func time(_ moment: Moment) -> String {
            let civil = calendar.civil(moment)
            return "\(civil.dayText) \(civil.clockText)"
        }
        try fact("path", [style.ink(paths.text(hit.path), .path)])
        try fact("status", hit.shownStatus.map { [style.status($0)] } ?? [])
        try fact(
            "keywords",
            hit.keywords.isEmpty ? [] : [hit.keywords.map(style.keyword).joined(separator: " ")])
        try fact("created", [time(hit.created)])
        try fact("modified", [time(hit.modified)])
        try fact("id", hit.id.map { [style.plain($0)] } ?? [])
        try fact("aliases", hit.aliases.isEmpty ? [] : [style.plain(hit.aliases.joined(separator: ", "))])
        try fact("order", hit.order.map { [String($0)] } ?? [])
        try fact("words", [String(hit.counts.words)])
        if hit.counts.openTasks + hit.counts.doneTasks > 0 {
            try fact("tasks", ["\(hit.counts.openTasks) open, \(hit.counts.doneTasks) done"])
        }
        for property in details.properties { try fact(style.plain(property.key), [style.plain(property.text)]) }
        for (key, value) in context.renderingContext(snapshot).defaults(of: hit) {
            try fact(style.plain(key), [style.plain("\(value) (default)")])
        }
        try fact("links", hit.links.map { style.text(style.target($0, paths)) })
        try fact("attachments", files.files.map { style.text(attachment($0, style, paths: paths)) })
        try fact("backlinks", details.backlinks.map { style.text(style.place($0.path, $0.line, paths: paths)) })
        try context.print("")
        let file = OpenNote(path: hit.path, bytes: try snapshot.bytes(hit.path), rules: snapshot.rules)
        let live = try LiveBlockReader(snapshot).liveText(of: file)
        let note = live.map { OpenNote(path: hit.path, bytes: $0.bytes, rules: snapshot.rules) } ?? file
        let shown = embeds ? try EmbedText(snapshot, .bars).text(of: note.bodyStart..<note.bytes.count, in: note) : nil
        let body = note.bytes.text(note.bodyStart..<note.bytes.count)
        let lines = (shown ?? body).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for line in lines {
            try context.print(context.host.outputIsTerminal ? SafeText.escaped(String(line)) : String(line))
        }
    }

    private static func attachment(_ file: AttachmentFiles.File, _ style: Style, paths: PathStyle) -> StyledLine {
        guard file.exists else { return style.missing(paths.text(file.path), "missing") }
        let size = file.size.map { style.run("  \(ByteCount.text($0))", .number) } ?? StyledLine()
        return style.place(file.path, nil, paths: paths) + size
    }
}
