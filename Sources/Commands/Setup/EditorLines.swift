import Arguments

/// The editor configuration for the server `slip lsp`, from the page that `slip help editors` shows. `slip setup` writes
/// it.
enum EditorLines {
    static let neovim = configuration("Neovim 0.11 or later")
    static let neovimLenses = configuration("Lenses in Neovim")
    static let olderNeovim = configuration("Neovim 0.7 to 0.10")
    static let vim = configuration("Vim")
    static let emacs = configuration("Emacs")
    static let helix = configuration("Helix")
    static let kakoune = configuration("Kakoune")
    static let visualStudioCode = configuration("VS Code")

    /// Returns the code below a heading.
    private static func configuration(_ heading: String) -> String {
        var title = ""
        for block in HelpBlock.blocks(of: ManualPage.section("Set up", of: "Editors")) {
            switch block {
            case .heading(let text, _): title = text
            case .code(let lines) where title == heading: return lines.joined(separator: "\n")
            default: break
            }
        }
        return ""
    }
}
