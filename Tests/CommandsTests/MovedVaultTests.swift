import Foundation
import TestSupport
import Testing

/// Undo history and trash of moved and copied vaults.
struct MovedVaultTests {
    private static let old = "x\n"

    /// Returns a vault in the folder `v` with a change of `a.md` and with `b.md` in the trash.
    private func vault() throws -> Console {
        let terminal = try Console()
        try terminal.write("v/.slipbox/config.yaml", "")
        try terminal.write("v/a.md", Self.old)
        try terminal.write("v/b.md", "y\n")
        terminal.folder = "v"
        #expect(terminal.slip("set", "a.md", "p=1").status == 0)
        #expect(terminal.slip("rm", "b.md", "--force").status == 0)
        return terminal
    }

    /// Runs Bash in the parent folder of the vault, then changes the current folder of commands.
    private func run(_ script: String, in terminal: Console, then folder: String) throws {
        let result = try ShellScript(script).run(in: terminal.directory, ["PATH": "/usr/bin:/bin"])
        #expect(result.status == 0, "\(script): \(result)")
        terminal.folder = folder
    }

    /// Expects that the vault can use its history and its trash.
    private func expectHistory(_ terminal: Console, _ comment: Comment) throws {
        let list = terminal.slip("undo", "--list")
        #expect(list.lines.count == 2 && list.errors.isEmpty, comment)
        #expect(terminal.slip("trash", "list").output.contains("b.md"), comment)
        #expect(terminal.slip("check").output.contains("record") == false, comment)
        let undo = terminal.slip("undo", "2")
        #expect(undo.status == 0, "\(comment): \(undo.errors)")
        #expect(try terminal.read("\(terminal.folder)/a.md") == Self.old, comment)
        #expect(try terminal.read("\(terminal.folder)/b.md") == "y\n", comment)
        #expect(terminal.slip("redo", "2").status == 0, comment)
    }

    /// Expects that the vault reports the records of another vault, and neither uses nor removes them.
    private func expectForeignRecords(_ terminal: Console, _ comment: Comment) throws {
        func kept() throws -> [String] {
            let place = terminal.url("\(terminal.folder)/.slipbox")
            return try ["undo", "trash"].flatMap { folder in
                try FileManager.default.subpathsOfDirectory(atPath: place.appendingPathComponent(folder).path)
            }.filter { $0.hasPrefix("1") || $0.hasPrefix("2") }.sorted()
        }
        let before = try kept()
        let list = terminal.slip("undo", "--list")
        #expect(list.output.isEmpty && list.errors.contains("2 records"), "\(comment): \(list.errors)")
        let trash = terminal.slip("trash", "list")
        #expect(trash.output.isEmpty && trash.errors.contains("1 item"), "\(comment): \(trash.errors)")
        let undo = terminal.slip("undo")
        #expect(undo.isError("2 records"), "\(comment): \(undo.errors)")
        #expect(terminal.slip("trash", "empty", "--force").status == 0, comment)
        #expect(terminal.slip("set", "a.md", "q=1").status == 0, comment)
        #expect(terminal.slip("undo").status == 0, comment)
        #expect(terminal.slip("check").output.contains("2 records"), comment)
        #expect(try kept() == before, comment)
    }

    @Test func `a moved vault keeps its undo history and its trash`() throws {
        let terminal = try vault()
        try run("mv v w", in: terminal, then: "w")
        try expectHistory(terminal, "moved once")
        try run("mkdir deep; mv w 'deep/new name'", in: terminal, then: "deep/new name")
        try expectHistory(terminal, "moved twice")
        try run("mv deep other", in: terminal, then: "other/new name")
        try expectHistory(terminal, "moved with a folder above it")
    }

    @Test func `a moved vault is recognized without writing to it, and keeps its index`() throws {
        let terminal = try vault()
        terminal.slip("search")
        try run("mv v w; touch -d 2001-01-01 w/.slipbox/index.db", in: terminal, then: "w")
        let identity = "cat w/.slipbox/identity-* > seen"
        try run(identity, in: terminal, then: "w")
        let before = try terminal.read("seen")
        #expect(terminal.slip("undo", "--list").lines.count == 2)
        #expect(terminal.slip("trash", "list").output.contains("b.md"))
        try run(identity, in: terminal, then: "w")
        #expect(try terminal.read("seen") == before)
        #expect(before.contains("/v\n"), "the identity names the old path still")
    }

