import Foundation
import System
import TestSupport
import Testing

/// Skill files and MCP server entries that `slip setup` writes for hosts of language models.
@Suite struct AgentHostTests {
    /// A host with a JSON configuration.
    struct JSONHost: CustomTestStringConvertible, Sendable {
        var part: String
        /// Its configuration, below the home folder.
        var path: String
        var key = "mcpServers"
        var type: String?

        var testDescription: String { part }

        static let cursor = JSONHost(part: "cursor", path: ".cursor/mcp.json")
        static let all = [
            JSONHost(part: "claude", path: ".claude.json"),
            JSONHost(part: "claude-desktop", path: ".config/Claude/claude_desktop_config.json"), cursor,
            JSONHost(part: "gemini", path: ".gemini/settings.json"),
            JSONHost(part: "vscode-mcp", path: ".config/Code/User/mcp.json", key: "servers", type: "stdio"),
            JSONHost(part: "zed", path: ".config/zed/settings.json", key: "context_servers"),
        ]
    }

    /// A home folder with these files, an empty folder in `PATH`, and a vault, which is the current folder.
    private static func machine(_ home: [String: String] = [:]) throws -> Console {
        let console = try Console()
        try console.write("vault/.slipbox/config.yaml", "")
        console.folder = "vault"
        try console.makeFolder("bin")
        try console.write("home/.kept", "")
        for (path, text) in home { try console.write("home/\(path)", text) }
        console.variables["HOME"] = console.url("home").path
        console.variables["PATH"] = console.url("bin").path
        return console
    }

    private static func home(_ console: Console) throws -> [String: Data] {
        try console.contents(of: "home") { _ in true }
    }

    /// Parses a configuration with Foundation, which accepts comments and trailing commas as JSON 5.
    private static func parsed(_ text: String) throws -> [String: AnyJSON] {
        let bare = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return try decoder.decode([String: AnyJSON].self, from: Data(bare.utf8))
    }

    private static func servers(_ text: String) throws -> [String: AnyJSON] {
        guard case .object(let servers) = try parsed(text)["mcpServers"] else { return [:] }
        return servers
    }

    private static func executable() throws -> String {
        String(decoding: try ThisProcess.executable(), as: UTF8.self)
    }

    private static func entry(_ command: String, _ arguments: [String], type: String? = nil) -> AnyJSON {
        var entry: [String: AnyJSON] = ["command": .string(command), "args": .array(arguments.map { .string($0) })]
        entry["type"] = type.map { .string($0) }
        return .object(entry)
    }

    // MARK: Every byte

    /// `K` stands for the key of the servers.
    static let configurations = [
        "", "\n", "  \r\n", "\u{FEFF}", "{}", "{}\n", "{}\n\n", "{\n}", "{\n}\n", "{\r\n}\r\n", "{ }", "{\t}",
        "\u{FEFF}{}\n", "{ /* a */ }", "// a\n{ // b\n}\n", "/* {} */ {\"a\": \"/*\"} // {",
        #"{"a":1}"#, #"{ "a": 1, "b": [1, {"c": "}"}] }"#, "{\n\"a\": 1\n}", "{\n  \"a\": 1\n}\n", "{\n\t\"a\": 1\n}\n",
        "{\r\n    \"a\": 1\r\n}\r\n", "{\n  \"a\": 1,\n}\n", "{ \"a\": [1, 2, ], }",
        "{\n  // a\n  \"a\": 1, // b\n  /* c */\n}\n",
        "{ // K\n  \"a\": \"K\"}\n", "\n\n   {\n      \"a\": {\n         \"K\": {}\n      }\n   }",
        #"{"K":{}}"#, "{\"K\": {}}\n", "{\n  \"K\": {}\n}\n", "{\n    \"K\": {}\n}\n", "{\n  \"K\": {\n  }\n}\n",
        "{\n  \"K\": { }\n}\n", "{\n\t\"K\": {}\n}", "{\r\n  \"K\": {}\r\n}", "{\n  \"K\": {}, \"a\": 1\n}\n",
        "{\n  \"K\": { // a\n  },\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"K\": {},\n}\n",
        #"{"K":{"x":{"command":"y","args":[]}}}"#, "{\n  \"K\": {\n    \"x\": {\"command\": \"y\"}\n  }\n}\n",
        "{\r\n\t\"a\": \"\\\"\\\\\",\r\n\t\"K\": {\r\n\t\t\"x\": {\r\n\t\t},\r\n\t},\r\n}\r\n",
        "{\n  \"a\": {},\n  // the servers\n  \"K\": {\n    // x\n    \"x\": {} // y\n  }\n}\n",
        "\u{FEFF}{\r\n  \"K\": {\r\n    \"x\": {}\r\n  }\r\n}\r\n",
        "{\"\\u004b\": 1, \"ü\": \"😀\",\n  \"K\": {\"x\": 1}}",
        "{\n  \"K\": {\"x\": 1,\n    \"y\": 2}\n}\n", "{ \"K\"\n:\n{\n}\n,\n\"a\"\n:\n1\n}",
    ]

