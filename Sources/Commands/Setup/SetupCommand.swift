import Arguments
import SourceText

enum SetupCommand {
    struct Values: Sendable {
        var agrees = false
        var removes = false
    }

    static let command = Program.SlipCommand(
        "setup", "Set up shells, manual, editors and git for slip.", words: ["[PART…]"],
        options: [
            .flag("yes", short: "y", \Values.agrees, "Do it without asking."),
            .flag("remove", \.removes, "Take back what it made, and nothing else."),
        ],
        discussion: """
            Shows what it would write, and writes it after a yes: completions for the shells that are installed, the
            manual, the lines by which editors find 'slip lsp', and, in a vault, a unit of systemd that keeps its index up to
            date and what 'slip git setup' does. With names of parts only these: bash, zsh, fish, manual, watcher, neovim,
            vim, emacs, helix, kakoune, vscode, git.

            What is there already is never overwritten: the lines to add are printed. All that it writes is marked, so that
            --remove finds it, and a newer slip brings it up to date; what was changed by hand since is left. VS Code wants
            the extension Generic LSP Client (v2), Vim the plugin yegappan/lsp or vim-lsp, and Kakoune kakoune-lsp.

                slip setup                  all that was found here
                slip setup fish neovim      these alone, with all that they would write
                slip setup --remove
            """,
        values: { Values() },
        run: { values, operands, context in
            let machine = try MachineSetup(context, findsAll: values.removes)
            let all = try machine.parts()
            var names = operands
            if !values.removes, operands.isEmpty || operands.contains("watcher"),
                let obstacle = try machine.watcherObstacle()
            {
                if operands == ["watcher"] { throw UsageError.other(obstacle.reason, help: obstacle.help) }
                context.remark("\(obstacle.reason); \(obstacle.help)")
                names.removeAll { $0 == "watcher" }
            }
            let parts = operands.isEmpty ? all : try names.flatMap { try named($0, in: all) }
            let dialog = SetupDialog(parts, in: context, showsAll: !operands.isEmpty)
            if values.removes { return try dialog.remove() }
            try dialog.make(agrees: values.agrees, done: "done; new shells and editors have it")
        })

    private static let names = [
        "bash", "zsh", "fish", "manual", "watcher", "neovim", "vim", "emacs", "helix", "kakoune", "vscode", "git",
    ]

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
            "'\(name)' was not found here",
            help: isOfVault ? "it is set up in a vault: cd into one" : "it is set up where it is installed")
    }
}
