import SQLite
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
        let unused = "SELECT count(*) FROM document WHERE id NOT IN (SELECT document FROM attachment)"
        #expect(try Connection(database, .readWrite).first(unused) { $0.int(0) } == 0)
        #expect(try search("third", in: vault) == ["n.md"])
        #expect(try search("second", in: vault) == [])
        #expect(try CommandLine.run(["index", "--verify"], in: vault).status == 0)
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
