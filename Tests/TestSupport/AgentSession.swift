package import AgentServer
import Foundation
import JSONRPC
package import SourceText
import Synchronization
import VaultFiles

/// The host of a language model that talks to a server in this process.
package final class AgentSession {
    package let vault: TemporaryVault
    private let server: AgentServer
    private let inbox = Inbox()
    private let isStateless: Bool
    private let name: String
    private var nextID = 1

    /// The lines that the server wrote.
    private final class Inbox: Sendable {
        let lines = Mutex<[[UInt8]]>([])
        let news = DispatchSemaphore(value: 0)

        func take(_ bytes: [UInt8]) {
            lines.withLock { $0.append(bytes) }
            news.signal()
        }
    }

    /// - Parameters:
    ///   - revision: a revision with a handshake, which is then made, or nil for the one without.
    ///   - vaults: further vaults.
    ///   - variables: the environment variables of the server.
    package init(
        _ vault: TemporaryVault, allowing permission: WritePermission = .none,
        proposing proposals: WritePermission = .none, mostNotes: Int? = nil, listsAllTools: Bool = false,
        revision: String? = nil,
        name: String = "tester", vaults: [TemporaryVault] = [], variables: [String: String] = [:]
    ) {
        self.vault = vault
        self.name = name
        isStateless = revision == nil
        var environment = vault.environment()
        environment.variables = variables
        let now = TemporaryVault.now
        var host = AgentOptions(environment, now: { now }, version: "1")
        host.watches = false
        host.permission = permission
        host.proposals = proposals
        host.mostNotes = mostNotes
        host.listsAllTools = listsAllTools
        if !vaults.isEmpty { host.vaults = ([vault] + vaults).map(\.root) }
        let inbox = inbox
        let client = Client(frame: { $0 + [Byte.newline] }) { bytes in
            inbox.take(bytes)
            return true
        }
        server = AgentServer(client, host)
        if let revision {
            _ = answer(
                "initialize",
                [
                    "protocolVersion": .string(revision), "capabilities": [:],
                    "clientInfo": ["name": .string(name), "version": "1"],
                ])
        }
    }

    deinit { _ = server.end(within: 10_000) }

    // MARK: Messages

    package static func meta(_ version: String = "2026-07-28", name: String = "tester") -> JSONValue {
        [
            "io.modelcontextprotocol/protocolVersion": .string(version),
            "io.modelcontextprotocol/clientInfo": ["name": .string(name), "version": "1"],
            "io.modelcontextprotocol/clientCapabilities": [:],
        ]
    }

    /// Sends bytes as they are.
    package func send(_ bytes: [UInt8]) { server.receive(bytes) }

    package func send(_ message: JSONValue) { send(message.written + [Byte.newline]) }

    /// Returns a request with the next id.
    package func request(_ method: String, _ params: JSONValue = [:]) -> JSONValue {
        defer { nextID += 1 }
        let members =
            params.members
            + (isStateless && params["_meta"] == nil
                ? [JSONValue.Member(name: "_meta", value: Self.meta(name: name))] : [])
        return ["jsonrpc": "2.0", "id": .int(nextID), "method": .string(method), "params": .object(members)]
    }

    /// Sends a request and returns the whole response.
    package func answer(_ method: String, _ params: JSONValue = [:]) -> JSONValue {
        let request = request(method, params)
        send(request)
        return wait { $0["id"] == request["id"] && $0["method"] == nil } ?? .null
    }

    /// Waits for a message, and removes it.
    package func wait(_ isWanted: (JSONValue) -> Bool) -> JSONValue? {
        let deadline = Date().addingTimeInterval(30)
        while Date() < deadline {
            let found = inbox.lines.withLock { lines -> JSONValue? in
                guard let index = lines.firstIndex(where: { JSONValue(bytes: $0).map(isWanted) ?? false }) else {
                    return nil
                }
                return JSONValue(bytes: lines.remove(at: index))
            }
            if let found { return found }
            _ = inbox.news.wait(timeout: .now() + 0.05)
        }
        return nil
    }

    /// Removes and returns all lines received so far, after all requests are answered.
    package func received() -> [[UInt8]] {
        _ = answer("tools/call", ["name": "search", "arguments": ["query": "", "limit": 1]])
        return inbox.lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    // MARK: Tools

    /// Returns the result of a tool, or the error of the response.
    package func call(_ tool: String, _ arguments: JSONValue) -> JSONValue {
        let response = answer("tools/call", ["name": .string(tool), "arguments": arguments])
        return response["result"] ?? response["error"] ?? .null
    }

    /// Returns the structured content of a tool's result, or null for an error.
    package func content(_ tool: String, _ arguments: JSONValue) -> JSONValue {
        call(tool, arguments)["structuredContent"] ?? .null
    }

    /// Returns the error of a tool, or nil if it succeeded.
    package func error(_ tool: String, _ arguments: JSONValue) -> JSONValue? {
        let result = call(tool, arguments)
        guard result["isError"] == true else { return nil }
        return JSONValue(parsing: result["content"]?.list.first?["text"]?.text ?? "")
    }

    /// Returns the hash of a note, as `read` gives it.
    package func hash(_ note: String) -> JSONValue { content("read", ["note": .string(note)])["hash"] ?? .null }

    /// Makes one change of a note as it is now. Returns the result of the tool.
    package func edit(_ operation: String, _ note: String, _ members: JSONValue) -> JSONValue {
        let change = JSONValue.object(
            [
                JSONValue.Member(name: "op", value: .string(operation)),
                JSONValue.Member(name: "note", value: .string(note)), JSONValue.Member(name: "hash", value: hash(note)),
            ] + members.members)
        return call("edit", ["changes": [change]])
    }
}

/// A validator of JSON Schema, as far as the tools use it.
package enum SchemaValidator {
    /// Returns what is wrong with a value, or nil if it conforms to the schema.
    package static func fault(_ value: JSONValue, _ schema: JSONValue, at path: String = "$") -> String? {
        let types = schema["type"].map { $0.text.map { [$0] } ?? $0.list.compactMap(\.text) } ?? []
        if !types.isEmpty, !types.contains(where: { $0 == type(value) || $0 == "number" && type(value) == "integer" }) {
            return "\(path): \(type(value)) instead of \(types)"
        }
        if let names = schema["enum"], !names.list.contains(value) { return "\(path): not in the enum" }
        if let least = schema["minimum"]?.int, let number = value.int, number < least { return "\(path): too small" }
        if let most = schema["maximum"]?.int, let number = value.int, number > most { return "\(path): too large" }
        for (index, element) in value.list.enumerated() {
            if let fault = schema["items"].flatMap({ fault(element, $0, at: "\(path)[\(index)]") }) { return fault }
        }
        for name in schema["required"]?.list.compactMap(\.text) ?? []
        where type(value) == "object" && value[name] == nil {
            return "\(path).\(name): missing"
        }
        for member in value.members {
            guard let property = schema["properties"]?[member.name] else {
                if schema["additionalProperties"] == false { return "\(path).\(member.name): not allowed" }
                continue
            }
            if let fault = fault(member.value, property, at: "\(path).\(member.name)") { return fault }
        }
        return nil
    }

    private static func type(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: value.int == nil ? "number" : "integer"
        case .string: "string"
        case .array: "array"
        case .object, .raw: "object"
        }
    }
}