    @Test(arguments: JSONHost.all)
    func `setup --remove restores every byte of a JSON configuration`(_ host: JSONHost) throws {
        for text in Self.configurations.map({ $0.replacing("K", with: host.key) }) {
            try Self.checkRestores(text, host)
        }
    }

    @Test func `setup --remove restores every byte of random configurations`() throws {
        var generator = FixedGenerator(7)
        for _ in 0..<400 { try Self.checkRestores(RandomJSON.object(using: &generator), .cursor) }
    }

    private static func checkRestores(_ text: String, _ host: JSONHost) throws {
        let console = try machine([host.path: text])
        let before = try home(console)
        let result = console.slip("setup", host.part, "--yes")
        #expect(result.status == 0 && result.errors.contains("done"), "\(text.debugDescription): \(result)")
        let made = try console.read("home/\(host.path)")
        let old = text.contains("{") ? try parsed(text) : [:]
        var new = try parsed(made)
        guard case .object(var servers) = new[host.key] else { return #expect(Bool(false), "\(made)") }
        let wanted = entry(try executable(), ["--vault", console.url("vault").path, "mcp"], type: host.type)
        #expect(servers.removeValue(forKey: "slipbox") == wanted, "\(made)")
        new[host.key] = servers.isEmpty && old[host.key] == nil ? nil : .object(servers)
        #expect(new == old, "\(text.debugDescription): \(made)")
        #expect(text.contains("\r\n") || !made.contains("\r\n"))
        #expect(!text.contains("\r\n") || !made.replacing("\r\n", with: "").contains("\n"), "\(made.debugDescription)")
        let all = try home(console)
        #expect(console.slip("setup", host.part, "--yes").errors == "slip: nothing to set up\n")
        #expect(try home(console) == all)
        #expect(console.slip("setup", "--remove").errors == "slip: removed \(host.part)\n")
        #expect(try home(console) == before, "\(text.debugDescription): \(made)")
    }

    @Test func `setup --remove removes files and folders that setup created`() throws {
        let console = try Self.machine()
        try console.makeFolder("home/.config/Code/User")
        try console.makeFolder("home/.config/zed")
        try console.makeFolder("home/.config/Claude")
        for name in ["claude", "codex", "cursor-agent", "gemini"] { try console.writeProgram("bin/\(name)", "") }
        let before = try Self.home(console)
        let shown = console.slip("setup")
        let length = console.slip("skill").output.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        #expect(
            shown.output.contains("cursor: in ~/.cursor/skills/slipbox/SKILL.md, a file of \(length) lines"), "\(shown)"
        )
        #expect(shown.output.contains("it is read-only; to allow changes, add \"--allow-writes\" to the arguments, or"))
        #expect(console.slip("setup", "--yes").status == 0)
        let made = try Self.home(console)
        for path in [
            ".claude/skills", ".agents/skills", ".cursor/skills", ".gemini/skills", ".copilot/skills",
        ] {
            let text = try #require(made["\(path)/slipbox/SKILL.md"], "\(path)")
            let skill = String(decoding: text, as: UTF8.self)
            #expect(skill.hasPrefix("---\nname: slipbox\ndescription: "), "\(skill)")
            #expect(skill.split(separator: "\n").last?.hasPrefix("<!-- Made by slip setup (") == true)
            #expect(skill.hasSuffix("; to remove it: slip setup --remove -->\n"))
        }
        for host in JSONHost.all { #expect(made[host.path] != nil, "\(host.part)") }
        #expect(console.slip("setup", "--yes").errors == "slip: nothing to set up\n")
        #expect(try Self.home(console) == made)
        #expect(
            console.slip("setup", "--remove").errors
                == "slip: removed vscode, claude, claude-desktop, codex, cursor, gemini, vscode-mcp, zed\n")
        #expect(try Self.home(console) == before)
    }

