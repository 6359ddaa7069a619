import Foundation
import Indexing
import SQLite
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Answers are correct after any damage to the index file: from the damaged index, or from a rebuilt one.
@Suite struct DamageTests {
    private let vault: TemporaryVault
    private let wanted: [String]
    private static let queries = [
        "", "sort:title", "alpha", "w1 OR w2", "title:note", "#k", "is:broken", "has:image", "links-to:(n3)", "rank:>4",
        "due:2024-03", "backlinks:>0", "contains:lph", "author:smith",
    ]
    /// The index, whole in one file.
    private let index: [UInt8]

    init() throws {
        var files: [String: String] = [:]
        var random = FixedGenerator(11)
        for number in 0..<60 {
            let words = (0..<60).map { _ in "w\(Int.random(in: 0..<900, using: &random))" }.joined(separator: " ")
            files["f\(number % 5)/n\(number).md"] = """
                ---
                title: Note \(number)
                keywords: [k, k\(number % 7), red]
                aliases: [alias \(number)]
                rank: \(number % 9)
                due: 2024-03-\(10 + number % 20)
                author: Smith
                ---
                # Heading \(number)
                alpha beta \(words) [[n\(number * 7 % 70)]] ![](pic.png)
                - [ ] box
                """
        }
        files["pic.png"] = ""
        vault = try TemporaryVault(files)
        wanted = try vault.dump(queries: Self.queries)
        index = vault.read(".slipbox/index.db") ?? []
    }

