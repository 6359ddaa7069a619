import AgentServer
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Changes that an agent proposes, and that only the user can make.
@Suite struct ProposalTests {
    private static let files = [
        "In/a.md": "# A\n\none\n\ntwo\n\nthree\n\nfour\n\nfive\n", "b.md": "# B\n\n[[a]] and [a](In/a.md)\n",
        "c.md": "# C\n",
    ]

    private func texts(_ vault: TemporaryVault) throws -> [String: String] {
        let listed = try CommandLine.run(["search", "--format", "paths", "--limit", "100"], in: vault)
        return Dictionary(
            uniqueKeysWithValues: listed.lines.map { ($0, String(decoding: vault.read($0) ?? [], as: UTF8.self)) })
    }

    private func text(_ vault: TemporaryVault, _ path: String) -> String? {
        vault.read(path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func review(_ arguments: String..., in vault: TemporaryVault) throws -> TestProcess.Result {
        try CommandLine.run(["review"] + arguments, in: vault)
    }

    private func list(_ vault: TemporaryVault) throws -> JSONValue {
        try #require(JSONValue(parsing: review("list", "--format", "json", in: vault).output))
    }

    @Test func `a proposal changes no note until the user accepts it, and undo works as for every change`() throws {
        let vault = try TemporaryVault(Self.files)
        let before = try texts(vault)
        let agent = AgentSession(vault, proposing: .all)
        let result = agent.content(
            "edit",
            [
                "changes": [
                    ["op": "replace", "note": "a", "hash": agent.hash("a"), "old": "two", "new": "2"],
                    ["op": "new", "title": "New", "folder": "In", "text": "words"],
                    ["op": "remove", "note": "c", "hash": agent.hash("c")],
                ], "reason": "tidy up",
            ])
        #expect(result["proposal"] == 1 && result["undo"] == .null && result["patch"]?.text?.contains("+2") == true)
        #expect(try texts(vault) == before)
        let listed = try list(vault).list.first
        #expect(listed?["id"] == 1 && listed?["client"] == "tester" && listed?["reason"] == "tidy up")
        #expect(listed?["stale"] == false && listed?["paths"]?.list.contains("In/a.md") == true)
        #expect(try review("show", "1", in: vault).output.contains("-two\n+2\n"))
        #expect(try texts(vault) == before)

        #expect(try review("accept", "1", in: vault).status == 0)
        let after = try texts(vault)
        #expect(after["In/a.md"] == Self.files["In/a.md"]?.replacing("two", with: "2") && after["c.md"] == nil)
        #expect(after["In/New.md"]?.contains("words") == true)
        #expect(try list(vault).list.isEmpty)
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        #expect(try texts(vault) == before)
    }

    @Test func `a rejected proposal is gone, and the numbers of others stay`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, proposing: .all)
        for note in ["a", "c"] { #expect(agent.edit("append", note, ["text": "x"])["isError"] == false) }
        #expect(try review("reject", "1", in: vault).status == 0)
        #expect(try list(vault).list.map { $0["id"] } == [2])
        #expect(try review("accept", "1", in: vault).status == 2)
        #expect(agent.content("edit", ["changes": [["op": "new", "title": "x"]]])["proposal"] == 3)
        // A number is not used again.
        #expect(try review("reject", "2", "3", in: vault).status == 0)
        #expect(agent.content("edit", ["changes": [["op": "new", "title": "y"]]])["proposal"] == 4)
    }

    @Test func `text that changed meanwhile is merged, and a conflict makes the proposal stale`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, proposing: .all)
        for (old, new) in [("two", "2"), ("four", "4")] {
            #expect(agent.edit("replace", "a", ["old": .string(old), "new": .string(new)])["isError"] == false)
        }
        let edited = "# A\n\none\n\nzwei\n\nthree\n\nfour\n\nfive\n"
        try vault.write("In/a.md", edited)
        #expect(try list(vault).list.map { $0["stale"] } == [true, false])
        let refused = try review("accept", "1", in: vault)
        #expect(refused.status == 2 && refused.errors.contains("has changed in the same places since"))
        #expect(text(vault, "In/a.md") == edited)
        #expect(try review("accept", "2", in: vault).status == 0)
        #expect(text(vault, "In/a.md") == edited.replacing("four", with: "4"))
    }

    @Test func `links that were written after the proposal of a move follow it too`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, proposing: .all)
        #expect(agent.edit("move", "a", ["to": "Out/z.md"])["isError"] == false)
        try vault.write("c.md", "# C\n\n[new](In/a.md)\n")
        try vault.write("In/a.md", "# A\n\none\n\n[b](../b.md)\n")
        #expect(try review("accept", "1", in: vault).status == 0)
        #expect(text(vault, "c.md") == "# C\n\n[new](Out/z.md)\n")
        #expect(text(vault, "b.md") == "# B\n\n[[z]] and [a](Out/z.md)\n")
        #expect(text(vault, "Out/z.md") == "# A\n\none\n\n[b](../b.md)\n")
        #expect(!vault.exists("In/a.md"))
        #expect(try CommandLine.run(["check"], in: vault).output.contains("broken") == false)
    }

    @Test func `what is allowed is changed at once, and what else matches is proposed`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .query("in:In"), proposing: .query("path:b.md"), mostNotes: 1)
        #expect(
            agent.content(
                "edit", ["changes": [["op": "append", "note": "a", "hash": agent.hash("a"), "text": "x"]]])["undo"] == 1
        )
        #expect(
            agent.content(
                "edit", ["changes": [["op": "append", "note": "b", "hash": agent.hash("b"), "text": "x"]]])["proposal"]
                == 1)
        #expect(agent.edit("append", "c", ["text": "x"])["isError"] == true)
        let both: JSONValue = [
            ["op": "append", "note": "a", "hash": agent.hash("a"), "text": "y"],
            ["op": "append", "note": "b", "hash": agent.hash("b"), "text": "y"],
        ]
        #expect(agent.error("edit", ["changes": both])?["error"]?["message"]?.text?.contains("at most 1") == true)
        #expect(text(vault, "b.md") == Self.files["b.md"] && text(vault, "c.md") == Self.files["c.md"])
        #expect(try list(vault).list.count == 1)
    }

    @Test func `a server that only proposes cannot undo changes`() throws {
        let vault = try TemporaryVault(Self.files)
        let writer = AgentSession(vault, allowing: .all)
        #expect(writer.edit("append", "c", ["text": "x"])["isError"] == false)
        let agent = AgentSession(vault, proposing: .all)
        let names = agent.answer("tools/list")["result"]?["tools"]?.list.compactMap { $0["name"]?.text }
        #expect(names == ["search", "read", "edit", "check", "undo"])
        let error = agent.error("undo", ["last": 1, "all": true])?["error"]
        #expect(error?["message"]?.text?.contains("only propose") == true, "\(error ?? .null)")
        #expect(text(vault, "c.md")?.contains("x") == true)
    }

    @Test func `a client sees and withdraws its own proposals, and no others`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, proposing: .all)
        let next = AgentSession(vault, proposing: .all)
        let other = AgentSession(vault, proposing: .all, name: "other")
        for session in [agent, agent, next, other] {
            #expect(session.edit("append", "c", ["text": "x"])["isError"] == false)
        }
        #expect(agent.edit("replace", "a", ["old": "two", "new": "2"])["isError"] == false)
        func ids(_ session: AgentSession, _ arguments: JSONValue = [:]) -> [Int] {
            session.content("undo", arguments)["proposals"]?.list.compactMap { $0["id"]?.int } ?? []
        }
        #expect(ids(agent) == [5, 2, 1] && ids(next) == [3] && ids(other) == [4])
        #expect(ids(next, ["all": true]) == [5, 3, 2, 1])
        try vault.write("In/a.md", "# A\n\nother\n")
        let first = agent.content("undo", ["list": true])["proposals"]?.list.first
        #expect(first?["stale"] == true && first?["paths"] == ["In/a.md"] && first?["files"] == 1)
        // All or none.
        for ids in [[1, 3], [1, 4], [1, 99], []] as [JSONValue] {
            #expect(agent.error("undo", ["withdraw": ids]) != nil, "\(ids)")
        }
        #expect(agent.error("undo", ["withdraw": [1], "last": 1]) != nil)
        #expect(try list(vault).list.count == 5)
        let withdrawn = agent.content("undo", ["withdraw": [5, 1]])
        #expect(withdrawn["done"] == true && withdrawn["proposals"] == [["id": 1], ["id": 5]])
        #expect(ids(agent) == [2])
        #expect(next.content("undo", ["withdraw": [2], "all": true])["done"] == true)
        #expect(try list(vault).list.map { $0["id"] } == [3, 4])
    }

    @Test func `files that came with a vault are no proposals`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, proposing: .all)
        #expect(agent.edit("append", "c", ["text": "x"])["isError"] == false)
        let bytes = try #require(vault.read(".slipbox/proposals/1"))
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
        // A number of which there is no next one.
        try vault.write(".slipbox/proposals/\(Int.max)", text)
        for (number, path) in ["../../x.md", ".git/config", ".slipbox/config.yaml", "/etc/x.md"].enumerated() {
            let forged = lines[0] + "\n" + lines[1].replacing("\"c.md\"", with: "\"\(path)\"")
            try vault.write(".slipbox/proposals/\(number + 2)", forged)
        }
        // Without the stamp of this user, machine and vault.
        try vault.write(".slipbox/proposals/9", "slip-proposal 1 other\n" + lines[1])
        try vault.write(".slipbox/proposals/10", "")
        #expect(try list(vault).list.map { $0["id"] } == [1, 4])
        let listed = try review("list", in: vault)
        #expect(listed.errors.contains("5 files of another vault"), "\(listed.errors)")
        // The configuration is a file that slip changes, but no note.
        #expect(try review("accept", "4", in: vault).status == 2)
        #expect(try review("accept", "2", in: vault).status == 2)
    }

    @Test func `too many proposals are refused, and files from elsewhere do not count`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, proposing: .all)
        #expect(agent.edit("append", "c", ["text": "x"])["isError"] == false)
        for number in 1000...1300 { try vault.write(".slipbox/proposals/\(number)", "") }
        for _ in 2...Proposals.most { #expect(agent.edit("append", "c", ["text": "x"])["isError"] == false) }
        #expect(agent.edit("append", "c", ["text": "x"])["isError"] == true)
        #expect(vault.read("c.md") == Array("# C\n".utf8))
    }

    @Test func `a stale proposal is shown as the agent has made it, and one that was applied is dropped`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, proposing: .all)
        #expect(agent.edit("replace", "a", ["old": "two", "new": "2"])["isError"] == false)
        #expect(agent.edit("move", "c", ["to": "d.md"])["isError"] == false)
        try vault.write("In/a.md", "# A\n\nother\n")
        let shown = try review("show", "1", in: vault)
        #expect(shown.output.contains("-two\n+2\n") && shown.errors.contains("proposal 1 cannot be accepted"))
        #expect(try CommandLine.run(["mv", "c.md", "d.md"], in: vault).status == 0)
        #expect(try list(vault).list.map { $0["id"] } == [1])
    }
}
