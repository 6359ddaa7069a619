import Foundation
package import JSONRPC
import LanguageServer
package import SourceText
import Synchronization

/// An editor that talks to a server in this process: opens texts, types, asks, and makes the changes that it is given.
package final class EditorSession {
    package let vault: TemporaryVault
    private let server: LanguageServer
    private let inbox = Inbox()
    private var nextID = 1
    package private(set) var texts: [DocumentURI: String] = [:]
    private var versions: [DocumentURI: Int] = [:]

    /// What came from the server.
    private final class Inbox: Sendable {
        struct Content {
            var reader = FrameReader()
            var answers: [String: JSONValue] = [:]
            var notifications: [JSONValue] = []
            var questions: [JSONValue] = []
        }

        let content = Mutex(Content())
        let news = DispatchSemaphore(value: 0)

        func take(_ bytes: [UInt8]) {
            content.withLock { content in
                content.reader.add(bytes)
                while let body = try? content.reader.next(), let message = JSONValue(bytes: body) {
                    if message["method"] == nil {
                        content.answers[String(decoding: (message["id"] ?? .null).written, as: UTF8.self)] = message
                    } else if message["id"] == nil {
                        content.notifications.append(message)
                    } else {
                        content.questions.append(message)
                    }
                }
            }
            news.signal()
        }
    }

    /// The capabilities that the server announced.
    package private(set) var announced = JSONValue.null

    /// What an editor of today can do.
    package static let capabilities: JSONValue = [
        "general": ["positionEncodings": ["utf-16"]],
        "workspace": [
            "workspaceEdit": ["documentChanges": true, "resourceOperations": ["create", "rename", "delete"]]
        ],
        "textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]],
    ]

    /// - Parameters:
    ///   - watches: whether the server follows the vault by file events.
    ///   - scanInterval: the least time between two scans in milliseconds (default: every request scans).
    package init(
        _ vault: TemporaryVault, capabilities: JSONValue = EditorSession.capabilities, settings: JSONValue = [:],
        watches: Bool = false, scanInterval: Int64? = nil
    ) {
        self.vault = vault
        let inbox = inbox
        let client = Client(frame: FrameReader.frame) { bytes in
            inbox.take(bytes)
            return true
        }
        let now = TemporaryVault.now
        server = LanguageServer(
            client,
            ServerHost(
                vault.environment(), now: { now }, watches: watches, scanInterval: scanInterval ?? (watches ? 1000 : 0))
        )
        let folder = DocumentURI(path: vault.root)
        let initialized = ask(
            "initialize",
            [
                "processId": .null, "rootUri": folder.json, "capabilities": capabilities,
                "initializationOptions": settings,
                "workspaceFolders": [["uri": folder.json, "name": "vault"]],
            ])
        announced = initialized["capabilities"] ?? .null
        tell("initialized", [:])
    }

    deinit { server.end() }

    // MARK: Messages

    /// Sends bytes as they are; false where that ends the server.
    @discardableResult
    package func send(_ body: [UInt8]) -> Bool { server.receive(body) }

    package func tell(_ method: String, _ params: JSONValue) {
        send((["jsonrpc": "2.0", "method": .string(method), "params": params] as JSONValue).written)
    }

    /// The whole answer to a request: its `result` or its `error`.
    package func answer(_ method: String, _ params: JSONValue) -> JSONValue {
        let id = begin(method, params)
        return wait(id)
    }

    /// Sends a request without waiting.
    package func begin(_ method: String, _ params: JSONValue) -> Int {
        let id = nextID
        nextID += 1
        send(
            (["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": params] as JSONValue).written)
        return id
    }

    package func wait(_ id: Int) -> JSONValue {
        let deadline = Date().addingTimeInterval(60)
        while Date() < deadline {
            if let answer = inbox.content.withLock({ $0.answers.removeValue(forKey: String(id)) }) { return answer }
            _ = inbox.news.wait(timeout: .now() + 0.05)
        }
        return .null
    }

    package func ask(_ method: String, _ params: JSONValue) -> JSONValue {
        answer(method, params)["result"] ?? .null
    }

    /// Waits until the server has nothing left to do.
    package func settle() {
        let deadline = Date().addingTimeInterval(60)
        while !server.isIdle, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
    }

    package func tick() {
        server.tick()
        settle()
    }

    /// Answers what the server asked last under a name; false where it asked nothing.
    package func reply(to method: String, _ result: JSONValue) -> Bool {
        settle()
        guard let id = questions.last(where: { $0["method"]?.text == method })?["id"] else { return false }
        send((["jsonrpc": "2.0", "id": id, "result": result] as JSONValue).written)
        return true
    }

    package var notifications: [JSONValue] { inbox.content.withLock { $0.notifications } }
    package var questions: [JSONValue] { inbox.content.withLock { $0.questions } }

    /// What was published last for a note; nil where nothing was.
    package func diagnostics(_ path: String) -> [JSONValue]? {
        settle()
        let uri = uri(path).json
        return notifications.last {
            $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"] == uri
        }?["params"]?["diagnostics"]?.list
    }

    // MARK: Texts

    package func uri(_ path: String) -> DocumentURI {
        DocumentURI(path: vault.root + [Byte.slash] + Array(path.utf8))
    }

    /// Opens a note, as it is on disk or with another text.
    package func open(_ path: String, _ text: String? = nil) {
        let uri = uri(path)
        let text = text ?? vault.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        texts[uri] = text
        versions[uri] = 1
        tell(
            "textDocument/didOpen",
            [
                "textDocument": [
                    "uri": uri.json, "languageId": "markdown", "version": 1, "text": .string(text),
                ]
            ])
    }

    package func close(_ path: String) {
        texts[uri(path)] = nil
        tell("textDocument/didClose", ["textDocument": ["uri": uri(path).json]])
    }

    /// Gives an open note another text, as one edit or as a whole.
    package func change(_ path: String, _ text: String, range: JSONValue? = nil, inserted: String? = nil) {
        let uri = uri(path)
        texts[uri] = text
        versions[uri, default: 1] += 1
        let change: JSONValue = .object(["range": range, "text": .string(inserted ?? text)])
        tell(
            "textDocument/didChange",
            ["textDocument": ["uri": uri.json, "version": .int(versions[uri] ?? 1)], "contentChanges": [change]])
    }

    package func document(_ path: String) -> EditorText { EditorText(Array((texts[uri(path)] ?? "").utf8)) }

    /// The position of a byte of an open note.
    package func position(_ path: String, _ offset: Int) -> Position {
        document(path).position(of: offset, .utf16)
    }

    /// The position of the `number`th occurrence of `text` in an open note.
    package func position(_ path: String, of text: String, _ number: Int = 0, plus: Int = 0) -> Position {
        let bytes = Array((texts[uri(path)] ?? "").utf8)
        var places: [Int] = []
        for index in bytes.indices where bytes.holds(Array(text.utf8), at: index) { places.append(index) }
        return position(path, (number < places.count ? places[number] : 0) + plus)
    }

    package func at(_ path: String, _ position: Position, _ more: KeyValuePairs<String, JSONValue> = [:]) -> JSONValue {
        .object(
            [
                JSONValue.Member(name: "textDocument", value: ["uri": uri(path).json]),
                JSONValue.Member(name: "position", value: position.json),
            ] + more.map { JSONValue.Member(name: $0.key, value: $0.value) })
    }

    package func of(_ path: String, _ more: KeyValuePairs<String, JSONValue> = [:]) -> JSONValue {
        .object(
            [JSONValue.Member(name: "textDocument", value: ["uri": uri(path).json])]
                + more.map { JSONValue.Member(name: $0.key, value: $0.value) })
    }

    // MARK: Changes

    /// Applies a `WorkspaceEdit` to the files and the open documents, like an editor that then saves all of them.
    package func apply(_ edit: JSONValue) throws {
        for step in edit["documentChanges"]?.list ?? [] {
            switch step["kind"]?.text {
            case "create": try vault.writeDeep(path(step["uri"]), "")
            case "rename":
                let (old, new) = (path(step["oldUri"]), path(step["newUri"]))
                try vault.makeFolders(VaultPath(new).folder)
                try vault.rename(old, new)
                if let text = texts.removeValue(forKey: uri(old)) { texts[uri(new)] = text }
            case "delete": try vault.remove(path(step["uri"]))
            default:
                let path = path(step["textDocument"]?["uri"])
                let text = texts[uri(path)].map { Array($0.utf8) } ?? vault.read(path) ?? []
                let after = Self.applied(step["edits"]?.list ?? [], to: text)
                if texts[uri(path)] != nil { texts[uri(path)] = String(decoding: after, as: UTF8.self) }
                try vault.write(VaultPath(path), after)
            }
        }
    }

    private func path(_ uri: JSONValue?) -> String {
        let full = uri?.text.flatMap { DocumentURI($0).path } ?? []
        return String(decoding: full.dropFirst(vault.root.count + 1), as: UTF8.self)
    }

    /// A text after edits of it, none of which overlaps another.
    package static func applied(_ edits: [JSONValue], to text: [UInt8]) -> [UInt8] {
        let document = EditorText(text, isOnDisk: true)
        let ranges = edits.compactMap { edit -> (Range<Int>, [UInt8])? in
            guard let range = try? PositionRange(edit["range"]), let new = edit["newText"]?.text else { return nil }
            return (document.range(of: range, .utf16), Array(new.utf8))
        }
        var result = text
        for (range, new) in ranges.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
            result.replaceSubrange(range, with: new)
        }
        return result
    }
}