    @Test(arguments: [
        "", "model = \"x\"\n", "model = \"x\"", "[mcp_servers.other]\ncommand = \"y\"\n", "a = 1\r\n[b]\r\n# c\r\n",
    ])
    func `setup adds a table to the configuration of Codex`(_ text: String) throws {
        let console = try Self.machine([".codex/config.toml": text])
        let before = try Self.home(console)
        console.folder = "vault"
        #expect(console.slip("setup", "codex", "--yes").errors.contains("done"))
        let made = try console.read("home/.codex/config.toml")
        let vault = console.url("vault").path
        #expect(
            made.contains(
                """
                [mcp_servers.slipbox]
                command = "\(try Self.executable())"
                args = ["--vault", "\(vault)", "mcp"]

                """), "\(made)")
        #expect(console.slip("setup", "codex", "--yes").errors == "slip: nothing to set up\n")
        console.folder = ""
        #expect(console.slip("setup", "--remove").errors == "slip: removed codex\n")
        #expect(try Self.home(console) == before)
    }

    // MARK: Places and commands

    @Test func `setup uses the folders that the hosts' variables name`() throws {
        let console = try Self.machine(["c/settings.json": "{}", "x/a": "", ".claude.json": "{}\n"])
        console.variables["CLAUDE_CONFIG_DIR"] = console.url("home/c").path
        console.variables["CODEX_HOME"] = console.url("home/x").path
        console.slip("setup", "--yes")
        for path in ["c/.claude.json", "c/skills/slipbox/SKILL.md", "x/config.toml", ".agents/skills/slipbox/SKILL.md"]
        {
            #expect(console.exists("home/\(path)"), "\(path)")
        }
        #expect(try console.read("home/.claude.json") == "{}\n")
    }

    @Test func `the entry names slip where it is found in PATH, and the vault`() throws {
        let console = try Self.machine([".claude.json": "{}", ".cursor/mcp.json": "{}"])
        try console.link("bin/slip", to: try Self.executable())
        console.folder = "vault"
        let vault = console.url("vault").path
        let shown = console.slip("setup", "claude").output
        #expect(shown.contains("\"slipbox\": {\"command\": \"slip\", \"args\""), "\(shown)")
        console.slip("setup", "claude", "cursor", "--yes")
        let arguments = ["--vault", vault, "mcp"]
        let claude = try Self.servers(console.read("home/.claude.json"))
        #expect(claude["slipbox"] == Self.entry("slip", arguments))
        let cursor = try Self.servers(console.read("home/.cursor/mcp.json"))
        #expect(cursor["slipbox"] == Self.entry(console.url("bin/slip").path, arguments))
        // Removal works from anywhere, for any vault.
        console.folder = ""
        try console.remove("bin/slip")
        #expect(console.slip("setup", "--remove").errors == "slip: removed claude, cursor\n")
        #expect(try console.read("home/.claude.json") == "{}")
    }

    @Test func `setup --remove of one host keeps the skill file that another host uses`() throws {
        let console = try Self.machine([".codex/config.toml": "", ".config/zed/settings.json": "{}\n"])
        let before = try Self.home(console)
        console.slip("setup", "--yes")
        #expect(console.slip("setup", "--remove", "zed").errors == "slip: removed zed\n")
        #expect(console.exists("home/.agents/skills/slipbox/SKILL.md"))
        #expect(console.slip("setup", "codex", "--yes").errors == "slip: nothing to set up\n")
        #expect(console.slip("setup", "--remove", "codex").errors == "slip: removed codex\n")
        #expect(try Self.home(console) == before)
    }

    @Test func `setup keeps the mode and link of a configuration`() throws {
        let console = try Self.machine(["dotfiles/mcp.json": "{}"])
        try console.link("home/.cursor/mcp.json", to: "../dotfiles/mcp.json")
        try console.setMode("home/dotfiles/mcp.json", 0o600)
        console.slip("setup", "cursor", "--yes")
        #expect(try console.read("home/dotfiles/mcp.json").contains("slipbox"))
        let target = try FileManager.default.destinationOfSymbolicLink(
            atPath: console.url("home/.cursor/mcp.json").path)
        #expect(target == "../dotfiles/mcp.json")
        let mode = try FileManager.default.attributesOfItem(atPath: console.url("home/dotfiles/mcp.json").path)
        #expect(mode[.posixPermissions] as? Int == 0o600)
        console.slip("setup", "--remove")
        #expect(try console.read("home/dotfiles/mcp.json") == "{}")
    }

    // MARK: Changed files

    /// Rewrites of a configuration after `setup`, as hosts and formatters do.
    static let rewrites: [@Sendable (String) throws -> String] = [
        { try AnyJSON.written(parsed($0), .prettyPrinted) }, { try AnyJSON.written(parsed($0), .sortedKeys) },
        { $0.replacing("\n", with: "\n\n  ") },
        { $0.replacing("{", with: "{ // a\n").replacing("}", with: "/* b */ }") },
        { $0.replacing("}", with: ",}").replacing(",,", with: ",").replacing("{,", with: "{") },
    ]

    @Test(arguments: rewrites.indices)
    func `setup --remove removes the entry from a reformatted file`(_ index: Int) throws {
        for text in [
            "{}", "{\"a\":1}", "{\"mcpServers\":{\"x\":{},\"y\":{\"z\":1}}}\n", "{\"mcpServers\": {}, \"a\": [1]}",
        ] {
            let console = try Self.machine([".cursor/mcp.json": text])
            console.slip("setup", "cursor", "--yes")
            let made = try Self.rewrites[index](console.read("home/.cursor/mcp.json"))
            try console.write("home/.cursor/mcp.json", made)
            #expect(console.slip("setup", "cursor", "--yes").errors == "slip: nothing to set up\n", "\(made)")
            #expect(console.slip("setup", "--remove").errors == "slip: removed cursor\n", "\(made)")
            var rest = try Self.parsed(console.read("home/.cursor/mcp.json"))
            var old = try Self.parsed(text)
            // An empty list of servers may stay.
            for key in ["mcpServers"] where rest[key] == .object([:]) { rest[key] = nil }
            for key in ["mcpServers"] where old[key] == .object([:]) { old[key] = nil }
            #expect(rest == old, "\(made)")
        }
    }

    @Test func `setup --remove keeps later changes elsewhere in the file`() throws {
        let console = try Self.machine([".cursor/mcp.json": "{\n  \"a\": 1\n}\n"])
        console.slip("setup", "cursor", "--yes")
        let made = try console.read("home/.cursor/mcp.json")
        try console.write("home/.cursor/mcp.json", made.replacing("\"a\": 1", with: "\"a\": 2, // mine\n\"b\": {}"))
        console.slip("setup", "--remove")
        #expect(try console.read("home/.cursor/mcp.json") == "{\n  \"a\": 2, // mine\n\"b\": {}\n}\n")
    }

    @Test(arguments: [
        ("\"mcp\"", "\"mcp\", \"--other\""), ("\"mcp\"", "\"--vault\", \"a\", \"mcp\""),
        ("\"args\"", "\"env\": {}, \"args\""),
    ])
    func `setup leaves an entry that the user has changed`(old: String, new: String) throws {
        let console = try Self.machine([".cursor/mcp.json": "{}"])
        console.slip("setup", "cursor", "--yes")
        let made = try console.read("home/.cursor/mcp.json")
        let changed = made.replacing(old, with: new)
        #expect(changed != made)
        try console.write("home/.cursor/mcp.json", changed)
        for arguments in [["setup", "--yes"], ["setup", "--remove"]] {
            #expect(console.slip(arguments).errors.contains("cursor: has been edited, and is left unchanged"))
            #expect(try console.read("home/.cursor/mcp.json") == changed)
        }
    }

    @Test(arguments: [
        #"{"mcpServers": {"slipbox": {"command": "other", "args": ["mcp"]}}}"#,
        #"{"mcpServers": {"slipbox": {"url": "http://localhost"}}}"#, #"{"mcpServers": {"slipbox": null}}"#,
    ])
    func `setup never overwrites another entry of this name`(_ text: String) throws {
        let console = try Self.machine([".cursor/mcp.json": text])
        let result = console.slip("setup", "cursor", "--yes")
        #expect(result.errors.contains("mcp.json' already has another 'slipbox', which is left unchanged"), "\(result)")
        #expect(try console.read("home/.cursor/mcp.json") == text)
        #expect(console.slip("setup", "--remove").errors == "slip: removed cursor\n")
        #expect(try console.read("home/.cursor/mcp.json") == text)
    }

    @Test(arguments: ["cursor/mcp.json", "codex/config.toml"])
    func `setup keeps the entry of another vault`(_ file: String) throws {
        let text = file.hasSuffix("json") ? "{}" : "a = 1\n"
        let console = try Self.machine([".\(file)": text])
        let part = String(file.prefix { $0 != "/" })
        console.slip("setup", part, "--yes")
        let made = try console.read("home/.\(file)")
        try console.write("vault2/.slipbox/config.yaml", "")
        console.folder = "vault2"
        let result = console.slip("setup", part, "--yes")
        #expect(result.errors.contains("already has a 'slipbox' for another vault"), "\(result)")
        #expect(try console.read("home/.\(file)") == made)
        console.slip("setup", "--remove", part)
        #expect(try console.read("home/.\(file)") == text)
        console.slip("setup", part, "--yes")
        #expect(try console.read("home/.\(file)").contains("vault2"))
    }

    @Test func `an entry with a permission that the user added is set, and is removed`() throws {
        let console = try Self.machine([".cursor/mcp.json": "{}"])
        console.slip("setup", "cursor", "--yes")
        let made = try console.read("home/.cursor/mcp.json")
        try console.write(
            "home/.cursor/mcp.json", made.replacing("\"mcp\"]", with: "\"mcp\", \"--allow-writes\", \"in:A\"]"))
        #expect(console.slip("setup", "cursor", "--yes").errors == "slip: nothing to set up\n")
        #expect(console.slip("setup", "--remove").errors == "slip: removed cursor\n")
        #expect(try console.read("home/.cursor/mcp.json") == "{}")
    }

    @Test func `outside of a vault, only the skill is set up`() throws {
        let console = try Self.machine([".cursor/mcp.json": "{}"])
        console.folder = ""
        let result = console.slip("setup", "cursor", "--yes")
        #expect(result.errors.contains("run slip setup in a vault"))
        #expect(try console.read("home/.cursor/mcp.json") == "{}")
        #expect(console.exists("home/.cursor/skills/slipbox/SKILL.md"))
    }

    @Test(arguments: [
        ("{\n  // mine\n  E,\n  \"x\": 1\n}", "{\n  // mine\n  \n  \"x\": 1\n}"),
        ("{\"x\": 1, /* a */ E /* b */}", "{\"x\": 1 /* a */  /* b */}"), ("{ E, }", "{ }"), ("{ E }", "{}"),
        ("{\"x\": 1, // a\n E\n}", "{\"x\": 1 // a\n \n}"), ("{E /* a */ , \"x\": 1}", "{ /* a */  \"x\": 1}"),
        ("{\n  \"x\": 1,\n  E,\n}", "{\n  \"x\": 1,\n}"),
    ])
    func `setup --remove keeps comments next to the entry`(text: String, after: String) throws {
        let console = try Self.machine()
        let entry = "\"slipbox\": {\"args\": [\"mcp\"], \"command\": \"/opt/bin/slip\"}"
        try console.write("home/.cursor/mcp.json", "{\"mcpServers\": \(text.replacing("E", with: entry))}\n")
        let result = console.slip("setup", "--remove")
        #expect(try console.read("home/.cursor/mcp.json") == "{\"mcpServers\": \(after)}\n", "\(result)")
    }

    // MARK: Hostile files

    static let hostile: [(bytes: [UInt8], words: String)] = [
        (Array("[1]".utf8), "is not a JSON object"), (Array("\"a\"".utf8), "is not a JSON object"),
        (Array("// only this".utf8), "is not valid JSON"), (Array("{".utf8), "is not valid JSON"),
        (Array("{} {}".utf8), "is not valid JSON"), (Array("{,}".utf8), "is not valid JSON"),
        (Array("{\"a\": 1,,}".utf8), "is not valid JSON"), (Array("{\"a\":,}".utf8), "is not valid JSON"),
        (Array("{} /* open".utf8), "is not valid JSON"), (Array("{\"a".utf8), "is not valid JSON"),
        (Array("{\"a\\".utf8), "is not valid JSON"), (Array("{\"a\": 1 \"b\": 2}".utf8), "is not valid JSON"),
        (Array("{\"mcpServers\": \"a\"}".utf8), "has a 'mcpServers' that is not an object"),
        (Array("{\"mcpServers\": []}".utf8), "has a 'mcpServers' that is not an object"),
        (Array("{\"mcpServers\": null}".utf8), "has a 'mcpServers' that is not an object"),
        (Array("{\"mcpServers\": {}, \"mcp\\u0053ervers\": {}}".utf8), "has 'mcpServers' twice"),
        (Array("{\"mcpServers\": {\"slipbox\": 1, \"slipbox\": 1}}".utf8), "has 'slipbox' twice"),
        (Array("{\"a\": \"".utf8) + [0xFF] + Array("\"}".utf8), "is not UTF-8"),
        (Array("{} // ".utf8) + [0xC3], "is not UTF-8"), ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "is not UTF-8"),
        (Array("{\"a\": ".utf8) + Array(repeating: 0x5B, count: 501), "is not valid JSON"),
        (
            Array("{\"a\": ".utf8) + Array(repeating: 0x5B, count: 501) + Array(repeating: 0x5D, count: 501) + [0x7D],
            "is not valid JSON"
        ),
        (Array(repeating: 0x5B, count: 1_000_000), "is not valid JSON"),
        (Array("{\"a\": \"".utf8) + Array(repeating: 0x20, count: 16 << 20) + Array("\"}".utf8), "is too large"),
    ]

    @Test(arguments: hostile.indices)
    func `setup leaves a configuration that it cannot edit, and says why`(_ index: Int) throws {
        let (bytes, words) = Self.hostile[index]
        let console = try Self.machine([".cursor/a": ""])
        try Data(bytes).write(to: console.url("home/.cursor/mcp.json"))
        for _ in 0..<2 {
            let result = console.slip("setup", "cursor", "--yes")
            #expect(
                result.status == 0 && result.errors.contains("mcp.json' \(words), which is left unchanged"), "\(result)"
            )
            #expect(result.errors.contains("add these lines yourself:\n    \"mcpServers\": {\n"))
            #expect(try Data(contentsOf: console.url("home/.cursor/mcp.json")) == Data(bytes))
        }
        let removed = console.slip("setup", "--remove")
        #expect(removed.errors.hasSuffix("slip: removed cursor\n"))
        if String(decoding: bytes, as: UTF8.self).contains("\"slipbox\"") {
            #expect(removed.isError("cursor: cannot remove 'slipbox': '", words), "\(removed)")
        } else {
            #expect(removed.status == 0)
        }
        #expect(try Data(contentsOf: console.url("home/.cursor/mcp.json")) == Data(bytes))
        #expect(!console.exists("home/.cursor/skills"))
    }

    @Test func `help lists every part`() throws {
        let help = try Self.machine().slip("help", "setup").output.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        #expect(
            help.contains("vscode, claude, claude-desktop, codex, cursor, gemini, vscode-mcp, zed, git."), "\(help)")
        #expect(try Self.machine().slip("setup", "gemin").errors.contains("did you mean 'gemini'?"))
    }
}

