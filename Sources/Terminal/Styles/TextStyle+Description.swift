extension TextStyle {
    /// The names of the first 8 standard colors. Those of the other 8 begin with `bright-`.
    private static let colors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    private static let marks: [String: Marks] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
        "strikethrough": .strikethrough, "plain": [],
    ]

    /// The look that a text describes: `bold red`, `#d04020 on black`, `dim italic`, `plain`; nil if it is invalid.
    /// The names of standard colors refer to the palette of the user's terminal.
    package init?(_ description: String) {
        self = .plain
        var isBackground = false
        let words = description.lowercased().split(separator: " ")
        if words.isEmpty { return nil }
        for word in words {
            let word = String(word)
            if word == "on" {
                isBackground = true
            } else if let mark = Self.marks[word] {
                marks.insert(mark)
            } else if let color = Self.color(word) {
                if isBackground { background = color } else { foreground = color }
                isBackground = false
            } else {
                return nil
            }
        }
        if isBackground { return nil }
    }

    private static func color(_ word: String) -> Color? {
        let isBright = word.hasPrefix("bright-")
        if let index = colors.firstIndex(of: isBright ? String(word.dropFirst(7)) : word) {
            return .standard(UInt8(index + (isBright ? 8 : 0)))
        }
        return Color(css: word)
    }
}
