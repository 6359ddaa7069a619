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
    private static let maximumSize = 4 << 20

    static func templates(vaults: [String]) -> JSONValue {
        [
            "resourceTemplates": [
                [
                    "uriTemplate": .string("\(prefix){+path}\(vaults.isEmpty ? "" : "{?vault}")"), "name": "note",
                    "title": "Note", "description": "A Markdown note, by its path in the vault",
                    "mimeType": "text/markdown",
                ]
            ]
        ]
    }

    /// Returns a page of the notes of all vaults, ordered by path. The cursor is the number of the vault, from 0, and of
    /// the notes before the page.
    static func list(_ call: ToolCall) throws -> JSONValue {
        let cursor = call.arguments["cursor"].map { $0.text?.split(separator: ".").map { Int($0) } ?? [] } ?? [0, 0]
        let names = call.worker.vaults.names
        guard cursor.count == 2, let vault = cursor[0], let start = cursor[1], start >= 0,
            (0..<max(1, names.count)).contains(vault)
        else { throw ResponseError(.invalidParams, "the cursor is invalid") }
        let name = names.isEmpty ? nil : names[vault]
        return try call.read(in: name) { snapshot in
            var options = SearchOptions(query: "", scope: .all, folder: .root)
            (options.sort, options.limit, options.offset) = ("path", pageSize + 1, start)
            options.detailed = false
            let notes = try snapshot.hits(of: snapshot.prepare(options)).map { hit -> JSONValue in
                [
                    "uri": .string(uri(hit.path, name)), "name": .string(hit.path.text), "title": .string(hit.title),
                    "mimeType": "text/markdown",
                ]
            }
            let next = notes.count > pageSize ? "\(vault).\(start + pageSize)" : "\(vault + 1).0"
            let isLast = notes.count <= pageSize && vault + 1 >= names.count
            return .object([
                "resources": .array(Array(notes.prefix(pageSize))), "nextCursor": isLast ? nil : .string(next),
            ])
        }
    }

    private static func uri(_ path: VaultPath, _ vault: String?) -> String {
        prefix + encoded(path.bytes) + (vault.map { "?vault=\(encoded(Array($0.utf8)))" } ?? "")
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        PercentText.encoded(bytes).replacing("?", with: "%3F").replacing("#", with: "%23")
    }

    /// Returns the path that a URI without a vault names, or nil if it is not one of a note.
    static func path(ofURI uri: some StringProtocol) -> VaultPath? {
        guard uri.hasPrefix(prefix), let bytes = PercentText.decoded(Substring(uri.dropFirst(prefix.count))) else {
            return nil
        }
        return VaultPath.root.resolving(VaultPath(bytes: bytes))
    }

    /// Returns the text of the note that a URI names.
    ///
    /// - Throws: `ResponseError` if there is no such note.
    static func read(_ call: ToolCall) throws -> JSONValue {
        guard let uri = call.arguments["uri"]?.text else { throw ResponseError.missing("uri") }
        let parts = uri.split(separator: "?vault=", maxSplits: 1, omittingEmptySubsequences: false)
        let vault = parts.count > 1 ? PercentText.decoded(parts[1]).map { String(decoding: $0, as: UTF8.self) } : nil
        guard let path = path(ofURI: parts[0]), parts.count == 1 || call.worker.vaults.names.contains(vault ?? "")
        else {
            throw missing(uri, call.client)
        }
        return try call.read(in: vault) { snapshot in
            guard try snapshot.isNote(path) else { throw missing(uri, call.client) }
            let bytes = try snapshot.bytes(path)
            guard bytes.count <= maximumSize else {
                throw ResponseError(.invalidParams, "the note is too long for a resource; use the tool read")
            }
            return [
                "contents": [
                    [
                        "uri": .string(uri), "mimeType": "text/markdown",
                        "text": .string(String(decoding: bytes, as: UTF8.self)),
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
