import Arguments
import Rendering
import Searching
import SourceText

enum SuggestCommand {
    enum Format: String, CaseIterable, ArgumentValue, Sendable { case text, json }

    struct Values: Sendable {
        var limit: Int?
        var format: Format?
    }

    static let command = Program.SlipCommand(
        "suggest", "Say what could come next in a partly typed query.", words: ["[PARTIAL…]"],
        options: [
            .value("limit", short: "n", "COUNT", \.limit, "Print at most COUNT suggestions."),
            .value("format", short: "f", "FORMAT", \.format, "Write the suggestions as FORMAT."),
        ],
        takesNegatedTerms: true,
        discussion: """
            Completes the last term of PARTIAL: fields, keywords (after #), saved searches (after @), folders, properties
            and their values, titles and words of notes; one a line with the number of notes in the vault that the query
            would find with it, best first. What begins so comes before what holds it elsewhere; what the query has
            already is left out. With nothing typed: what is worth asking for here. Exit status: 1 where nothing fits.
            """,
        values: { Values() },
        run: { values, operands, context in
            let session = try context.session()
            let found = try session.withSnapshot {
                try session.suggestions(
                    operands.joined(separator: " "), limit: max(0, values.limit ?? 50),
                    folder: context.currentFolder(session.vault))
            }
            if found.isEmpty {
                context.status = 1
                if !context.globals.isQuiet { context.world.writeError("No suggestions found") }
            }
            if values.format == .json {
                var json = JSONWriter()
                json.array { json in
                    for suggestion in found {
                        json.object { json in
                            json.key("term")
                            json.string(suggestion.term)
                            json.key("notes")
                            json.int(suggestion.notes.map { Int64($0) })
                            json.key("summary")
                            json.string(suggestion.summary)
                        }
                    }
                }
                return try context.print(json.text)
            }
            for suggestion in found {
                let detail = suggestion.notes.map { String($0) } ?? suggestion.summary ?? ""
                try context.print(
                    SafeText.escaped(suggestion.term) + (detail.isEmpty ? "" : "\t" + SafeText.escaped(detail)))
            }
        })
}
