import SourceText
import System

/// A public test collection: documents, questions as people wrote them, and graded judgements.
///
/// The format is that of BEIR (https://github.com/beir-cellar/beir): `corpus.jsonl` with `_id`, `title` and `text`,
/// `queries.jsonl` with `_id` and `text`, and `qrels/test.tsv` with a header line and the columns question, document
/// and grade. A higher grade is more relevant, and 0 is irrelevant.
package struct JudgedCollection: Sendable {
    package struct Document: Sendable {
        package var title: String
        package var text: String
    }

    package struct Question: Sendable {
        /// The distinct folded words in order.
        package var words: [String]
        /// The grades of the relevant documents, by document number.
        package var grades: [Int: Int]
    }

    /// The name of the folder.
    package let name: String
    package private(set) var documents: [Document] = []
    /// The questions that have a relevant document.
    package private(set) var questions: [Question] = []

    /// - Throws: `BenchmarkError` if a line has another format, or a file error.
    package init(_ folder: String) throws {
        name = folder.split(separator: "/").last.map(String.init) ?? folder
        var numbers: [String: Int] = [:]
        for line in try Self.lines(of: folder, "corpus.jsonl") {
            let document = try Self.object(line, "corpus.jsonl")
            numbers[document["_id"] ?? ""] = documents.count
            documents.append(Document(title: document["title"] ?? "", text: document["text"] ?? ""))
        }
        var grades: [String: [Int: Int]] = [:]
        for line in try Self.lines(of: folder, "qrels/test.tsv").dropFirst() {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3, let grade = Int(fields[2]) else {
                throw BenchmarkError("qrels/test.tsv: expected three columns, not '\(line)'")
            }
            if grade > 0, let number = numbers[fields[1]] { grades[fields[0], default: [:]][number] = grade }
        }
        for line in try Self.lines(of: folder, "queries.jsonl") {
            let question = try Self.object(line, "queries.jsonl")
            guard let grades = grades[question["_id"] ?? ""] else { continue }
            var seen: Set<String> = []
            let words = Words.list(question["text"] ?? "").filter { seen.insert($0).inserted }
            if !words.isEmpty { questions.append(Question(words: words, grades: grades)) }
        }
        if questions.isEmpty { throw BenchmarkError("'\(folder)' has no question with a relevant document") }
    }

    private static func lines(of folder: String, _ file: String) throws -> [Substring] {
        let path = Array("\(folder)/\(file)".utf8)
        return String(decoding: try Files.read(path).bytes, as: UTF8.self).split(separator: "\n")
    }

    /// Parses a line of JSON, and returns its string members.
    private static func object(_ line: Substring, _ file: String) throws -> [String: String] {
        guard case .object(let members)? = JSONValue(parsing: String(line)) else {
            throw BenchmarkError("\(file): expected a JSON object, not '\(line.prefix(80))'")
        }
        return Dictionary(members.map { ($0.name, $0.value.plainText) }) { $1 }
    }
}
