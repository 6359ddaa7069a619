import SQLite
import SourceText
import System

/// `slip-bench judge --collection DIR`: asks the questions of a test collection, and reports nDCG, MRR and recall beside
/// those of SQLite's `bm25()` with Porter stems.
///
/// With several collections, the questions of each are also asked in the vaults of the others, where no note answers
/// them. Near matches there are noise.
struct CollectionJudge {
    let slip: String
    let workspace: Workspace
    let collections: [JudgedCollection]
    let log: (String) -> Void

    /// The number of questions of another collection that are asked in a vault.
    private static let foreignQuestions = 100

    /// Makes a vault for each collection, asks the questions, and prints the table.
    func run() throws {
        var lines = [["collection, engine", "nDCG@10", "MRR@10", "recall@10", "of bm25()"]]
        var noise: [[String]] = [["vault", "questions of", "asked", "with near matches", "near matches each"]]
        for (number, collection) in collections.enumerated() {
            let vault = try vault(of: collection)
            log("asking in \(vault)")
            let baseline = try baseline(collection)
            func add(_ engine: String, _ judgement: GradedJudgement) {
                lines.append(
                    ["\(collection.name), \(engine)"] + judgement.cells
                        + [Report.decimal(judgement.gain / baseline.gain, 2)])
            }
            add("FTS5, Porter stems joined by OR", baseline)
            add("slip --near", try judge(collection) { try found($0.words, in: vault) })
            add(
                "slip, words joined by OR",
                try judge(collection) { question in
                    try found(Array(question.words.map { [$0] }.joined(separator: ["OR"])), in: vault)
                })
            for (otherNumber, other) in collections.enumerated() where otherNumber != number {
                let questions = other.questions.prefix(Self.foreignQuestions)
                let counts = try questions.map { try found($0.words, in: vault).count }
                noise.append([
                    collection.name, other.name, String(counts.count), String(counts.count { $0 > 0 }),
                    Report.decimal(Double(counts.reduce(0, +)) / Double(counts.count), 2),
                ])
            }
        }
        print(Report.table(lines), terminator: "")
        if noise.count > 1 { print("\n" + Report.table(noise), terminator: "") }
    }

    private func judge(
        _ collection: JudgedCollection, _ ranking: (JudgedCollection.Question) throws -> [Int]
    ) rethrows -> GradedJudgement {
        var judgement = GradedJudgement()
        for question in collection.questions { judgement.add(try ranking(question), question.grades) }
        return judgement
    }

    // MARK: slip

    /// Writes each document as a note. Its file name is a letter and its number, which no question contains.
    private func vault(of collection: JudgedCollection) throws -> String {
        let vault = "collection \(collection.name)"
        if (try? FileStatus(workspace.path(vault))) != nil { try Files.removeTree(workspace.path(vault)) }
        try Files.makeDirectories(workspace.path(vault))
        for (number, document) in collection.documents.enumerated() {
            let title = document.title.isEmpty ? "" : "# \(document.title)\n\n"
            try Files.create(workspace.path("\(vault)/n\(number).md"), Array("\(title)\(document.text)\n".utf8))
        }
        _ = try MeasuredProgram([slip, "init", workspace.text(vault)]).run(workspace)
        return workspace.text(vault)
    }

    /// Returns the numbers of the documents that slip finds, best first.
    private func found(_ words: [String], in vault: String) throws -> [Int] {
        let command = [
            slip, "search", "--vault", vault, "--scope", "all", "--near", "--quiet", "--limit",
            String(GradedJudgement.depth), "--template", "{{name}}", "--",
        ]
        var search = MeasuredProgram(command + words)
        search.acceptsNoResults = true
        return try search.output(workspace).split(separator: "\n").compactMap { Int($0.dropFirst()) }
    }

    // MARK: SQLite

    private func baseline(_ collection: JudgedCollection) throws -> GradedJudgement {
        let path = workspace.path("collection.db")
        try? Files.remove(path)
        let connection = try Connection(path, .create)
        try connection.execute(
            "BEGIN; CREATE VIRTUAL TABLE fts USING fts5(title, body, tokenize='porter unicode61 remove_diacritics 2')")
        for (number, document) in collection.documents.enumerated() {
            try connection.run(
                "INSERT INTO fts(rowid, title, body) VALUES(?1, ?2, ?3)",
                [.int(number), .text(document.title), .text(document.text)])
        }
        try connection.execute("COMMIT")
        return try judge(collection) { question in
            let expression = question.words.map { "\"\($0)\"" }.joined(separator: " OR ")
            var numbers: [Int] = []
            try connection.rows(
                "SELECT rowid FROM fts WHERE fts MATCH ?1 ORDER BY bm25(fts) LIMIT ?2",
                [.text(expression), .int(GradedJudgement.depth)]
            ) { row in
                numbers.append(Int(row.int(0)))
                return true
            }
            return numbers
        }
    }
}
