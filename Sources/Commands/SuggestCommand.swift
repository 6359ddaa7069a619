import Arguments
import Rendering
import Searching
import SourceText

enum SuggestCommand {
    enum Format: String, CaseIterable, ArgumentValue, Sendable { case text, json }

    struct Values: Sendable {
        var place = QueryOptions()
        var limit: Int?
        var format: Format?
    }

    static let command = Program.SlipCommand(
        "suggest", "Complete a partial query.", words: ["[PARTIAL…]"],
        options: QueryOptions.options.map { $0.on(\Values.place) } + [
            .value("limit", short: "n", "COUNT", \.limit, "Print at most COUNT suggestions."),
            .value("format", short: "f", "FORMAT", \.format, "Write the suggestions as FORMAT."),
        ],
        takesNegatedTerms: true,
        discussion: """
            Completes the last term of PARTIAL: fields, keywords (after #), saved searches (after @), folders, properties
            and their values, titles and words of notes. A known value is enough: 'draf' gives status:draft. Each line is a
            term with the number of notes that 'slip search' finds with it from here, best first. Terms that begin as typed
            come before those that contain it elsewhere. Terms and values that the query already has are left out. With
            nothing typed: the terms worth using here. Exit status: 1 if nothing fits.
            """,
        values: { Values() },
        run: { values, operands, context in
            let session = try context.session()
            let found = try session.withSnapshot {
                let folder = try values.place.chosenFolder(session, in: context)
                let place = SearchPlace(values.place.scope ?? .folder, folder)
                return try Suggestions(session, in: place).list(
                    operands.joined(separator: " "), limit: max(0, values.limit ?? 50))
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
