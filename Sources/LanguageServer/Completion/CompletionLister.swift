import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// Lists the completion items for a position in a document of a vault.
struct CompletionLister {
    let request: Request
    let document: Document
    let snapshot: VaultSnapshot
    let offset: Int
    let limit: Int

    var note: OpenNote { document.note }
    var folder: VaultPath { note.path.folder }
    var vault: Vault { snapshot.vault }
    var encoding: PositionEncoding { request.encoding }

    /// Completion items, and whether the list is incomplete, so that the client asks again when more is typed.
    typealias Items = (items: [JSONValue], isCut: Bool)

    func items(_ place: TypedPlace) throws -> Items {
        switch place {
        case .nothing: return ([], false)
        case .wikiTarget(let typed, let range, let isEmbed): return try notes(typed, range, isEmbed: isEmbed)
        case .part(let target, let typed, let range, let isBlock, let isWiki):
            return try isBlock
                ? blocks(of: target, typed, range, isWiki: isWiki) : headings(of: target, typed, range, isWiki: isWiki)
        case .path(let typed, let range, let isAngle): return try paths(typed, range, isAngle: isAngle)
        case .definition(_, let range): return (Self.definitions(of: note, range, document, encoding: encoding), false)
        case .hashtag(let typed, let range): return try keywords(typed, range)
        case .heading(_, let range): return (try KindCompletion(lister: self).headings(range), false)
        case .key(let typed, let range): return try keys(typed, range)
        case .value(let key, let typed, let range, let quote):
            return try values(of: key, typed, range, quote: quote)
        case .query(let typed, let range, let isInBlock):
            let completion = QueryCompletion(snapshot: snapshot, isInBlock: isInBlock)
            return (try completion.items(typed, range, in: document, for: request), true)
        }
    }

    /// Returns the items for a document outside of any vault: definitions and headings of the document itself.
    static func itemsWithoutVault(_ place: TypedPlace, _ document: Document, for request: Request) -> Items {
        switch place {
        case .definition(_, let range):
            return (definitions(of: document.note, range, document, encoding: request.encoding), false)
        case .part("", _, let range, false, let isWiki):
            return (
                partItems(of: document.note, range: range, isWiki: isWiki, document, request.encoding, data: nil), false
            )
        default: return ([], false)
        }
    }

    // MARK: Items

    /// Returns a completion item in the protocol's form.
    ///
    /// - Parameters:
    ///   - order: the position in the list.
    ///   - match: the text that the client compares with the typed text (default: the label).
    ///   - data: what `Completion.resolve` needs to add the documentation.
    func item(
        _ label: String, _ kind: ItemKind, detail: String? = nil, order: Int, match: String? = nil,
        edit: TextEdit, further: [TextEdit] = [], data: JSONValue? = nil, isDeprecated: Bool = false
    ) -> JSONValue {
        .object([
            "label": .string(label), "kind": .int(kind.rawValue), "detail": detail.map { .string($0) },
            "sortText": .string(Self.sortText(order)), "filterText": match.map { .string($0) },
            "textEdit": edit.json,
            "additionalTextEdits": further.isEmpty ? nil : .array(further.map(\.json)),
            "data": data, "tags": isDeprecated ? [1] : nil,
        ])
    }

    static func sortText(_ order: Int) -> String { String(order, width: 5) }

    func edit(_ range: Range<Int>, _ text: String) -> TextEdit {
        TextEdit(document.text.range(of: range, encoding), text)
    }

    func data(_ path: VaultPath, part: String? = nil) -> JSONValue {
        .object([
            "vault": .string(String(decoding: vault.root, as: UTF8.self)), "path": .string(path.text),
            "part": part.map { .string($0) },
        ])
    }

    func isFollowed(by text: String) -> Bool { document.text.bytes.holds(Array(text.utf8), at: offset) }
}
