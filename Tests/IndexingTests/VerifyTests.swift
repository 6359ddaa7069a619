import Foundation
import Indexing
import SQLite
import SearchIndex
import SourceText
import TestSupport
import Testing
import VaultFiles

/// An index that is held against its files: nothing where it was kept up to date, and all that was changed behind its back.
@Suite struct VerifyTests {
    private static func verify(_ vault: TemporaryVault, syncs: Bool = true) throws -> IndexVerification {
        try IndexVerifier.verify(
            Vault(root: vault.root), vault.environment(), messages: vault.messages, syncs: syncs)
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 200 : 12))
    func `an updated index gives the same answers as a rebuilt one`(seed: Int) throws {
        let vault = try TemporaryVault()
        let changer = VaultChanger(vault, seed: UInt64(seed) &+ 7000)
        for step in 0..<12 {
            for _ in 0..<changer.number(1...6) { changer.change() }
            _ = try vault.session()
            let found = try Self.verify(vault)
            let shown = found.differences.map { "\($0.subject) \($0.parts)" }
            #expect(found.isGood, "step \(step): \(found.faults) \(shown)\n\(changer.log.suffix(12))")
            if !found.isGood { return }
        }
    }

    @Test(arguments: ["my-photo.png", "a_b c.pdf", "x.y.png", "~sync~n.md.tmp"])
    func `a file that is no note and came later is called as in a new index`(name: String) throws {
        let vault = try TemporaryVault(["a.md": "alpha\n"])
        _ = try vault.session()
        try vault.write(name, "x")
        _ = try vault.session()
        #expect(try Self.verify(vault).isGood)
        try vault.rename(name, "b-\(name)")
        _ = try vault.session()
        #expect(try Self.verify(vault).isGood)
    }

    private static func made() throws -> TemporaryVault {
        let vault = try TemporaryVault([
            "a.md":
                "---\ntitle: One\nkeywords: [k, red]\nrank: 4\naliases: [uno]\n---\n# Head\nalpha beta [[b]] [[nowhere]] ![](p.png)\n",
            "F/b.md": "alpha #k gamma\n- [ ] box\n", "p.png": "",
        ])
        _ = try vault.dump()
        return vault
    }

    @Test(
        arguments: [
            ("UPDATE note SET title = 'Two' WHERE title = 'One'", "a.md", "note"),
            ("UPDATE note SET words = words + 1", "F/b.md", "note"),
            ("UPDATE file SET hash = hash + 1 WHERE path = 'F/b.md'", "F/b.md", "file"),
            ("DELETE FROM alias", "a.md", "aliases"), ("UPDATE alias SET folded = 'x'", "a.md", "aliases"),
            ("UPDATE property SET number = 5 WHERE number = 4", "a.md", "properties"),
            ("DELETE FROM name WHERE rowid IS NULL OR name_hash = (SELECT min(name_hash) FROM name)", nil, "names"),
            ("UPDATE link SET target = NULL WHERE reference = 'b'", "a.md", "links"),
            ("UPDATE link SET line = line + 1", "a.md", "links"),
            ("UPDATE term SET notes = 7 WHERE folded = 'red'", "red", "counts"),
            ("DELETE FROM waiting", "a.md", "names"),
            ("UPDATE columns SET data = x'0000' WHERE id = 8 << 32", "a.md", "columns"),
            ("DELETE FROM columns WHERE id = 33 << 32", "a.md", "columns"),
            ("DELETE FROM vocabulary", "alpha", "suggestions"),
            ("INSERT INTO fts(rowid, body) SELECT id, 'omega' FROM note WHERE title = 'One'", "a.md", "words"),
        ] as [(String, String?, String)])
    func `index --verify finds outside changes`(sql: String, subject: String?, part: String) throws {
        let vault = try Self.made()
        do {
            let connection = try Connection(Array(vault.full(VaultPath(".slipbox/index.db")).utf8), .readWrite)
            try connection.execute(sql.replacing("rowid IS NULL OR ", with: ""))
        }
        let found = try Self.verify(vault, syncs: false)
        #expect(!found.isGood)
        let difference = found.differences.first { difference in
            guard let subject else { return true }
            return difference.subject == .path(VaultPath(subject)) || difference.subject == .word(Array(subject.utf8))
        }
        #expect(difference?.parts.contains(part) == true, "\(found)")
        // A rebuild repairs it.
        _ = try vault.session(rebuild: true)
        #expect(try Self.verify(vault).isGood)
    }

    @Test func `verify does not call an index unusable that was rebuilt because most notes changed`() throws {
        let vault = try TemporaryVault()
        for turn in 0..<4 {
            for number in 0..<550 { try vault.write("n\(number).md", "alpha \(turn) \(number)\n") }
            #expect(try Self.verify(vault).isGood, "turn \(turn)")
        }
    }

    @Test func `what the index does not know yet is a difference where it is not brought up to date`() throws {
        let vault = try Self.made()
        try vault.write("new.md", "delta")
        try vault.remove("F/b.md")
        let stale = try Self.verify(vault, syncs: false)
        #expect(
            Set(stale.differences.map(\.subject)).isSuperset(of: [
                .path(VaultPath("new.md")), .path(VaultPath("F/b.md")),
            ]))
        // Asked so, it is left as it is.
        #expect(try Self.verify(vault, syncs: false) == stale)
        #expect(try Self.verify(vault).isGood)
    }

    @Test func `verify reports damage and then repairs it`() throws {
        let vault = try Self.made()
        var bytes = try #require(vault.read(".slipbox/index.db"))
        for place in stride(from: 4096 * 3, to: bytes.count, by: 4096) { bytes[place] ^= 0xFF }
        for suffix in ["-wal", "-shm"] { try? vault.remove(VaultPath(".slipbox/index.db\(suffix)")) }
        try vault.write(VaultPath(".slipbox/index.db"), bytes)
        try vault.setMode(VaultPath(".slipbox/index.db"), 0o600)
        let found = try Self.verify(vault)
        #expect(!found.isGood && (!found.faults.isEmpty || found.wasUnusable), "\(found)")
        #expect(try Self.verify(vault).isGood)
        try vault.write(VaultPath(".slipbox/index.db"), Array("nonsense".utf8))
        #expect(try Self.verify(vault).wasUnusable)
    }

    @Test func `the command says it, and leaves with its status`() throws {
        let console = try Console(["a.md": "alpha\n", ".slipbox/config.yaml": ""])
        let good = console.slip("index", "--verify")
        #expect(
            good.status == 0 && good.output == "the index is intact and agrees with the files; 1 note\n", "\(good)")
        do {
            let path = console.directory.appendingPathComponent(".slipbox/index.db").path
            try Connection(Array(path.utf8), .readWrite).execute("UPDATE note SET words = 9")
        }
        let bad = console.slip("index", "--verify")
        #expect(
            bad.status == 1 && bad.output == "a.md: note\n" && bad.errors.contains("slip index --rebuild"), "\(bad)")
        let json = console.slip("index", "--verify", "--format", "json").output
        #expect(json.contains("\"differences\": [{\"path\": \"a.md\", \"parts\": [\"note\"]}]"), "\(json)")
        #expect(console.slip("index", "--verify", "--rebuild").status == 2)
        #expect(console.slip("index", "--rebuild").status == 0 && console.slip("index", "--verify").status == 0)
    }
}
