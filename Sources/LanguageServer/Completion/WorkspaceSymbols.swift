import JSONRPC
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// Notes and headings of the whole workspace (LSP 3.17, workspace/symbol).
enum WorkspaceSymbols {
    private static let most = 100

    @Sendable static func list(_ request: Request) throws -> JSONValue {
        let query = request.params["query"]?.text ?? ""
        return .array(try request.allVaults.flatMap { try symbols(query, $0, for: request) })
    }

    /// Whether the text is a query rather than part of a name: it contains a field, a keyword, a phrase or a saved
    /// search.
    static func isQuery(_ text: String) -> Bool {
        text.split(separator: " ").contains { word in
            let bare = word.drop { $0 == "-" || $0 == "(" }
            return bare.hasPrefix("#") || bare.hasPrefix("@") || bare.hasPrefix("\"")
                || (bare.firstIndex(of: ":").map { colon in
                    colon != bare.startIndex && bare[..<colon].allSatisfy { $0.isLetter || "._-".contains($0) }
                } ?? false)
        }
    }

    private static func symbols(_ query: String, _ vault: Vault, for request: Request) throws -> [JSONValue] {
        if isQuery(query) {
            return try request.readAsSaved(vault) { snapshot in
                do {
                    let search = try ServerCommands.search(query, snapshot, limit: most)
                    let finder = PassageFinder(snapshot, search.query.condition)
                    return try snapshot.hits(of: search).map { hit in
                        symbol(
                            hit.title, 1, location: request.location(hit.path, 0..<0, in: snapshot),
                            container: try finder.attachmentPassage(in: hit.path) ?? hit.path.folder.text)
                    }
                } catch is QueryError {
                    // An incomplete query finds nothing.
                    return []
                }
            }
        }
        return try request.read(vault) { snapshot in
            let (choices, _) = try snapshot.noteChoices.choices(for: query, near: .root, besides: nil, limit: most)
            var found = choices.map { choice in
                // Clients compare the name with the typed text and hide names that do not contain it.
                let name = CompletionLister.match(query, choice)
                let isAlias = name != choice.title && choice.aliases.contains(name)
                let container = isAlias ? choice.title : choice.path.folder.text
                return symbol(
                    isAlias ? name : choice.title, 1, location: request.location(choice.path, 0..<0, in: snapshot),
                    container: container)
            }
            let listed = Dictionary(choices.map { ($0.path, Folding.fold($0.title)) }) { first, _ in first }
            var seen: Set<VaultPath> = []
            for place in try HeadingSearch(snapshot).matches(query, limit: most) {
                // The first heading equal to the title stands for the note, which is already listed.
                let isTitle = listed[place.path] == Folding.fold(place.text) && seen.insert(place.path).inserted
                if isTitle { continue }
                found.append(
                    symbol(
                        place.text, 15, location: request.location(place.path, place.range, in: snapshot),
                        container: place.path.stem.text))
            }
            return found
        }
    }

    private static func symbol(_ name: String, _ kind: Int, location: Location, container: String) -> JSONValue {
        .object([
            "name": .string(name), "kind": .int(kind), "location": location.json,
            "containerName": container.isEmpty ? nil : .string(container),
        ])
    }
}
