import Foundation
import SourceText
import TestSupport
import Testing

/// Programs that read attachments.
@Suite(.enabled(if: CommandLine.program != nil), .waits) struct ExtractorTests {
    /// A vault of two PDF files with equal content, and a configuration of the user whose extractor for PDF is a script.
    private struct Papers {
        let vault: TemporaryVault
        private let program: String
        private let variables: [String: String]

        init(_ script: String) throws {
            program = try #require(CommandLine.program)
            vault = try TemporaryVault(
                ["a.md": "[p](p.pdf)\n", "p.pdf": "%PDF 1", "b.md": "[q](q.pdf)\n", "q.pdf": "%PDF 1"],
                config: "attachments: text")
            let home = vault.full(VaultPath(".."))
            for folder in ["bin", "config/slipbox", "tmp"] {
                try FileManager.default.createDirectory(
                    atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
            }
            variables = [
                "XDG_CONFIG_HOME": "\(home)/config", "XDG_CACHE_HOME": "\(home)/cache", "HOME": home,
                "TMPDIR": "\(home)/tmp",
            ]
            try configure("extractors: {pdf: [\"\(home)/bin/extract\"]}\n")
            try set(script)
        }

        func full(_ name: String) -> String { vault.full(VaultPath("../\(name)")) }

        func configure(_ text: String) throws {
            try text.write(toFile: full("config/slipbox/config.yaml"), atomically: true, encoding: .utf8)
        }

        func set(_ script: String, mode: Int = 0o755) throws {
            let path = full("bin/extract")
            try "#!/bin/bash\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }

        @discardableResult
        func slip(_ arguments: String...) throws -> TestProcess.Result {
            try CommandLine.ask(program, arguments, in: vault, variables: variables)
        }

        func start(_ arguments: String...) throws -> Process {
            try CommandLine.start(program, arguments, in: vault, variables: variables)
        }

        /// Returns the notes that a search finds once all attachments are read.
        func search(_ words: String...) throws -> Set<Substring> {
            #expect(try slip("index").status == 0)
            let found = try CommandLine.ask(program, ["search"] + words, in: vault, variables: variables)
            return Set(found.output.split(separator: "\n"))
        }

        /// Whether a process is left whose arguments contain a text, or a temporary folder.
        func hasRemains(_ mark: String) throws -> Bool {
            let left = try TestProcess.run("/usr/bin/pgrep", ["-f", mark], in: vault.rootText).output
            return try left != "" || !FileManager.default.contentsOfDirectory(atPath: full("tmp")).isEmpty
        }
    }

    private static func mark() -> String { "slip-test-\(UInt32.random(in: 0 ... .max))" }

    @Test func `an extractor runs once for equal contents, even in another vault`() throws {
        let papers = try Papers("echo x >> \"$HOME/runs\"; printf 'first\\fthe wombat\\f'")
        #expect(try papers.search("wombat") == ["a.md", "b.md"])
        // Both files may be read at the same time.
        let first = try String(contentsOfFile: papers.full("runs"), encoding: .utf8)
        try papers.vault.remove(".slipbox/index.db")
        #expect(try papers.search("wombat") == ["a.md", "b.md"])
        #expect(try String(contentsOfFile: papers.full("runs"), encoding: .utf8) == first)
    }

    @Test(arguments: [
        ("exit 3", "failed with status 3"), ("echo 'bad trailer' >&2; exit 1", "failed with status 1: bad trailer"),
        ("echo 'Incorrect password' >&2; exit 1", "is encrypted"),
        ("exec head -c 20000000 /dev/zero", "is too large"), ("kill -9 $$", "failed with status 137"),
        ("sleep 300 & sleep 300", "took longer than"), ("exec >&- 2>&-; sleep 300", "took longer than"),
        ("printf ' \\f \\f'", "has no text"),
    ])
    func `a program that fails, floods or hangs has its reason`(_ script: String, _ reason: String) throws {
        let papers = try Papers(script)
        let found = try papers.slip("check", "--kind", "unreadable-attachment")
        #expect(found.output.contains(reason), "\(found)")
        #expect(try papers.hasRemains(papers.full("bin/extract")) == false)
    }

    @Test func `processes that leave the session are ended`() throws {
        let mark = Self.mark()
        let script = "setsid bash -c 'exec -a \(mark) sleep 300' >/dev/null 2>&1 & sleep 0.5; printf wombat"
        let papers = try Papers(script)
        #expect(try papers.search("wombat") == ["a.md", "b.md"])
        #expect(try papers.hasRemains(mark) == false)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
    func `programs end with slip, at the latest when it reads attachments again`(_ signal: Int32) throws {
        let mark = Self.mark()
        let papers = try Papers("touch \"$HOME/started\"; exec -a \(mark) sleep 300")
        let process = try papers.start("index")
        for _ in 0..<1000 where !FileManager.default.fileExists(atPath: papers.full("started")) { usleep(20_000) }
        kill(process.processIdentifier, signal)
        // `waitUntilExit` would also wait for the programs that slip started.
        let status = "/proc/\(process.processIdentifier)/stat"
        for _ in 0..<1000 {
            guard let text = try? String(contentsOfFile: status, encoding: .utf8), !text.contains(") Z ") else { break }
            usleep(10_000)
        }
        if signal == SIGKILL {
            try papers.set("printf wombat")
            #expect(try papers.search("wombat") == ["a.md", "b.md"])
        }
        usleep(100_000)
        #expect(try TestProcess.run("/usr/bin/pgrep", ["-f", mark], in: papers.vault.rootText).output == "")
    }

    @Test func `a change by a query waits for all attachments`() throws {
        let papers = try Papers("sleep 2; printf secret")
        let changed = try papers.slip("set", "--query", "-secret", "status=archived")
        #expect(changed.status == 1, "\(changed)")
        #expect(papers.vault.read("a.md") == Array("[p](p.pdf)\n".utf8))
    }

    @Test func `a change by a query is refused while attachments change`() throws {
        let papers = try Papers("echo >> \"$1\"; printf secret")
        let changed = try papers.slip("set", "--query", "-secret", "status=archived")
        #expect(changed.status == 2 && changed.errors.contains("nothing was changed"), "\(changed)")
        #expect(papers.vault.read("a.md") == Array("[p](p.pdf)\n".utf8))
        #expect(try papers.slip("export", "secret").errors.contains("not read yet"))
    }

    @Test func `a program that cannot be started for a moment takes no text from other files`() throws {
        let papers = try Papers("printf wombat")
        // A file that was written within the last 50 ms is read again by the next search.
        usleep(100_000)
        #expect(try papers.search("wombat") == ["a.md", "b.md"])
        try FileManager.default.removeItem(atPath: papers.full("cache"))
        try papers.set("printf wombat", mode: 0o600)
        try papers.vault.write("c.md", "[r](r.pdf)\n")
        try papers.vault.write("r.pdf", "%PDF 1")
        #expect(try papers.search("wombat") == ["a.md", "b.md"])
        try papers.set("printf wombat")
        #expect(try papers.search("wombat") == ["a.md", "b.md", "c.md"])
    }

    @Test func `another version of a program is used only for what failed, and the index is intact`() throws {
        let papers = try Papers("printf wombat")
        #expect(try papers.search("wombat") == ["a.md", "b.md"])
        try papers.set("printf quokka; # another version")
        #expect(try papers.search("wombat") == ["a.md", "b.md"])
        #expect(try papers.slip("index", "--verify").status == 0)
    }

    @Test func `the text of an extractor that was removed is not found`() throws {
        let papers = try Papers("printf wombat")
        try papers.configure("extractors: {dat: [\"\(papers.full("bin/extract"))\"], foo: x, bar: [a/b]}\n")
        try papers.vault.write("c.md", "[d](d.dat)\n")
        try papers.vault.write("d.dat", "x")
        #expect(try papers.search("wombat") == ["c.md"])
        let errors = try papers.slip("index").errors
        #expect(errors.contains("'foo' is not a list") && errors.contains("'bar' is not a full path"), "\(errors)")
        try papers.configure("")
        #expect(try papers.search("wombat") == [])
    }

    @Test func `slip and a program read equal contents side by side`() throws {
        let papers = try Papers("printf wombat; echo x >> \"$HOME/runs\"")
        try papers.configure("extractors: {html: [\"\(papers.full("bin/extract"))\"]}\n")
        try papers.vault.write("c.md", "[d](d.html) [e](e.htm)\n")
        for name in ["d.html", "e.htm"] { try papers.vault.write(VaultPath(name), Array("<p>quokka".utf8)) }
        for _ in 0..<3 { #expect(try papers.search("wombat quokka") == ["c.md"]) }
        #expect(try String(contentsOfFile: papers.full("runs"), encoding: .utf8) == "x\n")
    }
}
