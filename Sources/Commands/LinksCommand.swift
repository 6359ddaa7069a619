import Arguments
import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip links`: the links of a note, its backlinks, and unlinked mentions of its title.
enum LinksCommand {
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case text, json }

    struct OptionValues: Sendable {
        var format: OutputFormat?
    }

    static let command = SlipCommand(
        "links", "List the links of a note, its backlinks, and mentions of its title.", operands: ["NOTE"],
        options: [.value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text).")],
        discussion: """
            NOTE may also be a canvas. Each line shows the path and line number of a link or mention, and for a link from the note, its target.

            'slip help link-targets' explains the forms of links and how their targets are found.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let note = context.noteInNamedVault(operands[0])
            try context.read { snapshot in
                let canvas = try context.arguments(snapshot).attachment(note).flatMap { try snapshot.lists.canvas($0) }
                let path = try canvas?.path ?? context.arguments(snapshot).note(note)
                guard let hit = try canvas ?? snapshot.note(path) else {
                    throw VaultError("there is no note '\(path.text)'", at: path)
                }
                let backlinks = try snapshot.backlinks(to: path)
                let mentions = canvas == nil ? try snapshot.unlinkedMentions.lines(of: hit) : []
                if values.format == .json { return try json(hit, backlinks, mentions: mentions, in: context) }
                context.page()
                let style = context.style
                let paths = context.paths(snapshot.vault)
                let count = hit.links.count + backlinks.count + mentions.count
                var numbers = NumberedResults(count, in: context)
                // The place is that of the link itself, so that the user can open it. Its number stands for the target, or
                // for the link if it is broken.
                let links = hit.links.map { link in
                    Row(
                        cells: [style.place(path, link.line, paths: paths), style.target(link, paths)],
                        path: link.path ?? path, line: link.path == nil ? link.line : nil)
                }
                try print("Links to", links, &numbers, root: snapshot.vault.root, in: context)
                var lines = LinesOfNotes(snapshot)
                func row(_ path: VaultPath, _ line: Int) -> Row {
                    let place = style.place(path, line, paths: paths)
                    let text = context.host.outputIsTerminal ? [style.run(lines.text(path, line), .label)] : []
                    return Row(cells: [place] + text, path: path, line: line)
                }
                for (name, rows) in [
                    ("Linked from", backlinks.map { row($0.path, $0.line) }),
                    ("Mentioned in", mentions.map { row($0.path, $0.line) }),
                ] { try print(name, rows, &numbers, root: snapshot.vault.root, in: context) }
                try numbers.keep(of: snapshot.vault)
                if hit.links.isEmpty, backlinks.isEmpty, mentions.isEmpty {
                    context.notice("no links from or to '\(SafeText.escaped(path.text))', and no mentions of it")
                }
            }
        })

    /// A line of the list, with the note and the line that its number stands for.
    private struct Row: Hashable {
        var cells: [StyledLine]
        var path: VaultPath
        var line: Int?
    }

    private static func print(
        _ name: String, _ rows: [Row], _ numbers: inout NumberedResults, root: [UInt8], in context: CommandContext
    ) throws {
        if rows.isEmpty { return }
        let style = context.style
        try context.print(style.ink(name, .section))
        let rows = counted(rows)
        let width = rows.map { $0.cells[0].columns }.max() ?? 0
        let isShown = context.host.outputIsTerminal
        for row in rows {
            let isPadded = isShown && row.cells.count > 1
            let first = isPadded ? row.cells[0].padded(to: min(width, style.width / 2)) : row.cells[0]
            let start = style.run("  ") + numbers.add(row.path, line: row.line, root: root) + first
            let line = row.cells.dropFirst().reduce(start) { $0 + style.run("  ") + $1 }
            try context.print(style.text(isShown ? line.clipped(to: max(style.width, 20)) : line))
        }
    }

    /// Merges equal rows, such as those of two links in one line, and adds their count to the last cell: `(2 times)`.
    private static func counted(_ rows: [Row]) -> [Row] {
        let counts = Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +)
        var seen: Set<Row> = []
        return rows.filter { seen.insert($0).inserted }.map { row in
            guard let count = counts[row], count > 1, let last = row.cells.last else { return row }
            var row = row
            row.cells[row.cells.count - 1] = last + StyledLine(" (\(count) times)")
            return row
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
        json.objects(locations) { location, json in
            json.path("path", location.path)
            json.field("line", location.line)
        }
    }
}
