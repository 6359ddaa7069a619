/// Why front matter was not edited: doing so would have been a guess. Nothing has been changed.
package struct FrontMatterRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the file at fault, from 1.
    package let line: Int

    /// A sentence that starts small and has no full stop.
    package let reason: String

    package init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }

    package var description: String { "line \(line): \(reason)" }
}
