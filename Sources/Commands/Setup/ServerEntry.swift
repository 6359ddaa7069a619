import SourceText

/// The entry of the MCP server `slip mcp` in the configuration of a host.
struct ServerEntry: Hashable {
    static let name = "slipbox"

    let command: String
    let vault: String?
    /// `--allow-writes` or `--propose`, with what follows, if the user has added them.
    private(set) var permission: [String] = []
    /// Whether the host requires a member `"type": "stdio"`.
    let hasType: Bool

    init(command: String, vault: String?, hasType: Bool) {
        self.command = command
        self.hasType = hasType
        self.vault = vault
    }

    private var arguments: [String] { (vault.map { ["--vault", $0] } ?? []) + ["mcp"] + permission }

    /// Whether two entries serve the same vault in the same way, except for the permission.
    func isSame(as other: ServerEntry) -> Bool {
        command == other.command && vault == other.vault && hasType == other.hasType
    }

    /// Parses an entry that `slip setup` could have written, for any vault, perhaps with a permission that the user has
    /// added. Returns nil for any other value.
    ///
    /// - Parameter executable: the path of this program, which may have another name than `slip`.
    init?(_ value: JSONValue, executable: String) {
        guard case .object(let members) = value, let command = Self.command(value),
            Self.isCommand(command, executable: executable)
        else { return nil }
        var words = value.member("args")?.strings?[...] ?? []
        let vault = words.first == "--vault" && words.count > 1 ? words[1] : nil
        if vault != nil { words = words.dropFirst(2) }
        self.init(command: command, vault: vault, hasType: value.member("type") == .string("stdio"))
        permission = Array(words.dropFirst())
        guard words.first == "mcp", permission.first.map(["--allow-writes", "--propose"].contains) ?? true,
            vault?.hasPrefix("/") != false, members.count == (hasType ? 3 : 2)
        else { return nil }
    }

    /// Returns the command of an entry.
    static func command(_ value: JSONValue) -> String? {
        guard case .string(let command) = value.member("command") else { return nil }
        return command
    }

    /// Returns whether a command runs slip.
    static func isCommand(_ command: String?, executable: String) -> Bool {
        command == "slip" || command?.hasSuffix("/slip") == true || command == executable
    }

    /// The members as JSON.
    private var members: [String] {
        (hasType ? [#""type": "stdio""#] : []) + ["\"command\": \(Self.quoted(command))", "\"args\": \(list)"]
    }

    private var list: String { "[\(arguments.map(Self.quoted).joined(separator: ", "))]" }

    /// The entry as a JSON object on one line.
    var line: String { "{\(members.joined(separator: ", "))}" }

    /// Returns the entry as a JSON object with one member a line.
    ///
    /// - Parameters:
    ///   - start: the line ending and indentation of the closing brace.
    ///   - unit: the indentation of the members relative to it.
    func lines(_ start: String, unit: String) -> String {
        "{" + members.map { start + unit + $0 }.joined(separator: ",") + start + "}"
    }

    /// The entry as a table in TOML, whose strings have the escapes of JSON.
    var table: String { "[mcp_servers.\(Self.name)]\ncommand = \(Self.quoted(command))\nargs = \(list)" }

    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return json.text
    }
}

extension JSONValue {
    /// Returns the value of the member with this name, if this is an object that has it once.
    fileprivate func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        let found = members.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    /// The elements, if this is a list of strings.
    fileprivate var strings: [String]? {
        guard case .array(let values) = self else { return nil }
        let strings = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        return strings.count == values.count ? strings : nil
    }
}
