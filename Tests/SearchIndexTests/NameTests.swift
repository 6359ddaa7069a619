import Indexing
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// What a change of names alone does to links and lists.
@Suite struct NameTests {
    @Test func `a keyword is listed in its most frequent spelling, not in the latest one`() throws {
        let vault = try TemporaryVault([
            "a.md": "#Red", "b.md": "#red", "c.md": "#red", "d.md": "#blue", "e.md": "#Blue",
        ])
        #expect(try names(vault) == ["Blue", "red"])
        try vault.write("a.md", "#Red once more")
        #expect(try names(vault) == ["Blue", "red"])
        try vault.write("b.md", "#Red")
        #expect(try names(vault) == ["Blue", "Red"])
    }

    private func names(_ vault: TemporaryVault) throws -> [String] {
        try vault.session().read { try $0.lists.keywords(containing: nil).map(\.name) }
    }

    /// Swift's strings are equal where Unicode's canonical forms are; names in the index are bytes.
    @Test(arguments: [
        ("title: \"Caf\u{E9}\"", "title: \"Cafe\u{301}\""), ("title: \"Cafe\u{301}\"", "title: \"Caf\u{E9}\""),
        ("id: Caf\u{E9}", "id: Cafe\u{301}"), ("aliases: [Caf\u{E9}]", "aliases: [Cafe\u{301}]"),
    ])
    func `a name rewritten in another form of Unicode is another name`(before: String, after: String) throws {
        let vault = try TemporaryVault([
            "one.md": "---\n\(before)\n---\n", "two.md": "---\naliases: [Caf\u{E9}, \"Cafe\u{301}\"]\n---\n",
            "from.md": "[[Caf\u{E9}]] [[Cafe\u{301}]] [[cafe]]",
        ])
        _ = try vault.dump()
        try vault.write("one.md", "---\n\(after)\n---\n")
        let updated = try vault.dump()
        #expect(difference(updated, try vault.rebuiltDump()) == "")
    }

    @Test func `an index brought up to date twice sees both changes`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        let session = try vault.session()
        #expect(session.keeper.changes.isRebuilt)
        try vault.write("b.md", "alpha")
        try session.keeper.update()
        #expect(try session.read { snapshot in try snapshot.index.noteCount() } == 2)
        #expect(session.keeper.changes.added == 1)
        try session.keeper.update()
        #expect(session.keeper.changes.isEmpty)
    }

    @Test func `moves are recognised, and links follow names`() throws {
        let vault = try TemporaryVault(["a/x.md": "alpha", "b.md": "[[x]] [[a/x]] [[y]]"])
        _ = try vault.dump()
        try vault.rename("a/x.md", "y.md")
        let session = try vault.session()
        #expect(session.keeper.changes.moved == 1)
        #expect(session.keeper.changes.added == 0)
        #expect(session.keeper.changes.removed == 0)
        let updated = try IndexDump.lines(session)
        #expect(difference(updated, try vault.rebuiltDump()) == "")
    }
}