    private func put(_ bytes: [UInt8]) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] { try? vault.remove(".slipbox/index.db\(suffix)") }
        try vault.write(VaultPath(".slipbox/index.db"), bytes)
        try vault.setMode(VaultPath(".slipbox/index.db"), 0o600)
    }

    /// What is wrong with the answer now; empty where nothing is.
    private func fault() -> String {
        do {
            return difference(try vault.dump(queries: Self.queries), wanted)
        } catch {
            return "error: \(error) \((error as? VaultError)?.help ?? "")"
        }
    }

    @Test func `the index is one file, readable by its owner alone`() throws {
        #expect(index.count > 40 * 4096)
        #expect(vault.mode(".slipbox/index.db") == 0o600)
        #expect(vault.read(".slipbox/index.db-wal") ?? [] == [])
        #expect(!vault.allFiles().contains { $0.contains("new-index") })
        #expect(fault() == "")
    }

    @Test func `an older index below a newer journal is not used`() throws {
        try vault.write("f0/new.md", "alpha in a new note")
        let updated = try vault.dump(queries: Self.queries)
        #expect(!(vault.read(".slipbox/index.db-wal") ?? []).isEmpty)
        // The same bytes as the journal was written for are as good as the file itself only where it is that file.
        try vault.remove(".slipbox/index.db")
        var damaged = index
        for place in stride(from: 8192, to: damaged.count, by: 4096) { damaged[place + 2000] ^= 0xFF }
        try vault.write(VaultPath(".slipbox/index.db"), damaged)
        try vault.setMode(VaultPath(".slipbox/index.db"), 0o600)
        #expect(difference(try vault.dump(queries: Self.queries), updated) == "")
    }

    @Test func `a truncated index is rebuilt`() throws {
        var sizes = [0, 1, 15, 16, 99, 100, 512, 4095, 4096, 4097, index.count - 1, index.count - 4096]
        for step in 1...8 { sizes.append(index.count * step / 9) }
        for size in sizes {
            try put(Array(index[..<size]))
            #expect(fault() == "", "cut to \(size) of \(index.count)")
        }
    }

    @Test func `a foreign database is replaced by a new index`() throws {
        var random = FixedGenerator(12)
        let garbage = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let foreign = try TemporaryVault(["other.md": "alpha"])
        _ = try foreign.dump()
        let foreignIndex = foreign.read(".slipbox/index.db") ?? []
        for (what, bytes) in [
            ("empty", []), ("garbage", garbage), ("text", Array("hello\n".utf8)),
            ("header and garbage", Array(index[..<100]) + garbage), ("another vault's", foreignIndex),
            ("zeros", [UInt8](repeating: 0, count: 40_960)), ("doubled", index + index),
        ] {
            try put(bytes)
            #expect(fault() == "", "\(what)")
        }
    }

    @Test(
        .enabled(if: TestProcess.installed("sqlite3") != nil),
        arguments: [
            "PRAGMA application_id = 7", "UPDATE meta SET value = 'x' WHERE name = 'stamp'",
            "DELETE FROM meta WHERE name = 'stamp'", "DELETE FROM meta WHERE name = 'generation'",
            "UPDATE meta SET value = x'00' WHERE name = 'stamp'", "UPDATE meta SET value = 5 WHERE name = 'stamp'",
            "DROP TABLE meta", "DROP TABLE file", "DROP TABLE note", "DROP TABLE alias",
            "DROP TABLE property", "DROP TABLE name", "DROP TABLE link", "DROP TABLE term", "DROP TABLE waiting",
            "DROP TABLE columns", "DROP TABLE vocabulary", "DROP TABLE recent", "DROP TABLE fts",
            "ALTER TABLE note DROP COLUMN headings", "ALTER TABLE link RENAME COLUMN state TO stat",
            "DROP TABLE note; CREATE VIEW note AS SELECT 1",
            "DROP TABLE fts; CREATE TABLE fts(title, alias, name, keyword, heading, body)",
            "PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE name = 'note'",
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE TABLE note(' WHERE name = 'note'",
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'file'",
        ])
    func `an index that another program changed is rebuilt`(sql: String) throws {
        try put(index)
        let sqlite = try #require(TestProcess.installed("sqlite3"))
        let shell = try TestProcess.run(sqlite, [vault.full(VaultPath(".slipbox/index.db")), sql])
        try #require(shell.status == 0)
        #expect(fault() == "")
        // The answer may have come from an index that something still has to be written into.
        try vault.write("f0/new.md", "alpha [[n3]]")
        #expect(throws: Never.self) { try vault.dump(queries: [""]) }
    }

    @Test(arguments: ["f0/", "", "/", "f0//n0.md", "/f0", "f0/n1.md/"])
    func `a path that cannot be one is damage, and no way round in circles`(path: String) throws {
        try put(index)
        try vault.remove("f0/n0.md")
        do {
            let connection = try Connection(Array(vault.full(VaultPath(".slipbox/index.db")).utf8), .readWrite)
            for kind in [0, 1] {
                try connection.run(
                    "UPDATE file SET path = ?1, kind = ?2 WHERE path = ?3",
                    [.text(Array(path.utf8)), .int(Int64(kind)), .text(Array((kind == 0 ? "f0" : "f1").utf8))])
            }
        }
        try vault.write("f0/n0.md", "back")
        #expect(!fault().hasPrefix("error"))
        try vault.removeTree("f0")
        #expect(!fault().hasPrefix("error"))
    }

    @Test func `a folder, link or pipe in place of the index is moved aside`() throws {
        let path = VaultPath(".slipbox/index.db")
        try vault.remove(path)
        try vault.write(".slipbox/elsewhere", "mine")
        try vault.link(path, to: "elsewhere")
        #expect(fault() == "")
        #expect(vault.read(".slipbox/elsewhere") == Array("mine".utf8))
        try vault.remove(path)
        try vault.link(path, to: "nowhere")
        #expect(fault() == "")
        #expect(!vault.exists(".slipbox/nowhere"))
        try vault.remove(path)
        #expect(unsafe mkfifo(vault.full(path), 0o600) == 0)
        #expect(fault() == "")
        try vault.remove(path)
        try vault.makeFolder(path)
        #expect(fault() == "")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can change the owner of a file"))
    func `another user's index is not used`() throws {
        var lying = index
        // What it says is plausible, but not ours.
        if let at = lying.firstRange(of: Array("Note 17".utf8))?.lowerBound { lying[at] = UInt8(ascii: "X") }
        try put(lying)
        try vault.setOwner(".slipbox/index.db", 12_345)
        #expect(fault() == "")
        #expect(vault.mode(".slipbox/index.db") == 0o600)
    }

    @Test func `an index whose companions are gone, stale or another's answers rightly`() throws {
        let foreign = try TemporaryVault(["other.md": "alpha"])
        _ = try foreign.dump()
        // A session that stays open leaves its journal next to the index.
        let open = try foreign.session()
        try foreign.write("more.md", "alpha beta")
        _ = try foreign.session()
        let log = foreign.read(".slipbox/index.db-wal") ?? []
        let shared = foreign.read(".slipbox/index.db-shm") ?? []
        #expect(!log.isEmpty)
        var random = FixedGenerator(13)
        let garbage = (0..<9000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for (suffix, bytes) in [
            ("-wal", log), ("-wal", garbage), ("-wal", []), ("-shm", shared), ("-shm", garbage), ("-journal", garbage),
            ("-journal", [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + garbage), ("-wal", index),
        ] {
            try put(index)
            try vault.write(VaultPath(".slipbox/index.db\(suffix)"), bytes)
            #expect(fault() == "", "\(suffix) of \(bytes.count) bytes")
        }
        _ = try open.read { snapshot in try snapshot.index.noteCount() }
        // The journal and its shared memory vanish while the journal has the latest changes.
        let own = try vault.session()
        try vault.write("f0/n0.md", "alpha")
        _ = try vault.session()
        _ = try own.read { snapshot in try snapshot.index.noteCount() }
        let half = vault.read(".slipbox/index.db") ?? []
        try put(half)
        let updated = try vault.dump()
        #expect(difference(updated, try vault.rebuiltDump()) == "")
    }

    @Test func `files of an interrupted rebuild are removed`() throws {
        // The process has ended; this one has not.
        let ended = try TestProcess.start("/bin/true", [])
        ended.waitUntilExit()
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try vault.write(".slipbox/new-index-\(ended.processIdentifier)-1.db\(suffix)", "rubbish")
        }
        try vault.write(".slipbox/new-index-\(getpid())-1.db", "being built")
        try vault.makeFolder(".slipbox/new-index-x")
        try put([])
        #expect(fault() == "")
        #expect(vault.allFiles().filter { $0.contains("new-index") } == [".slipbox/new-index-\(getpid())-1.db"])
    }

    /// Damage that shows only when some notes are printed already must not print them twice.
    @Test func `a command that meets damage half-way gives each note once`() throws {
        let questions = [
            ["search", "--format", "json", "alpha"], ["search", "--format", "csv", "sort:path"],
            ["search", "sort:path", "--format", "jsonl"], ["suggest", "key"], ["keyword", "list"],
            ["show", "--format", "json", "n3", "n4", "n5", "n6", "n40"],
        ]
        let answers = try questions.map { try CommandLine.run($0, in: vault) }
        #expect(answers.allSatisfy { $0.status == 0 && $0.output != "" })
        var random = FixedGenerator(16)
        // Every page in turn; the first two hold the schema and are met at once.
        for page in 2..<index.count / 4096 where LongTests.areWanted || page % 2 == 0 {
            var bytes = index
            for place in page * 4096..<(page + 1) * 4096 { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            let number = LongTests.areWanted ? page % questions.count : page / 2 % questions.count
            try put(bytes)
            let found = try CommandLine.run(questions[number], in: vault)
            #expect(found.status == 0, "\(questions[number]), page \(page + 1): \(found.errors)")
            #expect(
                found.output == answers[number].output,
                "\(questions[number]), page \(page + 1): \(found.output.utf8.count) for \(answers[number].output.utf8.count) bytes"
            )
        }
    }

    @Test func `an overwritten page causes neither an error nor a wrong answer`() throws {
        try withDamage(16, long: 400, seed: 14) { bytes, random in
            let page = Int.random(in: 0..<bytes.count / 4096, using: &random)
            for place in page * 4096..<(page + 1) * 4096 { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            return "page \(page + 1)"
        }
    }

    @Test func `swapped pages cause neither an error nor a wrong answer`() throws {
        try withDamage(16, long: 400, seed: 17) { bytes, random in
            let (one, other) = (
                Int.random(in: 0..<bytes.count / 4096, using: &random) * 4096,
                Int.random(in: 0..<bytes.count / 4096, using: &random) * 4096
            )
            bytes.replaceSubrange(one..<one + 4096, with: index[other..<other + 4096])
            bytes.replaceSubrange(other..<other + 4096, with: index[one..<one + 4096])
            return "pages at \(one) and \(other)"
        }
    }

    @Test func `a changed byte causes neither an error nor a wrong answer`() throws {
        try withDamage(40, long: 2000, seed: 15) { bytes, random in
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] ^= UInt8.random(in: 1...255, using: &random)
            return "byte \(place)"
        }
    }

    /// Damages a good index in a new way each time, and compares all answers.
    private func withDamage(
        _ short: Int, long: Int, seed: UInt64, _ damage: (inout [UInt8], inout FixedGenerator) -> String
    ) throws {
        var random = FixedGenerator(seed)
        for _ in 0..<(LongTests.areWanted ? long : short) {
            var bytes = index
            let what = damage(&bytes, &random)
            try put(bytes)
            #expect(fault() == "", "\(what)")
        }
    }

    @Test func `a changed byte of the journal causes neither an error nor a wrong answer`() throws {
        try vault.write("f0/new.md", "alpha in a new note [[n3]]")
        try vault.write("f0/n0.md", "alpha beta")
        let updated = try vault.dump(queries: Self.queries)
        let path = VaultPath(".slipbox/index.db")
        let (own, journal) = try (#require(vault.read(path)), #require(vault.read(".slipbox/index.db-wal")))
        #expect(journal.count > 4096)
        var random = FixedGenerator(18)
        for _ in 0..<(LongTests.areWanted ? 1000 : 20) {
            var bytes = journal
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] ^= UInt8.random(in: 1...255, using: &random)
            try put(own)
            try vault.write(VaultPath(".slipbox/index.db-wal"), bytes)
            #expect(difference(try vault.dump(queries: Self.queries), updated) == "", "byte \(place)")
        }
    }
}
