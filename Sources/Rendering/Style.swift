package import Pages
package import SourceText
package import Terminal
package import VaultFiles

/// How text for people looks: by the roles of a palette, whose colours a terminal has and nothing else, and control
/// characters never as they are.
package struct Style: Sendable {
    package let palette: Palette
    /// Columns that a line may have.
    package var width: Int
    /// The address of a file of the vault, where what is written to is known to open links.
    package var address: (@Sendable (VaultPath) -> String)?

    package init(_ palette: Palette, width: Int = 80, address: (@Sendable (VaultPath) -> String)? = nil) {
        self.palette = palette
        self.width = width
        self.address = address
    }

    package var isColored: Bool { ![.none, .monochrome].contains(palette.depth) }

    // MARK: Text at once

    /// `text` as what stands for `role` looks; escaped first.
    package func ink(_ text: String, _ role: Role) -> String { ink(text, palette[role]) }

    /// A status in the colour that it has by its place among the vault's.
    package func status(_ name: String) -> String { ink(name, palette.status(name)) }

    /// With the sign before it.
    package func keyword(_ name: String) -> String { ink("#\(name)", palette.keyword(name)) }

    private func ink(_ text: String, _ look: Look) -> String { self.text(StyledLine(SafeText.escaped(text), look)) }

    package func plain(_ text: String) -> String { SafeText.escaped(text) }

    // MARK: Lines that are laid out

    /// A part of a line, escaped.
    package func run(_ text: String, _ role: Role? = nil) -> StyledLine {
        StyledLine(SafeText.escaped(text), role.map { palette[$0] } ?? .plain)
    }

    /// A part of a line that opens a file of the vault, where that is possible.
    package func run(_ text: String, _ role: Role, opening path: VaultPath) -> StyledLine {
        StyledLine(SafeText.escaped(text), palette[role].with(Look(link: address?(path))))
    }

    /// A line as it is written.
    package func text(_ line: StyledLine) -> String { line.sequences(palette.depth, links: address != nil) }

    /// A line as it is written in the width there is, broken between words.
    ///
    /// - Parameters:
    ///   - indent: how many blanks later lines begin with.
    ///   - isShown: whether somebody looks; for programs a line is a line.
    package func wrapped(_ line: StyledLine, indent: Int = 0, isShown: Bool = true) -> [String] {
        if !isShown { return [text(line)] }
        return line.wrapped(to: max(width, 20), indent: StyledLine(String(repeating: " ", count: indent))).map(text)
    }

    // MARK: Words

    /// A word as a shell takes it, in single quotes where it needs them.
    package static func shellWord(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-./:".utf8.contains($0) }
        return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }

    /// Text of a note on one line: tabs are blanks there.
    package static func line(_ text: String) -> String { SafeText.escaped(text.replacing("\t", with: " ")) }
}
