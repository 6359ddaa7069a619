import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// Completion at a position (LSP 3.17, textDocument/completion).
enum Completion {
    /// The maximum number of items.
    private static let most = 50

    @Sendable static func list(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let offset = try request.offset(in: document)
        if document.isConfiguration {
            return try ConfigurationCompletion.list(document, offset, for: request)
        }
        let place = TypedPlace(document.note, at: offset)
        // `[` after a check box may also start a link to a definition.
        let isDefinition = if case .definition = place { true } else { false }
        if place == .nothing || isDefinition, let task = TypedTask(document.note, at: offset) {
            let found = try request.read(document) { snapshot in
                let lister = CompletionLister(
                    request: request, document: document, snapshot: snapshot, offset: offset, limit: most)
                return try TaskCompletion(lister: lister).items(task)
            }
            if let found, !found.items.isEmpty {
                return ["isIncomplete": .bool(found.isCut), "items": .array(found.items)]
            }
        }
        if place == .nothing { return .null }
        let found = try document.vault.map { vault in
            func items(_ snapshot: VaultSnapshot) throws -> CompletionLister.Items {
                try CompletionLister(
                    request: request, document: document, snapshot: snapshot, offset: offset, limit: most
                ).items(place)
            }
            switch place {
            case .key, .heading: return try request.readKinds(of: document, in: vault, items)
            default: return try request.read(vault, items)
            }
        }
        let (items, isCut) = found ?? CompletionLister.itemsWithoutVault(place, document, for: request)
        return ["isIncomplete": .bool(isCut), "items": .array(items)]
    }

    /// Returns an item with its documentation, when the user selects it in the list.
    @Sendable static func resolve(_ request: Request) throws -> JSONValue {
        guard case .object(var members) = request.params else { return request.params }
        let data = request.params["data"]
        guard let root = data?["vault"]?.text, let vault = request.vaults.vault(at: Array(root.utf8)) else {
            return request.params
        }
        let text = try request.read(vault) { snapshot -> String? in
            if let keyword = data?["keyword"]?.text { return try Card.keyword(keyword, snapshot) }
            guard let path = data?["path"]?.text.map({ VaultPath($0) }) else { return nil }
            return try Card.file(path, part: data?["part"]?.text, snapshot)
        }
        if let text {
            members.append(
                JSONValue.Member(name: "documentation", value: ["kind": "markdown", "value": .string(text)]))
        }
        return .object(members)
    }
}

/// Kinds of items (LSP 3.17, CompletionItemKind).
enum ItemKind: Int {
    case property = 10
    case value = 12
    case keyword = 14
    case file = 17
    case reference = 18
    case folder = 19
}
