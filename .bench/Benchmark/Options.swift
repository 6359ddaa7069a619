struct Options: Sendable {
    static let usage = """
        usage: slip-bench [COUNT] [--slip PATH] [--dir DIR] [--runs N] [--json FILE] [--only NAME,…]
               slip-bench judge [--collection DIR]… [--links DIR]… [--slip PATH] [--dir DIR]
               slip-bench editor [COUNT] [--slip PATH] [--dir DIR]
               slip-bench browse [COUNT] [--slip PATH] [--dir DIR]
               slip-bench agents [COUNT] [--slip PATH] [--dir DIR]
               slip-bench agents --vault DIR FILE [--slip PATH] [--dir DIR]
               slip-bench latency [COUNT] [--slip PATH] [--dir DIR] [--runs N] [--json FILE]
               slip-bench scan [COUNT] [--slip PATH] [--dir DIR] [--runs N] [--json FILE]
               slip-bench web [COUNT] [--slip PATH] [--dir DIR]

        Makes a vault of COUNT notes (10000 unless given), the same bytes every time, and measures slip on it beside
        yardsticks in the same run. The vault is kept in DIR (below the temporary folder) for the next time.

          --slip PATH   The program to measure; unless given, the one beside this program.
          --dir DIR     Where vaults and yardsticks' databases are kept.
          --runs N      How often what takes tenths of a second is run (5); longer things half, shorter three times
                        as often.
          --json FILE   Write all figures to FILE.
          --only NAMES  Only these measurements, with commas between them.

        'judge' asks for known notes by queries that are a little wrong, made by rule from made vaults and the sample
        vault, and says how many are found first, how many among the first ten, and the mean reciprocal rank. With
        --collection, it asks the questions of a test collection in BEIR's format (corpus.jsonl, queries.jsonl,
        qrels/test.tsv) instead, and prints nDCG, MRR and recall beside SQLite's bm25(). With several, the questions of
        each are also asked in the others, where they should find nothing. With --links, it removes links from the
        notes of each vault, one at a time, and prints how often 'slip related' finds their targets, beside BM25 of
        the title and of the whole note.

        'editor' talks to 'slip lsp' as an editor does, and says how long each answer takes, and how much memory it has.

        'browse' types into 'slip browse' in a terminal, and says how long after each key the list and the whole screen
        are there.

        'agents' calls the tools of 'slip mcp', and prints how long each answer takes, and how much memory the server has.
        With --vault, it searches a copy of a real vault with the keywords and questions of FILE, and prints how many
        notes are among the first ten, and how long the answers are. Each line of FILE has a note, keywords and a
        question, with tabs between them; .bench/Questions has some for public vaults.

        'latency' asks 1,000 queries in a session of 'slip mcp', and runs commands with a watcher beside the start of
        'sqlite3'. 'scan' looks for parts of words and for regular expressions, beside rg.

        'web' exports the vault as a web site, beside a first index and a search, and reads pages of 'slip serve'.
        """

    var count = 10_000
    var slip: String?
    var directory: String?
    var runs = 5
    var json: String?
    var only: Set<String> = []
    var judges = false
    /// The folders of the test collections to judge.
    var collections: [String] = []
    /// The vaults whose links are hidden and asked for.
    var linkVaults: [String] = []
    /// The vault that an agent searches, and the file with its questions.
    var vault: String?
    var questions: String?
    /// A part of slip that runs as long as its user, and is measured on its own.
    enum Server: String { case editor, browse, agents, latency, web }

    /// The measurements of a name that stands for several.
    private static let groups: [String: Set<String>] = [
        "latency": ["watched-search", "watched-json", "watched-newest", "watched-suggest"],
        "scan": ["contains", "regex", "watched-contains", "watched-regex"],
    ]

    /// The part to measure instead of commands, or nil.
    var server: Server?

    init(_ arguments: [String]) throws(BenchmarkError) {
        var rest = arguments[...]
        judges = rest.first == "judge"
        server = rest.first.flatMap { Server(rawValue: $0) }
        let group = rest.first.flatMap { Self.groups[$0] }
        only = group ?? []
        if judges || server != nil || group != nil { rest.removeFirst() }
        while let word = rest.popFirst() {
            if vault != nil, !word.hasPrefix("-") {
                questions = word
                continue
            }
            guard word.hasPrefix("-") || judges else {
                count = try Self.number(word)
                continue
            }
            let known = ["--slip", "--dir"] + (group == nil ? otherOptions : ["--runs", "--json"])
            guard known.contains(word), let value = rest.popFirst() else {
                throw BenchmarkError("what is '\(word)'?\n\(Self.usage)")
            }
            switch word {
            case "--slip": slip = value
            case "--dir": directory = value
            case "--collection": collections.append(value)
            case "--links": linkVaults.append(value)
            case "--vault": vault = value
            case "--runs": runs = try Self.number(value)
            case "--json": json = value
            default: only = Set(value.split(separator: ",").map { String($0) })
            }
        }
    }

    /// The options besides those of all commands.
    private var otherOptions: [String] {
        if judges { return ["--collection", "--links"] }
        switch server {
        case .agents: return ["--vault"]
        case nil: return ["--runs", "--json", "--only"]
        default: return []
        }
    }

    private static func number(_ text: String) throws(BenchmarkError) -> Int {
        guard let number = Int(text), number > 0 else {
            throw BenchmarkError("expected a number above zero, not '\(text)'\n\(usage)")
        }
        return number
    }
}
