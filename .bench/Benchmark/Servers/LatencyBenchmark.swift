import SourceText

/// `slip-bench latency`: how long one of many queries takes in an open session, of 1 to 4 words from the vocabulary and
/// the titles of the vault.
struct LatencyBenchmark {
    private static let queries = 1000

    let slip: String
    let workspace: Workspace
    let made: GeneratedVault

    func run() throws {
        var rows: [LatencyRow] = []
        let kinds: [(title: String, options: JSONValue, median: Double?, ninety: Double?)] = [
            ("ten paths", ["limit": 10, "near": false, "fields": ["path"]], 1, 3),
            ("ten results with passages", ["limit": 10, "near": false], 1, 3),
            ("the same with near matches", ["limit": 10], nil, nil),
        ]
        for (title, options, median, ninety) in kinds {
            var random = SeededRandom(63)
            let texts = (0..<Self.queries).map { _ in words(&random) }
            // What one kind has read must not serve the next.
            let client = try AgentClient(slip, in: workspace.vault)
            // The first query of a session checks the files.
            _ = try client.call("search", ["query": "alpha"])
            let times = try LatencyRow.measure(Self.queries) { number in
                let query = JSONValue.Member(name: "query", value: .string(texts[number]))
                _ = try client.call("search", .object(options.members + [query]))
            }
            try client.end()
            rows.append(LatencyRow(title: title, times: times, median: median, ninety: ninety, worst: nil))
        }
        print(LatencyRow.table("a query of 1 to 4 words in a session", rows), terminator: "")
    }

    private func words(_ random: inout SeededRandom) -> String {
        let count = 1 + random.below(4)
        var words: [[UInt8]] = []
        if random.below(2) == 0 {
            words = made.title(random.below(made.count)).split(separator: Byte.space).prefix(count).map { Array($0) }
        } else {
            for _ in 0..<count { words.append(made.vocabulary.word(&random)) }
        }
        return String(decoding: Array(words.joined(separator: [Byte.space])), as: UTF8.self)
    }
}
