import AgentServer
import Foundation
import SourceText
import TestSupport
import Testing

/// Changes that an agent makes, compared with the command line.
@Suite struct EditingTests {
    private static let files = [
        "In/a.md": "---\nstatus: draft\n---\n\n# A\n\none two one\n\n## Log\n\n- [ ] x\n", "In/b.md": "see [[a]]\n",
        "c.md": "[[In/a#Log]] and [x](In/a.md)\n",
    ]

    private func contents(_ vault: TemporaryVault) throws -> [String: [UInt8]] {
        let listed = try CommandLine.run(["search", "--format", "paths", "--limit", "1000"], in: vault)
        return Dictionary(uniqueKeysWithValues: listed.lines.map { ($0, vault.read($0) ?? []) })
    }

    @Test(
        arguments: [
            ("append", ["text": "new\nlines"], ["append", "In/a.md", "new\nlines"]),
            ("append", ["text": "y", "heading": "Log"], ["append", "In/a.md#Log", "y"]),
            ("prepend", ["text": "y"], ["prepend", "In/a.md", "y"]),
            ("insert", ["line": 7, "text": "y"], ["insert", "In/a.md:7", "y"]),
            ("replace", ["old": "two", "new": "2"], ["replace", "In/a.md", "--old", "two", "--new", "2"]),
            (
                "replace", ["old": "one", "new": "", "count": 2],
                ["replace", "In/a.md", "--old", "one", "--new", "", "--count", "2"]
            ),
            (
                "set", ["values": ["status": "review", "n": 5, "ok": true]],
                ["set", "In/a.md", "status=review", "n=5", "ok=true"]
            ),
            ("set", ["values": ["status": .null]], ["set", "In/a.md", "status="]),
            ("set", ["values": ["keywords": ["k", "l"]]], ["set", "In/a.md", "keywords=k,l"]),
            ("move", ["to": "Out/"], ["mv", "In/a.md", "Out/"]),
            ("move", ["to": "z"], ["mv", "In/a.md", "z"]),
            ("remove", [:], ["rm", "--force", "In/a.md"]),
        ] as [(String, JSONValue, [String])])
    func `a change equals that of the command line, and undo restores every byte`(
        _ operation: String, _ members: JSONValue, _ words: [String]
    ) throws {
        let (vault, other) = (try TemporaryVault(Self.files), try TemporaryVault(Self.files))
        let before = try contents(vault)
        let agent = AgentSession(vault, allowing: .all)
        let result = agent.edit(operation, "In/a.md", members)
        #expect(result["isError"] == false, "\(result)")
        #expect(try CommandLine.run(words, in: other).status == 0)
        let after = try contents(vault)
        #expect(try after == contents(other))
        for change in result["structuredContent"]?["changes"]?.list ?? [] where change["hash"] != .null {
            #expect(change["hash"] == agent.hash(change["path"]?.text ?? ""))
        }
        #expect(result["structuredContent"]?["undo"] == 1)
        #expect(agent.content("undo", ["last": 1])["done"] == true)
        #expect(try contents(vault) == before)
    }

    @Test func `the patch of a change that is made is short, and ends at the end of a line`() throws {
        var files = ["a.md": "# A\n"]
        let words = String(repeating: "word ", count: 60)
        for number in 0..<40 { files["\(number).md"] = "\(words)[[a]] é\n" }
        let vault = try TemporaryVault(files)
        let agent = AgentSession(vault, allowing: .all)
        let move: JSONValue = ["op": "move", "note": "a.md", "hash": agent.hash("a.md"), "to": "z.md"]
        for (isDryRun, longest) in [(true, 20_000), (false, 4000)] {
            let content = agent.content("edit", ["changes": [move], "dry_run": .bool(isDryRun)])
            let patch = content["patch"]?.text ?? ""
            #expect(patch.utf8.count > longest / 2 && patch.utf8.count <= longest && patch.hasSuffix("\n"))
            #expect(content["remarks"]?.list.contains { $0.text?.hasSuffix("more bytes") == true } == true)
            #expect(content["changes"]?.list.count == 41)
        }
    }

