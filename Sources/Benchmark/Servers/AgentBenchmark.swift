import SourceText
import System

/// `slip-bench agents`: how long `slip mcp` takes to answer, and how much memory it has.
struct AgentBenchmark {
    private static let times = 200
    private static let calls = 100_000

    let slip: String
    let workspace: Workspace
    let made: GeneratedVault
    let log: (String) -> Void

    func run() throws {
        _ = try Program([slip, "index", "--vault", workspace.vaultText]).run(workspace)
        var rows: [LatencyRow] = []
        func add(_ title: String, _ times: [Double], median: Double? = nil, worst: Double? = nil) {
            log(title)
            rows.append(LatencyRow(title: title, times: times, median: median, worst: worst))
        }
        var ends: [Double] = []
        var searches: [Double] = []
        add(
            "start to the first answer",
            try (0..<10).map { _ in
                var client: AgentClient?
                let start = try LatencyRow.measure(1) { _ in
                    client = try AgentClient(slip, in: workspace.vault)
                    _ = try client?.ask("server/discover", [:])
                }
                searches += try LatencyRow.measure(1) { _ in _ = try client?.call("search", ["query": "alpha"]) }
                ends += try LatencyRow.measure(1) { _ in try client?.end() }
                return start[0]
            }, median: 100)
        add("first search", searches)
        add("end of input to exit", ends, worst: 100)

        let client = try AgentClient(slip, in: workspace.vault)
        _ = try client.call("search", ["query": ""])
        ThisProcess.sleep(.seconds(3))
        let titles = (0..<40).map { String(decoding: made.title($0 * 37), as: UTF8.self) }
        let words = titles.map { String($0.split(separator: " ")[0]) }
        let paths = (0..<40).map { JSONValue.string(String(decoding: made.path(ofNote: $0 * 37), as: UTF8.self)) }
        add(
            "search for a title",
            try LatencyRow.measure(Self.times) { _ = try client.call("search", ["query": .string(titles[$0 % 40])]) },
            median: 5)
        add(
            "search for a word",
            try LatencyRow.measure(Self.times) { _ = try client.call("search", ["query": .string(words[$0 % 40])]) },
            median: 5)
        add(
            "search for a word, only path and title",
            try LatencyRow.measure(Self.times) {
                _ = try client.call("search", ["query": .string(words[$0 % 40]), "fields": ["path", "title"]])
            }, median: 5)
        add(
            "list the newest notes",
            try LatencyRow.measure(Self.times) { _ in _ = try client.call("search", ["query": ""]) }, median: 5)
        add(
            "read a note",
            try LatencyRow.measure(Self.times) { _ = try client.call("read", ["note": paths[$0 % 40]]) }, median: 5)
        add(
            "edit, dry run",
            try LatencyRow.measure(40) {
                let path = paths[$0]
                let hash = try client.call("read", ["note": path])["hash"] ?? .null
                let change: JSONValue = ["op": "append", "note": path, "hash": hash, "text": "x"]
                _ = try client.call("edit", ["changes": [change], "dry_run": true])
            })
        let before = try client.memory()
        log("\(Self.calls) calls")
        for number in 0..<Self.calls {
            if number % 10 == 0 {
                _ = try client.call("search", ["query": .string(titles[number % 40])])
            } else {
                _ = try client.call("read", ["note": paths[number % 40]])
            }
        }
        let after = try client.memory()
        try client.end()
        print(LatencyRow.table("agents", rows), terminator: "")
        print(
            "memory: \(Report.decimal(before.own, 0)) MB of its own (\(Report.decimal(before.whole, 0)) with mapped files), after "
                + "\(Self.calls) calls \(Report.decimal(after.own, 0)) (\(Report.decimal(after.whole, 0))); target 60")
    }
}

/// The host of a language model with `slip mcp`, one request at a time.
private final class AgentClient {
    private let process: PipedProcess
    private var nextID = 1

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
        guard let content = result["structuredContent"] else {
            throw BenchmarkError("'\(tool)' failed: \(result.plainText)")
        }
        return content
    }

    func memory() throws -> (own: Double, whole: Double) { try process.memory() }

    func end() throws { _ = try process.finish(milliseconds: 5000) }
}
