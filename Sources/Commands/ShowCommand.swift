import Arguments
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

enum ShowCommand {
    struct Values: Sendable {
        var isRaw = false
        var format: ListFormat?
        var nullTerminated = false
        var revision: String?
        var wantsGit = false
    }

    static let command = Program.SlipCommand(
        "show", "Show notes with their metadata, links and backlinks.", operands: ["NOTE…"],
        options: [
            .flag("raw", \.isRaw, "Print the file as it is."),
            .value("format", short: "f", "FORMAT", \.format, "Write the note as FORMAT."),
            .value("at", "REV", \.revision, "Show it as it was at a commit, or before a date."),
            .flag("git", \.wantsGit, "Give what git knows of it, in JSON."),
            .flag("null", short: "0", \.nullTerminated, "With - for NOTE: the paths on standard input end with NUL."),
        ],
        discussion: "NOTE is a path, or a unique file name, id, title or alias; - reads paths on standard input.",
        values: { Values() },
        run: { values, operands, context in
            let session = try values.revision.map { try context.session(at: $0) } ?? context.session()
            try session.withSnapshot {
                let notes = try context.notes(operands, session, nullTerminated: values.nullTerminated)
                if values.isRaw {
                    for path in notes { try context.write(try session.bytes(path)) }
                    return
                }
                if values.format == .json {
                    for path in notes {
                        var json = JSONWriter()
                        var hit = try hit(path, session)
                        if values.wantsGit {
                            try session.requireHistory()
                            hit.git = try session.gitFacts(path)
                        }
                        NoteJSON.write(hit, nil, details: try session.details(of: path), to: &json)
                        try context.write(json.drain() + [Byte.newline])
                    }
                    return
                }
                context.page()
                for (index, path) in notes.enumerated() {
                    if index > 0 { try context.print("") }
                    try show(try hit(path, session), session, in: context)
                }
            }
        })

    private static func hit(_ path: VaultPath, _ session: VaultSession) throws -> NoteHit {
        guard let hit = try session.note(path) else { throw VaultError("there is no note '\(path.text)'", at: path) }
        return hit
    }

    private static func show(_ hit: NoteHit, _ session: VaultSession, in context: CommandContext) throws {
        let style = context.style
        let paths = context.paths(session)
        let calendar = context.environment.calendar
        let details = try session.details(of: hit.path)
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
        for property in details.properties { try fact(style.plain(property.key), [style.plain(property.text)]) }
        try fact("links", hit.links.map { link($0, style, paths: paths) })
        try fact(
            "attachments",
            hit.attachments.map {
                style.ink(paths.text($0.path), .cyan) + ($0.exists ? "" : style.ink(" (missing)", .red))
            })
        try fact("backlinks", details.backlinks.map { style.ink(paths.text($0.path), .cyan) + ":\($0.line)" })
        try context.print("")
        for line in details.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            try context.print(context.world.outputIsTerminal ? Style.escaped(String(line)) : String(line))
        }
    }

    static func link(_ link: NoteHit.Link, _ style: Style, paths: PathStyle) -> String {
        guard let path = link.path else { return style.plain(link.target) + style.ink(" (broken)", .red) }
        return style.ink(paths.text(path), .cyan) + (link.isAmbiguous ? style.ink(" (ambiguous)", .yellow) : "")
    }
}
