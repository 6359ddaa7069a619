import Foundation
import SourceText
import TestSupport
import Testing

/// Files that `slip setup` writes into a home folder and removes again.
@Suite struct SetupTests {
    private static let programs = ["bash", "zsh", "fish", "man", "nvim", "vim", "emacs", "hx", "kak", "systemctl"]

    /// A vault, a home folder, and a `PATH` with only these programs.
    private static func machine(_ programs: [String] = programs, home: [String: String] = [:]) throws -> Console {
        let console = try Console()
        try console.write("vault/.slipbox/config.yaml", "")
        try console.write("vault/Note.md", "# Note\n")
        console.folder = "vault"
        for name in programs { try console.write("bin/\(name)", "") }
        try console.write("home/.kept", "")
        for (path, text) in home { try console.write("home/\(path)", text) }
        console.variables["HOME"] = console.url("home").path
        console.variables["PATH"] = console.url("bin").path
        return console
    }

    /// The command that checks whether systemd's user manager runs.
    private static let question = "systemctl --user show-environment >/dev/null 2>&1"

    private static func home(_ console: Console) throws -> [String: Data] {
        try console.contents(of: "home") { _ in true }
    }

    private func hash(_ text: String) -> String {
        String(UInt64(bitPattern: ContentHash.hash(Array(text.utf8))), radix: 16)
    }

    @Test(arguments: [
        [:],
        [".zshrc": "autoload -U compinit\ncompinit\n", ".emacs": "(setq a 1)", ".config/kak/kakrc": ""],
        [".zshrc": "no end of line", ".emacs.d/init.el": "\r\n; a\r\n", ".config/helix/config.toml": "a = 1\n"],
        [".config/Code/User/settings.json": "{}\n", ".vim/vimrc": "set nu\n", ".local/share/man/man1/x.1": "x"],
        [".config/Code/User/settings.json": "// mine\n{\n    \"a\": 1, // {\n}"],
        [".config/Code/User/settings.json": "{ /* b */ }", ".config/VSCodium/User/keybindings.json": "[]"],
        [".config/nvim/init.lua": "vim.o.nu = true\n", ".config/fish/config.fish": "\n\n"],
    ])
    func `setup --remove restores every byte`(_ before: [String: String]) throws {
        let console = try Self.machine(home: before)
        var commands: [String] = []
        console.runShell = { command, _ in
            if command != Self.question { commands.append(command) }
            return 0
        }
        let old = try Self.home(console)
        let shown = console.slip("setup")
        #expect(shown.status == 0 && shown.errors.contains("nothing was changed; to skip the question: --yes"))
        #expect(try Self.home(console) == old)
        #expect(console.slip("setup", "--yes").errors == "slip: done; it takes effect in new shells and editors\n")
        let made = try Self.home(console)
        for (path, text) in old {
            // All of the old text is still there, with at most one insertion.
            let now = try #require(made[path])
            let common = zip(text, now).prefix { $0 == $1 }.count
            #expect(now == text || now.suffix(text.count - common) == text.suffix(text.count - common))
        }
        #expect(console.slip("setup", "--yes").errors == "slip: nothing to set up\n")
        #expect(try Self.home(console) == made)
        let unit = try #require(made.keys.first { $0.hasSuffix(".service") }).split(separator: "/").last ?? ""
        #expect(commands == ["systemctl --user daemon-reload", "systemctl --user enable --now \(unit)"])
        let removed = console.slip("setup", "--remove")
        #expect(removed.errors.hasPrefix("slip: removed bash, zsh, fish, manual, watcher, neovim, vim, emacs"))
        #expect(try Self.home(console) == old)
        #expect(commands.suffix(2) == ["systemctl --user disable --now \(unit)", "systemctl --user daemon-reload"])
        #expect(console.slip("setup", "--remove").errors == "slip: nothing to remove\n")
    }

    @Test func `setup --remove works after the programs are gone`() throws {
        let console = try Self.machine(["zsh", "kak"])
        let old = try Self.home(console)
        console.slip("setup", "--yes")
        for name in ["zsh", "kak"] {
            try console.remove("bin/\(name)")
        }
        #expect(console.slip("setup", "--remove").errors == "slip: removed zsh, kakoune\n")
        #expect(try Self.home(console) == old)
    }

