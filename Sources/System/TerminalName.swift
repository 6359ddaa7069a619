/// Which terminal it is that somebody sits at.
package struct TerminalName: Hashable, Sendable {
    /// Such as `/dev/pts/3`; a window that is closed leaves it to the next.
    package var device: String
    /// The session that has it, by which two windows of one name are told apart: credentials(7).
    package var session: Int

    package init(device: String, session: Int) {
        self.device = device
        self.session = session
    }
}
