import BenchmarkSystem
import SourceText
import System

/// `slip-bench judge`: runs slightly wrong queries in slip, and reports how often the intended notes are found.
///
/// The queries are split in halves. The parameters of `Ranker` and `NearWord` were tuned on one half and are evaluated
/// on the other.
struct Judge {
    private static let notesOfLanguage = 800
    private static let queriesOfKind = 120
    private static let queriesOfSample = 10
    /// The number of results that are examined.
    private static let shown = 10

    let slip: String
    let workspace: Workspace
    let log: (String) -> Void

    /// Makes vaults, runs the queries, and prints the table.
    func run() throws {
        var halves = [[JudgedQuery.Kind: Judgement]](repeating: [:], count: 2)
        func judge(_ vault: [UInt8], _ queries: [JudgedQuery]) throws {
            for (number, query) in queries.enumerated() {
                let place = try paths(of: query, in: vault).firstIndex(of: query.target).map { $0 + 1 }
                halves[number % 2][query.kind, default: Judgement()].add(place)
            }
        }
        let vocabulary = SyntheticVocabulary()
        for language in Inflection.tables.indices {
            let made = JudgedVault(language: language, count: Self.notesOfLanguage, vocabulary: vocabulary)
            let vault = try write(made, "judged \(language)")
            log("asking in \(String(decoding: vault, as: UTF8.self))")
            let notes = made.files.map(\.note)
            try judge(vault, Self.queries(notes, [made.inflection], count: Self.queriesOfKind))
        }
        let vault = try sample()
        log("asking in \(String(decoding: vault, as: UTF8.self))")
        try judge(vault, Self.queries(try notes(in: vault), [Inflection.tables[0]], count: Self.queriesOfSample))
        print(Self.table(halves), terminator: "")
        let missed = JudgementTarget.missed(halves[1])
        print(missed.isEmpty ? "reaches its targets" : "misses its target: \(missed.joined(separator: ", "))")
    }

    private static func queries(_ notes: [JudgedNote], _ inflections: [Inflection], count: Int) -> [JudgedQuery] {
        var maker = QueryMaker(notes, inflections, seed: 77)
        return JudgedQuery.Kind.allCases.flatMap { maker.queries($0, count: count) }
    }

    private static func table(_ halves: [[JudgedQuery.Kind: Judgement]]) -> String {
        var lines = [["queries", "learnt from", "first / ten / MRR", "held out", "first / ten / MRR"]]
        var all = [Judgement(), Judgement()]
        for kind in JudgedQuery.Kind.allCases {
            let pair = halves.map { $0[kind] ?? Judgement() }
            for index in pair.indices { all[index].add(pair[index]) }
            lines.append([kind.rawValue] + pair.flatMap { [String($0.count), $0.text] })
        }
        lines.append(["all"] + all.flatMap { [String($0.count), $0.text] })
        return Report.table(lines)
    }

    // MARK: Vaults

    private func write(_ made: JudgedVault, _ name: String) throws -> [UInt8] {
        let vault = try emptied(name)
        for file in made.files {
            let path = vault + Array("/\(file.note.path)".utf8)
            try Files.makeDirectories(Array(path[..<(path.lastIndex(of: Byte.slash) ?? 0)]))
            try Files.create(path, Array(file.text.utf8))
        }
        _ = try MeasuredProgram([slip, "init", String(decoding: vault, as: UTF8.self)]).run(workspace)
        return vault
    }

    private func sample() throws -> [UInt8] {
        let vault = try emptied("judged sample")
        _ = try MeasuredProgram([slip, "init", "--with-examples", "--yes", String(decoding: vault, as: UTF8.self)]).run(
            workspace)
        return vault
    }

    private func emptied(_ name: String) throws -> [UInt8] {
        let path = workspace.path(name)
        if (try? FileStatus(path)) != nil { try Files.removeTree(path) }
        try Files.makeDirectories(path)
        return path
    }

    private func notes(in vault: [UInt8]) throws -> [JudgedNote] {
        try NoteFiles(vault).paths().map { path in
            let text = String(decoding: try Files.read(path).bytes, as: UTF8.self)
            return JudgedNote(path: String(decoding: path.dropFirst(vault.count + 1), as: UTF8.self), text)
        }.sorted { $0.path < $1.path }
    }

    // MARK: Searching

    private func paths(of query: JudgedQuery, in vault: [UInt8]) throws -> [String] {
        let words = [
            slip, "search", "--vault", String(decoding: vault, as: UTF8.self), "--scope", "all", "--near", "--quiet",
            "--limit", String(Self.shown), "--template", "{{path}}", "--",
        ]
        var search = MeasuredProgram(words + query.words)
        search.acceptsNoResults = true
        return try search.output(workspace).split(separator: "\n").map(String.init)
    }
}
