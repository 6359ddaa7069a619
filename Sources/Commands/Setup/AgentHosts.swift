import System

/// A host of language models, such as Claude Code, that can read a skill file and run the MCP server `slip mcp`.
struct AgentHost {
    /// A file or folder in a folder that a variable names, or else in one below the home folder.
    struct Place: Hashable {
        let variable: String
        let usual: String
        let path: String

        /// A place below the home folder.
        static func home(_ path: String) -> Place { Place(variable: "", usual: "", path: path) }

        /// A place in the configuration folder of the XDG Base Directory Specification.
        static func configuration(_ path: String) -> Place {
            Place(variable: "XDG_CONFIG_HOME", usual: ".config", path: path)
        }

        /// Returns the full path, or nil if there is no home folder.
        func path(in variables: [String: String]) -> String? {
            ThisProcess.userFolder(variable, else: usual, in: variables).map { path.isEmpty ? $0 : "\($0)/\(path)" }
        }
    }

    /// The name of the part of `slip setup`.
    let part: String
    /// Programs whose presence in `PATH` shows that the host is installed. Empty if a program of this name may be
    /// another one, or does not use this configuration.
    var programs: [String] = []
    /// The folder that exists if the host has been used.
    let folder: Place
    /// The configuration file.
    let file: Place
    /// The key of the object with the servers in a JSON file. Nil if the file is TOML.
    var key: String? = "mcpServers"
    /// The folder of skill files, if the host reads any. Hosts may share it.
    var skills: Place?
    /// Whether the host is a desktop program, which may not have the `PATH` of the shell.
    var isDesktop = false
    /// Whether the entry of a server needs a type.
    var hasType = false

    static let all = [claude, claudeDesktop, codex, cursor, gemini, visualStudioCode, zed]

    /// https://code.claude.com/docs/en/mcp, /skills and /env-vars. With the variable, `.claude.json` is in its folder.
    private static let claude = AgentHost(
        part: "claude", programs: ["claude"],
        folder: Place(variable: "CLAUDE_CONFIG_DIR", usual: ".claude", path: ""),
        file: Place(variable: "CLAUDE_CONFIG_DIR", usual: "", path: ".claude.json"),
        skills: Place(variable: "CLAUDE_CONFIG_DIR", usual: ".claude", path: "skills"))

    /// The documentation has no path for Linux. The Linux packages use this one:
    /// https://github.com/aaddrick/claude-desktop-debian/issues/1. Skills are uploaded, not read from a folder.
    private static let claudeDesktop = AgentHost(
        part: "claude-desktop", folder: .configuration("Claude"),
        file: .configuration("Claude/claude_desktop_config.json"), isDesktop: true)

    /// https://developers.openai.com/codex/mcp and /codex/skills.
    private static let codex = AgentHost(
        part: "codex", programs: ["codex"], folder: Place(variable: "CODEX_HOME", usual: ".codex", path: ""),
        file: Place(variable: "CODEX_HOME", usual: ".codex", path: "config.toml"), key: nil,
        skills: .home(".agents/skills"))

    /// https://cursor.com/docs/mcp and /docs/skills.
    private static let cursor = AgentHost(
        part: "cursor", programs: ["cursor", "cursor-agent"], folder: .home(".cursor"),
        file: .home(".cursor/mcp.json"), skills: .home(".cursor/skills"), isDesktop: true)

    /// https://geminicli.com/docs/tools/mcp-server and /docs/cli/skills.
    private static let gemini = AgentHost(
        part: "gemini", programs: ["gemini"], folder: .home(".gemini"), file: .home(".gemini/settings.json"),
        skills: .home(".gemini/skills"))

    /// https://code.visualstudio.com/docs/agents/reference/mcp-configuration and /docs/agent-customization/agent-skills.
    private static let visualStudioCode = AgentHost(
        part: "vscode-mcp", folder: .configuration("Code/User"), file: .configuration("Code/User/mcp.json"),
        key: "servers", skills: .home(".copilot/skills"), isDesktop: true, hasType: true)

    /// https://zed.dev/docs/ai/mcp and /docs/ai/skills. The program `zed` may be ZFS's event daemon.
    private static let zed = AgentHost(
        part: "zed", folder: .configuration("zed"), file: .configuration("zed/settings.json"), key: "context_servers",
        skills: .home(".agents/skills"), isDesktop: true)
}
