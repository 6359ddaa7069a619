package import QueryLanguage
package import Rendering
package import SourceText
package import Terminal

/// The settings of the browser, which stay the same unless the terminal or the configuration changes.
package struct BrowserSetting: Sendable {
    package var palette: Palette
    package var calendar: LocalCalendar
    /// The configured statuses of each vault.
    package var statuses: [NoteHit.SourceVault?: [String]]
    package var keys: BrowserKeys
    /// Whether Enter prints and ends instead of opening an editor.
    package var prints: Bool
    /// The name of the vault, or how many there are.
    package var vault: String
    /// The vaults, if there are several.
    package var vaults: [NoteHit.SourceVault] = []
    /// The size of a character cell if pictures are shown; nil if they are not.
    package var pictures: CellSize?
    /// Converts a path to one that is relative to the directory in which the program was started.
    package var pathFromHere: @Sendable (NoteAddress) -> String = { $0.path.text }

    package init(
        palette: Palette, calendar: LocalCalendar, statuses: [NoteHit.SourceVault?: [String]], keys: BrowserKeys,
        prints: Bool,
        vault: String
    ) {
        self.palette = palette
        self.calendar = calendar
        self.statuses = statuses
        self.keys = keys
        self.prints = prints
        self.vault = vault
    }
}
