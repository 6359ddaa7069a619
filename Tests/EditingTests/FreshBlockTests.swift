import Editing
import Foundation
import Searching
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Which notes a refresh need not read again after a change.
struct FreshBlockTests {
    private static let notes = [
        "a.md": "# A\n\n#red\n", "b.md": "# B\n\n#blue\n", "c.md": "# C\n\ntext\n",
    ]

    /// Each row: the query of a block, a change, and whether it can affect the block.
    @Test(arguments: [
        ("#red", "c.md", "# C\n\nother\n", false), ("#red", "a.md", "# A\n\n#red other\n", true),
        ("#red", "c.md", "# C\n\n#red\n", true), ("#red", "a.md", "# A\n\nnothing\n", true),
        ("#red", "c.md", "# D\n\ntext\n", true), ("#red", "new.md", "# New\n", true),
        ("text sort:path", "b.md", "# B\n", false),
        ("text", "b.md", "# B\n", true), ("is:orphan", "c.md", "# C\n\nother\n", true),
        ("modified:7d #red", "c.md", "# C\n\nother\n", true), ("view:toc", "c.md", "# C\n\nother\n", false),
        ("#red", ".slipbox/config.yaml", "links: {form: markdown}\n", true),
    ])
    func `a note is skipped if a change cannot affect its blocks`(
        query: String, path: String, text: String, isAffected: Bool
    ) throws {
        let console = try Self.console("<!-- slip: \(query) -->\n")
        #expect(try !Self.isFresh(console))
        // The first refresh changes the note itself.
        console.slip("refresh")
        console.slip("refresh")
        #expect(try Self.isFresh(console) == !["modified:7d #red", "is:orphan", "text"].contains(query))
        try console.write(path, text)
        #expect(try Self.isFresh(console) == !isAffected)
    }

    private static func console(_ board: String) throws -> Console {
        try Console(notes.merging(["i.md": board]) { $1 })
    }

    private static func session(_ console: Console) throws -> VaultSession {
        let root = Array(console.directory.path.utf8)
        let environment = Environment(
            variables: [:], directory: root, now: Moment(seconds: 1_711_800_000), calendar: .utc)
        return try VaultSession(Vault(root: root), environment, messages: TemporaryVault.Messages())
    }

    /// Whether the next refresh skips `i.md`.
    private static func isFresh(_ console: Console) throws -> Bool {
        try session(console).read { try FreshBlocks($0, LiveBlockReader($0)).isFresh(VaultPath("i.md")) }
    }

    @Test(arguments: ["task:(due:<+12h) view:tasks", "task:(due:now..6h) view:count", "task:(due:<+1d) view:count"])
    func `a range of hours in a query of tasks depends on the time of day`(query: String) throws {
        let console = try Self.console("- [ ] a 📅 2024-03-31\n\n<!-- slip: self:yes \(query) -->\n")
        console.now = "2024-03-30T03:00:00Z"
        console.slip("refresh")
        console.slip("refresh")
        console.now = "2024-03-30T18:00:00Z"
        let found = console.slip("refresh", "--check").output
        #expect(found.isEmpty == console.slip("check", "--kind", "stale-block").output.isEmpty)
    }

    @Test func `results are not stored in an index that was rebuilt meanwhile`() throws {
        let console = try Self.console("<!-- slip: #red -->\n")
        console.slip("refresh")
        let session = try Self.session(console)
        let blocks = try session.plan { try RefreshPlanner($0).refresh(nil, force: false) }.blocks
        try console.write("new.md", "#red\n")
        console.slip("index", "--rebuild")
        try session.refresh(at: Moment(seconds: 1_711_800_000))
        session.store(try #require(blocks))
        #expect(try !Self.isFresh(console))
    }

    @Test func `results are those of the configuration that was read`() throws {
        let console = try Self.console("<!-- slip: #red -->\n")
        console.slip("refresh")
        let session = try Self.session(console)
        try console.write(".slipbox/config.yaml", "links: {form: markdown}\n")
        session.store(try #require(try session.plan { try RefreshPlanner($0).refresh(nil, force: false) }.blocks))
        #expect(try !Self.isFresh(console))
    }

    @Test func `results without a note that could not be read are not stored`() throws {
        let console = try Self.console("<!-- slip: /re[d]/ -->\n")
        console.slip("refresh")
        let path = console.directory.appendingPathComponent("a.md")
        let elsewhere = console.directory.appendingPathComponent(".a")
        try FileManager.default.moveItem(at: path, to: elsewhere)
        console.slip("refresh", "--no-sync")
        try FileManager.default.moveItem(at: elsewhere, to: path)
        #expect(console.slip("refresh", "--check").output == "i.md\n")
    }
}
