/// Something about the vault or the world that keeps a command from being done. Printed as it is.
package struct VaultError: Error, Hashable, Sendable, CustomStringConvertible {
    package var message: String
    /// The way out, where there is one.
    package var help: String?

    package init(_ message: String, help: String? = nil) {
        self.message = message
        self.help = help
    }

    package var description: String { message }
}
