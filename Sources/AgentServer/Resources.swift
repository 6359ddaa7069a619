import JSONRPC
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// Notes as resources: `slip://note/PATH`, with `?vault=NAME` if there are several vaults.
enum Resources {
    private static let prefix = "slip://note/"
    /// The number of notes in a page of the list.
    private static let pageSize = 100

    static let templates: JSONValue = [
        "resourceTemplates": [
            [
                "uriTemplate": "slip://note/{+path}", "name": "note", "title": "Note",
                "description": "A Markdown note, by its path in the vault", "mimeType": "text/markdown",
            ]
        ]
    ]

    /// Returns a page of the notes, most recently modified first. The cursor is the number of notes before the page.
    static func list(_ call: ToolCall) throws -> JSONValue {
        let cursor = call.arguments["cursor"]
        let start = cursor.map { $0.text.flatMap { Int($0) } } ?? 0
        guard let start, start >= 0 else { throw ResponseError(.invalidParams, "the cursor is invalid") }
        return try call.read { snapshot in
            var options = SearchOptions(query: "", scope: .all, folder: .root)
            (options.sort, options.limit, options.offset) = ("modified", pageSize + 1, start)
            options.detailed = false
            var notes: [JSONValue] = []
            try snapshot.run(snapshot.prepare(options)) { hit in
                notes.append([
                    "uri": .string(uri(hit.path)), "name": .string(hit.path.text), "title": .string(hit.title),
                    "mimeType": "text/markdown",
                ])
                return true
            }
            let hasMore = notes.count > pageSize
            return .object([
                "resources": .array(Array(notes.prefix(pageSize))),
                "nextCursor": hasMore ? .string(String(start + pageSize)) : nil,
            ])
        }
    }

    private static func uri(_ path: VaultPath) -> String { prefix + PercentText.encoded(path.bytes) }

    /// Returns the text of the note that a URI names.
    ///
    /// - Throws: `ResponseError` if there is no such note.
    static func read(_ call: ToolCall) throws -> JSONValue {
        guard let uri = call.arguments["uri"]?.text else { throw ResponseError.missing("uri") }
        let path = uri.prefix { $0 != "?" }
        guard path.hasPrefix(prefix), let bytes = PercentText.decoded(path.dropFirst(prefix.count)),
            let path = VaultPath.root.resolving(VaultPath(bytes: bytes))
        else { throw missing(uri, call.client) }
        return try call.read { snapshot in
            guard try snapshot.isNote(path) else { throw missing(uri, call.client) }
            return [
                "contents": [
                    [
                        "uri": .string(uri), "mimeType": "text/markdown",
                        "text": .string(String(decoding: try snapshot.bytes(path), as: UTF8.self)),
                    ]
                ]
            ]
        }
    }

    private static func missing(_ uri: String, _ client: RequestClient) -> ResponseError {
        ResponseError(
            client.isStateless ? .invalidParams : .resourceNotFound, "there is no such note",
            data: ["uri": .string(uri)])
    }
}
