import Foundation
import SQLite
import SourceText
import TestSupport
import Testing

/// Whatever statement or call of SQLite's fails, no answer is wrong, a person is told in our words, and the next command
/// answers right.
@Suite struct DatabaseSeamTests {
    private static let files = ["A.md": "alpha [[B]]\n", "F/B.md": "---\nkeywords: [k]\ndue: 2024-01-01\n---\nalpha\n"]

    @Test(arguments: [false, true]) func `a full disk is told of, and leaves no wrong answer`(isBuilt: Bool) throws {
        var number = 0
        while true {
            let failing = DatabaseSeam(failingStatement: number)
            let terminal = try Console(Self.files)
            if isBuilt {
                _ = terminal.slip("search", "alpha")
                try terminal.write("C.md", "alpha\n")
            }
            let found = isBuilt ? "3\n" : "2\n"
            let result = DatabaseSeam.$current.withValue(failing) { terminal.slip("search", "alpha", "-c") }
            if !failing.hasFailed { break }
            if result.status == 0 {
                #expect(result.output == found, "statement \(number): \(result)")
            } else {
                #expect(result.status == 2 && result.output.isEmpty, "statement \(number): \(result)")
                #expect(result.errors.hasPrefix("slip: ") && !result.errors.contains("made to fail"), "\(result)")
            }
            #expect(terminal.slip("search", "alpha", "-c").output == found, "statement \(number)")
            number += 1
        }
        #expect(number > 10, "the seam was not reached")
    }

    /// Each call that SQLite makes to the system fails once: where it opens, reads, writes, flushes, cuts, locks and shares.
    @Test(arguments: [
        ["search", "alpha", "-c"], ["mv", "A.md", "C.md"], ["set", "A.md", "status=review"], ["index", "--rebuild"],
    ])
    func `whatever SQLite's own calls fail at, the next answer is right`(_ command: [String]) throws {
        let step = LongTests.areWanted ? 1 : 5
        for isBuilt in [false, true] {
            var number = 0
            while true {
                let terminal = try Console(Self.files)
                if isBuilt {
                    _ = terminal.slip("search", "alpha")
                    try terminal.write("D.md", "alpha\n")
                }
                let seam = DatabaseSeam(failingFileCall: number)
                let result = DatabaseSeam.$current.withValue(seam) { terminal.slip(command) }
                if !seam.hasFailed { break }
                #expect(
                    result.status == 0 || result.errors.hasPrefix("slip: ") || result.errors.contains("\nslip: "),
                    "call \(number): \(result)")
                #expect(!result.errors.lowercased().contains("sql"), "call \(number): \(result)")
                #expect(
                    terminal.slip("search", "alpha", "-c").output == (isBuilt ? "3\n" : "2\n"), "call \(number)")
                #expect(terminal.slip("index", "--verify").status == 0, "call \(number)")
                number += step
            }
            #expect(number > 20, "the seam was not reached")
        }
    }

    @Test func `a statement that SQLite cannot make sense of is our mistake, and no damage`() throws {
        let terminal = try Console(Self.files)
        _ = terminal.slip("search", "alpha")
        let failing = DatabaseSeam(failingStatement: 9, code: 1)
        let result = DatabaseSeam.$current.withValue(failing) { terminal.slip("search", "alpha", "-c") }
        #expect(failing.hasFailed)
        #expect(!result.errors.contains("built anew"), "\(result)")
    }

    @Test func `tables that are not ours are damage, and that is said`() throws {
        let terminal = try Console(Self.files)
        _ = terminal.slip("search", "alpha")
        let path = Array("\(terminal.directory.path)/.slipbox/index.db".utf8)
        try Connection(path, .readWrite).execute("DROP TABLE alias")
        let result = terminal.slip("search", "#k", "-c")
        #expect(result.output == "1\n" && result.errors.contains("the index is damaged; it is built anew"), "\(result)")
    }

    @Test func `a full-text table without its format is damage`() throws {
        let terminal = try Console(Self.files)
        _ = terminal.slip("search", "alpha")
        let path = Array("\(terminal.directory.path)/.slipbox/index.db".utf8)
        // As a program could that opens the file without SQLite's defences.
        try Connection(path, .create).execute("DELETE FROM fts_config")
        let result = terminal.slip("search", "alpha", "-c")
        #expect(result.output == "2\n" && result.errors.contains("the index is damaged; it is built anew"), "\(result)")
    }

    @Test(arguments: [["mv", "A.md", "C.md"], ["set", "A.md", "status=review"], ["index", "--status"]])
    func `no command lets SQLite's own words through`(_ command: [String]) throws {
        for number in stride(from: 0, to: 60, by: 3) {
            let terminal = try Console(Self.files)
            _ = terminal.slip("search", "alpha")
            let failing = DatabaseSeam(failingStatement: number, code: 10)
            let result = DatabaseSeam.$current.withValue(failing) { terminal.slip(command) }
            if !failing.hasFailed { break }
            #expect(
                !result.errors.contains("unexpected") && !result.errors.contains("made to fail"), "\(number): \(result)"
            )
        }
    }
}
