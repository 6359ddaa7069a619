import Arguments
import Indexing
import JSONRPC
package import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

extension CommandContext {
    private func isColored(_ isTerminal: Bool) -> Bool {
        switch globals.color ?? .auto {
        case .always: return true
        case .never: return false
        case .auto:
            let variables = environment.variables
            if let value = variables["NO_COLOR"], !value.isEmpty { return false }
            if let value = variables["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
            if variables["CLICOLOR"] == "0" { return false }
            return isTerminal && variables["TERM"] != "dumb"
        }
    }

    /// Returns the number of colors to use for an output, by `--color`, the environment and the terminal's type.
    ///
    /// - Parameter isTerminal: whether the output is a terminal.
    func depth(_ isTerminal: Bool) -> ColorDepth {
        let depth = ColorDepth(term: environment.variables["TERM"], colorTerm: environment.variables["COLORTERM"])
        guard isColored(isTerminal) else {
            // A terminal without colors still highlights matches, unless the user or the terminal rules out escape
            // sequences.
            return isTerminal && globals.color != .never && depth != .none ? .monochrome : .none
        }
        return depth == .none ? .standard : depth
    }

    /// The style of the output. Follows the vault's configuration, once the vault is open.
    package var style: Style {
        let depth = depth(host.outputIsTerminal)
        guard let vault = opened?.vault else {
            return Style(Palette(depth, on: background), width: host.columns)
        }
        let address: @Sendable (VaultPath) -> String = { DocumentURI(path: vault.fullPath($0)).text }
        return Style(
            Palette(vault.configuration, depth, on: background), width: host.columns,
            address: host.outputIsTerminal && isColored(true) && knowsLinks ? address : nil)
    }

    /// The style of error messages, which may occur without a vault.
    package var errorStyle: Style {
        Style(Palette(depth(host.errorIsTerminal), on: background), width: host.columns)
    }

    /// The background of the terminal, if a variable says so. Querying the terminal would take time.
    var background: TerminalBackground? { TerminalBackground(colors: environment.variables["COLORFGBG"]) }

    /// Whether the terminal is known to support hyperlinks (OSC 8). Others could show the sequences as text.
    private var knowsLinks: Bool {
        let variables = environment.variables
        if let forced = variables["FORCE_HYPERLINK"] { return forced != "0" && !forced.isEmpty }
        if let version = variables["VTE_VERSION"].flatMap({ Int($0) }) { return version >= 5000 }
        let programs: Set = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio"]
        if let program = variables["TERM_PROGRAM"], programs.contains(program) { return true }
        if ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].contains(where: { variables[$0] != nil }) {
            return true
        }
        let terms = ["xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty", "contour"]
        return terms.contains { variables["TERM"]?.hasPrefix($0) ?? false }
    }

    /// Returns the local day of a moment as text: `2024-03-27`.
    ///
    /// - Parameter relative: whether to return how long ago it is instead: `3 days ago`.
    func day(_ moment: Moment, relative: Bool) -> String {
        let calendar = environment.calendar
        let day = calendar.civil(moment)
        return relative ? RelativeDate.text(day, now: calendar.civil(environment.now)) : day.dayText
    }

    /// The results of a search of several vaults in this terminal.
    var sharedResults: LastResults? {
        host.terminal.flatMap { LastResults(environment.variables, terminal: $0) }
    }

    /// Returns the note that `%3` names: the third result of the last search in this terminal. Returns nil for an
    /// argument of another form. Throws if there is no such result.
    func lastResult(_ argument: Argument, _ vault: Vault) throws -> LastResults.Numbered? {
        guard argument.starts(with: "%"), let number = argument.text.flatMap({ Int($0.dropFirst()) }), number > 0 else {
            return nil
        }
        guard let terminal = host.terminal else {
            throw VaultError(
                "cannot resolve '\(argument.shown)': there is no search in this terminal whose results are numbered")
        }
        // A search of the current vault removes the shared results, so these are newer than those of any vault.
        let shared = sharedResults.flatMap { $0.hasList ? $0 : nil }
        guard let result = try (shared ?? LastResults(vault, terminal: terminal)).result(number) else {
            throw VaultError(
                "the last search in this terminal has no result \(number)",
                help: "to number results, run: slip search QUERY")
        }
        guard shared == nil || result.root == vault.root else {
            throw VaultError(
                "'\(argument.shown)' is a note of the vault '\(String(decoding: result.root, as: UTF8.self))'",
                help: "name notes of one vault")
        }
        return result
    }
}
