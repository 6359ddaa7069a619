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
        guard let (mark, box) = TaskItem.box(in: bytes, at: cursor.offset, lineEnd: cursor.lineEnd) else { return }
        let text = bytes.trimmed(box.upperBound..<cursor.lineEnd)
        let parent = spans.tasks.last.map { body.tasks[$0.index].range.lowerBound }
        let task = TaskItem(
            mark: mark, range: box, text: text, parent: parent, end: max(box.upperBound, text.upperBound))
        if task.isStandard { recorder?.readTask(isDone: mark != " ") }
        spans.tasks.append((containers.count, body.tasks.count))
        body.tasks.append(task)
    }

    /// Records that a line with text belongs to the open tasks.
    mutating func extendTasks(to line: Range<Int>) {
        let end = bytes.trimmed(line).upperBound
        if end == line.lowerBound { return }
        for (_, index) in spans.tasks { body.tasks[index].end = max(body.tasks[index].end, end) }
    }

    /// Ends the tasks whose list items are deeper than `depth`.
    mutating func closeTasks(to depth: Int) {
        while let last = spans.tasks.last, last.depth > depth { spans.tasks.removeLast() }
    }
}
