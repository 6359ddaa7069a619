import Foundation
import SQLite
import SourceText
import TestSupport
import Testing

/// If any statement or system call of SQLite fails, no answer is wrong and the message names no part of SQLite. The next
/// command answers correctly.
@Suite struct DatabaseSeamTests {
    private static let files = ["A.md": "alpha [[B]]\n", "F/B.md": "---\nkeywords: [k]\ndue: 2024-01-01\n---\nalpha\n"]

    @Test(arguments: [false, true]) func `a full disk is reported, and causes no wrong answer`(isBuilt: Bool) throws {
        try walk(["search", "alpha", "-c"], isBuilt, least: 10, { DatabaseSeam(failingStatement: $0) }) {
            result, what in
            if result.status == 0 {
                #expect(result.output == Self.found(isBuilt), "\(what)")
            } else {
                #expect(result.status == 2 && result.output.isEmpty, "\(what)")
                #expect(result.errors.hasPrefix("slip: ") && !result.errors.contains("made to fail"), "\(what)")
                #expect(!result.errors.contains("--no-sync"), "\(what)")
            }
        }
    }

    /// Each call that SQLite makes to the system fails once: where it opens, reads, writes, flushes, cuts, locks and shares.
    @Test(
        arguments: [
            ["search", "alpha", "-c"], ["mv", "A.md", "C.md"], ["set", "A.md", "status=review"],
            ["index", "--rebuild"],
        ], [false, true])
    func `the next answer is correct after any failed SQLite call`(_ command: [String], isBuilt: Bool) throws {
        let step = LongTests.areWanted ? 1 : 5
        try walk(command, isBuilt, step: step, least: 20, { DatabaseSeam(failingFileCall: $0) }) { result, what in
            #expect(
                result.status == 0 || result.errors.hasPrefix("slip: ") || result.errors.contains("\nslip: "), "\(what)"
            )
            #expect(!result.errors.lowercased().contains("sql"), "\(what)")
        }
    }

    /// Runs a command with the first call failing, then with the second, and so on until no call is left to fail. Each run
    /// has a new vault. After each, a search answers correctly and the index agrees with the files.
    private func walk(
        _ command: [String], _ isBuilt: Bool, step: Int = 1, least: Int, _ seam: (Int) -> DatabaseSeam,
        judge: (Console.Result, String) -> Void
    ) throws {
        var number = 0
        while true {
            let terminal = try Console(Self.files)
            if isBuilt {
                _ = terminal.slip("search", "alpha")
                try terminal.write("D.md", "alpha\n")
            }
            let seam = seam(number)
            let result = DatabaseSeam.$current.withValue(seam) { terminal.slip(command) }
            if !seam.hasFailed { break }
            judge(result, "\(number): \(result)")
            #expect(terminal.slip("search", "alpha", "-c").output == Self.found(isBuilt), "\(number)")
            #expect(terminal.slip("index", "--verify").status == 0, "\(number)")
            number += step
        }
        #expect(number > least, "the seam was not reached")
    }

    private static func found(_ isBuilt: Bool) -> String { isBuilt ? "3\n" : "2\n" }

    @Test func `a statement that SQLite cannot make sense of is our mistake, and no damage`() throws {
        let terminal = try Console(Self.files)
        _ = terminal.slip("search", "alpha")
        let failing = DatabaseSeam(failingStatement: 9, code: 1)
        let result = DatabaseSeam.$current.withValue(failing) { terminal.slip("search", "alpha", "-c") }
        #expect(failing.hasFailed)
        #expect(!result.errors.contains("rebuilt"), "\(result)")
    }

    @Test func `tables that are not ours are damage, and that is said`() throws {
        let terminal = try Console(Self.files)
        _ = terminal.slip("search", "alpha")
        let path = Array("\(terminal.directory.path)/.slipbox/index.db".utf8)
        try Connection(path, .readWrite).execute("DROP TABLE alias")
        let result = terminal.slip("search", "#k", "-c")
        #expect(
            result.output == "1\n" && result.errors.contains("the index is damaged and is being rebuilt"), "\(result)")
    }

    @Test func `a full-text table without its format is damage`() throws {
        let terminal = try Console(Self.files)
        _ = terminal.slip("search", "alpha")
        let path = Array("\(terminal.directory.path)/.slipbox/index.db".utf8)
        // As a program could that opens the file without SQLite's defences.
        try Connection(path, .create).execute("DELETE FROM fts_config")
        let result = terminal.slip("search", "alpha", "-c")
        #expect(
            result.output == "2\n" && result.errors.contains("the index is damaged and is being rebuilt"), "\(result)")
    }

    @Test(arguments: [["mv", "A.md", "C.md"], ["set", "A.md", "status=review"], ["index", "--status"]])
    func `no command prints SQLite's own messages`(_ command: [String]) throws {
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
