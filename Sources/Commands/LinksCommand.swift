import Arguments
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

enum LinksCommand {
    enum Format: String, CaseIterable, ArgumentValue, Sendable { case text, json }

    struct Values: Sendable {
        var format: Format?
    }

    static let command = Program.SlipCommand(
        "links", "List a note's links, what links to it, and where its title is mentioned.", operands: ["NOTE"],
        options: [.value("format", short: "f", "FORMAT", \.format, "Write the list as FORMAT.")],
        discussion: """
            Each as path:line where the link or the mention stands, what the note links to behind that.


            """ + HelpTexts.links,
        values: { Values() },
        run: { values, operands, context in
            let session = try context.session()
            try session.withSnapshot {
                let path = try context.resolveNote(operands[0], session)
                guard let hit = try session.note(path) else {
                    throw VaultError("there is no note '\(path.text)'", at: path)
                }
                let backlinks = try session.backlinks(to: path)
                let mentions = try session.unlinkedMentions(of: hit)
                if values.format == .json { return try json(hit, backlinks, mentions: mentions, in: context) }
                let style = context.style
                let paths = context.paths(session)
                func section(_ name: String, _ lines: [String]) throws {
                    if lines.isEmpty { return }
                    try context.print(style.ink(name, .bold))
                    for line in lines { try context.print("  " + line) }
                }
                // The place is where the link stands, so that it can be opened there.
                func location(_ path: VaultPath, _ line: Int) -> String {
                    style.ink(paths.text(path), .cyan) + ":\(line)"
                }
                try section(
                    "Links to",
                    Self.counted(
                        hit.links.map { location(path, $0.line) + "  " + ShowCommand.link($0, style, paths: paths) }))
                try section("Linked from", Self.counted(backlinks.map { location($0.path, $0.line) }))
                try section("Mentioned in", mentions.map { location($0.path, $0.line) })
            }
        })

    /// Rows that are alike, such as those of two links in one line, as one with their number.
    private static func counted(_ rows: [String]) -> [String] {
        let counts = Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +)
        var seen: Set<String> = []
        return rows.filter { seen.insert($0).inserted }.map { row in
            let count = counts[row] ?? 1
            return count == 1 ? row : "\(row) (\(count) times)"
        }
    }

    private static func json(
        _ hit: NoteHit, _ backlinks: [Backlink],
        mentions: [(path: VaultPath, line: Int)], in context: CommandContext
    ) throws {
        var json = JSONWriter()
        json.object { json in
            json.path("path", hit.path)
            NoteJSON.links(hit.links, to: &json)
            json.key("backlinks")
            locations(backlinks.map { ($0.path, $0.line) }, to: &json)
            json.key("mentions")
            locations(mentions.map { ($0.path, $0.line) }, to: &json)
        }
        try context.print(json.text)
    }

    private static func locations(_ locations: [(path: VaultPath, line: Int)], to json: inout JSONWriter) {
        json.array { json in
            for location in locations {
                json.object { json in
                    json.path("path", location.path)
                    json.key("line")
                    json.int(location.line)
                }
            }
        }
    }
}
