import AgentServer
import Foundation
import JSONRPC
import SourceText
import TestSupport
import Testing

/// Messages of the Model Context Protocol, in all revisions that the server speaks.
@Suite struct ProtocolTests {
    private static let handshakes = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    private func vault() throws -> TemporaryVault { try TemporaryVault(["a.md": "# Box\n\nslip box\n"]) }

    @Test func `a client without a handshake discovers the server`() throws {
        let agent = AgentSession(try vault())
        let result = try #require(agent.answer("server/discover")["result"])
        #expect(result["supportedVersions"]?.list.first == "2026-07-28" && result["resultType"] == "complete")
        #expect(result["capabilities"]?["tools"] != nil && result["capabilities"]?["resources"] != nil)
        #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "slipbox")
        #expect((result["ttlMs"]?.int ?? -1) >= 0 && result["cacheScope"]?.text != nil)
    }

    @Test(arguments: handshakes)
    func `a client with a handshake gets results of its revision`(_ revision: String) throws {
        let agent = AgentSession(try vault(), revision: revision)
        let initialized = agent.answer(
            "initialize", ["protocolVersion": .string(revision), "capabilities": [:], "clientInfo": ["name": "x"]])
        #expect(initialized["result"]?["protocolVersion"]?.text == revision)
        #expect(initialized["result"]?["serverInfo"]?["version"]?.text != nil)
        #expect(agent.answer("ping")["result"] == [:])
        let result = agent.call("search", ["query": "box"])
        #expect(result["resultType"] == nil && result["structuredContent"]?["total"] == 1)
        #expect(agent.answer("server/discover")["error"]?["code"] == -32601)
    }

    @Test func `both kinds of clients can use one process`() throws {
        let agent = AgentSession(try vault(), revision: Self.handshakes[0])
        let params: JSONValue = ["_meta": AgentSession.meta()]
        #expect(agent.answer("tools/list", params)["result"]?["resultType"] == "complete")
        #expect(agent.answer("tools/list")["result"]?["resultType"] == nil)
        #expect(agent.answer("ping", params)["error"]?["code"] == -32601)
    }

    @Test func `an unknown version of a handshake is answered with the newest one`() throws {
        let agent = AgentSession(try vault(), revision: "2024-10-07")
        let params: JSONValue = ["protocolVersion": "2024-10-07", "capabilities": [:], "clientInfo": ["name": "x"]]
        #expect(agent.answer("initialize", params)["result"]?["protocolVersion"] == "2025-11-25")
    }

    @Test(arguments: ["1900-01-01", "2025-11-25", ""])
    func `an unknown version of a request is an error that lists the known ones`(_ version: String) throws {
        let agent = AgentSession(try vault())
        let error = agent.answer("tools/list", ["_meta": AgentSession.meta(version)])["error"]
        #expect(error?["code"] == -32022 && error?["data"]?["requested"]?.text == version)
        #expect(error?["data"]?["supported"]?.list.first == "2026-07-28")
    }

