import SourceText

/// Columns within a line: a tab advances to the next multiple of four (CommonMark 2.2).
extension BlockScanner {
    /// The columns between the cursor and the next byte that is neither space nor tab.
    var indent: Int { nextColumn - column }

    mutating func findNext() {
        next = offset
        nextColumn = column
        while next < lineEnd {
            if bytes[next] == Byte.space {
                nextColumn += 1
            } else if bytes[next] == Byte.tab {
                nextColumn += 4 - nextColumn % 4
            } else {
                return
            }
            next += 1
        }
    }

    mutating func passIndentation() {
        offset = next
        column = nextColumn
    }

    /// Advances by `columns` columns. A wider tab is consumed only in part.
    mutating func advance(columns: Int) {
        var left = columns
        while left > 0, offset < lineEnd {
            let width = bytes[offset] == Byte.tab ? 4 - column % 4 : 1
            if width > left {
                column += left
                return
            }
            column += width
            offset += 1
            left -= width
        }
    }

    /// Advances past the `>` at `next` and one column of white space after it.
    mutating func passQuoteMark() {
        passIndentation()
        advance(columns: 1)
        if offset < lineEnd, bytes[offset].isBlank { advance(columns: 1) }
    }
}
