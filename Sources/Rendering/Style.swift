package import SourceText
package import Terminal
package import VaultFiles

/// The format of text for users: styled by the roles of a palette, in the colors that the terminal supports, and with
/// control characters escaped.
package struct Style: Sendable {
    package let palette: Palette
    /// The maximum number of columns in a line.
    package var width: Int
    /// The URL of a file in the vault, if the output supports links.
    package var address: (@Sendable (VaultPath) -> String)?

    package init(_ palette: Palette, width: Int = 80, address: (@Sendable (VaultPath) -> String)? = nil) {
        self.palette = palette
        self.width = width
        self.address = address
    }

    /// No styles, for programs.
    package static let none = Style(Palette(.none))

    // MARK: Strings

    /// Returns `text` escaped, in the style of `role`.
    package func ink(_ text: String, _ role: Role) -> String { ink(text, palette[role]) }

    /// Returns a status in the color of its position among the vault's statuses.
    package func status(_ name: String) -> String { ink(name, palette.status(name)) }

    /// Returns a keyword with `#`.
    package func keyword(_ name: String) -> String { ink("#\(name)", palette.keyword(name)) }

    private func ink(_ text: String, _ textStyle: TextStyle) -> String {
        self.text(StyledLine(SafeText.escaped(text), textStyle))
    }

    package func plain(_ text: String) -> String { SafeText.escaped(text) }

    // MARK: Styled lines

    /// Returns a part of a line, escaped.
    package func run(_ text: String, _ role: Role? = nil) -> StyledLine {
        StyledLine(SafeText.escaped(text), role.map { palette[$0] } ?? .plain)
    }

    /// Returns a part of a line that opens a file of the vault if the output supports links.
    package func run(_ text: String, _ role: Role, opening path: VaultPath) -> StyledLine {
        StyledLine(SafeText.escaped(text), palette[role].with(TextStyle(link: address?(path))))
    }

    /// Returns a line with its escape sequences.
    package func text(_ line: StyledLine) -> String { line.sequences(palette.depth, links: address != nil) }

    /// Returns a line broken between words to fit the width, with its escape sequences.
    ///
    /// - Parameters:
    ///   - indent: the number of spaces at the start of later lines.
    ///   - isShown: whether the output is for users. For programs, lines are not broken.
    package func wrapped(_ line: StyledLine, indent: Int = 0, isShown: Bool = true) -> [String] {
        if !isShown { return [text(line)] }
        return line.wrapped(to: max(width, 20), indent: StyledLine(String(repeating: " ", count: indent))).map(text)
    }

    // MARK: Words

    /// Returns a word for a shell, in single quotes if necessary.
    package static func shellWord(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-./:".utf8.contains($0) }
        return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }

    /// Returns text of a note on one line: control characters are escaped, and tabs are spaces.
    package static func line(_ text: String) -> String { SafeText.escaped(text.replacing("\t", with: " ")) }
}
