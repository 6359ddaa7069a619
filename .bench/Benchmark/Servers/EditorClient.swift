import JSONRPC
import SourceText
import System

/// An editor session with `slip lsp`, one request at a time.
final class EditorClient {
    private let process: PipedProcess
    private var nextID = 1
    private var versions: [String: Int] = [:]
    let root: [UInt8]

    init(_ slip: String, in root: [UInt8]) throws {
        self.root = root
        let variables = ThisProcess.variables.map { Array("\($0.key)=\($0.value)".utf8) }
        process = try PipedProcess([Array(slip.utf8), Array("lsp".utf8)], environment: variables, in: root)
        let folder = DocumentURI(path: root)
        _ = try ask(
            "initialize",
            [
                "processId": .int(Int(ThisProcess.identifier)), "rootUri": folder.json,
                "capabilities": [
                    "general": ["positionEncodings": ["utf-8"]],
                    "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["rename"]]],
                ],
                "workspaceFolders": [["uri": folder.json, "name": "vault"]],
            ])
        try notify("initialized", [:])
    }

    private func send(_ message: JSONValue) throws { try process.write(FrameReader.frame(message.written)) }

    func notify(_ method: String, _ params: JSONValue) throws {
        try send(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    /// Sends a request and returns its result. Drops notifications, and answers the server's own requests with null.
    func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
        let id = nextID
        nextID += 1
        try send(["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": params])
        while true {
            let message = try receive()
            if message["id"]?.int == id, message["method"] == nil { return message["result"] ?? .null }
        }
    }

    func diagnostics(of path: String) throws -> JSONValue {
        let uri = uri(path)
        while true {
            let message = try receive()
            if message["method"] == "textDocument/publishDiagnostics", message["params"]?["uri"] == uri {
                return message["params"] ?? .null
            }
        }
    }

    private func receive() throws -> JSONValue {
        guard let header = try process.read(upTo: Byte.newline), try process.read(upTo: Byte.newline) != nil,
            let length = Int(header.filter(\.isDigit).map { String(Unicode.Scalar($0)) }.joined()),
            let message = JSONValue(bytes: try process.read(length))
        else { throw BenchmarkError("the server has ended") }
        if let id = message["id"], message["method"] != nil {
            try send(["jsonrpc": "2.0", "id": id, "result": .null])
        }
        return message
    }

    func end() throws {
        _ = try ask("shutdown", .null)
        try notify("exit", .null)
        _ = try process.finish(milliseconds: 5000)
    }

    /// Returns the memory of the server.
    func memory() throws -> (own: Double, whole: Double) { try process.memory() }

    // MARK: Texts

    func uri(_ path: String) -> JSONValue { DocumentURI(path: root + [Byte.slash] + Array(path.utf8)).json }

    func open(_ path: String, _ text: String) throws {
        versions[path] = 1
        try notify(
            "textDocument/didOpen",
            ["textDocument": ["uri": uri(path), "languageId": "markdown", "version": 1, "text": .string(text)]])
    }

    func close(_ path: String) throws { try notify("textDocument/didClose", ["textDocument": ["uri": uri(path)]]) }

    /// Replaces the bytes from `from` to `to` of a line, counted from 0, with `text`.
    func type(_ text: String, in path: String, line: Int, from: Int, to: Int) throws {
        versions[path, default: 1] += 1
        let range = PositionRange(
            start: Position(line: line, character: from), end: Position(line: line, character: to))
        try notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": uri(path), "version": .int(versions[path] ?? 1)],
                "contentChanges": [["range": range.json, "text": .string(text)]],
            ])
    }

    func ask(_ method: String, in path: String, line: Int, _ character: Int) throws -> JSONValue {
        try ask(
            method,
            [
                "textDocument": ["uri": uri(path)], "position": Position(line: line, character: character).json,
                "context": ["includeDeclaration": false],
            ])
    }
}
