import SourceText
import System

/// The host of a language model with `slip mcp`, one request at a time.
final class AgentClient {
    private let process: PipedProcess
    private var nextID = 1
    /// The bytes of the text of each result, which is what the model gets.
    private(set) var sizes: [Int] = []

    private static let meta: JSONValue = [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": ["name": "slip-bench", "version": "1"],
        "io.modelcontextprotocol/clientCapabilities": .object([]),
    ]

    init(_ slip: String, in root: [UInt8]) throws {
        let variables = ThisProcess.variables.map { Array("\($0.key)=\($0.value)".utf8) }
        let words = [slip, "mcp", "--allow-writes"].map { Array($0.utf8) }
        process = try PipedProcess(words, environment: variables, in: root)
    }

    func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
        let id = nextID
        nextID += 1
        let message: JSONValue = [
            "jsonrpc": "2.0", "id": .int(id), "method": .string(method),
            "params": .object(params.members + [JSONValue.Member(name: "_meta", value: Self.meta)]),
        ]
        try process.write(message.written + [Byte.newline])
        while let line = try process.read(upTo: Byte.newline) {
            if let answer = JSONValue(bytes: line), answer["id"]?.int == id { return answer["result"] ?? .null }
        }
        throw BenchmarkError("the server has ended")
    }

    /// Calls a tool, and returns its structured content.
    func call(_ tool: String, _ arguments: JSONValue) throws -> JSONValue {
        let result = try ask("tools/call", ["name": .string(tool), "arguments": arguments])
        sizes.append(result["content"]?.list.reduce(0) { $0 + ($1["text"]?.text?.utf8.count ?? 0) } ?? 0)
        guard let content = result["structuredContent"] else {
            throw BenchmarkError("'\(tool)' failed: \(result.plainText)")
        }
        return content
    }

    func memory() throws -> (own: Double, whole: Double) { try process.memory() }

    func end() throws { _ = try process.finish(milliseconds: 5000) }
}
