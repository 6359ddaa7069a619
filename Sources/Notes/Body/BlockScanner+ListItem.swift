import SourceText

/// List items and their check boxes (CommonMark 5.2, GFM 5.3).
extension BlockScanner {
    /// Returns the length of the list marker at `next`, or nil if there is none or it cannot interrupt a paragraph.
    func listMarker(interrupting: Bool) -> Int? {
        var end = next
        switch bytes[next] {
        case Byte.hyphen, Byte.star:
            if isThematicBreak { return nil }
            // An empty item cannot interrupt a paragraph. A lone `-` can also underline it.
            end += 1
        case Byte.plus:
            end += 1
        case let byte where byte.isDigit:
            while end < lineEnd, bytes[end].isDigit { end += 1 }
            guard end - next <= 9, end < lineEnd,
                bytes[end] == Byte.dot || bytes[end] == Byte.rightParenthesis
            else { return nil }
            // Only a list that starts with 1 can interrupt a paragraph. Leading zeros are allowed.
            if interrupting {
                guard bytes[end - 1] == UInt8(ascii: "1") else { return nil }
                for index in next..<end - 1 where bytes[index] != UInt8(ascii: "0") { return nil }
            }
            end += 1
        default:
            return nil
        }
        guard end == lineEnd || bytes[end].isBlank else { return nil }
        if interrupting, bytes.trimmed(end..<lineEnd).isEmpty { return nil }
        return end - next
    }

    /// Opens the item whose marker of `marker` bytes is at `next`, and advances to its content.
    mutating func openItem(_ marker: Int) {
        let markerIndent = indent
        passIndentation()
        recorder?.open(.item(bytes.text(offset..<offset + marker)))
        advance(columns: marker)
        findNext()
        if next == lineEnd || indent > 4 {
            // The content of an empty item, or of one that starts with indented code, is one column after the marker.
            if offset < lineEnd { advance(columns: 1) }
            containers.append(.item(width: markerIndent + marker + 1, hasContent: false))
            return
        }
        containers.append(.item(width: markerIndent + marker + indent, hasContent: false))
        passIndentation()
        readTask()
    }

    private mutating func readTask() {
        let end = offset + 3
        guard end <= lineEnd, bytes[offset] == Byte.leftBracket, bytes[end - 1] == Byte.rightBracket,
            end == lineEnd || bytes[end].isBlank
        else { return }
        let isDone = bytes[offset + 1].lowercased == UInt8(ascii: "x")
        guard isDone || bytes[offset + 1] == Byte.space else { return }
        let text = bytes.trimmed(end..<lineEnd)
        recorder?.readTask(isDone: isDone)
        body.tasks.append(TaskItem(isDone: isDone, range: offset..<end, text: text))
    }
}
