import Foundation
import TestSupport
import Testing
import slip_bench

/// The files of questions that a model could ask about public vaults.
@Suite struct AgentQuestionTests {
    @Test func `a line has a note, a query and a question, and comments are skipped`() throws {
        let questions = try AgentQuestions.questions("# about\na/b.md\tone two\tWhat is one?\n\nc.md\tx\ty\n")
        #expect(questions.map(\.path) == ["a/b.md", "c.md"])
        #expect(questions.first?.query == "one two" && questions.first?.question == "What is one?")
    }

    @Test(arguments: ["a.md\tone\n", "a.md\n", "a.md\tone\ttwo\tthree\n"])
    func `a line with fewer or more fields is refused`(_ text: String) {
        #expect(throws: BenchmarkError.self) { try AgentQuestions.questions(text) }
    }

    @Test(arguments: ["cp-algorithms", "oi-wiki", "knowledge"])
    func `a file of questions has fifteen notes, each once`(_ name: String) throws {
        let file = ProjectFiles.root.appendingPathComponent(".bench/Questions/\(name).tsv")
        let questions = try AgentQuestions.questions(String(contentsOf: file, encoding: .utf8))
        #expect(questions.count == 15 && Set(questions.map(\.path)).count == 15)
    }
}
