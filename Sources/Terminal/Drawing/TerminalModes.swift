/// What is turned on while a program has the whole screen, and off again, whatever ends it.
package enum TerminalModes {
    /// The alternate screen, pasted text told from keys, the mouse (1000 with SGR's 1006), the kitty keyboard protocol's
    /// first level, where known; then the question for the background's colour.
    ///
    /// - Parameter asksForPictures: whether it is asked what a character takes, and what it can.
    package static func enter(mouse: Bool, asksForPictures: Bool = false) -> [UInt8] {
        Array(
            ("\u{1B}[?1049h\u{1B}[?2004h\(mouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")\u{1B}[>1u"
                + "\u{1B}]11;?\u{1B}\\\(asksForPictures ? "\u{1B}[16t\u{1B}[c" : "")").utf8)
    }

    /// Takes back what `enter` does; to be written as often as one likes.
    package static func leave(mouse: Bool) -> [UInt8] {
        Array(
            ("\u{1B}[?2026l\u{1B}[<u\(mouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "")\u{1B}[?2004l"
                + "\u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l").utf8)
    }

    /// Puts text on the clipboard: OSC 52.
    package static func copy(_ base64: String) -> [UInt8] { Array("\u{1B}]52;c;\(base64)\u{1B}\\".utf8) }
}
