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

    private typealias Add = (_ title: String, _ times: [Double], _ median: Double?, _ worst: Double?) -> Void

    func run() throws {
        _ = try MeasuredProgram([slip, "index", "--vault", workspace.vaultText]).run(workspace)
        var rows: [LatencyRow] = []
        func add(_ title: String, _ times: [Double], median: Double?, worst: Double?) {
            log(title)
            rows.append(LatencyRow(title: title, times: times, median: median, worst: worst))
        }
        try starts(add)
        let client = try AgentClient(slip, in: workspace.vault)
        _ = try client.call("search", ["query": ""])
        ThisProcess.sleep(.seconds(3))
        try tools(client, add)
        let before = try client.memory()
        log("\(Self.calls) calls")
        for number in 0..<Self.calls {
            if number % 10 == 0 {
                _ = try client.call("search", ["query": .string(title(number))])
            } else {
                _ = try client.call("read", ["note": path(number)])
            }
        }
        let after = try client.memory()
        try client.end()
        print(LatencyRow.table("agents", rows), terminator: "")
        print(
            "memory: \(Report.decimal(before.own, 0)) MB anonymous (\(Report.decimal(before.whole, 0)) with mapped files), after "
                + "\(Self.calls) calls \(Report.decimal(after.own, 0)) (\(Report.decimal(after.whole, 0))); target 60")
    }

    private func title(_ number: Int) -> String { String(decoding: made.title(number % 40 * 37), as: UTF8.self) }

    private func path(_ number: Int) -> JSONValue {
        .string(String(decoding: made.path(ofNote: number % 40 * 37), as: UTF8.self))
    }

    private func starts(_ add: Add) throws {
        var (starts, searches, ends): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<10 {
            var client: AgentClient?
            starts += try LatencyRow.measure(1) { _ in
                client = try AgentClient(slip, in: workspace.vault)
                _ = try client?.ask("server/discover", [:])
            }
            searches += try LatencyRow.measure(1) { _ in _ = try client?.call("search", ["query": "alpha"]) }
            ends += try LatencyRow.measure(1) { _ in try client?.end() }
        }
        add("start to the first answer", starts, 100, nil)
        add("first search", searches, nil, nil)
        add("end of input to exit", ends, nil, 100)
    }

    private func tools(_ client: AgentClient, _ add: Add) throws {
        func word(_ number: Int) -> JSONValue { .string(String(title(number).split(separator: " ")[0])) }
        let searches: [(String, (Int) -> JSONValue)] = [
            ("search for a title", { ["query": .string(title($0))] }), ("search for a word", { ["query": word($0)] }),
            ("search for a word, only path and title", { ["query": word($0), "fields": ["path", "title"]] }),
            ("list the newest notes", { _ in ["query": ""] }),
        ]
        for (name, arguments) in searches {
            add(name, try LatencyRow.measure(Self.times) { _ = try client.call("search", arguments($0)) }, 5, nil)
        }
        add(
            "read a note", try LatencyRow.measure(Self.times) { _ = try client.call("read", ["note": path($0)]) }, 5,
            nil)
        add(
            "edit, dry run",
            try LatencyRow.measure(40) {
                let hash = try client.call("read", ["note": path($0)])["hash"] ?? .null
                let change: JSONValue = ["op": "append", "note": path($0), "hash": hash, "text": "x"]
                _ = try client.call("edit", ["changes": [change], "dry_run": true])
            }, nil, nil)
    }
}