    @Test func `setup leaves existing settings unchanged, and prints the lines to add`() throws {
        let settings = "{ \"glspc.server.command\": \"other\" }\n"
        let languages = "[[language]]\nname = \"markdown\"\n"
        let console = try Self.machine(
            ["hx", "zsh", "fish"],
            home: [
                ".config/Code/User/settings.json": settings, ".config/helix/languages.toml": languages,
                ".zshrc": "eval \"$(slip completions zsh)\"\n", ".config/fish/completions/slip.fish": "mine\n",
            ])
        let old = try Self.home(console)
        let result = console.slip("setup", "helix", "zsh", "fish", "vscode", "--yes")
        #expect(try Self.home(console) == old)
        for words in [
            "languages.toml' already has 'name = \"markdown\"', which is left unchanged; add these lines yourself:\n    [language",
            "settings.json' already has '\"glspc.server.'", ".zshrc' already has 'slip completions'",
            "fish: another file '", "slip: nothing to set up",
        ] { #expect(result.errors.contains(words)) }
        #expect(console.slip("setup", "--remove").errors == "slip: nothing to remove\n")
        #expect(try Self.home(console) == old)
    }

    /// A replacement in a file after `setup`, and the expected text after `setup --remove`.
    @Test(arguments: [
        (
            ".zshrc", "export A=1", "\n# End of slip setup\n", "\n# End of slip setup\nalias l=ls\n",
            "export A=1\nalias l=ls\n"
        ),
        (".zshrc", "a\n", "a\n", "b\na\n", "b\na\n"),
        (
            ".config/Code/User/settings.json", "{ \"a\": 1 }\n", "{", "{ // mine", "{ // mine\n \"a\": 1 }\n"
        ),
        (
            ".config/Code/User/settings.json", "{}\n", "[\"markdown\"]", "[\"markdown\"],\n    \"b\": 2",
            "{\n    \"b\": 2\n}\n"
        ),
        (".config/Code/User/settings.json", "{}\n", "    // ", "  // ", "{}\n"),
    ])
    func `setup --remove keeps later changes by the user`(
        path: String, before: String, old: String, new: String, after: String
    ) throws {
        let console = try Self.machine(["zsh"], home: [path: before])
        console.slip("setup", "--yes")
        let made = try console.read("home/\(path)")
        #expect(made.contains(old))
        try console.write("home/\(path)", made.replacingOccurrences(of: old, with: new))
        // A second `setup` adds nothing.
        #expect(!console.slip("setup", "--yes").errors.contains("done"))
        console.slip("setup", "--remove")
        #expect(try console.read("home/\(path)") == after)
    }

    @Test func `setup --remove removes all its files outside of the vault, and nothing else`() throws {
        let console = try Self.machine(["man", "systemctl"])
        var commands: [String] = []
        console.runShell = { command, _ in
            if command != Self.question { commands.append(command) }
            return 0
        }
        let old = try Self.home(console)
        console.slip("setup", "--yes")
        // A manual page that only an earlier version installed.
        let page = "gone\n"
        try console.write(
            "home/.local/share/man/man1/slip-gone.1", page + ".\\\" Made by slip setup (\(hash(page)) 0); and so on\n")
        try console.write("vault/.slipbox/config.yaml", "watch: auto\n")
        console.folder = ""
        #expect(console.slip("setup", "--remove").errors == "slip: removed manual, watcher\n")
        #expect(try Self.home(console) == old)
        // Units of other programs are not touched.
        commands = []
        try console.write("home/.config/systemd/user/slip-mine.service", "[Unit]\n")
        #expect(console.slip("setup", "--remove").errors == "slip: nothing to remove\n")
        #expect(commands.isEmpty && console.exists("home/.config/systemd/user/slip-mine.service"))
    }

    @Test func `without a user manager, setup writes no unit and suggests watch: auto`() throws {
        let console = try Self.machine(["zsh", "systemctl"])
        var commands: [String] = []
        console.runShell = { command, _ in
            commands.append(command)
            return 1
        }
        let shown = console.slip("setup")
        #expect(
            shown.errors.hasPrefix(
                """
                slip: cannot set up a watcher: systemd's user manager does not respond; use this line in \
                .slipbox/config.yaml instead: watch: auto

                """), "\(shown)")
        #expect(console.slip("setup", "--yes").status == 0)
        #expect(console.slip("setup", "watcher").isError("does not respond", "watch: auto"))
        #expect(!console.slip("setup", "zsh").errors.contains("systemd"))
        try console.write("vault/.slipbox/config.yaml", "watch: auto\n")
        #expect(!console.slip("setup").errors.contains("systemd"))
        #expect(!console.exists("home/.config/systemd") && Set(commands) == [Self.question])
        console.folder = ""
        #expect(console.slip("setup", "watcher").errors.contains("inside a vault"))
    }

