/// A failed or impossible request to git: the message, printed unchanged, and advice.
package struct GitError: Error, Hashable, Sendable {
    package var message: String
    package var help: String?

    package init(_ message: String, help: String? = nil) {
        self.message = message
        self.help = help
    }

    static let notInstalled = GitError(
        "git is not installed, or not on the PATH", help: "only git features require it")
}
