/// Measurements of searches that read notes, beside `rg`, and of commands with a watcher, beside the start of `sqlite3`.
extension Measurement {
    static func scanTable(_ tools: Tools, _ workspace: Workspace, queries: Queries) -> [Measurement] {
        func measured(
            _ name: String, _ query: String, beside words: [String], isWatched: Bool, atMost limit: Double
        ) -> Measurement {
            var (subject, baseline) = (search(query, [], tools, workspace), tools.ripgrep(words, in: workspace))
            subject.acceptsNoResults = true
            baseline?.acceptsNoResults = true
            return Measurement(
                name: isWatched ? "watched-\(name)" : name,
                title: "\(query) in all notes\(isWatched ? " with a watcher" : ""); beside rg", subject: subject,
                baseline: baseline, repeats: .some, comparison: .ratio(atMost: limit),
                obstacle: tools.ripgrep == nil
                    ? "rg is not installed" : isWatched && !tools.isWatching ? withoutWatcher : nil,
                isWatched: isWatched)
        }
        func both(_ name: String, _ query: String, beside words: String..., atMost limit: Double) -> [Measurement] {
            [(false, limit), (true, 0.15)].map { measured(name, query, beside: words, isWatched: $0, atMost: $1) }
        }
        return queries.parts.flatMap {
            both("contains", "contains:\($0)", beside: "-il", "--fixed-strings", $0, atMost: 2)
        }
            + queries.patterns.flatMap { both("regex", "/\($0)/", beside: "-l", $0, atMost: 3) }
    }

    static func watchedTable(_ tools: Tools, _ workspace: Workspace, queries: Queries) -> [Measurement] {
        let start = tools.sqlite.map { MeasuredProgram([$0, workspace.text("match.db"), "SELECT 1"]) }
        func measured(
            _ name: String, _ title: String, _ subject: MeasuredProgram, atMost limit: Double
        ) -> Measurement {
            Measurement(
                name: name, title: "\(title) with a watcher; beside the start of sqlite3", subject: subject,
                baseline: start, comparison: .ratio(atMost: limit),
                obstacle: !tools.isWatching ? withoutWatcher : start == nil ? "sqlite3 is not installed" : nil,
                isWatched: true)
        }
        let json = ["--format", "json", "--limit", "20"]
        return [
            measured("watched-search", "rare word", search(queries.rare, [], tools, workspace), atMost: 1.8),
            measured("watched-json", "rare word, JSON", search(queries.rare, json, tools, workspace), atMost: 2.5),
            measured(
                "watched-newest", "word in half the notes, 20 newest, JSON",
                search(queries.half, json + ["--sort", "created"], tools, workspace), atMost: 3),
            measured(
                "watched-suggest", "suggest '#a'",
                MeasuredProgram([tools.slip, "suggest", "#a", "--vault", workspace.vaultText]), atMost: 3),
        ]
    }

    private static let withoutWatcher = "this slip has no --watch"

    private static func search(
        _ query: String, _ words: [String], _ tools: Tools, _ workspace: Workspace
    ) -> MeasuredProgram {
        MeasuredProgram([tools.slip, "search", query, "--scope", "all", "--vault", workspace.vaultText] + words)
    }
}
