/// The commands that enter and leave full-screen mode.
package enum TerminalModes {
    /// Returns the commands that enter full-screen mode: alternate screen (1049), bracketed paste (2004), mouse (1000 with
    /// SGR's 1006), first level of the kitty keyboard protocol. A query for the background color follows.
    ///
    /// - Parameter asksForPictures: whether to query the size of a cell and the terminal's attributes.
    package static func enter(mouse: Bool, asksForPictures: Bool = false) -> [UInt8] {
        Array(
            ("\u{1B}[?1049h\u{1B}[?2004h\(mouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")\u{1B}[>1u"
                + "\u{1B}]11;?\u{1B}\\\(asksForPictures ? "\u{1B}[16t\u{1B}[c" : "")").utf8)
    }

    /// Returns the commands that undo `enter`. They may be written repeatedly.
    package static func leave(mouse: Bool) -> [UInt8] {
        Array(
            ("\u{1B}[?2026l\u{1B}[<u\(mouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "")\u{1B}[?2004l"
                + "\u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l").utf8)
    }

    /// Returns the command that copies text to the clipboard (OSC 52).
    ///
    /// - Parameter base64: the text in UTF-8, encoded in Base64.
    package static func copy(_ base64: String) -> [UInt8] { Array("\u{1B}]52;c;\(base64)\u{1B}\\".utf8) }
}
