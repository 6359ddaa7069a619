import Foundation
import SourceText
import System
import TestSupport
import Testing

/// Notes with `dates: git` whose content changed after their `modified:` date.
@Suite struct StaleModifiedTests {
    /// 2023-01-01T00:00:00Z
    private static let start: Int64 = 1_672_531_200
    private static let day: Int64 = 86_400

    private let terminal: Console
    private let folder: GitFolder

    init() throws {
        terminal = try Console([".slipbox/config.yaml": "dates: git\n"])
        folder = try terminal.makeRepository()
        try folder.write(".slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
    }

    private func write(_ modified: String, _ body: String, at seconds: Int64? = nil) throws {
        try folder.write("a.md", "---\nmodified: \(modified)\n---\n\(body)\n")
        if let seconds { try age(seconds) }
    }

    /// Sets the modification time of the note.
    private func age(_ seconds: Int64) throws {
        try terminal.setModificationDate("a.md", Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private func commit(_ days: Int64, seconds: Int64 = 0) throws {
        try folder.commit("x", at: Self.start + days * Self.day + seconds)
    }

    private func modified() -> String {
        terminal.slip("search", "--template", "{{modified}}", "path:a.md").output
    }

    private func stale() -> String { terminal.slip("check", "--kind", "stale-modified").output }

    /// Expects that the updated index equals a new one.
    private func verify() { #expect(terminal.slip("index", "--verify").status == 0) }

    @Test func `a commit that changes the content but not its date counts as a modification`() throws {
        try write("2023-01-01", "one")
        try commit(0)
        #expect(modified() == "2023-01-01T00:00:00Z\n")
        #expect(stale().isEmpty)
        try write("2023-01-01", "two")
        try commit(9)
        #expect(modified() == "2023-01-10T00:00:00Z\n")
        #expect(
            stale() == """
                a.md:2:1: stale-modified: the content changed on 2023-01-10, after 'modified: 2023-01-01'; \
                to update it: slip check --fix --kind stale-modified

                """)
        #expect(terminal.slip("search", "modified:2023-01-10").output == "a.md\n")
        #expect(terminal.slip("search", "modified:2023-01-01").status == 1)
        #expect(terminal.slip("show", "a", "--format", "json").output.contains("2023-01-10T00:00:00Z"))
        verify()
        // `--at` gives the dates at that commit.
        #expect(
            terminal.slip("search", "--at", "HEAD", "--template", "{{modified}}").output == "2023-01-10T00:00:00Z\n")
        #expect(
            terminal.slip("search", "--at", "HEAD~1", "--template", "{{modified}}").output == "2023-01-01T00:00:00Z\n")
    }

    @Test func `a note that is deleted during a check has no findings`() throws {
        try write("2023-01-01", "one")
        try commit(0)
        try write("2023-01-01", "two")
        try commit(9)
        #expect(!stale().isEmpty)
        let path = terminal.url("a.md").path
        let seam = CallSeam(beforeReading: "/a.md") { try? FileManager.default.removeItem(atPath: path) }
        let result = CallSeam.$current.withValue(seam) { terminal.slip("check", "--since", "HEAD~1") }
        #expect(result.status == 0 && result.output.isEmpty, "\(result)")
        #expect(!terminal.exists("a.md"))
    }

    @Test func `an uncommitted change counts as a modification`() throws {
        try write("2023-01-01", "one")
        try commit(0)
        #expect(stale().isEmpty)
        terminal.now = "2023-02-01T12:00:00Z"
        try write("2023-01-01", "two", at: Self.start + 31 * Self.day)
        #expect(modified() == "2023-02-01T00:00:00Z\n")
        #expect(terminal.slip("search", "@recent").output == "a.md\n")
        #expect(!stale().isEmpty)
        verify()
        // The date is updated, then the change is reverted.
        try write("2023-01-20", "two", at: Self.start + 31 * Self.day)
        #expect(modified() == "2023-01-20T00:00:00Z\n")
        #expect(stale().isEmpty)
        verify()
        try write("2023-01-01", "one", at: Self.start + 31 * Self.day)
        #expect(modified() == "2023-01-01T00:00:00Z\n")
        verify()
    }

    @Test(arguments: [
        ("2023-01-01", 86_399, true), ("2023-01-01", 86_400, false), ("2023-01-01T10:00", 36_059, true),
        ("2023-01-01T10:00", 36_060, false), ("2023-01-01T10:00:00Z", 36_000, true),
        ("2023-01-01T10:00:00Z", 36_001, false), ("2023-01-01T10:00:00+02:00", 28_801, false),
    ])
    func `a date covers its whole day, minute or second`(date: String, seconds: Int64, holds: Bool) throws {
        try write(date, "one")
        try commit(0)
        try write(date, "two", at: Self.start + seconds)
        #expect(stale().isEmpty == holds)
        try commit(0, seconds: seconds)
        #expect(stale().isEmpty == holds)
        verify()
    }

    @Test func `a commit that writes the date confirms it, however late the commit is`() throws {
        // An old note in the first commit.
        try write("2021-05-05", "one")
        try commit(0)
        #expect(modified() == "2021-05-05T00:00:00Z\n")
        // Written before noon, committed in the evening.
        try write("2023-01-02T10:00:00Z", "two")
        try commit(1, seconds: 70_000)
        #expect(modified() == "2023-01-02T10:00:00Z\n")
        #expect(stale().isEmpty)
        verify()
    }

    @Test func `a merge modifies only what its parents modified`() throws {
        try write("2023-01-01", "one\n\ntwo\n\nthree")
        try commit(0)
        try folder.git(["checkout", "--quiet", "-b", "side"])
        try write("2023-01-03", "one\n\ntwo\n\n3")
        try commit(2)
        try folder.git(["checkout", "--quiet", "main"])
        try write("2023-01-01", "1\n\ntwo\n\nthree")
        try commit(1)
        #expect(modified() == "2023-01-02T00:00:00Z\n")
        try folder.git(["merge", "--quiet", "--message", "Merge", "side"], at: Self.start + 20 * Self.day)
        #expect(modified() == "2023-01-03T00:00:00Z\n")
        #expect(stale().isEmpty)
        verify()
    }

    @Test(arguments: [
        ("2023-01-01", "2023-01-10"), ("'2023-01-01'", "'2023-01-10'"), ("2023-01-01 10:00", "2023-01-10 00:00"),
        ("2023-01-01T10:00:00Z", "2023-01-10T00:00:00Z"), ("2023-01-01T10:00:00+02:00", "2023-01-10T02:00:00+02:00"),
    ])
    func `check --fix updates the date in its own form`(old: String, new: String) throws {
        try write("\(old) # by hand", "one")
        try commit(0)
        try write("\(old) # by hand", "two")
        try commit(9)
        #expect(terminal.slip("check", "--fix", "--kind", "status").status == 0)
        #expect(try folder.read("a.md") == "---\nmodified: \(old) # by hand\n---\ntwo\n")
        #expect(terminal.slip("check", "--fix", "--kind", "stale-modified").status == 0)
        #expect(try folder.read("a.md") == "---\nmodified: \(new) # by hand\n---\ntwo\n")
        verify()
        try commit(30)
        #expect(stale().isEmpty)
        verify()
    }

    @Test func `a moved note keeps its modification date`() throws {
        try write("2023-01-01", "one and some more words that tell it apart")
        try commit(0)
        try write("2023-01-01", "two and some more words that tell it apart")
        try commit(9)
        #expect(terminal.slip("mv", "a.md", "b.md").status == 0)
        #expect(terminal.slip("search", "--template", "{{path}} {{modified}}").output == "b.md 2023-01-10T00:00:00Z\n")
        verify()
        try commit(12)
        #expect(terminal.slip("search", "--template", "{{path}} {{modified}}").output == "b.md 2023-01-10T00:00:00Z\n")
        verify()
    }

    @Test func `without dates from git, commits have no effect on dates`() throws {
        try terminal.write(".slipbox/config.yaml", "dates: file\n")
        try write("2023-01-01", "one")
        try commit(0)
        try write("2023-01-01", "two")
        try commit(9)
        try write("2023-01-01", "three")
        #expect(modified() == "2023-01-01T00:00:00Z\n")
        #expect(stale().isEmpty)
        #expect(
            terminal.slip("search", "--at", "HEAD", "--template", "{{modified}}").output == "2023-01-01T00:00:00Z\n")
    }

