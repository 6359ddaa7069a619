import JSONRPC
import SourceText
import System

/// `slip-bench editor`: how long `slip lsp` takes to respond, from message in to message out.
struct EditorBenchmark {
    private static let times = 200
    private static let edits = 100_000

    let slip: String
    let workspace: Workspace
    let made: GeneratedVault
    let log: (String) -> Void

    func run() throws {
        // A note that a thousand other notes already link to.
        let hub = workspace.path("vault/\(GeneratedVault.missingNote).md")
        try? Files.remove(hub)
        try Files.create(hub, Array("# \(GeneratedVault.missingNote)\n".utf8))
        defer { try? Files.remove(hub) }
        _ = try MeasuredProgram([slip, "index", "--vault", workspace.vaultText]).run(workspace)
        var rows: [LatencyRow] = []
        func add(_ title: String, _ times: [Double], median: Double? = nil, worst: Double? = nil) {
            log(title)
            rows.append(LatencyRow(title: title, times: times, median: median, worst: worst))
        }

        var client: EditorClient?
        let path = String(decoding: made.path(ofNote: 7), as: UTF8.self)
        let text = String(
            decoding: try Files.read(workspace.vault + [Byte.slash] + made.path(ofNote: 7)).bytes, as: UTF8.self)
        var starts: [Double] = []
        for _ in 0..<5 {
            try client?.end()
            starts += try LatencyRow.measure(1) { _ in
                let new = try EditorClient(slip, in: workspace.vault)
                try new.open(path, text)
                _ = try new.ask("textDocument/documentLink", ["textDocument": ["uri": new.uri(path)]])
                client = new
            }
        }
        add("start to the first answer", starts, median: 100)
        guard let client else { return }
        ThisProcess.sleep(.seconds(3))
        add(
            "symbols of an open note",
            try LatencyRow.measure(Self.times) { _ in
                _ = try client.ask("textDocument/documentSymbol", ["textDocument": ["uri": client.uri(path)]])
            }, median: 2, worst: 10)
        try completions(client, add)
        try links(client, add)
        try diagnostics(client, add)
        try long(client, add)
        ThisProcess.sleep(.seconds(2))
        let before = try client.memory()
        log("\(Self.edits) edits")
        for number in 0..<Self.edits {
            try client.type(number % 2 == 0 ? "x" : "", in: "new.md", line: 0, from: 0, to: number % 2)
            if number % 1000 == 999 {
                _ = try client.ask("textDocument/foldingRange", ["textDocument": ["uri": client.uri("new.md")]])
            }
        }
        ThisProcess.sleep(.seconds(2))
        let after = try client.memory()
        try client.end()
        print(LatencyRow.table("editor", rows), terminator: "")
        print(
            "memory: \(Report.decimal(before.own, 0)) MB of its own (\(Report.decimal(before.whole, 0)) with mapped files), after "
                + "\(Self.edits) edits \(Report.decimal(after.own, 0)) (\(Report.decimal(after.whole, 0))); target 60")
    }

    private typealias Add = (_ title: String, _ times: [Double], _ median: Double?, _ worst: Double?) -> Void

    private func completions(_ client: EditorClient, _ add: Add) throws {
        try client.open("new.md", "[[\n\nsome text\n")
        let typed = (0..<40).map { String(decoding: made.title($0 * 37).prefix(1 + $0 % 5), as: UTF8.self) }
        let valid = typed.filter { !$0.unicodeScalars.contains("\u{FFFD}") }
        add(
            "completion of notes",
            try LatencyRow.measure(Self.times) { number in
                let word = valid[number % valid.count]
                try client.type(word, in: "new.md", line: 0, from: 2, to: 2)
                _ = try client.ask("textDocument/completion", in: "new.md", line: 0, 2 + word.utf8.count)
                try client.type("", in: "new.md", line: 0, from: 2, to: 2 + word.utf8.count)
            }, 5, 16)
    }

    private func links(_ client: EditorClient, _ add: Add) throws {
        let title = String(decoding: made.title(11), as: UTF8.self)
        try client.open("links.md", "see [[\(title)]]\n\n[[\(GeneratedVault.missingNote)]]\n")
        add(
            "hover",
            try LatencyRow.measure(Self.times) { _ in
                _ = try client.ask("textDocument/hover", in: "links.md", line: 0, 8)
            }, 5,
            16
        )
        add(
            "definition",
            try LatencyRow.measure(Self.times) { _ in
                _ = try client.ask("textDocument/definition", in: "links.md", line: 0, 8)
            }, 5, 16)
        let found = try client.ask("textDocument/references", in: "links.md", line: 2, 5).list.count
        add(
            "references, \(found) of them",
            try LatencyRow.measure(60) { _ in _ = try client.ask("textDocument/references", in: "links.md", line: 2, 5)
            }, 30,
            nil)
        let move: JSONValue = [
            "files": [
                ["oldUri": client.uri("\(GeneratedVault.missingNote).md"), "newUri": client.uri("Another name.md")]
            ]
        ]
        add(
            "willRenameFiles, as many backlinks",
            try LatencyRow.measure(20) { _ in _ = try client.ask("workspace/willRenameFiles", move) }, 150, nil)
        try client.close("links.md")
    }

    /// Measures the time from a key in a note of 100 kB with links to its diagnostics.
    private func diagnostics(_ client: EditorClient, _ add: Add) throws {
        let lines = (0..<1100).map { number in
            "some words that stand around a link to [[\(String(decoding: made.title(number), as: UTF8.self))]] and go on behind it"
        }
        try client.open("long.md", "# Long\n\n\(lines.joined(separator: "\n"))\n[[none]]\n")
        _ = try client.diagnostics(of: "long.md")
        add(
            "a key in 100 kB to its diagnostics",
            try LatencyRow.measure(Self.times) { number in
                // The bracket adds or removes one broken link.
                try client.type(
                    number % 2 == 0 ? "[[none]]" : "", in: "long.md", line: 1, from: 0, to: number % 2 == 0 ? 0 : 8)
                _ = try client.diagnostics(of: "long.md")
            }, 10, 30)
        try client.close("long.md")
    }

    /// Measures keys in notes that are longer than a user would write.
    private func long(_ client: EditorClient, _ add: Add) throws {
        let words =
            "words that go on and on, with a [[\(GeneratedVault.missingNote)]] now and then and *marks* around some of them\n"
        let texts = [
            ("a note of 5 MB", String(repeating: words, count: 5_000_000 / words.utf8.count)),
            (
                "a note of 100,000 links",
                String(repeating: "- [[\(GeneratedVault.missingNote)]] and text\n", count: 100_000)
            ),
        ]
        for (title, text) in texts {
            try client.open("huge.md", text)
            ThisProcess.sleep(.seconds(3))
            let line = text.utf8.count { $0 == Byte.newline } / 2
            add(
                "a key in \(title), to its completion",
                try LatencyRow.measure(40) { _ in
                    try client.type("[[a", in: "huge.md", line: line, from: 0, to: 0)
                    _ = try client.ask("textDocument/completion", in: "huge.md", line: line, 3)
                    try client.type("", in: "huge.md", line: line, from: 0, to: 3)
                }, nil, 50)
            try client.close("huge.md")
        }
    }
}
