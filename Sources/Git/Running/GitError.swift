/// Something that git could not do, or that cannot be asked of it: the sentence, which is printed as it is, and the way
/// out.
package struct GitError: Error, Hashable, Sendable {
    package var message: String
    package var help: String?

    package init(_ message: String, help: String? = nil) {
        self.message = message
        self.help = help
    }

    static let absent = GitError(
        "git is not installed, or not on the PATH", help: "everything that is not asked of git works without it")
}
