/// The name of a terminal, so that each one can have its own last results (`LastResults`).
package struct TerminalName: Hashable, Sendable {
    /// The device, such as `/dev/pts/3`. When a window is closed, the next one may reuse it.
    package var device: String
    /// The identifier of its session, which distinguishes windows that reuse a device: credentials(7).
    package var session: Int

    package init(device: String, session: Int) {
        self.device = device
        self.session = session
    }
}
