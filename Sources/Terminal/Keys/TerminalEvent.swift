/// An event that a terminal sends.
package enum TerminalEvent: Hashable, Sendable {
    case key(Key)
    /// Pasted text, with line feeds as line ends. It never contains commands.
    case paste(String)
    case mouse(Mouse)
    case reply(Reply)

    /// A mouse event; columns and rows count from 0.
    package struct Mouse: Hashable, Sendable {
        package enum Action: Hashable, Sendable { case press, release, scrollUp, scrollDown }

        package var action: Action
        package var column: Int
        package var row: Int
        package var modifiers: Key.Modifiers

        package init(_ action: Action, column: Int, row: Int, _ modifiers: Key.Modifiers = []) {
            self.action = action
            self.column = column
            self.row = row
            self.modifiers = modifiers
        }
    }

    /// The reply to a query.
    package enum Reply: Hashable, Sendable {
        /// The color of the background (OSC 11).
        case background(red: UInt8, green: UInt8, blue: UInt8)
        /// The class of the terminal and its features (DEC's DA1).
        case attributes([Int])
        /// The size of a character cell in pixels (xterm's window operation 16).
        case cell(width: Int, height: Int)
    }
}
