import SourceText

/// List items with their check boxes (CommonMark 5.2, GFM 5.3), and footnotes.
extension BlockScanner {
    /// Opens the item whose marker of `marker` bytes is at `next`, and advances to its content.
    mutating func openItem(_ marker: Int) {
        let markerIndent = cursor.indent
        cursor.passIndentation()
        recorder?.open(.item(bytes.text(cursor.offset..<cursor.offset + marker)), at: cursor.offset)
        cursor.advance(columns: marker)
        cursor.findNext()
        if cursor.next == cursor.lineEnd || cursor.indent > 4 {
            // The content of an empty item, or of one that starts with indented code, is one column after the marker.
            if cursor.offset < cursor.lineEnd { cursor.advance(columns: 1) }
            containers.append(.item(width: markerIndent + marker + 1, hasContent: false))
            return
        }
        containers.append(.item(width: markerIndent + marker + cursor.indent, hasContent: false))
        cursor.passIndentation()
        readTask()
    }

    /// Opens the footnote whose label is at `next`, and advances to its content. Its further lines are indented by four
    /// columns, as in GitHub's dialect.
    mutating func openFootnote(_ label: Range<Int>) {
        if recorder != nil { definitions.footnotes.insert(LinkSyntax.label(bytes[label])) }
        cursor.passIndentation()
        recorder?.open(.footnote(bytes.text(label)), at: cursor.offset)
        cursor.advance(columns: label.upperBound + "]:".utf8.count - cursor.offset)
        cursor.findNext()
        cursor.passIndentation()
        containers.append(.item(width: 4, hasContent: false))
    }

    private mutating func readTask() {
        let end = cursor.offset + 3
        guard end <= cursor.lineEnd, bytes[cursor.offset] == Byte.leftBracket, bytes[end - 1] == Byte.rightBracket,
            end == cursor.lineEnd || bytes[end].isBlank
        else { return }
        let isDone = bytes[cursor.offset + 1].lowercased == UInt8(ascii: "x")
        guard isDone || bytes[cursor.offset + 1] == Byte.space else { return }
        let text = bytes.trimmed(end..<cursor.lineEnd)
        recorder?.readTask(isDone: isDone)
        body.tasks.append(TaskItem(isDone: isDone, range: cursor.offset..<end, text: text))
    }
}
