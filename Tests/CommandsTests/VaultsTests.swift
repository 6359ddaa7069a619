import Foundation
import SourceText
import System
import TestSupport
import Testing

/// Several vaults used as one.
struct VaultsTests {
    /// Two vaults, `a` and `b`, that have names, and a folder `c` that is none.
    private static func vaults() throws -> Console {
        let terminal = try Console()
        for (path, text) in [
            ("a/.slipbox/config.yaml", ""), ("b/.slipbox/config.yaml", ""), ("c/x.md", "x\n"),
            (
                "a/pear.md",
                "---\ncreated: 2024-01-02\nstatus: review\n---\n# Pear\n\nfruit #green\n- [ ] eat 2024-05-01\n"
            ),
            ("a/apple.md", "---\ncreated: 2024-01-01\n---\n# Apple\n\nfruit fruit [[nothing]]\n"),
            (
                "b/plum.md",
                "---\ncreated: 2024-01-03\nrank: 7\n---\n# Plum\n\nfruit #blue\n- [ ] dry 2024-04-01\n- [x] buy\n"
            ),
        ] { try terminal.write(path, text) }
        terminal.variables["XDG_CONFIG_HOME"] = terminal.directory.path + "/config"
        terminal.variables["XDG_CACHE_HOME"] = terminal.directory.path + "/cache"
        for name in ["a", "b"] { #expect(terminal.slip("vaults", "add", name, name).status == 0) }
        return terminal
    }

    @Test func `a note may be given with the name of its vault, as results show it`() throws {
        let terminal = try Self.vaults()
        try terminal.write("b/damson.md", "# Damson\n\nfruit #blue [[plum]]\n")
        let links = terminal.slip("links", "b: damson.md", "--format", "json")
        #expect(links.status == 0 && links.output.contains("plum.md"), "\(links)")
        let related = terminal.slip("related", "b: plum.md", "--linked", "--format", "json")
        #expect(related.output.contains("damson.md"), "\(related)")
        #expect(terminal.slip("show", "b: plum.md", "--raw").status == 0)
        #expect(terminal.slip("show", "b: plum.md", "b: damson.md").status == 0)
        terminal.folder = "a"
        #expect(terminal.slip("links", "b: damson.md", "--format", "json").output == links.output)
        #expect(terminal.slip("--vault", "b", "links", "b: damson", "--format", "json").output == links.output)
        #expect(terminal.slip("--vault", "a", "links", "b: damson.md").errors.contains("there is no note"))
        #expect(terminal.slip("links", "z: damson.md").status == 2)
    }

    private static let file = "config/slipbox/config.yaml"

    // MARK: Names

    @Test func `vaults are named and forgotten, and all other bytes of the file stay`() throws {
        let terminal = try Self.vaults()
        let root = terminal.directory.resolvingSymlinksInPath().path
        #expect(try terminal.read(Self.file) == "vaults:\n  a: \"\(root)/a\"\n  b: \"\(root)/b\"\n")
        let text = "# mine\naliases: {d: search}  # x\r\nvaults:  # all\n  # one\n  old: ~/old # here\n"
        try terminal.write(Self.file, text)
        #expect(terminal.slip("vaults", "add", "b", "b").status == 0)
        #expect(try terminal.read(Self.file) == text + "  b: \"\(root)/b\"\r\n")
        #expect(terminal.slip("vaults", "remove", "b").status == 0)
        #expect(try terminal.read(Self.file) == text)
        try terminal.write(Self.file, "vaults: {old: /o, b: /b}\n")
        #expect(terminal.slip("vaults", "remove", "old").status == 0)
        #expect(try terminal.read(Self.file) == "vaults: {b: /b}\n")
        let unknown = terminal.slip("vaults", "remove", "bb")
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean 'b'?"))
        for name in ["", "x y", "a/b", "-x", "a,b"] {
            #expect(terminal.slip("vaults", "add", "--", name, "b").status == 2, "\(name)")
        }
        #expect(terminal.slip("vaults", "add", "c", "c").errors.contains("not a vault"))
        #expect(try terminal.read(Self.file) == "vaults: {b: /b}\n")
    }

    @Test func `an entry of another vault is never changed`() throws {
        let terminal = try Self.vaults()
        let root = terminal.directory.resolvingSymlinksInPath().path
        try terminal.write(Self.file, "vaults:\n  Work: /x\n  a: /y\n  a: /z\n")
        let similar = terminal.slip("vaults", "add", "work", "b")
        #expect(similar.status == 2 && similar.errors.contains("there is a vault 'Work' already"), "\(similar.errors)")
        #expect(terminal.slip("vaults", "remove", "a").status == 0)
        #expect(try terminal.read(Self.file) == "vaults:\n  Work: /x\n")
        for text in ["{vaults: {a: /f}}\n", "vaults: {a: /f\n", "vaults: [a]\n", "vaults: text\n", "\tvaults:\n"] {
            try terminal.write(Self.file, text)
            #expect(terminal.slip("vaults", "add", "b", "b").status == 2, "\(text)")
            #expect(try terminal.read(Self.file) == text)
        }
        try terminal.write(Self.file, "vaults:\naliases: {x: search}")
        #expect(terminal.slip("vaults", "add", "b", "b").status == 0)
        #expect(try terminal.read(Self.file) == "vaults:\n  b: \"\(root)/b\"\naliases: {x: search}")
    }

    @Test func `a configuration that is a link stays a link`() throws {
        let terminal = try Self.vaults()
        let config = terminal.directory.appendingPathComponent(Self.file).path
        let real = terminal.directory.appendingPathComponent("dotfiles.yaml").path
        try FileManager.default.moveItem(atPath: config, toPath: real)
        try FileManager.default.createSymbolicLink(atPath: config, withDestinationPath: real)
        #expect(terminal.slip("vaults", "remove", "a").status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: config) == real)
        #expect(try !terminal.read("dotfiles.yaml").contains("a:"))
    }

    @Test func `the list has the number of notes and the state of the index`() throws {
        let terminal = try Self.vaults()
        #expect(terminal.slip("vaults").output.contains("a\t\tnot built yet\t"))
        #expect(terminal.slip("search", "--vaults", "fruit").status == 0)
        try FileManager.default.removeItem(at: terminal.directory.appendingPathComponent("b"))
        let list = try #require(JSONValue(parsing: terminal.slip("vaults", "--format", "json").output)).list
        #expect(list.map { $0["name"]?.text } == ["a", "b"])
        #expect(list[0]["notes"] == 2 && list[0]["state"] == "up to date")
        #expect(list[1]["notes"] == .null && list[1]["state"]?.text?.hasPrefix("cannot be read") == true)
        #expect(terminal.slip("vaults", "list").output == terminal.slip("vaults").output)
        #expect(terminal.slip("vaults", "--help").output.contains("remove"))
    }

    // MARK: Searching

    @Test func `results carry their vault, and their paths open from the current directory`() throws {
        let terminal = try Self.vaults()
        let found = terminal.slip("search", "--vaults", "fruit", "--sort", "created")
        #expect(found.output == "b/plum.md\na/pear.md\na/apple.md\n")
        terminal.folder = "b"
        #expect(
            terminal.slip("search", "--vaults", "fruit", "--sort", "title").output
                == "../a/apple.md\n../a/pear.md\nplum.md\n")
        terminal.folder = ""
        let json = try #require(JSONValue(parsing: terminal.slip("search", "--vaults", "fruit", "-f", "json").output))
            .list
        #expect(Set(json.compactMap { $0["vault"]?.text }) == ["a", "b"])
        #expect(json.first { $0["path"] == "plum.md" }?["vault"] == "b")
        let csv = terminal.slip("search", "--vaults", "fruit", "-f", "csv", "--limit", "1", "--sort", "path").output
        #expect(csv.hasPrefix("vault,path,") && csv.contains("\na,apple.md,"))
        let template = terminal.slip(
            "search", "--vaults", "fruit", "--template", "{{vault}}:{{name}}", "--sort", "path")
        #expect(template.output == "a:apple\na:pear\nb:plum\n")
        #expect(terminal.slip("search", "--vaults", "fruit", "-f", "text").output.contains("  b: b/plum.md  "))
        #expect(terminal.slip("search", "--vaults", "fruit", "--count").output == "3\n")
        #expect(terminal.slip("search", "--vault", "a", "--vault", "b", "fruit", "-c").output == "3\n")
        #expect(terminal.slip("search", "--vault", "a", "fruit", "-c").output == "2\n")
        #expect(terminal.slip("search", "--vault", "./b", "fruit", "-c").output == "1\n")
    }