    @Test func `a request without a version needs a handshake first`() throws {
        let agent = AgentSession(try vault())
        #expect(agent.answer("tools/list", ["_meta": [:]])["error"]?["code"] == -32602)
        let meta: JSONValue = ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]
        #expect(agent.answer("tools/list", ["_meta": meta])["error"]?["code"] == -32602)
    }

    @Test func `only revision 2025-03-26 takes batches`() throws {
        for revision in Self.handshakes {
            let agent = AgentSession(try vault(), revision: revision)
            let call: JSONValue = ["name": "search", "arguments": ["query": "box"]]
            let batch: JSONValue = [
                agent.request("ping"), agent.request("tools/call", call),
                ["jsonrpc": "2.0", "method": "notifications/initialized"], 5,
            ]
            agent.send(batch)
            // A later request may be answered before a batch.
            if revision == "2025-03-26" {
                #expect(agent.wait { $0.list.count == 3 } != nil)
            } else {
                #expect(agent.wait { $0["error"]?["code"] == -32600 } != nil)
            }
            #expect(agent.received().isEmpty)
        }
    }

    @Test(
        arguments: [
            ("{", -32700, nil), (#"{"jsonrpc":"2.0","id":01,"method":"ping"}"#, -32700, nil),
            (#"{"jsonrpc":"2.0","id":1.,"method":"ping"}"#, -32700, nil), ("[]", -32600, nil), ("5", -32600, nil),
            (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, 1),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, nil),
            (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, nil),
            (#"{"jsonrpc":"2.0","id":1}"#, -32600, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#, -32602, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}"#, -32602, 1),
            (String(repeating: "[", count: 100_000), -32700, nil),
        ] as [(String, Int, Int?)])
    func `an invalid message is an error of JSON-RPC`(_ message: String, _ code: Int, id: Int?) throws {
        let agent = AgentSession(try vault())
        agent.send(Array((message + "\n").utf8))
        let response = try #require(agent.wait { $0["error"] != nil })
        #expect(response["error"]?["code"]?.int == code)
        #expect(response["id"]?.int == id)
        #expect(agent.content("search", ["query": "box"])["total"] == 1)
    }

    @Test func `a message may arrive in pieces, and bytes that are not UTF-8 are an error`() throws {
        let agent = AgentSession(try vault())
        let request = agent.request("tools/list")
        for byte in request.written + [Byte.carriageReturn, Byte.newline] { agent.send([byte]) }
        #expect(agent.wait { $0["id"] == request["id"] }?["result"] != nil)
        agent.send(Array(#"{"jsonrpc":"2.0","id":"x","method":""#.utf8) + [0xFF] + Array("\"}\n".utf8))
        #expect(agent.wait { $0["error"] != nil }?["error"]?["code"] == -32700)
    }

    @Test func `a message that is too long is skipped`() throws {
        let agent = AgentSession(try vault())
        for _ in 0..<5 { agent.send([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)) }
        agent.send([Byte.newline])
        #expect(agent.wait { $0["error"] != nil }?["error"]?["code"] == -32600)
        #expect(agent.content("search", ["query": "box"])["total"] == 1)
    }

    @Test func `unknown methods and tools are errors, notifications and responses get no answer`() throws {
        let agent = AgentSession(try vault())
        #expect(agent.answer("prompts/list")["error"]?["code"] == -32601)
        #expect(agent.answer("tools/call", ["name": "edit", "arguments": [:]])["error"]?["code"] == -32602)
        #expect(agent.answer("tools/call", ["name": "x"])["error"]?["code"] == -32602)
        #expect(agent.answer("tools/call", [:])["error"]?["code"] == -32602)
        agent.send(["jsonrpc": "2.0", "method": "notifications/initialized"] as JSONValue)
        agent.send(["jsonrpc": "2.0", "method": "x", "params": [:]] as JSONValue)
        agent.send(["jsonrpc": "2.0", "id": 7, "result": [:]] as JSONValue)
        #expect(agent.received().isEmpty)
    }

    @Test func `a cancelled request gets no response, and the next one does`() throws {
        let agent = AgentSession(try TemporaryVault(["a.md": "x"]))
        _ = agent.content("search", ["query": ""])
        // The first request is cancelled while it waits or runs, or after it.
        for _ in 0..<20 {
            let request = agent.request("tools/call", ["name": "search", "arguments": ["query": "/x/"]])
            agent.send(request)
            agent.send(
                [
                    "jsonrpc": "2.0", "method": "notifications/cancelled",
                    "params": ["requestId": request["id"] ?? .null, "reason": "test"],
                ] as JSONValue)
        }
        // A request that was answered before its cancellation has a result.
        for line in agent.received() { #expect(JSONValue(bytes: line)?["result"] != nil) }
        #expect(agent.content("search", ["query": "x"])["total"] == 1)
        agent.send(
            ["jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": 99_999]] as JSONValue)
        agent.send(["jsonrpc": "2.0", "method": "notifications/cancelled"] as JSONValue)
        #expect(agent.received().isEmpty)
    }

    @Test func `a long scan is reported as progress to a client with a token`() throws {
        let vault = try TemporaryVault()
        let text = String(repeating: "some words about a subject\n", count: 400)
        for number in 0..<3000 { try vault.write("\(number).md", text) }
        let agent = AgentSession(vault)
        _ = agent.answer("server/discover")
        var meta = AgentSession.meta().members
        meta.append(JSONValue.Member(name: "progressToken", value: "p1"))
        let call: JSONValue = ["name": "search", "arguments": ["query": "subject"], "_meta": .object(meta)]
        #expect(agent.answer("tools/call", call)["result"]?["structuredContent"]?["total"] == 3000)
        let notifications = agent.received().compactMap { JSONValue(bytes: $0) }
        #expect(!notifications.isEmpty)
        var last = 0
        for progress in notifications {
            #expect(progress["method"] == "notifications/progress" && progress["params"]?["progressToken"] == "p1")
            let value = progress["params"]?["progress"]?.int ?? 0
            #expect(value > last)
            last = value
        }
    }

    @Test func `the list of tools is small, stable, and read-only by default`() throws {
        let vault = try vault()
        let names = { (agent: AgentSession) in
            agent.answer("tools/list")["result"]?["tools"]?.list.compactMap { $0["name"]?.text } ?? []
        }
        #expect(names(AgentSession(vault)) == ["search", "read", "check"])
        let agent = AgentSession(vault, allowing: .all)
        #expect(names(agent) == ["search", "read", "edit", "check", "undo"])
        let list = try #require(agent.answer("tools/list")["result"])
        #expect(list.written.count <= 8192)
        for tool in list["tools"]?.list ?? [] {
            let changes = ["edit", "undo"].contains(tool["name"]?.text)
            #expect(tool["annotations"]?["readOnlyHint"]?.truth == !changes)
            #expect(tool["inputSchema"]?["type"] == "object" && tool["outputSchema"]?["type"] == "object")
        }
    }

    @Test func `a server without a vault says so on first use, and finds a vault that is made later`() throws {
        let vault = try TemporaryVault(["a.md": "box"])
        try vault.rename(".slipbox", "elsewhere")
        let agent = AgentSession(vault)
        #expect(agent.answer("tools/list")["result"] != nil)
        let error = agent.error("search", ["query": "box"])
        #expect(error?["error"]?["help"]?.text?.contains("slip init") == true)
        try vault.rename("elsewhere", ".slipbox")
        #expect(agent.content("search", ["query": "box"])["total"] == 1)
    }

    @Test func `with several vaults, tools take the name of one`() throws {
        let (first, second) = (try TemporaryVault(["a.md": "one"]), try TemporaryVault(["b.md": "two"]))
        let agent = AgentSession(first, vaults: [second])
        let schema = agent.answer("tools/list")["result"]?["tools"]?.list.first?["inputSchema"]?["properties"]?["vault"]
        let names = schema?["enum"]?.list ?? []
        #expect(names.count == 2)
        #expect(agent.content("search", ["query": "one"])["total"] == 1)
        #expect(agent.content("search", ["query": "two", "vault": names[1]])["total"] == 1)
        #expect(agent.error("search", ["query": "two", "vault": "other"]) != nil)
    }

    @Test func `with several vaults, search and check use all of them, and read finds the vault of a note`() throws {
        let first = try TemporaryVault(["a.md": "# One\n\nbox\n", "same.md": "[[gone]]\n"])
        let second = try TemporaryVault(["b.md": "# Two\n\nbox\n", "same.md": "[[lost]]\n"])
        let agent = AgentSession(first, vaults: [second])
        let schema = agent.answer("tools/list")["result"]?["tools"]?.list.first?["inputSchema"]?["properties"]?["vault"]
        let names = (schema?["enum"]?.list ?? []).compactMap(\.text)
        func found(_ arguments: JSONValue) -> [String] {
            agent.content("search", arguments)["notes"]?.list.map {
                "\($0["vault"]?.text ?? "none") \($0["path"]?.text ?? "none")"
            } ?? []
        }
        #expect(Set(found(["query": "box"])) == ["\(names[0]) a.md", "\(names[1]) b.md"])
        #expect(found(["query": "box", "vault": .string(names[1])]) == ["\(names[1]) b.md"])
        #expect(found(["query": .string("box vault:\"\(names[1])\"")]) == ["\(names[1]) b.md"])
        #expect(agent.content("search", ["query": "nonesuch"])["remarks"]?.list == ["No notes found in 2 vaults"])
        for arguments: JSONValue in [["query": "", "scope": "here"], ["query": "", "at": "HEAD"]] {
            #expect(agent.error("search", arguments)?["error"]?["message"]?.text?.contains("requires 'vault'") == true)
        }
        let problems = agent.content("check", ["kinds": ["broken-link"]])
        #expect(problems["total"] == 2)
        #expect(problems["findings"]?.list.map { $0["vault"]?.text ?? "none" } == names)
        let rest = agent.content("check", ["kinds": ["broken-link"], "offset": 1])["findings"]?.list ?? []
        #expect(rest.count == 1 && rest.first?["message"]?.text?.contains("lost") == true)
        let read = agent.content("read", ["note": "b"])
        #expect(read["vault"]?.text == names[1] && read["title"] == "Two")
        #expect(agent.error("read", ["note": "same"])?["error"]?["message"]?.text?.contains("several vaults") == true)
        #expect(agent.content("read", ["note": "same", "vault": .string(names[1])])["text"] == "[[lost]]\n")
        #expect(agent.error("read", ["note": "nonesuch"]) != nil)
        // A vault that cannot be opened is left out.
        try second.rename(".slipbox", "elsewhere")
        let alone = AgentSession(first, vaults: [second]).content("search", ["query": "box"])
        #expect(alone["total"] == 1 && alone["remarks"]?.list.first?.text?.contains("is left out") == true)
        let same = AgentSession(first, vaults: [second]).content("read", ["note": "same"])
        #expect(same["text"] == "[[gone]]\n" && same["remarks"]?.list.first?.text?.contains("is left out") == true)
    }

    @Test func `resources of several vaults have the vault in their URI`() throws {
        let (first, second) = (
            try TemporaryVault(["a.md": "one"]), try TemporaryVault(["a.md": "two", "b?vault=x#y.md": "three"])
        )
        let agent = AgentSession(first, vaults: [second])
        var resources: [JSONValue] = []
        var cursor: JSONValue? = .null
        while let next = cursor {
            let page = agent.answer("resources/list", next.isNull ? [:] : ["cursor": next])["result"]
            resources += page?["resources"]?.list ?? []
            cursor = page?["nextCursor"]
        }
        let texts = resources.map { resource in
            let read = agent.answer("resources/read", ["uri": resource["uri"] ?? .null, "name": "x"])["result"]
            return read?["contents"]?.list.first?["text"]?.text ?? ""
        }
        #expect(texts == ["one", "two", "three"])
        #expect(agent.answer("resources/read", ["uri": "slip://note/a.md?vault=none"])["error"]?["code"] == -32602)
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `the program answers what it got before the end of input, also an unfinished line`() throws {
        let vault = try vault()
        let request = String(decoding: AgentSession(vault).request("server/discover").written, as: UTF8.self)
        let program = try #require(CommandLine.program)
        for end in ["\\n", ""] {
            let script = "printf '%s\(end)' '\(request)' | '\(program)' mcp"
            let (status, text) = try ShellScript(script).run(in: URL(fileURLWithPath: vault.rootText), [:])
            #expect(status == 0)
            #expect(JSONValue(parsing: text)?["result"]?["supportedVersions"] != nil, "\(text)")
        }
    }

    @Test func `a client that reads nothing does not keep the server from ending`() throws {
        let vault = try TemporaryVault(["a.md": String(repeating: "x", count: 900_000)])
        let blocked = DispatchSemaphore(value: 0)
        let client = Client(frame: { $0 + [Byte.newline] }) { _ in
            blocked.wait()
            return true
        }
        var options = AgentOptions(vault.environment(), now: { TemporaryVault.now }, version: "1")
        options.watches = false
        let server = AgentServer(client, options)
        for id in 1...5 {
            let params: JSONValue = [
                "name": "read", "arguments": ["note": "a.md", "max_bytes": 1_000_000], "_meta": AgentSession.meta(),
            ]
            let methods: [JSONValue] = ["tools/call", "tools/list"]
            for (index, method) in methods.enumerated() {
                let message: JSONValue = [
                    "jsonrpc": "2.0", "id": .int(2 * id + index), "method": method, "params": params,
                ]
                server.receive(message.written + [Byte.newline])
            }
        }
        #expect(server.end(within: 50) >= 5)
        for _ in 0..<20 { blocked.signal() }
    }
}
