import Foundation
import Rendering
import Terminal
import Testing
import VaultFiles

/// Legibility of slip's colors with the default colors of terminals.
@Suite struct ContrastTests {
    private typealias RGB = (red: Int, green: Int, blue: Int)

    /// The sixteen default colors of a terminal, and its dark background.
    struct Terminal: Sendable, CustomTestStringConvertible {
        let name: String
        let colors: [String]
        let dark: String
        /// Whether bold text in one of the first eight colors gets its bright variant.
        let brightensBold: Bool

        init(_ name: String, _ colors: String, dark: String, brightensBold: Bool) {
            self.name = name
            self.colors = colors.split(separator: " ").map(String.init)
            self.dark = dark
            self.brightensBold = brightensBold
        }

        var testDescription: String { name }
    }

    static let terminals = [
        // XTerm-col.ad and charproc.c: VT100*color0 to color15.
        Terminal(
            "xterm",
            "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
            dark: "000000", brightensBold: true),
        // vte.cc: 0xc000 for each part, and 0x3fff more in the bright ones.
        Terminal(
            "VTE",
            "000000 c00000 00c000 c0c000 0000c0 c000c0 00c0c0 c0c0c0 3f3f3f ff3f3f 3fff3f ffff3f 3f3fff ff3fff 3fffff ffffff",
            dark: "000000", brightensBold: false),
        // The palette that GNOME Terminal and GNOME Console give VTE.
        Terminal(
            "GNOME",
            "171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc 5e5c64 f66151 33da7a e9ad0c 2a7bde c061cb 33c7de ffffff",
            dark: "1e1e1e", brightensBold: false),
        // drivers/tty/vt/vt.c: default_red, default_grn, default_blu.
        Terminal(
            "Linux",
            "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
            dark: "000000", brightensBold: true),
        // The profile Basic with its background in dark mode.
        Terminal(
            "Terminal.app",
            "000000 990000 00a600 999900 0000b2 b200b2 00a6b2 bfbfbf 666666 e50000 00d900 e5e500 0000ff e500e5 00e5e5 e5e5e5",
            dark: "1e1e1e", brightensBold: true),
        // As Wikipedia's "ANSI escape code" has it for older versions.
        Terminal(
            "Terminal.app before 10.11",
            "000000 c23621 25bc24 adad27 492ee1 d338d3 33bbc8 cbcccd 818383 fc391f 31e722 eaec23 5833ff f935f8 14f0f0 e9ebeb",
            dark: "000000", brightensBold: true),
        // learn.microsoft.com/windows/terminal/customize-settings/color-schemes: Campbell.
        Terminal(
            "Windows Terminal",
            "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
            dark: "0c0c0c", brightensBold: true),
    ]

    // MARK: Contrast

    private static func parts(_ hex: String) -> RGB {
        let value = Int(hex, radix: 16) ?? 0
        return (value >> 16, value >> 8 & 0xFF, value & 0xFF)
    }

    /// Returns a color of xterm's palette from 16 on, which is the same on all terminals.
    private static func indexed(_ index: Int) -> RGB {
        if index >= 232 { return (8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)) }
        func step(_ value: Int) -> Int { value == 0 ? 0 : 55 + 40 * value }
        return (step((index - 16) / 36), step((index - 16) / 6 % 6), step((index - 16) % 6))
    }

    /// Returns the relative luminance (WCAG 2.1).
    private static func luminance(_ color: RGB) -> Double {
        func linear(_ part: Int) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    private static func contrast(_ a: RGB, _ b: RGB) -> Double {
        let (a, b) = (luminance(a), luminance(b))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// Returns the lowest contrast of text in a style.
    private static func contrast(_ textStyle: TextStyle, on terminal: Terminal, _ background: TerminalBackground)
        -> Double
    {
        func colors(_ color: Color?, default other: String) -> [RGB] {
            switch color {
            case nil: [parts(other)]
            case .rgb(let red, let green, let blue): [(Int(red), Int(green), Int(blue))]
            case .indexed(let index): [indexed(Int(index))]
            case .standard(let index):
                textStyle.marks.contains(.bold) && terminal.brightensBold && index < 8
                    ? [parts(terminal.colors[Int(index)]), parts(terminal.colors[Int(index) + 8])]
                    : [parts(terminal.colors[Int(index)])]
            }
        }
        let (text, paper) =
            background == .dark ? (terminal.colors[7], terminal.dark) : (terminal.colors[0], "ffffff")
        // Reverse video has the same contrast.
        let pairs = colors(textStyle.foreground, default: text).flatMap { text in
            colors(textStyle.background, default: paper).map { contrast(text, $0) }
        }
        return pairs.min() ?? 0
    }

    @Test(arguments: terminals, [ColorDepth.standard, .indexed, .full])
    func `text is legible on every known background`(terminal: Terminal, depth: ColorDepth) {
        for background in [TerminalBackground.dark, .light] {
            let palette = Palette(depth, on: background)
            for role in Role.allCases where role.isText {
                let found = Self.contrast(palette[role], on: terminal, background)
                #expect(found >= 4.5, "\(role) on \(background): \(found)")
                #expect(!palette[role].marks.contains(.dim), "\(role)")
            }
        }
    }

    /// The short parts beside titles and text, which have colors.
    private static let coloredParts: Set<Role> = [
        .status, .statusFirst, .statusLast, .keyword, .favorite, .date, .path, .warning, .error, .added, .removed,
    ]

    @Test(arguments: terminals) func `text is legible on an unknown background`(terminal: Terminal) {
        for background in [TerminalBackground.dark, .light] {
            for role in Role.allCases where role.isText {
                let textStyle = Palette(.full)[role]
                let isPart = Self.coloredParts.contains(role)
                let found = Self.contrast(textStyle, on: terminal, background)
                #expect(found >= (isPart ? 2.1 : 4.5), "\(role) on \(background): \(found)")
                #expect(!textStyle.marks.contains(.dim) || isPart, "\(role)")
            }
        }
    }

    @Test func `on an unknown background, only standard colors are used, which every terminal has`() {
        for role in Role.allCases {
            let textStyle = Palette(.full)[role]
            for color in [textStyle.foreground, textStyle.background].compactMap({ $0 }) {
                if case .standard = color { continue }
                Issue.record("\(role): \(color)")
            }
            let isColored = textStyle.foreground != nil || textStyle.marks.contains(.dim)
            #expect(isColored == (Self.coloredParts.contains(role) || role == .rule), "\(role)")
        }
    }

    @Test func `no standard color is legible on both dark and light`() {
        for index in 0..<16 {
            let isLegible = Self.terminals.allSatisfy { terminal in
                [TerminalBackground.dark, .light].allSatisfy {
                    Self.contrast(TextStyle(.standard(UInt8(index))), on: terminal, $0) >= 4.5
                }
            }
            #expect(!isLegible, "\(index)")
        }
    }

    @Test(arguments: [
        ("15;0", TerminalBackground.dark), ("0;15", .light), ("0;default;15", .light), ("12;8", .dark), ("0;7", .light),
    ])
    func `the background is read from COLORFGBG`(text: String, background: TerminalBackground) {
        #expect(TerminalBackground(colors: text) == background)
    }

    @Test(arguments: [nil, "", "a;b", "1;300", "default;default"])
    func `an invalid COLORFGBG gives no background`(text: String?) {
        #expect(TerminalBackground(colors: text) == nil)
    }
}
