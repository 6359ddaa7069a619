import QueryLanguage
import SQLite
import Searching
import SourceText
import System
import TestSupport
import Testing

/// The text of attachments in the index, from one update to the next.
@Suite struct AttachmentUpdateTests {
    private func search(_ words: String..., in vault: TemporaryVault) throws -> [String] {
        try CommandLine.run(["search"] + words, in: vault).output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [["search", "zebra"], ["export", "zebra"], ["search", "attached:zebra"]])
    func `the update that removes unused texts reads all others again`(_ command: [String]) throws {
        let vault = try TemporaryVault(
            ["n.md": "[a](a.txt) [k](k.txt)\n", "a.txt": "first", "k.txt": "zebra"], config: "attachments: text")
        #expect(try search("zebra", in: vault) == ["n.md"])
        try vault.write("a.txt", "second text")
        #expect(try search("second", in: vault) == ["n.md"])
        // As if the unused text were large.
        let database = Array(vault.full(VaultPath(".slipbox/index.db")).utf8)
        try Connection(database, .readWrite).execute(
            "UPDATE document SET size = 1 << 26 WHERE id NOT IN (SELECT document FROM attachment)")
        try vault.write("a.txt", "a third text")
        let found = try CommandLine.run(command, in: vault)
        #expect(found.status == 0 && found.output.contains("n.md"), "\(found)")
        // Only who reads all attachments removes texts.
        try vault.write("a.txt", "a fourth text")
        #expect(try CommandLine.run(["index", "--attachments"], in: vault).status == 0)
        let unused = "SELECT ifnull(sum(size), 0) FROM document WHERE id NOT IN (SELECT document FROM attachment)"
        #expect(try Connection(database, .readWrite).first(unused) { $0.int(0) } ?? 0 < 1 << 26)
        #expect(try search("fourth", in: vault) == ["n.md"])
        #expect(try search("second", in: vault) == [])
        #expect(try CommandLine.run(["index", "--verify"], in: vault).status == 0)
    }

    @Test func `a plan lacks no texts that another process has removed to read them again`() throws {
        let vault = try TemporaryVault(
            ["n.md": "[a](a.txt)\n", "o.md": "[o](o.txt)\n", "a.txt": "zebra", "o.txt": "other"],
            config: "attachments: text")
        let session = try vault.session()
        func found() throws -> [String] {
            try session.plan { snapshot in
                var paths: [String] = []
                try snapshot.run(snapshot.prepare(SearchOptions(query: "-zebra", scope: .all, folder: .root))) { hit in
                    paths.append(hit.path.text)
                    return true
                }
                return paths
            }
        }
        #expect(try found() == ["o.md"])
        let other = try Connection(Array(vault.full(VaultPath(".slipbox/index.db")).utf8), .readWrite)
        for statement in [
            "INSERT INTO attached(attached) VALUES('delete-all')", "DELETE FROM attachment", "DELETE FROM document",
        ] { try other.execute(statement) }
        #expect(try found() == ["o.md"])
    }

    @Test func `the text of one file is read without the others`() throws {
        let vault = try TemporaryVault(["n.md": "[a](a.txt)\n", "a.txt": "first", "z.txt": "zebra"], config: "")
        #expect(try CommandLine.run(["show", "--attachments", "n.md"], in: vault).output.contains("first"))
        #expect(try CommandLine.run(["index", "--status"], in: vault).output.contains("attached") == false)
    }

    @Test func `saved searches are checked without the text of attachments`() throws {
        let vault = try TemporaryVault(
            ["n.md": "[a](a.txt)\n", "a.txt": "first"], config: "searches: {old: 'attached:x in:NoSuch'}\n")
        let found = try CommandLine.run(["check", "--kind", "config"], in: vault)
        #expect(found.status == 1 && found.output.contains("NoSuch"), "\(found)")
        #expect(try CommandLine.run(["index", "--status"], in: vault).output.contains("attached") == false)
    }
}
