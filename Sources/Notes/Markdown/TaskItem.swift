import SourceText

/// A list item that starts with a check box: `- [ ] call Ann`.
package struct TaskItem: Hashable, Sendable {
    /// The character in the box.
    package var mark: Character

    /// The bytes of the check box with its brackets.
    package var range: Range<Int>

    /// The rest of the check box's line, without surrounding white space.
    package var text: Range<Int>

    /// The offset of the check box of the task that contains this one, or nil if none does.
    package var parent: Int?

    /// The end of the last line with text in the list item.
    package var end: Int

    /// The bytes of the character in the box.
    package var markRange: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }

    /// Whether the box is one of GitHub's dialect, which pages show as a check box.
    var isStandard: Bool { mark == " " || mark == "x" || mark == "X" }

    /// Returns the check box at `start`: one character in brackets before a blank or the line's end. Nil if there is
    /// none.
    static func box(in bytes: [UInt8], at start: Int, lineEnd: Int) -> (mark: Character, range: Range<Int>)? {
        guard start + 3 <= lineEnd, bytes[start] == Byte.leftBracket else { return nil }
        // A character of several code points, such as a flag or a family, takes at most 40 bytes here.
        let most = min(lineEnd, start + 42)
        guard let close = bytes[start + 2..<most].firstIndex(of: Byte.rightBracket),
            close + 1 == lineEnd || bytes[close + 1].isBlank
        else { return nil }
        let text = bytes.text(start + 1..<close)
        guard text.count == 1, let mark = text.first, mark != "[", mark != "]" else { return nil }
        return (mark, start..<close + 1)
    }
}
