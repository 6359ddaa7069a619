import SourceText
import System

/// `slip-bench agents --vault DIR FILE`: searches a real vault as a model does, with keywords and with questions, and
/// prints how often the note that answers is among the first ten, and how long the answers are.
package struct AgentQuestions {
    /// A line of the file: a note, a query of keywords, and a question, each separated by a tab.
    package struct Question: Hashable, Sendable {
        package var path: String
        package var query: String
        package var question: String
    }

    let slip: String
    let workspace: Workspace
    let vault: String
    let file: String
    let log: (String) -> Void

    /// The number of results that count.
    private static let shown = 10

    /// Returns the lines of a file. Lines that begin with `#` are comments.
    ///
    /// - Throws: `BenchmarkError` if a line has another format.
    package static func questions(_ text: String) throws -> [Question] {
        try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3 else { throw BenchmarkError("expected note, query and question, not '\(line)'") }
            return Question(path: fields[0], query: fields[1], question: fields[2])
        }
    }

    /// Copies the notes, searches them with the default options of the tool, and prints the table.
    func run() throws {
        let text = String(decoding: try Files.read(Array(file.utf8)).bytes, as: UTF8.self)
        let questions = try Self.questions(text)
        let copy = try VaultCopy(of: vault, named: "questions", workspace, slip: slip)
        if let missing = questions.first(where: { copy.notes[$0.path] == nil }) {
            throw BenchmarkError("'\(vault)' has no note '\(missing.path)', which '\(file)' names")
        }
        var lines = [["searches", "asked", "among ten", "first", "MRR", "median bytes", "largest"]]
        for (name, words) in [("keywords", \Question.query), ("questions", \Question.question)] {
            let client = try AgentClient(slip, in: copy.root)
            var judgement = Judgement()
            for question in questions {
                let found = try client.call("search", ["query": .string(question[keyPath: words])])
                let paths = found["notes"]?.list.prefix(Self.shown).map { $0["path"]?.text ?? "" } ?? []
                let place = paths.firstIndex(of: question.path).map { $0 + 1 }
                judgement.add(place)
                if place == nil { log("not among ten: \(question.path) for '\(question[keyPath: words])'") }
            }
            let sizes = client.sizes.sorted()
            try client.end()
            lines.append([
                name, String(judgement.count), String(Int((judgement.ten * Double(judgement.count)).rounded())),
                Report.decimal(100 * judgement.first, 0) + " %",
                Report.decimal(judgement.reciprocal, 2), String(sizes.isEmpty ? 0 : sizes[sizes.count / 2]),
                String(sizes.last ?? 0),
            ])
        }
        print("\(copy.notes.count) notes of \(vault)\n" + Report.table(lines), terminator: "")
    }
}
