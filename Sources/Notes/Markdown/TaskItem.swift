/// A list item that starts with a check box: `- [ ] call Ann`.
package struct TaskItem: Hashable, Sendable {
    package var isDone: Bool

    /// The three bytes of the check box.
    package var range: Range<Int>

    /// The rest of the check box's line, without surrounding white space.
    package var text: Range<Int>
}
