/// A list item that begins with a check box: `- [ ] call Ann`.
package struct TaskItem: Hashable, Sendable {
    package var isDone: Bool

    /// The three bytes of the box.
    package var range: Range<Int>

    /// The rest of the box's line, without white space around it.
    package var text: Range<Int>
}
