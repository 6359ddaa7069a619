/// The role of a piece of text on the screen. It determines the style, so that equal roles look alike. The
/// configuration's `colors:` overrides the styles.
package enum Role: String, CaseIterable, Sendable {
    case title, heading, status, statusFirst = "status-first", statusLast = "status-last", keyword, favorite, date, path
    case match, number, label, section, warning, error, code, quote, link, broken, selection, mark, prompt, rule, added,
        removed

    /// Whether the role is text, which must be legible. Rules between parts are not text.
    package var isText: Bool { self != .rule }

    /// Returns the default style, in the syntax of `TextStyle`.
    ///
    /// None of the sixteen colors of a terminal has the contrast for text (WCAG 2.1, 1.4.3) on both dark and light
    /// backgrounds, judged by the default colors of xterm, VTE, Linux, Terminal.app and Windows Terminal. If the background is
    /// unknown, titles, headings and the text of notes therefore keep the terminal's own color. Short parts beside them get
    /// one of the three colors with the most contrast on both: bright red, magenta and green.
    ///
    /// - Parameter background: nil if it is unknown.
    package func usual(on background: TerminalBackground?) -> String {
        let textStyles = textStyles
        return switch background {
        case nil: textStyles.any
        case .dark: textStyles.dark
        case .light: textStyles.light
        }
    }

    /// Some terminals show bold text in the bright variant of its color, which is not legible on a light background.
    private var textStyles: (any: String, dark: String, light: String) {
        switch self {
        case .title, .section: ("bold", "bold", "bold")
        case .heading: ("bold", "bold cyan", "bold")
        case .status: ("green", "cyan", "blue")
        case .keyword: ("magenta", "cyan", "blue")
        case .statusFirst: ("bright-red", "green", "red")
        case .statusLast, .date: ("dim", "plain", "plain")
        case .label, .number: ("plain", "plain", "plain")
        case .rule: ("dim", "dim", "dim")
        case .favorite: ("bright-red", "bright-yellow", "red")
        case .path: ("dim", "cyan", "blue")
        case .match: ("reverse", "reverse", "reverse")
        case .warning: ("bold magenta", "bright-yellow", "red")
        case .error: ("bold bright-red", "bold bright-yellow", "red")
        case .code: ("bold", "green", "blue")
        case .quote: ("italic", "italic", "italic")
        case .added: ("green", "green", "blue")
        case .removed: ("bright-red", "bright-yellow", "red")
        case .link: ("underline", "underline cyan", "underline blue")
        case .broken: ("underline strikethrough", "underline bright-yellow", "underline red")
        case .selection: ("reverse", "reverse", "reverse")
        case .mark, .prompt: ("bold", "bold bright-cyan", "blue")
        }
    }
}

/// The background of a terminal.
package enum TerminalBackground: Hashable, Sendable {
    case dark, light

    /// Parses `COLORFGBG`, which rxvt, Konsole and iTerm2 set: `15;0` or `0;default;15`. The last number is the
    /// background color. Returns nil if there is none.
    package init?(colors: String?) {
        guard let number = colors?.split(separator: ";").last.flatMap({ Int($0) }), (0..<16).contains(number) else {
            return nil
        }
        self = number == 7 || number > 8 ? .light : .dark
    }
}