    @Test func `the patch of a long line ends between characters`() throws {
        let vault = try TemporaryVault(["a.md": "x\(String(repeating: "é", count: 4000))\n"])
        let agent = AgentSession(vault, allowing: .all)
        let change: JSONValue = ["old": "x", "new": "y"]
        let patch = agent.edit("replace", "a.md", change)["structuredContent"]?["patch"]?.text ?? ""
        #expect(patch.hasSuffix("éé") && (3999...4000).contains(patch.utf8.count))
    }

    @Test func `an absolute path names a file in the vault, and creates nothing outside or in a folder of that name`()
        throws
    {
        let vault = try TemporaryVault(Self.files)
        let before = try contents(vault)
        let agent = AgentSession(vault, allowing: .all)
        let root = vault.rootText
        for change: JSONValue in [
            ["op": "new", "title": "T", "path": "/tmp/x/T.md"], ["op": "new", "title": "T", "folder": "/tmp/x"],
            ["op": "new", "title": "T", "path": .string("\(root)/../T.md")],
            ["op": "new", "title": "T", "path": "/T.md"],
            ["op": "move", "note": "In/a.md", "hash": agent.hash("In/a.md"), "to": "/tmp/x/"],
        ] {
            let result = agent.call("edit", ["changes": [change]])
            #expect(result["isError"] == true && "\(result)".contains("is outside the vault"), "\(result)")
        }
        #expect(try contents(vault) == before)
        #expect(agent.content("read", ["note": .string("\(root)/In/b.md")])["path"] == "In/b.md")
        let change: JSONValue = ["op": "new", "title": "T", "path": .string("\(root)/New/T.md")]
        #expect(agent.call("edit", ["changes": [change]])["isError"] == false)
        #expect(vault.read("New/T.md") != nil)
        let move: JSONValue = [
            "op": "move", "note": .string("\(root)/In/b.md"), "hash": agent.hash("In/b.md"),
            "to": .string("\(root)/New/"),
        ]
        #expect(agent.call("edit", ["changes": [move]])["isError"] == false)
        #expect(vault.read("New/b.md") != nil)
        #expect(agent.call("check", ["paths": [.string("\(root)/New")]])["isError"] == false)
    }

