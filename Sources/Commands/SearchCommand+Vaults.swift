import Arguments
import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

extension SearchCommand {
    /// Searches several vaults as one.
    static func search(
        _ joined: (query: String, notices: [String]), in vaults: [ChosenVault], values: OptionValues,
        _ context: CommandContext
    ) throws {
        try values.place.refuse(withSeveral: [("--at", values.revision != nil), ("--explain", values.explains)])
        var options = SearchOptions(query: joined.query, scope: .all, folder: .root)
        try apply(values, to: &options)
        try context.read(vaults, with: values.vaults) { collection in
            let first = collection.members[0].snapshot
            let form = try form(values, Columns(collection.queryNames(0)), in: context).withVaults
            apply(form, values, of: first.vault, to: &options, in: context)
            var around = RenderingContext(collection, style: context.style, isTerminal: context.host.outputIsTerminal)
            options.request(for: form.sink(around) { _ in })
            options.extras.listsNotes = !values.countsOnly
            if values.wantsGit { options.wantsGit = .always }
            let search = try values.place.prepare(
                options, notices: joined.notices, in: collection, vaults: values.vaults, context)
            if values.countsOnly {
                let count = try search.count()
                let near = values.near ? try search.withoutLimits.nearMatches(found: count).count : 0
                try context.print(String(count + near))
                return context.status = count > 0 ? 0 : 1
            }
            around.lines = lines(values, form, of: first.vault, in: context)
            var shown: [LastResults.Numbered] = []
            if context.host.outputIsTerminal {
                around.screen = screen(values, in: context) { hit, line in
                    guard let vault = hit.result.vault else { return }
                    shown.append(
                        LastResults.Numbered(
                            root: vault.root, path: hit.path, line: line, noteHash: hit.contentHash))
                }
            }
            var pages = if case .format(.text, _) = form { true } else { false }
            var sink = form.sink(around) { bytes in
                if pages { context.page() }
                pages = false
                try context.write(bytes)
            }
            let tally = try search.run(into: &sink) { near in
                context.status = 1
                let vaults = Counted.of(collection.members.count, "vault")
                context.notice(
                    near > 0 ? "no exact matches in \(vaults), but near ones" : "no notes match in \(vaults)")
            }
            if case .format(.text, _) = form, context.host.outputIsTerminal {
                try NumberedResults.keep(shown, of: nil, in: context)
                try reportOmitted(search, tally, in: context)
            }
        }
    }

    /// Prints how many notes the limit left out.
    private static func reportOmitted(
        _ search: CollectionSearch, _ tally: SearchTally, in context: CommandContext
    ) throws {
        guard let limit = search.presentation.limit, tally.found >= limit else { return }
        let more = try (tally.all ?? search.count()) - (search.presentation.offset ?? 0) - tally.found
        if more <= 0 { return }
        try context.print("\n" + context.style.ink("\(more) more; to list all: --limit \(tally.found + more)", .label))
    }
}