    @Test func `the time zone decides on which day a change was made`() throws {
        try write("2023-01-01", "one")
        try commit(0)
        try write("2023-01-01", "two", at: Self.start + Self.day + 1800)
        #expect(!stale().isEmpty)
        terminal.calendar = LocalCalendar(source: "test") { _ in -3600 }
        #expect(stale().isEmpty)
        verify()
        terminal.calendar = .utc
        #expect(!stale().isEmpty)
        verify()
    }

    @Test func `line endings that git converts are not a change`() throws {
        try folder.git(["config", "core.autocrlf", "true"])
        try folder.write("b.md", "no date\r\n")
        try write("2023-01-01\r", "one\r")
        try commit(0)
        #expect(stale().isEmpty)
        verify()
        try write("2023-01-01\r", "two\r", at: Self.start + 2 * Self.day)
        #expect(modified() == "2023-01-03T00:00:00Z\n")
        verify()
        try commit(9)
        #expect(modified() == "2023-01-10T00:00:00Z\n")
        verify()
    }

    @Test(arguments: 0..<6) func `an updated index has the dates of a new one`(seed: UInt64) throws {
        var random = FixedGenerator(seed)
        var day: Int64 = 0
        for step in 0..<10 {
            day += Int64.random(in: 0...2, using: &random)
            let date = "2023-01-0\(Int.random(in: 1...9, using: &random))"
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try write(date, "step \(step)", at: Self.start + day * Self.day)
            case 1 where terminal.exists("a.md"):
                let text = try folder.read("a.md")
                try folder.write("a.md", text + "step \(step)\n")
                try age(Self.start + day * Self.day)
            case 2: try folder.write("a.md", "no date \(step)\n")
            case 3, 4: try commit(day)
            default: try folder.git(["checkout", "--quiet", "--", "."], accepts: [0, 1])
            }
            terminal.slip("search", "@recent")
            verify()
        }
    }
}
