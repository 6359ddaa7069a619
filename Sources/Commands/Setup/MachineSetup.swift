import Arguments
import Searching
import SourceText
import System
import VaultFiles

/// The parts that `slip setup` writes or removes: shell completions, man pages, settings of editors and of hosts of
/// language models, and, in a vault, its watcher unit and git settings. A part is included if its program is found, or,
/// for removal, always (git: only if found).
struct MachineSetup {
    let variables: [String: String]
    private let home: String
    let context: CommandContext
    /// Whether all programs count as installed, with all possible places of a part. Used to remove the parts.
    let findsAll: Bool
    private let manager: UserManager

    init(_ context: CommandContext, findsAll: Bool) throws {
        self.findsAll = findsAll
        variables = context.environment.variables
        guard let home = variables["HOME"], home.hasPrefix("/") else {
            throw VaultError("cannot find the home folder to set up", help: "set HOME to it")
        }
        self.home = home == "/" ? "" : home
        self.context = context
        manager = UserManager(context)
    }

    func parts() throws -> [SetupPart] {
        try shells() + watcher() + editors() + agents() + git()
    }

    /// Returns the completions of the installed shells, and the man pages.
    func shells() -> [SetupPart] { bash + [zsh, fish, manual].compactMap { $0 } }

    /// Returns the settings of the installed editors.
    func editors() -> [SetupPart] {
        [neovim, vim].compactMap { $0 } + emacs + [helix, kakoune].compactMap { $0 } + visualStudioCode
    }

    // MARK: Places

    private var data: String { folder("XDG_DATA_HOME", else: ".local/share") }
    private var configuration: String { folder("XDG_CONFIG_HOME", else: ".config") }

    private func folder(_ variable: String, else usual: String) -> String {
        ThisProcess.userFolder(variable, else: usual, in: variables) ?? home
    }

    func isThere(_ path: String) -> Bool { FileStatus.seen(Array(path.utf8), follows: true) != nil }

    private func isInstalled(_ programs: String...) -> Bool { findsAll || programs.contains(where: isFound) }

    func isFound(_ program: String) -> Bool {
        ProgramPath(variables["PATH"]).file(Array(program.utf8)) != nil
    }

    /// Returns a path with `~` for the home folder.
    func shown(_ path: String) -> String {
        !home.isEmpty && path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }

    // MARK: Texts

    private func file(_ path: String, _ text: String, comment: String) -> ManagedFile {
        ManagedFile(path: Array(path.utf8), text: Array(text.utf8), comment: comment)
    }

    /// Returns a part that is a whole file.
    func whole(
        _ name: String, _ path: String, text: String, comment: String = "#", closing: String = ""
    ) -> SetupPart {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        var file = file(path, text, comment: comment)
        file.closing = closing
        var part = SetupPart(name, place: shown(path), lines: lines, texts: [file])
        part.isApart = true
        return part
    }

    /// Returns a part that adds lines to a file of the user.
    ///
    /// - Parameter rivals: texts that show that the user has set it up manually. The file is then left unchanged.
    private func lines(
        _ name: String, _ path: String, text: String, comment: String = "#", place: ManagedBlock.BlockPlace = .end,
        rivals: [String]
    ) -> SetupPart {
        let block = ManagedBlock(
            path: Array(path.utf8), text: Array((text + "\n").utf8), comment: comment, place: place, rivals: rivals)
        return SetupPart(
            name, place: shown(path), lines: text.split(separator: "\n").map(String.init), texts: [block])
    }

    // MARK: Shells and manual

    /// If its completion package is installed, Bash loads files from a completion folder automatically.
    private var bash: [SetupPart] {
        guard isInstalled("bash") else { return [] }
        // A list of folders in newer versions, of which the first is the user's.
        let chosen = variables["BASH_COMPLETION_USER_DIR"]?.split(separator: ":").first.map(String.init)
        let folder = chosen.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(data)/bash-completion"
        let file = whole("bash", "\(folder)/completions/slip", text: Shell.bash.script)
        let line = lines(
            "bash", "\(home)/.bashrc", text: #"command -v slip >/dev/null && eval "$(slip completions bash)""#,
            rivals: ["slip completions"])
        return findsAll ? [file, line] : isThere("/usr/share/bash-completion/bash_completion") ? [file] : [line]
    }

    private var zsh: SetupPart? {
        guard isInstalled("zsh") else { return nil }
        return lines(
            "zsh", folder("ZDOTDIR", else: "") + "/.zshrc",
            text: """
                (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
                (( $+commands[slip] )) && eval "$(slip completions zsh)"
                """, rivals: ["slip completions"])
    }

    private var fish: SetupPart? {
        guard isInstalled("fish") else { return nil }
        return whole("fish", "\(configuration)/fish/completions/slip.fish", text: Shell.fish.script)
    }