    @Test func `the changes of a call are made all or none, and a file is written once`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .all)
        let before = try contents(vault)
        let (a, b) = (agent.hash("In/a.md"), agent.hash("In/b.md"))
        let changes: [JSONValue] = [
            ["op": "append", "note": "In/a.md", "hash": a, "text": "first"],
            ["op": "append", "note": "In/a.md", "hash": a, "text": "second"],
            ["op": "replace", "note": "In/a.md", "hash": a, "old": "first", "new": "1st"],
            ["op": "set", "note": "In/a.md", "hash": a, "values": ["status": "review", "x": "2"]],
            ["op": "append", "note": "In/b.md", "hash": b, "text": "also [[a]]"],
            ["op": "new", "title": "N", "path": "New/Deep/n.md", "text": "to [[a]]", "values": ["keywords": ["k"]]],
            ["op": "move", "note": "In/a.md", "hash": a, "to": "Renamed.md"],
        ]
        let dry = agent.content("edit", ["changes": .array(changes), "dry_run": true])
        #expect(try contents(vault) == before && dry["undo"] == .null)
        let result = agent.content("edit", ["changes": .array(changes)])
        #expect(result["changes"] == dry["changes"] && result["patch"] == dry["patch"])
        let after = try contents(vault)
        let moved = after["Renamed.md"].map { String(decoding: $0, as: UTF8.self) }
        #expect(
            moved
                == "---\nstatus: review\nx: \"2\"\n---\n\n# A\n\none two one\n\n## Log\n\n- [ ] x\n- [ ] 1st\n- [ ] second\n"
        )
        #expect(after["In/b.md"].map { String(decoding: $0, as: UTF8.self) } == "see [[Renamed]]\n\nalso [[Renamed]]\n")
        #expect(after["New/Deep/n.md"].map { String(decoding: $0, as: UTF8.self).contains("to [[Renamed]]") } == true)
        #expect(agent.content("undo", ["list": true])["changes"]?.list.count == 1)
        _ = agent.content("undo", ["last": 1])
        #expect(try contents(vault) == before && !vault.exists("New"))
        // The last change fails, so none is made.
        let failing =
            Array(changes.dropLast()) + [
                ["op": "replace", "note": "c.md", "hash": agent.hash("c.md"), "old": "zzz", "new": ""]
            ]
        #expect(agent.error("edit", ["changes": .array(failing)]) != nil)
        #expect(try contents(vault) == before)
    }

    @Test func `a stale hash changes nothing and returns the current text`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .all)
        let hash = agent.hash("In/a.md")
        try vault.write("In/a.md", "# Other\n\nby an editor\n")
        let error = agent.error("edit", ["changes": [["op": "append", "note": "In/a.md", "hash": hash, "text": "x"]]])
        #expect(error?["current"]?["text"]?.text?.contains("by an editor") == true)
        #expect(error?["current"]?["hash"] == agent.hash("In/a.md"))
        #expect(vault.read("In/a.md") == Array("# Other\n\nby an editor\n".utf8))
    }

    @Test(
        arguments: [
            ["op": "append", "note": "c.md", "text": "x"],
            ["op": "append", "note": "zzz.md", "hash": "0", "text": "x"],
            ["op": "zzz"], [:], ["op": "append", "note": "c.md", "hash": "HASH", "text": "x", "old": "y"],
            ["op": "append", "note": "c.md", "hash": "HASH", "text": 5],
            ["op": "insert", "note": "c.md", "hash": "HASH", "line": 99, "text": "x"],
            ["op": "set", "note": "c.md", "hash": "HASH", "values": ["a": ["b": 1]]],
            ["op": "set", "note": "c.md", "hash": "HASH", "values": ["a: b": 1]],
            ["op": "set", "note": "c.md", "hash": "HASH", "values": ["status": "zzz"]],
            ["op": "new", "title": ""], ["op": "new", "title": "x", "path": "../x.md"],
            ["op": "new", "title": "x", "path": "c.md"],
            ["op": "new", "title": "x", "path": ".slipbox/x.md"], ["op": "new", "title": "x", "path": "x.sh"],
            ["op": "new", "title": "x", "folder": ".git"],
            ["op": "move", "note": "c.md", "hash": "HASH", "to": "../c.md"],
            ["op": "move", "note": "c.md", "hash": "HASH", "to": "In/b.md"],
            ["op": "move", "note": "c.md", "hash": "HASH", "to": ".hidden/"],
            ["op": "replace", "note": "c.md", "hash": "HASH", "old": "", "new": "x"],
        ] as [JSONValue])
    func `an invalid change is an error and changes nothing`(_ change: JSONValue) throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .all)
        let before = try contents(vault)
        let hash = agent.hash("c.md")
        let real = JSONValue.object(
            change.members.map { JSONValue.Member(name: $0.name, value: $0.value == "HASH" ? hash : $0.value) })
        let error = agent.error("edit", ["changes": [real]])
        #expect(error?["error"]?["message"]?.text?.isEmpty == false)
        #expect(try contents(vault) == before)
        #expect(agent.error("edit", ["changes": []]) != nil)
    }

    @Test func `insertions are at the lines of the note as it was read`() throws {
        let text = (1...9).map { "line \($0)\n" }.joined()
        let vault = try TemporaryVault(["a.md": text])
        let agent = AgentSession(vault, allowing: .all)
        let hash = agent.hash("a.md")
        let lines = [3, 7, 3, 1]
        var changes: [JSONValue] = [["op": "set", "note": "a.md", "hash": hash, "values": ["n": 1, "m": 2]]]
        changes += lines.enumerated().map { index, line in
            ["op": "insert", "note": "a.md", "hash": hash, "line": .int(line), "text": .string("new \(index)")]
        }
        #expect(agent.content("edit", ["changes": .array(changes)])["undo"] == 1)
        let body =
            "new 3\nline 1\nline 2\nnew 0\nnew 2\nline 3\nline 4\nline 5\nline 6\nnew 1\nline 7\nline 8\nline 9\n"
        #expect(vault.read("a.md").map { String(decoding: $0, as: UTF8.self) } == "---\nn: 1\nm: 2\n---\n\(body)")
    }

    @Test func `a replacement at a line is at the line as read, beside insertions`() throws {
        let vault = try TemporaryVault(["a.md": "TODO one\nTODO two\nTODO three\n"])
        let agent = AgentSession(vault, allowing: .all)
        let hash = agent.hash("a.md")
        let changes: [JSONValue] = [
            ["op": "insert", "note": "a.md", "hash": hash, "line": 1, "text": "# New"],
            ["op": "replace", "note": "a.md", "hash": hash, "line": 2, "old": "TODO", "new": "DONE\nand"],
            ["op": "insert", "note": "a.md", "hash": hash, "line": 3, "text": "x"],
        ]
        #expect(agent.content("edit", ["changes": .array(changes)])["undo"] == 1)
        let text = vault.read("a.md").map { String(decoding: $0, as: UTF8.self) }
        #expect(text == "# New\nTODO one\nDONE\nand two\nx\nTODO three\n")
    }

    @Test func `values keep their types, also in lists and for other YAML parsers`() throws {
        let vault = try TemporaryVault(["a.md": "---\nn: \"old\"\nok: 'no'\nlist: one\n---\n# A\n"])
        let agent = AgentSession(vault, allowing: .all)
        let values: JSONValue = [
            "zip": "00123", "flag": "yes", "time": "12:30", "hex": "0x1F", "inf": ".inf", "day": "2024-03-01", "n": 5,
            "ok": true, "list": ["1", "true", "no", "x"], "numbers": [1, 2], "empty": "", "sign": "=", "merge": "<<",
            "single": ["x"], "tags": ["a", "2024"],
        ]
        #expect(agent.edit("set", "a.md", ["values": values])["isError"] == false)
        let read = agent.content("read", ["note": "a.md"])["front_matter"]
        for member in values.members where member.name != "tags" {
            #expect(read?[member.name] == member.value, "\(member)")
        }
        let text = vault.read("a.md").map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(
            text.contains("flag: \"yes\"") && text.contains("time: \"12:30\"") && text.contains("day: 2024-03-01\n"))
        #expect(text.contains("tags: [a, 2024]"))
    }

    @Test func `a dry run takes no lock and recovers nothing`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .all)
        let change: JSONValue = ["op": "append", "note": "c.md", "hash": agent.hash("c.md"), "text": "x"]
        #expect(agent.content("edit", ["changes": [change], "dry_run": true])["undo"] == .null)
        #expect(!vault.exists(".slipbox/write.lock") && !vault.exists(".slipbox/undo"))
    }

    @Test func `a call has at most a hundred changes`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .all)
        let change: JSONValue = ["op": "append", "note": "c.md", "hash": agent.hash("c.md"), "text": "x"]
        #expect(agent.error("edit", ["changes": .array(Array(repeating: change, count: 101))]) != nil)
        #expect(agent.content("edit", ["changes": .array(Array(repeating: change, count: 100))])["undo"] == 1)
    }

    @Test func `errors name arguments of the tools, not options of the command line`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .all)
        let changes: [(String, JSONValue)] = [
            ("replace", ["old": "one", "new": "1"]), ("append", ["heading": "Lgo", "text": "x"]),
            ("set", ["values": ["status": "drfat"]]), ("set", ["values": ["created": "soon"]]),
            ("replace", ["old": "draft", "new": "x"]),
        ]
        for (operation, members) in changes {
            let text = agent.edit(operation, "In/a.md", members)["content"]?.list.first?["text"]?.text ?? ""
            #expect(text.contains("error") && !text.contains(" --") && !text.contains(": slip "), "\(text)")
        }
        #expect(
            agent.edit("replace", "In/a.md", ["old": "one", "new": "1", "line": 7, "count": 2])["isError"] == false)
        #expect(agent.edit("append", "In/a.md", ["heading": "## Log", "text": "y"])["isError"] == false)
        #expect(agent.content("search", ["query": "one", "offset": 1000])["remarks"]?.list.count == 1)
    }

    @Test func `a client can undo only its own changes`() throws {
        let vault = try TemporaryVault(Self.files)
        let (one, two) = (
            AgentSession(vault, allowing: .all, name: "one"), AgentSession(vault, allowing: .all, name: "two")
        )
        #expect(one.edit("append", "c.md", ["text": "by one"])["isError"] == false)
        #expect(try CommandLine.run(["append", "In/b.md", "by the user"], in: vault).status == 0)
        #expect(two.error("undo", ["last": 1]) != nil)
        #expect(two.content("undo", [:])["changes"] == [])
        #expect(one.content("undo", [:])["changes"]?.list.first?["client"] == "one")
        #expect(one.content("undo", ["last": 1])["done"] == true)
        #expect(vault.read("c.md") == Array((Self.files["c.md"] ?? "").utf8))
        #expect(vault.read("In/b.md").map { String(decoding: $0, as: UTF8.self) } == "see [[a]]\n\nby the user\n")
    }

    @Test func `a session undoes changes of others of its name only if asked to`() throws {
        let vault = try TemporaryVault(Self.files)
        let (one, two) = (AgentSession(vault, allowing: .all), AgentSession(vault, allowing: .all))
        #expect(one.edit("append", "c.md", ["text": "by one"])["isError"] == false)
        #expect(two.edit("append", "In/b.md", ["text": "by two"])["isError"] == false)
        #expect(one.content("undo", [:])["changes"]?.list.count == 1)
        #expect(one.content("undo", ["all": true])["changes"]?.list.count == 2)
        #expect(one.content("undo", ["last": 1])["done"] == true)
        #expect(vault.read("c.md") == Array((Self.files["c.md"] ?? "").utf8))
        #expect(one.error("undo", ["last": 1]) != nil)
        #expect(one.content("undo", ["last": 1, "all": true])["done"] == true)
        #expect(vault.read("In/b.md") == Array((Self.files["In/b.md"] ?? "").utf8))
    }

    @Test func `changes have the name of the client, also if it is odd`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .all, name: "\u{1B}[2J\n" + String(repeating: "x", count: 500))
        #expect(agent.edit("append", "c.md", ["text": "x"])["isError"] == false)
        let listed = try CommandLine.run(["undo", "--list", "--format", "json"], in: vault)
        let client = JSONValue(parsing: listed.output)?.list.first?["client"]?.text ?? ""
        #expect(client.hasPrefix("\\x1b[2J\\n") && client.utf8.count < 200)
    }

    @Test func `an error contains what was merged before the change failed`() throws {
        let vault = try TemporaryVault(Self.files)
        let handle = try HeldNote(vault.full(VaultPath("In/b.md")))
        #expect(try CommandLine.run(["set", "In/b.md", "x=1", "--force"], in: vault).status == 0)
        try handle.write("late\n")
        try handle.close()
        let change: JSONValue = ["op": "append", "note": "c.md", "hash": "0000000000000000", "text": "more"]
        let error = AgentSession(vault, allowing: .all).error("edit", ["changes": [change]])
        #expect(error?["remarks"]?.list == ["merged what another program wrote to 'In/b.md'"], "\(error as Any)")
    }
}
