import Arguments
import JSONRPC
import QueryLanguage
import Rendering
import Searching
import SourceText
import System
import VaultFiles
import Web

/// `slip graph`: notes and their links as a graph.
enum GraphCommand {
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case dot, json, graphml, html }

    struct OptionValues: Sendable {
        var place = QueryOptions()
        var format: OutputFormat?
        var output: Argument?
    }

    static let command = SlipCommand(
        "graph", "Export the links between notes, or an HTML page that shows them.", words: ["[QUERY…]"],
        options: QueryOptions.options.map { $0.on(\OptionValues.place) } + [
            .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: dot)."),
            .value(
                "output", short: "o", "FILE", \.output, "Write to FILE instead of standard output.", completion: .file),
        ],
        takesNegatedTerms: true,
        discussion: """
            The graph contains the notes that match QUERY, and the links between them. Without QUERY, it contains all
            notes in the folder. html is a single page without external files. It shows the notes as a map. You can
            search and filter the map, and open notes from it.

            The exit status is 1 if no notes were found.
            """,
        values: { OptionValues() }, run: run)

    @Sendable private static func run(_ values: OptionValues, _ words: [String], in context: CommandContext) throws {
        let format = values.format ?? .dot
        let text = try context.read { snapshot in
            let search = try values.place.prepare(words, sort: "path", snapshot, in: context)
            let graph = try graph(search, snapshot, withText: format == .html, in: context)
            if graph.nodes.isEmpty { context.status = 1 }
            switch format {
            case .dot: return graph.dot
            case .json: return graph.json + "\n"
            case .graphml: return graph.graphML
            case .html:
                let configuration = snapshot.vault.configuration
                let colors = configuration.keywords.compactMap { keyword in keyword.color.map { (keyword.name, $0) } }
                return GraphPage(
                    graph, vault: snapshot.vault.name,
                    generated: context.environment.now, statuses: configuration.statuses,
                    colors: Dictionary(colors) { first, _ in first }
                ).html
            }
        }
        guard let output = values.output else { return try context.write(Array(text.utf8)) }
        do {
            try Files.replace(context.full(output), Array(text.utf8), mode: 0o644)
        } catch {
            throw VaultError("cannot write '\(SafeText.escaped(output.shown))': \(error.reason)")
        }
    }

    private static let previewLength = 280

    private static func graph(
        _ search: VaultSearch, _ snapshot: VaultSnapshot, withText: Bool, in context: CommandContext
    ) throws -> LinkGraph {
        let hits = try snapshot.hits(of: search)
        var previews: [VaultPath: String] = [:]
        if withText {
            for (index, hit) in hits.enumerated() {
                if index % 1000 == 999 { context.progress("reading notes", index + 1, of: hits.count) }
                // A note that cannot be read has no text.
                let bytes = (try? snapshot.bytes(hit.path)) ?? []
                previews[hit.path] = NoteBeginning.text(of: bytes, title: hit.title, characters: previewLength)
            }
        }
        return LinkGraph(hits, context.environment.calendar, previews) { hit in
            DocumentURI(path: snapshot.vault.fullPath(hit.path)).text
        }
    }
}
