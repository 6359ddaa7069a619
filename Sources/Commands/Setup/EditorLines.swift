import Arguments

/// The configurations of editors that `slip setup` writes so that they run `slip lsp`. Taken from the documentation
/// page that `slip help editors` shows.
enum EditorLines {
    static let neovim = configuration("Neovim 0.11 or later")
    static let neovimLenses = configuration("Lenses in Neovim")
    static let olderNeovim = configuration("Neovim 0.7 to 0.10")
    static let vim = configuration("Vim")
    static let emacs = configuration("Emacs")
    static let helix = configuration("Helix")
    static let kakoune = configuration("Kakoune")
    static let visualStudioCode = configuration("VS Code")

    /// Returns the first code block below a heading of that page, or an empty text if there is none.
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
