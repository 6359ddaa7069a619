import Arguments
import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip related`: the notes that are related to a note, with the reasons.
enum RelatedCommand {
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case text, paths, json }

    struct OptionValues: Sendable {
        var format: OutputFormat?
        var limit: Int?
        var includesLinked = false
    }

    static let command = SlipCommand(
        "related", "List notes that are related to a note, and why.", operands: ["NOTE"],
        options: [
            .value("limit", short: "n", "COUNT", \.limit, "Limit output to COUNT notes (default: 10)."),
            .flag("linked", \.includesLinked, "Include notes that NOTE links to, or that link to it."),
            .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
        ],
        discussion: """
            Lists the notes that are worth a link, the most related first, each with its reasons: rare words, links and
            keywords that they share, and mentions of the title. There is no model, and no network. The query
            'like:NOTE' finds the same notes, and can be combined with other terms. The exit status is 1 if there are
            none. See 'slip help related-notes' for details.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let limit = try SearchCommand.atLeast(1, values.limit, name: "limit") ?? 10
            let note = context.noteInNamedVault(operands[0])
            try context.read { snapshot in
                let path = try context.arguments(snapshot).note(note)
                let found = try snapshot.related.notes(to: path, limit: limit, includesLinked: values.includesLinked)
                context.status = found.isEmpty ? 1 : 0
                switch values.format ?? .text {
                case .json:
                    var json = JSONWriter()
                    RelatedText.write(found, to: &json)
                    try context.print(json.text)
                case .paths:
                    let paths = context.paths(snapshot.vault)
                    for found in found {
                        try context.write(SafeText.escaped(paths.bytes(found.note.path)) + [Byte.newline])
                    }
                case .text:
                    if found.isEmpty { context.notice("no notes are related to '\(SafeText.escaped(path.text))'") }
                    try print(found, snapshot, in: context)
                }
            }
        })

    /// Prints two lines for each note: its path and title, and the reasons.
    private static func print(_ notes: [RelatedNote], _ snapshot: VaultSnapshot, in context: CommandContext) throws {
        context.page()
        let style = context.style
        let paths = context.paths(snapshot.vault)
        var numbers = NumberedResults(notes.count, in: context)
        for related in notes {
            let number = numbers.add(related.note.path, root: snapshot.vault.root)
            let title = style.run("  \(SafeText.escaped(related.note.title))", .title)
            let reasons = RelatedText.phrases(related.reasons).joined(separator: "; ")
            let head = number + style.place(related.note.path, paths: paths) + title
            let reason = style.run("    \(SafeText.escaped(reasons))", .label)
            guard context.host.outputIsTerminal else {
                try context.print(style.text(head))
                try context.print(style.text(reason))
                continue
            }
            try context.print(style.text(head.clipped(to: max(style.width, 20))))
            for line in style.wrapped(reason, indent: 4) { try context.print(line) }
        }
        try numbers.keep(of: snapshot.vault)
    }
}
