import SourceText

/// Detection of code from the lines above a position alone, for texts that are too long to parse after each key.
extension PlaceFinder {
    /// Whether the position is in code or in an HTML comment.
    var isInCode: Bool {
        var fence: (sign: UInt8, count: Int)?
        var index = 0
        while index < line.lowerBound {
            let end = bytes.lineEnd(from: index)
            if let found = fenceMark(index..<end) {
                if let open = fence {
                    if open.sign == found.sign, found.count >= open.count, found.isBare { fence = nil }
                } else {
                    fence = (found.sign, found.count)
                }
            }
            index = end + 1
        }
        if fence != nil { return true }
        if fenceMark(line) != nil { return true }
        return isBetweenBackticks || isIndentedCode || isInComment
    }

    /// Whether the line is indented by four columns after a blank line, but not below a list item.
    private var isIndentedCode: Bool {
        func isIndented(_ line: Range<Int>) -> Bool {
            bytes[line].first == Byte.tab || bytes.holds(Array("    ".utf8), at: line.lowerBound)
        }
        guard isIndented(line) else { return false }
        var end = line.lowerBound - 1
        var isBehindBlank = end <= 0
        while end > 0 {
            var start = end
            while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
            let text = bytes.trimmed(start..<end)
            if text.isEmpty {
                isBehindBlank = true
            } else if !isBehindBlank {
                // Without a blank line, an unindented line above makes this one part of its paragraph.
                if !isIndented(start..<end) { return false }
            } else if !isIndented(start..<end) {
                let first = bytes[text.lowerBound]
                return !("-*+".utf8.contains(first) || first.isDigit)
            }
            end = start - 1
        }
        return isBehindBlank
    }

    private var isInComment: Bool {
        let before = bytes[..<offset]
        guard let open = before.lastRange(of: Array("<!--".utf8)) else { return false }
        return before[open..<offset].firstRange(of: Array("-->".utf8)) == nil
    }

    /// Returns the mark at the start of a fence line, and whether nothing follows it. Nil for any other line.
    private func fenceMark(_ line: Range<Int>) -> (sign: UInt8, count: Int, isBare: Bool)? {
        var index = line.lowerBound
        while index < line.upperBound, bytes[index].isBlank || bytes[index] == Byte.greater { index += 1 }
        guard index + 3 <= line.upperBound else { return nil }
        let sign = bytes[index]
        guard sign == Byte.backtick || sign == UInt8(ascii: "~") else { return nil }
        var end = index
        while end < line.upperBound, bytes[end] == sign { end += 1 }
        guard end - index >= 3 else { return nil }
        if sign == Byte.backtick, bytes[end..<line.upperBound].contains(Byte.backtick) { return nil }
        return (sign, end - index, bytes[end..<line.upperBound].allSatisfy(\.isWhiteSpace))
    }

    private var isBetweenBackticks: Bool {
        var open: (start: Int, count: Int)?
        var index = line.lowerBound
        while index < line.upperBound {
            guard bytes[index] == Byte.backtick else {
                index += 1
                continue
            }
            let start = index
            while index < line.upperBound, bytes[index] == Byte.backtick { index += 1 }
            if let opened = open {
                if opened.count == index - start {
                    if opened.start < offset, offset < index { return true }
                    open = nil
                }
            } else if start < offset {
                open = (start, index - start)
            } else {
                return false
            }
        }
        return false
    }
}

extension ArraySlice<UInt8> {
    /// Returns where the last occurrence of `wanted` begins. Complexity: O(bytes).
    fileprivate func lastRange(of wanted: [UInt8]) -> Int? {
        var index = endIndex - wanted.count
        while index >= startIndex {
            if self[index] == wanted[0], self[index..<index + wanted.count].elementsEqual(wanted) { return index }
            index -= 1
        }
        return nil
    }
}
