import Arguments
import SourceText

/// `slip setup`: integrates slip with the shells, editors and services of this machine, and with git in a vault.
enum SetupCommand {
    struct OptionValues: Sendable {
        var agrees = false
        var removes = false
    }

    static let command = SlipCommand(
        "setup", "Set up shells, manual pages, editors and git for slip.", words: ["[PART…]"],
        options: [
            .flag("yes", short: "y", \OptionValues.agrees, "Skip the confirmation."),
            .flag("remove", \.removes, "Remove what 'slip setup' added."),
        ],
        discussion: """
            Shows what it would write, and asks before it writes. It sets up completions for the installed shells, the
            manual pages, and the configuration of 'slip lsp' for the installed editors. For the hosts of language
            models that it finds, it installs a skill file and adds the MCP server 'slip mcp', with the vault of the
            current directory. In a vault, it also sets up git (as 'slip git setup' does) and a systemd unit that keeps
            the index up to date. PART selects what to set up: \(names.joined(separator: ", ")).

            Existing settings are never overwritten. Instead, the lines to add are printed. --remove finds everything
            that slip wrote, and a newer version of slip can update it. Parts that you have edited are never changed.
            VS Code requires the extension Generic LSP Client (v2), Vim the plugin yegappan/lsp or vim-lsp, and Kakoune
            kakoune-lsp.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let machine = try MachineSetup(context, findsAll: values.removes)
            let all = try machine.parts()
            try machine.reportMissingServers()
            var names = operands
            if !values.removes, operands.isEmpty || operands.contains("watcher"),
                let obstacle = try machine.watcherObstacle()
            {
                if operands == ["watcher"] { throw UsageError.other(obstacle.reason, help: obstacle.help) }
                context.notice("\(obstacle.reason); \(obstacle.help)")
                names.removeAll { $0 == "watcher" }
            }
            let parts = operands.isEmpty ? all : try names.flatMap { try named($0, in: all) }
            let dialog = SetupDialog(parts, in: context, showsAll: !operands.isEmpty)
            if values.removes { return try dialog.remove() }
            try dialog.make(agrees: values.agrees, done: "done; it takes effect in new shells and editors")
        })

    private static let names =
        [
            "bash", "zsh", "fish", "manual", "watcher", "neovim", "vim", "emacs", "helix", "kakoune", "vscode",
        ] + AgentHost.all.map(\.part) + ["git"]

    private static func named(_ name: String, in parts: [SetupPart]) throws -> [SetupPart] {
        let found = parts.filter { $0.name == name || $0.name.hasPrefix(name + " ") }
        if !found.isEmpty { return found }
        guard names.contains(name) else {
            throw UsageError.other(
                "there is no part '\(name)'",
                help: Nearest.match(name, among: names).map { "did you mean '\($0)'?" }
                    ?? "one of: \(names.joined(separator: ", "))")
        }
        let isOfVault = ["watcher", "git"].contains(name)
        throw UsageError.other(
            "'\(name)' was not found",
            help: isOfVault ? "run slip setup inside a vault" : "install it first")
    }
}
