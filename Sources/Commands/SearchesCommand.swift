import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip searches`: lists, saves, renames and removes saved searches.
enum SearchesCommand {
    static let command = SlipCommand(
        "searches", "List and change saved searches.",
        discussion: """
            Without a subcommand, the saved searches are listed. In a query, @NAME stands for the saved search NAME.

            Saved searches are in .slipbox/config.yaml. Changes keep all other bytes of that file.
            """,
        subcommands: [list, add, rename, remove], usually: "list")

    private struct ListedSearch {
        var name: String
        var query: String
        /// The number of notes in the vault; nil if the query is not valid.
        var notes: Int?
        var isBuiltIn: Bool
    }

    private static let list = SlipCommand(
        "list", "List saved searches with their numbers of notes in the vault.", words: ["[TERM]"],
        options: ListOptions.options,
        discussion: """
            With TERM: lists only searches whose name or query contains TERM, ignoring case and diacritics. The number is
            that of all matching notes, regardless of limit: in the query.
            """,
        values: { ListOptions() },
        run: { options, operands, context in
            try context.read { snapshot in
                let term = Folding.fold(operands.first ?? "")
                let configuration = snapshot.vault.configuration
                let named = configuration.searches.sorted { $0.key < $1.key }.filter {
                    term.isEmpty || Folding.fold($0.key).contains(term) || Folding.fold($0.value).contains(term)
                }
                let searches = try named.map { name, query in
                    ListedSearch(
                        name: name, query: query, notes: try count(name, snapshot, in: context),
                        isBuiltIn: configuration.searchRanges[name] == nil)
                }
                let ordered = options.order.map { $0.sorted(searches, name: \.name) { $0.notes ?? 0 } } ?? searches
                let empty = operands.first.map { "no saved search contains '\($0)'" } ?? "no saved searches"
                try options.print(ordered, context, heading: ["search", "notes", "query"], empty: empty) { search in
                    [
                        .text("@\(QueryText.quoted(search.name))"), search.notes.map { .number($0) } ?? .text(""),
                        .text(search.query),
                    ]
                } members: { search, json in
                    json.field("name", search.name)
                    json.field("query", search.query)
                    json.field("notes", search.notes.map { Int64($0) })
                    json.field("built_in", search.isBuiltIn)
                }
            }
        })

    /// Returns the number of notes that a saved search finds in the vault. Reports a search that is not valid, and
    /// returns nil.
    private static func count(_ name: String, _ snapshot: VaultSnapshot, in context: CommandContext) throws -> Int? {
        do {
            var options = SearchOptions(query: "@\(QueryText.quoted(name))", scope: .all, folder: .root)
            options.detailed = false
            return try snapshot.count(snapshot.prepare(options))
        } catch let error as QueryError {
            context.notice(SafeText.escaped(error.diagnostic.message))
            return nil
        }
    }

    /// Returns the name of a search, which the user may write with `@`.
    private static func name(_ operand: String) -> String {
        operand.hasPrefix("@") ? String(operand.dropFirst()) : operand
    }

    private static let add = SlipCommand(
        "add", "Save a query under a name.", words: ["NAME", "QUERY…"],
        options: ChangeOptions.common + [ChangeOptions.force("Replace a saved search")], takesNegatedTerms: true,
        discussion: "If another query has the name, --force replaces it. An empty QUERY stands for all notes.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            let (query, notices) = QueryText.joined(Array(operands.dropFirst()))
            for notice in notices { context.notice(SafeText.escaped(notice)) }
            let name = name(operands[0])
            try options.change(context) { snapshot in
                let vaults = context.configuredVaults.map(\.name)
                let plan = try SearchPlanner(snapshot).save(query, as: name, vaults: vaults, replaces: options.force)
                return PlannedChange(plan) { _ in "saved as @\(QueryText.quoted(name))" }
            }
        })

    private static let rename = SlipCommand(
        "rename", "Rename a saved search.", words: ["SEARCH", "NAME"],
        options: ChangeOptions.common + [ChangeOptions.force],
        discussion: "Saved searches that contain @SEARCH contain @NAME then.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let names = operands.map(name)
                let plan = try SearchPlanner(snapshot).rename(names[0], to: names[1])
                return PlannedChange(plan) { _ in
                    "@\(QueryText.quoted(names[0])) renamed to @\(QueryText.quoted(names[1]))"
                }
            }
        })

    private static let remove = SlipCommand(
        "remove", "Remove saved searches.", words: ["SEARCH…"],
        options: ChangeOptions.common + [ChangeOptions.force("Remove used searches")],
        discussion: "Fails if another saved search contains one of them, unless --force is given.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let force = options.force || options.isDryRun
                return PlannedChange(try SearchPlanner(snapshot).remove(operands, force: force)) { _ in
                    operands.count == 1
                        ? "@\(QueryText.quoted(name(operands[0]))) removed" : "\(operands.count) saved searches removed"
                }
            }
        })
}
