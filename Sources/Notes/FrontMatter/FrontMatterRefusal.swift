/// The reason why front matter was not edited: the edit would be ambiguous or unsafe. Nothing has been changed.
package struct FrontMatterRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The 1-based line of the file.
    package let line: Int

    /// A sentence that starts in lower case and has no full stop.
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
}
