import AgentServer
import SourceText
import TestSupport
import Testing

/// Messages that are changed at random.
@Suite struct MutationTests {
    private static let methods = [
        "server/discover", "tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list",
        "initialize", "ping", "notifications/cancelled", "notifications/initialized", "x",
    ]

    private static func message(_ random: inout FixedGenerator, _ agent: AgentSession) -> JSONValue {
        let arguments: [JSONValue] = [
            ["query": "alpha"], ["note": "a.md"],
            ["changes": [["op": "append", "note": "a.md", "hash": "0", "text": "x"]]],
            ["list": true], ["uri": "slip://note/a.md"], ["query": "x", "limit": 3, "fields": ["path"]], [:], 5, .null,
            ["requestId": 3], ["changes": [["op": "new", "title": "n"]], "dry_run": true],
        ]
        let tools = ["search", "read", "context", "list", "edit", "check", "undo", "y"]
        return agent.request(
            random.pick(methods),
            ["name": .string(random.pick(tools)), "arguments": random.pick(arguments), "uri": "slip://note/a.md"])
    }

    private static func mutated(_ bytes: [UInt8], _ random: inout FixedGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<random.below(4) where !bytes.isEmpty {
            let index = random.below(bytes.count)
            switch random.below(5) {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(random.pick(Array("\"{}[]:,\\\n0e-".utf8)), at: index)
            case 3: bytes.removeSubrange(index..<min(bytes.count, index + random.below(20)))
            default: bytes += bytes[index..<min(bytes.count, index + random.below(30))]
            }
        }
        return bytes
    }

    @Test(arguments: 1...(LongTests.areWanted ? 50 : 3) as ClosedRange<UInt64>)
    func `the server answers mutated messages within the protocol, and keeps running`(_ seed: UInt64) throws {
        let vault = try TemporaryVault(["a.md": "alpha beta\n", "In/b.md": "beta\n"])
        let agent = AgentSession(vault, allowing: .query("in:In"))
        var random = FixedGenerator(seed)
        for _ in 0..<(LongTests.areWanted ? 2000 : 300) {
            agent.send(Self.mutated(Self.message(&random, agent).written, &random) + [Byte.newline])
        }
        for line in agent.received() {
            let messages = try #require(JSONValue(bytes: line))
            for message in messages.list.isEmpty ? [messages] : messages.list {
                #expect(message["jsonrpc"] == "2.0")
                #expect(message["result"] != nil || message["error"]?["code"]?.int != nil || message["method"] != nil)
            }
        }
        #expect(agent.content("search", ["query": "alpha"])["total"] == 1)
        #expect(vault.read("a.md") == Array("alpha beta\n".utf8))
    }

    @Test func `search says where the rest begins, and an empty list of paths means the whole vault`() throws {
        let vault = try TemporaryVault(["a.md": "word [[x]]\n", "b.md": "word\n", "c.md": "word\n"])
        let agent = AgentSession(vault)
        let first = agent.content("search", ["query": "word", "limit": 2])
        #expect(first["next"] == 2 && first["total"] == 3)
        #expect(agent.content("search", ["query": "word", "offset": 2])["next"]?.isNull == true)
        #expect(agent.content("check", ["paths": []])["total"] == 1)
    }
}
