/// What a terminal tells.
package enum TerminalEvent: Hashable, Sendable {
    case key(Key)
    /// Text that was pasted, with line ends as line feeds; it is no command, whatever it holds.
    case paste(String)
    case mouse(Mouse)
    case reply(Reply)

    /// Something done with the mouse; columns and rows from 0.
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

    /// The answer to a question that was asked of the terminal.
    package enum Reply: Hashable, Sendable {
        /// The colour of the background: OSC 11.
        case background(red: UInt8, green: UInt8, blue: UInt8)
        /// What kind of terminal it is and what it can (DEC's DA1): the first is its class.
        case attributes([Int])
        /// What a character takes, in pixels (xterm's window operation 16).
        case cell(width: Int, height: Int)
    }
}