/// A JSON value as Foundation reads and writes it.
private indirect enum AnyJSON: Codable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([AnyJSON])
    case object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let found = try? value.decode(Bool.self) {
            self = .bool(found)
        } else if let found = try? value.decode(Double.self) {
            self = .number(found)
        } else if let found = try? value.decode(String.self) {
            self = .string(found)
        } else if let found = try? value.decode([AnyJSON].self) {
            self = .array(found)
        } else {
            self = .object(try value.decode([String: AnyJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let found): try value.encode(found)
        case .number(let found): try value.encode(found)
        case .string(let found): try value.encode(found)
        case .array(let found): try value.encode(found)
        case .object(let found): try value.encode(found)
        }
    }

    static func written(_ object: [String: AnyJSON], _ format: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        return String(decoding: try encoder.encode(object), as: UTF8.self)
    }
}

/// Random objects in JSON with comments.
private enum RandomJSON {
    static func object(using generator: inout FixedGenerator) -> String {
        let newline = Bool.random(using: &generator) ? "\n" : "\r\n"
        let mark = Int.random(in: 0..<8, using: &generator) == 0 ? "\u{FEFF}" : ""
        let text = gap(&generator) + object(depth: 0, names: ["mcpServers", "a", "b"], &generator) + gap(&generator)
        return mark + text.replacing("\n", with: newline)
    }

    private static func gap(_ generator: inout FixedGenerator) -> String {
        let gaps = ["", "", "", " ", "\n", "\n  ", "\n\t", "\n    ", " /* } \" */ ", " // {\" ,\n", "\n\n"]
        return (0..<2).map { _ in gaps.randomElement(using: &generator) ?? "" }.joined()
    }

    private static func object(depth: Int, names: [String], _ generator: inout FixedGenerator) -> String {
        var members: [String] = []
        for name in names.shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator)) {
            let values = ["1", "\"//\"", "\"\\\"}\"", "[]", "[{}, 2 ]", "null"]
            let value =
                name == "mcpServers" || depth < 2 && Bool.random(using: &generator)
                ? object(depth: depth + 1, names: ["x", "y", "z"], &generator)
                : values.randomElement(using: &generator) ?? ""
            members.append(
                [gap(&generator), "\"\(name)\"", gap(&generator), ":", gap(&generator), value].joined()
                    + gap(&generator))
        }
        let trailing =
            !members.isEmpty && Int.random(in: 0..<4, using: &generator) == 0 ? "," + gap(&generator) : gap(&generator)
        return "{" + members.joined(separator: ",") + trailing + "}"
    }
}
