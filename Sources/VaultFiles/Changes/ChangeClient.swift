/// Who asks for changes: a program, and of a server one of its connections.
package struct ChangeClient: Hashable, Sendable {
    package var name: String
    /// A random word that names the connection. Nil means all of them where the changes of a client are wanted.
    package var session: String?

    package init(_ name: String, session: String? = nil) {
        self.name = name
        self.session = session
    }
}