    @Test func `vaults narrow, sort and group results`() throws {
        let terminal = try Self.vaults()
        func search(_ words: String...) -> String { terminal.slip(["search", "--vaults"] + words).output }
        #expect(search("vault:b") == "b/plum.md\n")
        #expect(search("-vault:b", "sort:title") == "a/apple.md\na/pear.md\n")
        #expect(search("sort:vault-,title") == "b/plum.md\na/apple.md\na/pear.md\n")
        #expect(
            search("group:vault", "-f", "text").split(separator: "\n").filter { ["a", "b"].contains($0) } == ["a", "b"])
        // A name that one vault has is valid in all.
        #expect(search("rank:7") == "b/plum.md\n")
        #expect(search("-rank:7", "sort:rank,title") == "a/apple.md\na/pear.md\n")
        #expect(search("links-to:plum").isEmpty)
        let unknown = terminal.slip("search", "--vaults", "vault:c")
        #expect(unknown.status == 2 && unknown.errors.contains("searched vaults: a, b"))
        #expect(terminal.slip("search", "--vault", "a", "vault:a").errors.contains("to search several vaults"))
    }

    @Test func `a vault that cannot be read is left out, and --strict says so`() throws {
        let terminal = try Self.vaults()
        try FileManager.default.removeItem(at: terminal.directory.appendingPathComponent("a"))
        let found = terminal.slip("search", "--vaults", "fruit")
        #expect(found.status == 0 && found.output == "b/plum.md\n")
        #expect(found.errors.contains("the vault 'a' is left out: ") && found.errors.contains("not a vault"))
        #expect(terminal.slip("search", "--vaults", "nothing").status == 1)
        let strict = terminal.slip("search", "--vaults", "--strict", "fruit")
        #expect(strict.status == 2 && strict.output == "b/plum.md\n")
        try FileManager.default.removeItem(at: terminal.directory.appendingPathComponent("b"))
        #expect(terminal.slip("search", "--vaults", "fruit").status == 2)
        try FileManager.default.removeItem(at: terminal.directory.appendingPathComponent("config"))
        #expect(terminal.slip("search", "--vaults", "fruit").errors.contains("slip vaults add NAME DIR"))
    }

    @Test func `a vault outside of git is left out of queries about git`() throws {
        let terminal = try Self.vaults()
        try GitFolder(terminal.directory.appendingPathComponent("a").path).commit("Begin", at: 0)
        for words in [
            ["by:a"], ["is:dirty"], ["since:HEAD"], ["fruit", "--git", "-f", "json"], ["fruit", "sort:committed"],
        ] {
            try? FileManager.default.removeItem(at: terminal.directory.appendingPathComponent("a/.slipbox/index.db"))
            let found = terminal.slip(["search", "--vaults"] + words)
            #expect(found.errors.contains("the vault 'b' is left out: "), "\(words): \(found)")
            #expect(found.status < 2, "\(words): \(found)")
        }
        #expect(terminal.slip("search", "--vaults", "--strict", "is:dirty").status == 2)
        // A name that only the other vault has, beside a term that needs the history.
        #expect(terminal.slip("search", "--vaults", "rank:7 OR by:unknown").status < 2)
    }

    @Test func `notes are read from their vault when an earlier one is left out`() throws {
        let terminal = try Self.vaults()
        try GitFolder(terminal.directory.appendingPathComponent("b").path).commit("Begin", at: 0)
        let exported = terminal.slip("export", "--vaults", "-is:dirty", "plum")
        #expect(exported.status == 0 && exported.output.contains("dry 2024-04-01"), "\(exported)")
        let tasks = terminal.slip("task", "list", "--vaults", "-is:dirty")
        #expect(tasks.output.contains("dry 2024-04-01"), "\(tasks)")
    }

    @Test func `a damaged index is rebuilt, and only that one`() throws {
        let terminal = try Self.vaults()
        for number in 0..<200 { try terminal.write("b/n\(number).md", "fruit word\(number) [[n\(number + 1)]]\n") }
        #expect(terminal.slip("search", "--vaults", "fruit", "-c").output == "203\n")
        let index = terminal.directory.appendingPathComponent("b/.slipbox/index.db")
        let other = try Data(contentsOf: terminal.directory.appendingPathComponent("a/.slipbox/index.db"))
        let whole = try Data(contentsOf: index)
        for page in 2..<(whole.count / 4096) {
            var damaged = whole
            damaged.replaceSubrange(page * 4096 + 100..<page * 4096 + 200, with: Data(repeating: 0xAA, count: 100))
            try damaged.write(to: index)
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: index.path + suffix) }
            let found = terminal.slip("search", "--vaults", "fruit", "-c")
            #expect(found.output == "203\n" && found.status == 0, "page \(page): \(found)")
        }
        #expect(try Data(contentsOf: terminal.directory.appendingPathComponent("a/.slipbox/index.db")) == other)
    }

    @Test func `a saved search or a vault that is missing is no error`() throws {
        let terminal = try Self.vaults()
        try terminal.write("b/.slipbox/config.yaml", "searches: {mine: plum}\n")
        #expect(terminal.slip("search", "--vaults", "@mine").output == "b/plum.md\n")
        #expect(terminal.slip("search", "--vaults", "frut limit:1", "--near", "-c").output == "3\n")
        try FileManager.default.removeItem(at: terminal.directory.appendingPathComponent("a"))
        #expect(terminal.slip("search", "--vaults", "-vault:a").output == "b/plum.md\n")
        #expect(terminal.slip("search", "--vaults", "vault:a").status == 1)
    }

    @Test func `files that no note refers to follow the notes of all vaults`() throws {
        let terminal = try Self.vaults()
        for vault in ["a", "b"] { try terminal.write("\(vault)/page.html", "<p>zeppelin</p>\n") }
        let found = terminal.slip("search", "--vaults", "attached:zeppelin")
        #expect(found.output == "a/page.html\nb/page.html\n", "\(found)")
        #expect(terminal.slip("search", "--vaults", "attached:zeppelin", "-c").output == "2\n")
        #expect(terminal.slip("search", "--vaults", "attached:zeppelin", "--offset", "1").output == "b/page.html\n")
        let json = try #require(
            JSONValue(parsing: terminal.slip("search", "--vaults", "attached:zeppelin", "-f", "json").output))
        #expect(json.list.map { $0["vault"]?.text } == ["a", "b"])
    }

    @Test func `a folder with two names is one vault`() throws {
        let terminal = try Self.vaults()
        #expect(terminal.slip("vaults", "add", "a2", "a").status == 0)
        #expect(terminal.slip("search", "--vaults", "fruit", "-c").output == "3\n")
        #expect(terminal.slip("search", "--vault", "a2", "--vault", "b", "vault:a2", "-c").output == "2\n")
        #expect(terminal.slip("search", "--vaults", "--vault", "a").status == 2)
        let unknown = terminal.slip("search", "--vault", "a3", "fruit")
        #expect(
            unknown.errors.contains("'a3' is not a vault") && unknown.errors.contains("did you mean 'a"))
        #expect(terminal.slip("show", "--vault", "a", "--vault", "b", "Plum").errors.contains("takes one vault"))
        #expect(terminal.slip("new", "--vault", "a", "--vault", "b", "x").status == 2)
    }

    @Test func `statuses of all vaults form one list`() throws {
        let terminal = try Self.vaults()
        try terminal.write("a/.slipbox/config.yaml", "statuses: [draft, review]\n")
        try terminal.write("b/.slipbox/config.yaml", "statuses: [idea, draft, review]\n")
        try terminal.write("b/new.md", "---\nstatus: idea\n---\n# New\n\nfruit\n")
        let text = terminal.slip("search", "--vaults", "fruit group:status", "-f", "text").output
        let labels = text.split(separator: "\n").filter { ["Draft", "Review", "Idea"].contains($0) }
        #expect(labels == ["Draft", "Review", "Idea"], "\(text)")
    }

    @Test func `notes related to a note of another vault share its words`() throws {
        let terminal = try Self.vaults()
        try terminal.write("a/orchid.md", "# Orchid\n\nZygomorphic labellum\n")
        try terminal.write("b/snap.md", "# Snap\n\nZygomorphic labellum\n")
        #expect(terminal.slip("search", "--vaults", "like:orchid").output == "b/snap.md\n")
        let ordered = terminal.slip("search", "--vaults", "like:orchid OR fruit", "-f", "paths").output
        let scored = terminal.slip("search", "--vaults", "like:orchid OR fruit", "--template", "{{file}}").output
        #expect(ordered == scored)
    }

    @Test func `options of one vault are refused`() throws {
        let terminal = try Self.vaults()
        for words in [
            ["search", "--at", "HEAD"], ["search", "--explain"], ["search", "--in", "x"], ["stats", "--scope", "all"],
            ["export", "--html", "site"], ["check", "--fix"], ["check", "pear.md"], ["task", "list", "--in", "x"],
        ] {
            let refused = terminal.slip(words + ["--vaults"])
            #expect(refused.status == 2 && refused.errors.contains("cannot be used with several vaults"), "\(words)")
        }
    }

    @Test func `numbers of results lead to their vaults`() throws {
        let terminal = try Self.vaults()
        terminal.isTerminal = true
        terminal.terminal = TerminalName(device: "pts/9", session: 5)
        #expect(terminal.slip("search", "--vaults", "fruit", "--sort", "created").status == 0)
        #expect(terminal.slip("show", "%1").output.contains("Plum"))
        #expect(terminal.slip("show", "%3").output.contains("Apple"))
        let both = terminal.slip("rm", "%1", "%2", "--dry-run")
        #expect(both.status == 2 && both.errors.contains("is a note of the vault"), "\(both.errors)")
        // Only notes can be numbers.
        terminal.isTerminal = false
        #expect(terminal.slip("search", "%2").status == 2)
        terminal.isTerminal = true
        terminal.folder = "c"
        #expect(terminal.slip("search", "--vault", "b", "plum").status == 0)
        #expect(terminal.slip("show", "%1").output.contains("Plum"))
        terminal.folder = "a"
        #expect(terminal.slip("search", "pear").status == 0)
        #expect(terminal.slip("show", "%1").output.contains("Pear"))
        // A number that the last list does not have is none of an earlier one.
        #expect(terminal.slip("search", "fruit").status == 0)
        #expect(terminal.slip("--vault", "b", "task", "list", "nothing").status == 1)
        #expect(terminal.slip("show", "%1").isError("no result 1"))
        #expect(terminal.slip("--vault", "b", "task", "list").status == 0)
        #expect(terminal.slip("show", "%2").isError("no result 2"))
        #expect(terminal.slip("search", "fruit").status == 0)
        #expect(terminal.slip("show", "%2").status == 0)
    }

    // MARK: Other commands

    @Test func `other commands add up the vaults`() throws {
        let terminal = try Self.vaults()
        let stats = try #require(JSONValue(parsing: terminal.slip("stats", "--vaults", "-f", "json").output))
        #expect(stats["notes"] == 3 && stats["open_tasks"] == 2)
        #expect(stats["vaults"]?.list.map { $0["notes"] } == [2, 1])
        #expect(stats["created"]?.list.count == 3)
        let tasks = terminal.slip("task", "list", "--vaults", "--by", "date").output
        #expect(
            tasks == "2024-04-01\nb/plum.md:8: [ ] dry 2024-04-01\n2024-05-01\na/pear.md:8: [ ] eat 2024-05-01\n")
        let listed = try #require(JSONValue(parsing: terminal.slip("task", "list", "--vaults", "-f", "json").output))
            .list
        #expect(listed.map { $0["vault"]?.text } == ["a", "b"])
        let check = terminal.slip("check", "--vaults", "--kind", "broken-link")
        #expect(check.status == 1 && check.output.hasPrefix("a/apple.md:6:"), "\(check.output)")
        let findings = try #require(
            JSONValue(parsing: terminal.slip("check", "--vaults", "-k", "broken-link", "-f", "json").output))
        #expect(findings.list.map { $0["vault"]?.text } == ["a"])
        let lines = terminal.slip("export", "--vaults").output.split(separator: "\n").map {
            JSONValue(parsing: String($0))
        }
        #expect(lines.map { $0?["vault"]?.text } == ["a", "a", "b"] && lines.allSatisfy { $0?["body"] != nil })
        #expect(terminal.slip("export", "--vaults", "-f", "csv").output.hasPrefix("vault,path,"))
        let suggested = terminal.slip("suggest", "--vaults", "fru").output
        #expect(suggested.contains("fruit\t3\n"), "\(suggested)")
        #expect(terminal.slip("suggest", "--vaults", "#").output.contains("#blue\t1"))
    }
}
