import Arguments
import QueryLanguage
import Rendering
import Searching
import SourceText

/// `slip suggest`: completes a partial query.
enum SuggestCommand {
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case text, json }

    struct OptionValues: Sendable {
        var place = QueryOptions()
        var vaults = VaultOptions()
        var limit: Int?
        var findsTasks = false
        var format: OutputFormat?

        var subject: QuerySubject { findsTasks ? .tasks : .notes }
    }

    static let command = SlipCommand(
        "suggest", "Complete a partial query.", words: ["[PARTIAL…]"],
        options: QueryOptions.options.map { $0.on(\OptionValues.place) }
            + VaultOptions.options.map { $0.on(\OptionValues.vaults) } + [
                .flag("tasks", \.findsTasks, "Complete a query over tasks, as in 'slip task list'."),
                .value("limit", short: "n", "COUNT", \.limit, "Limit output to COUNT suggestions."),
                .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
            ],
        takesNegatedTerms: true,
        discussion: """
            Completes the last term of PARTIAL: fields, keywords (after #), saved searches (after @), folders,
            properties and their values, titles and words of notes. The name of the field can be omitted: 'draf'
            suggests status:draft.

            Each line has a term, and the number of notes that 'slip search' finds with it in the current folder.
            Suggestions that start with the typed text come before others. In both groups, the best ones come first.
            Terms and values that the query already has are omitted. Without PARTIAL, lists the most useful terms of the
            folder. Terms of a query over tasks have no number, except in 'task:(…)' of a query over notes.

            The exit status is 1 if no suggestions were found.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let found = try suggestions(
                for: operands.joined(separator: " "), limit: max(0, values.limit ?? 50), values, in: context)
            if found.isEmpty {
                context.status = 1
                if !context.globals.isQuiet { context.host.writeError("No suggestions found") }
            }
            if values.format == .json {
                var json = JSONWriter()
                json.objects(found) { suggestion, json in
                    json.field("term", suggestion.term)
                    json.field("notes", suggestion.notes.map { Int64($0) })
                    json.field("summary", suggestion.summary)
                }
                return try context.print(json.text)
            }
            for suggestion in found {
                let detail = suggestion.notes.map { String($0) } ?? suggestion.summary ?? ""
                try context.print(
                    SafeText.escaped(suggestion.term) + (detail.isEmpty ? "" : "\t" + SafeText.escaped(detail)))
            }
        })

    private static func suggestions(
        for partial: String, limit: Int, _ values: OptionValues, in context: CommandContext
    ) throws -> [Suggestion] {
        guard let vaults = try context.severalVaults(values.vaults) else {
            return try context.read { snapshot in
                let folder = try values.place.chosenFolder(snapshot, in: context)
                let place = SearchPlace(values.place.chosenScope(snapshot.vault), folder)
                return try Suggestions(snapshot, in: place, of: values.subject).list(partial, limit: limit)
            }
        }
        try values.place.refuse()
        return try context.read(vaults, with: values.vaults) {
            try $0.suggestions(partial, of: values.subject, limit: limit)
        }
    }
}