    private var manual: SetupPart? {
        guard isInstalled("man") else { return nil }
        let pages = findsAll ? [] : ManCommand.pages
        var places = pages.map { ("\(data)/man/man\($0.file.suffix(1))/\($0.file)", $0.text) }
        if findsAll {
            // Include pages that an earlier version installed.
            places = ["1", "7"].flatMap { files(in: "\(data)/man/man\($0)", ending: ".\($0)") }.map { ($0, "") }
        }
        return SetupPart(
            "manual", place: shown("\(data)/man"), lines: ["\(pages.count) pages: man slip, man slip-search, …"],
            texts: places.map { file($0.0, $0.1, comment: #".\""#) })
    }

    /// Returns the files in a folder whose names begin with `slip`.
    private func files(in folder: String, ending: String) -> [String] {
        let names = (try? Files.listIfThere(Array(folder.utf8)))?.map { String(decoding: $0.name, as: UTF8.self) } ?? []
        return names.filter { $0.hasPrefix("slip") && $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
    }

    // MARK: The watcher

    /// Returns the unit that keeps the index of this vault up to date. Returns an empty list without a vault or
    /// systemd, or if the vault starts watchers automatically. For removal, returns the units of all vaults.
    private func watcher() throws -> [SetupPart] {
        let folder = "\(configuration)/systemd/user"
        if findsAll { return files(in: folder, ending: ".service").map { unit($0, "") } }
        guard let vault = try vaultToWatch(), manager.answers else { return [] }
        let wanted = WatchUnit(vault)
        return [unit("\(folder)/\(wanted.name)", wanted.text(executable: try ThisProcess.executable()))]
    }

    /// Returns the vault of the current directory if a systemd unit would be useful for it. This requires that systemd
    /// is installed, and that the vault does not start watchers automatically.
    private func vaultToWatch() throws -> Vault? {
        guard isInstalled("systemctl"), let vault = try self.vault(), !vault.configuration.watchesAutomatically else {
            return nil
        }
        return vault
    }

    /// Returns the reason why no watcher can be set up for this vault, though systemd is installed. Returns nil if one
    /// can be set up, or is not needed.
    func watcherObstacle() throws -> (reason: String, help: String)? {
        guard try vaultToWatch() != nil, !manager.answers else { return nil }
        return (
            "cannot set up a watcher: systemd's user manager does not respond",
            "use this line in .slipbox/config.yaml instead: watch: auto"
        )
    }

    private func unit(_ path: String, _ text: String) -> SetupPart {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var part = whole("watcher", path, text: text)
        let whole = part
        part.lines.append("systemctl --user enable --now \(name)")
        part.make = {
            try whole.make()
            manager.run("daemon-reload")
            manager.run("enable --now \(name)")
        }
        part.remove = {
            // Do not stop a unit that slip did not write.
            guard [.set, .outdated].contains(try whole.state()) else { return false }
            manager.run("disable --now \(name)")
            let isRemoved = try whole.remove()
            manager.run("daemon-reload")
            return isRemoved
        }
        return part
    }

    /// Returns the vault of the current directory, or nil if there is none.
    func vault() throws -> Vault? {
        do {
            return try context.vault()
        } catch is VaultError {
            return nil
        }
    }

    // MARK: Editors

    private var neovim: SetupPart? {
        guard isInstalled("nvim") else { return nil }
        return whole(
            "neovim", "\(configuration)/nvim/plugin/slip.lua",
            text: """
                if vim.lsp.config and vim.lsp.enable then
                \(EditorLines.neovim.indented(2))
                else
                \(EditorLines.olderNeovim.indented(2))
                end
                \(EditorLines.neovimLenses)

                """, comment: "--")
    }

    /// For either of the two language client plugins. The command `:Slip` works without them.
    private var vim: SetupPart? {
        guard isInstalled("vim") else { return nil }
        return whole(
            "vim", "\(home)/.vim/plugin/slip.vim",
            text: #"""
                command! -nargs=+ Slip cgetexpr systemlist('slip search --quiet --format vimgrep ' .. shellescape(<q-args>)) | cwindow
                function! s:AddServer() abort
                \#(EditorLines.vim.indented(2))
                endfunction
                augroup slip
                  autocmd!
                  autocmd User LspSetup call s:AddServer()
                  autocmd User lsp_setup call lsp#register_server({
                    \ 'name': 'slip', 'cmd': {server_info -> ['slip', 'lsp']}, 'allowlist': ['markdown']})
                augroup END

                """#, comment: "\"")
    }

    private var emacs: [SetupPart] {
        guard isInstalled("emacs", "emacsclient") else { return [] }
        // Emacs reads the first of these that exists: GNU Emacs Manual, "The Emacs Initialization File".
        let places = [
            "\(home)/.emacs", "\(home)/.emacs.el", "\(home)/.emacs.d/init.el", "\(configuration)/emacs/init.el",
        ]
        let chosen = findsAll ? places : [places.first(where: isThere) ?? "\(home)/.emacs.d/init.el"]
        return chosen.map { lines("emacs", $0, text: EditorLines.emacs, comment: ";;", rivals: [#""slip" "lsp""#]) }
    }

    private var helix: SetupPart? {
        guard isInstalled("hx", "helix") || isThere("\(configuration)/helix") else { return nil }
        return lines(
            "helix", "\(configuration)/helix/languages.toml", text: EditorLines.helix,
            rivals: ["[language-server.slip]", #"name = "markdown""#])
    }

    private var kakoune: SetupPart? {
        guard isInstalled("kak") else { return nil }
        return lines("kakoune", "\(configuration)/kak/kakrc", text: EditorLines.kakoune, rivals: ["[slip]"])
    }

    /// For the extension Generic LSP Client (v2).
    private var visualStudioCode: [SetupPart] {
        ["Code", "VSCodium"].compactMap { name in
            let folder = "\(configuration)/\(name)/User"
            guard findsAll || isThere(folder) else { return nil }
            return lines(
                "vscode", "\(folder)/settings.json", text: EditorLines.visualStudioCode.indented(4), comment: "    //",
                place: .object, rivals: ["\"glspc.server."])
        }
    }

    // MARK: Git

    private func git() throws -> [SetupPart] {
        guard isFound("git"), let vault = try self.vault(),
            let setup = try GitCommand.setup(of: vault, in: context)
        else { return [] }
        return try GitCommand.parts(setup, prefix: "git ")
    }
}

extension String {
    /// Returns the text with each nonempty line indented by `count` spaces.
    func indented(_ count: Int) -> String {
        let blanks = String(repeating: " ", count: count)
        return split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : blanks + $0 }
            .joined(separator: "\n")
    }
}
