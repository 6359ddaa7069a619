import Arguments
import Notes
import QueryLanguage
import Rendering
import SearchIndex
import SourceText
import VaultCore

enum ShowCommand {
    struct Values: Sendable {
        var isRaw = false
        var format: ListFormat?
        var endsWithNul = false
    }

    static let command = Program.SlipCommand(
        "show", "Show notes with their metadata, links and backlinks.", operands: ["NOTE…"],
        options: [
            .flag("raw", \.isRaw, "Print the file as it is."),
            .value("format", short: "f", "FORMAT", \.format, "Write the note as FORMAT."),
            .flag("null", short: "0", \.endsWithNul, "With - for NOTE: the paths on standard input end with NUL."),
        ],
        discussion: "NOTE is a path, or a unique file name, id, title or alias; - reads paths on standard input.",
        values: { Values() },
        run: { values, operands, context in
            let session = try context.session()
            try session.reading {
                let notes = try context.notes(operands, session, endsWithNul: values.endsWithNul)
                if values.isRaw {
                    for path in notes { try context.write(try session.bytes(path)) }
                    return
                }
                if values.format == .json {
                    for path in notes {
                        var json = JSONWriter()
                        NoteJSON.write(try hit(path, session), nil, try details(path, session), to: &json)
                        try context.write(json.drain() + [Byte.newline])
                    }
                    return
                }
                context.page()
                for (index, path) in notes.enumerated() {
                    if index > 0 { try context.print("") }
                    try show(try hit(path, session), session, context)
                }
            }
        })

    private static func hit(_ path: VaultPath, _ session: VaultSession) throws -> NoteHit {
        guard let hit = try session.index.note(path) else { throw VaultError("there is no note '\(path.text)'") }
        return hit
    }

    private static func details(_ path: VaultPath, _ session: VaultSession) throws -> NoteJSON.Details {
        let bytes = try session.bytes(path)
        let note = Note(bytes, name: path.name, rules: session.vault.configuration.rules)
        let lines = LineTable(bytes)
        return NoteJSON.Details(
            body: bytes.text(note.frontMatter.bodyStart..<bytes.count),
            headings: note.body.headings.map { ($0.level, $0.text, lines.line(at: $0.range.lowerBound)) },
            backlinks: try session.index.backlinks(to: path))
    }

    private static func show(_ hit: NoteHit, _ session: VaultSession, _ context: CommandContext) throws {
        let style = context.style
        let paths = context.paths(session)
        let calendar = context.environment.calendar
        let bytes = try session.bytes(hit.path)
        try context.print(style.ink(hit.title, .bold) + (hit.isFavorite ? " " + style.ink("★", .yellow) : ""))
        func fact(_ name: String, _ values: [String]) throws {
            guard !values.isEmpty else { return }
            let indent = String(repeating: " ", count: max(1, 13 - name.count))
            for (index, value) in values.enumerated() {
                let head = index == 0 ? style.ink(name, .dim) + indent : String(repeating: " ", count: 13)
                try context.print(head + value)
            }
        }
        func time(_ moment: Moment) -> String {
            let civil = calendar.civil(moment)
            return "\(civil.dayText) \(civil.clockText)"
        }
        try fact("path", [style.ink(paths.text(hit.path), .cyan)])
        try fact("status", [style.ink(hit.status, .green)])
        try fact(
            "keywords",
            hit.keywords.isEmpty ? [] : [hit.keywords.map { style.ink("#\($0)", .magenta) }.joined(separator: " ")])
        try fact("created", [time(hit.created)])
        try fact("modified", [time(hit.modified)])
        try fact("id", hit.id.map { [style.plain($0)] } ?? [])
        try fact("aliases", hit.aliases.isEmpty ? [] : [style.plain(hit.aliases.joined(separator: ", "))])
        try fact("order", hit.order.map { [String($0)] } ?? [])
        try fact("words", [String(hit.words)])
        if hit.openTasks + hit.doneTasks > 0 {
            try fact("tasks", ["\(hit.openTasks) open, \(hit.doneTasks) done"])
        }
        let note = Note(bytes, name: hit.path.name, rules: session.vault.configuration.rules)
        for entry in note.properties {
            var json = JSONWriter()
            entry.value.write(to: &json)
            try fact(style.plain(entry.key), [style.plain(entry.value.text ?? json.text)])
        }
        try fact("links", hit.links.map { link($0, style, paths) })
        try fact(
            "attachments",
            hit.attachments.map {
                style.ink(paths.text($0.path), .cyan) + ($0.exists ? "" : style.ink(" (missing)", .red))
            })
        let backlinks = try session.index.backlinks(to: hit.path)
        try fact("backlinks", backlinks.map { style.ink(paths.text($0.path), .cyan) + ":\($0.line)" })
        try context.print("")
        for line in bytes.text(note.frontMatter.bodyStart..<bytes.count).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            try context.print(context.world.outputIsTerminal ? Style.escaped(String(line)) : String(line))
        }
    }

    static func link(_ link: NoteHit.Link, _ style: Style, _ paths: PathStyle) -> String {
        guard let path = link.path else { return style.plain(link.target) + style.ink(" (broken)", .red) }
        return style.ink(paths.text(path), .cyan) + (link.isAmbiguous ? style.ink(" (ambiguous)", .yellow) : "")
    }
}