    @Test func `setup reports a file that cannot be written, and completes the other parts`() throws {
        let console = try Self.machine(["zsh", "kak", "emacs", "fish"], home: [".emacs": "(a)\n"])
        let home = console.url("home").path
        try console.makeFolder("home/.config/kak/kakrc")
        try console.link("home/.zshrc", to: "dotfiles/none")
        try console.setMode("home/.emacs", 0o444)
        let result = console.slip("setup", "--yes")
        #expect(result.isError("zsh: '\(home)/.zshrc' is a broken symbolic link"), "\(result)")
        #expect(result.errors.contains("emacs: '\(home)/.emacs' is read-only"))
        #expect(result.errors.contains("kakoune: "))
        #expect(console.exists("home/.config/fish/completions/slip.fish"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(home)/.zshrc") == "dotfiles/none")
        #expect(try console.read("home/.emacs") == "(a)\n")
        console.slip("setup", "--remove")
        #expect(!console.exists("home/.config/fish"))
    }

    @Test func `setup leaves settings that are not an object unchanged`() throws {
        let console = try Self.machine([], home: [".config/Code/User/settings.json": "[1]\n"])
        #expect(console.slip("setup", "--yes").errors.contains("is not a JSON object"))
        #expect(try console.read("home/.config/Code/User/settings.json") == "[1]\n")
    }

    @Test func `setup updates files of an earlier version, and leaves edited ones unchanged`() throws {
        let console = try Self.machine(["fish", "kak"], home: [".config/kak/kakrc": "set global tabstop 4\n"])
        console.slip("setup", "--yes")
        let fish = "home/.config/fish/completions/slip.fish"
        let made = try console.read(fish)
        let kakrc = try console.read("home/.config/kak/kakrc")
        try console.write(fish, "# mine\n" + made)
        try console.write("home/.config/kak/kakrc", kakrc.replacingOccurrences(of: "root_globs", with: "globs"))
        let old = try Self.home(console)
        for arguments in [["setup", "--yes"], ["setup", "--remove"]] {
            let result = console.slip(arguments)
            #expect(result.errors.contains("slip: fish: has been edited, and is left unchanged"))
            #expect(result.errors.contains("slip: kakoune: has been edited, and is left unchanged"))
            #expect(try Self.home(console) == old)
        }
        // A file as another version would have written it: another text with its hash.
        let other = try Self.machine(["fish"])
        other.slip("setup", "--yes")
        let lines = try other.read(fish).split(separator: "\n")
        try console.write(fish, made)
        #expect(lines.last?.hasPrefix("# Made by slip setup (") == true)
        try console.write(fish, "# an older text\n# Made by slip setup (\(hash("# an older text\n")) 3); and so on\n")
        #expect(console.slip("setup", "fish", "--yes").errors.contains("done"))
        #expect(try console.read(fish).split(separator: "\n").dropLast() == lines.dropLast())
        #expect(try console.read(fish).contains(" 3); to remove it: slip setup --remove\n"))
    }

    @Test func `setup writes through symbolic links and keeps file modes`() throws {
        let console = try Self.machine(["zsh"], home: ["dotfiles/zshrc": "a\n"])
        let home = console.url("home").path
        try console.link("home/.zshrc", to: "dotfiles/zshrc")
        try console.setMode("home/dotfiles/zshrc", 0o600)
        console.slip("setup", "--yes")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(home)/.zshrc") == "dotfiles/zshrc")
        #expect(try console.read("home/dotfiles/zshrc").hasPrefix("a\n# Begin of slip setup ("))
        let mode = try FileManager.default.attributesOfItem(atPath: "\(home)/dotfiles/zshrc")[.posixPermissions]
        #expect(mode as? Int == 0o600)
        console.slip("setup", "--remove")
        #expect(try console.read("home/dotfiles/zshrc") == "a\n")
    }

    @Test func `setup accepts names of parts, and reports missing programs`() throws {
        let console = try Self.machine(["zsh", "fish"])
        #expect(console.slip("setup", "fish", "--yes").status == 0)
        #expect(!console.exists("home/.zshrc") && console.exists("home/.config/fish/completions/slip.fish"))
        #expect(console.slip("setup", "neovm").errors == "slip: there is no part 'neovm'\n  did you mean 'neovim'?\n")
        #expect(console.slip("setup", "vim").errors == "slip: 'vim' was not found\n  install it first\n")
        console.variables["HOME"] = nil
        #expect(console.slip("setup").errors == "slip: cannot find the home folder to set up\n  set HOME to it\n")
    }
}