    @Test func `a vault that was moved to another file system keeps its history`() throws {
        let terminal = try vault()
        // mv(1) does this between file systems.
        try run("cp -a v w; rm -r v", in: terminal, then: "w")
        try expectHistory(terminal, "copied, then the original deleted")
        try run("cp -a w z; rm -r w; ln -s z w", in: terminal, then: "w")
        try expectHistory(terminal, "a link at the old path leads to the new one")
        try run("cp -a z y; rm -r z; mkdir -p z/.slipbox", in: terminal, then: "y")
        try expectHistory(terminal, "another vault is at the old path")
    }

    @Test func `a vault that was restored from a backup keeps its history`() throws {
        let terminal = try vault()
        try run("tar cf v.tar v; rm -r v; mkdir v; tar xf v.tar", in: terminal, then: "v")
        try expectHistory(terminal, "restored in the same place")
        try run("tar cf v.tar v; mv v lost; tar xf v.tar", in: terminal, then: "v")
        try expectHistory(terminal, "restored while the original is elsewhere")
    }

    @Test func `a copy does not touch the original's history and trash`() throws {
        let terminal = try vault()
        try run("cp -a v w", in: terminal, then: "w")
        try expectForeignRecords(terminal, "the copy")
        terminal.folder = "v"
        try expectHistory(terminal, "the original")
        try run("rm -r v", in: terminal, then: "w")
        try expectForeignRecords(terminal, "the copy has another identity")
        try run("mv w v", in: terminal, then: "v")
        let list = terminal.slip("undo", "--list")
        #expect(list.output.isEmpty && list.errors.contains("records"), "\(list.errors)")
    }

    @Test func `a copy of an interrupted change is neither finished nor removed`() throws {
        let terminal = try vault()
        try run("cd v/.slipbox; mv undo/1 tmp/do-1; cp -a ../../v ../../w", in: terminal, then: "w")
        #expect(!terminal.slip("search").errors.contains("interrupted"))
        #expect(terminal.slip("set", "a.md", "q=1").status == 0)
        #expect(terminal.exists("w/.slipbox/tmp/do-1/record"))
        terminal.folder = "v"
        try run("mv v x", in: terminal, then: "x")
        #expect(terminal.slip("undo", "2").status == 0)
        #expect(try terminal.read("x/a.md") == Self.old)
    }

    @Test func `records of an earlier version are used in place, and after a later move`() throws {
        let terminal = try vault()
        // Earlier versions wrote the path into records instead of an identity.
        try run(
            """
            cd v/.slipbox
            id=$(sed -n 's/^id //p' identity-*); root=$(sed -n 's/^root //p' identity-*)
            sed -i "s|%0aid%20$id|%0a$root|" undo/*/record trash/*/info
            rm identity-*
            """, in: terminal, then: "v")
        #expect(terminal.slip("undo", "--list").lines.count == 2)
        #expect(terminal.slip("set", "a.md", "q=1").status == 0)
        #expect(terminal.slip("undo").status == 0)
        try run("mv v w", in: terminal, then: "w")
        #expect(terminal.slip("undo", "--list").lines.count == 2)
        #expect(terminal.slip("trash", "restore", "b.md").status == 0)
        #expect(try terminal.read("w/b.md") == "y\n")
    }

    @Test(arguments: ["machine", "user"]) func `the identity file of another machine or user is ignored`(
        line: String
    ) throws {
        let terminal = try vault()
        try run("sed -i 's/^\(line) .*/\(line) 31337/' v/.slipbox/identity-*; mv v w", in: terminal, then: "w")
        try expectForeignRecords(terminal, "another \(line)")
    }

    @Test func `a clone has no identity, and takes none from the repository`() throws {
        let terminal = try vault()
        let git = "git -c user.name=n -c user.email=e@example.com -c init.defaultBranch=main"
        // Without a .gitignore, private files are committed too.
        try run(
            "cd v; \(git) init -q; \(git) add -fA; \(git) commit -qm x; cd ..; \(git) clone -q v w", in: terminal,
            then: "w")
        try expectForeignRecords(terminal, "cloned")
        terminal.folder = "v"
        try expectHistory(terminal, "the original")
    }

    @Test(arguments: ["ln -s ../../real $name", "mkdir $name", "echo nonsense > $name"])
    func `an invalid identity file causes no error`(instead: String) throws {
        let terminal = try vault()
        try run("cd v/.slipbox; name=$(echo identity-*); mv $name ../../real; \(instead)", in: terminal, then: "v")
        #expect(terminal.slip("set", "a.md", "q=1").status == 0)
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read("real").hasPrefix("slip-identity 1\n"))
    }
}
