internal import SourceText

/// Block scalars, after `|` and `>` (YAML 1.2.2, section 8.1).
extension YAMLReader {
    private struct Header {
        var isFolded: Bool
        var indentation: Int?
        var keeps: Bool?
    }

    private func header(at offset: Int, line: Int) -> Header? {
        var header = Header(isFolded: bytes[offset] == Byte.greater)
        var index = offset + 1
        let end = lines[line].end
        while index < end, !bytes[index].isBlank {
            switch bytes[index] {
            case Byte.plus where header.keeps == nil: header.keeps = true
            case Byte.hyphen where header.keeps == nil: header.keeps = false
            case let byte where byte.isDigit && byte != UInt8(ascii: "0") && header.indentation == nil:
                header.indentation = Int(byte - UInt8(ascii: "0"))
            default: return nil
            }
            index += 1
        }
        return textAfter(index, end: end) == nil ? header : nil
    }

    mutating func blockScalar(at offset: Int, line: Int, to stop: Int, indent: Int) -> Reading {
        guard let header = header(at: offset, line: line) else {
            let range = offset..<trimmedEnd(offset, lines[line].end)
            let help = "put the value in quotes, or the text on the lines below"
            report(
                range, "'\(bytes.text(offset..<(offset + 1)))' starts a block of text, which begins on the next line",
                help: help)
            return opaque(from: offset, line: line, to: stop)
        }
        let body = (line + 1)..<max(stop, line + 1)
        let margin = header.indentation.map { $0 + indent } ?? margin(body, indent: indent)
        var rows: [Range<Int>] = []
        var last = line
        for index in body {
            let row = row(index, margin: margin)
            if row.isEmpty, lines[index].isBlank {
                // Blanks before the end of the file do not form a line.
                if lines[index].next > lines[index].end { rows.append(row) }
                continue
            }
            if lines[index].indent < margin {
                if lines[index].indent <= indent || isComment(index) { break }
                report(row, "this line is indented less than the text it belongs to")
            }
            rows.append(row)
            last = index
        }
        var trailing = 0
        while let row = rows.last, row.isEmpty {
            rows.removeLast()
            trailing += 1
        }
        var text: [UInt8] = []
        join(rows, folded: header.isFolded, into: &text)
        let isTerminated = last == line || lines[last].next > lines[last].end
        if !rows.isEmpty, isTerminated, header.keeps != false { text.append(Byte.newline) }
        if header.keeps == true {
            text.append(contentsOf: repeatElement(Byte.newline, count: trailing))
            last += trailing
        }
        let end = rows.last?.upperBound ?? trimmedEnd(offset, headerEnd(offset, line))
        let style = header.isFolded ? YAMLStyle.folded : .literal
        let value = YAMLValue(.scalar(String(decoding: text, as: UTF8.self), style), offset..<end)
        return Reading(value: value, last: last)
    }

    private func headerEnd(_ offset: Int, _ line: Int) -> Int {
        var index = offset
        while index < lines[line].end, !bytes[index].isBlank { index += 1 }
        return index
    }

    /// Returns the text of a line without its indentation, which may be less than `margin`.
    private func row(_ line: Int, margin: Int) -> Range<Int> {
        let start = min(lines[line].start + margin, lines[line].first)
        return start..<lines[line].end
    }

    /// Returns the indentation of the first non-blank line, which must exceed `indent`. If all lines are blank, returns
    /// at least the indentation of each.
    private mutating func margin(_ body: Range<Int>, indent: Int) -> Int {
        var deepest = indent + 1
        for line in body {
            if lines[line].isBlank {
                deepest = max(deepest, lines[line].indent)
                continue
            }
            guard lines[line].indent > indent else { break }
            // Only spaces indent. A tab after enough spaces is text.
            let start = lines[line].start
            var spaces = 0
            while bytes[start + spaces] == Byte.space { spaces += 1 }
            if spaces > indent {
                // YAML 1.2.2, section 8.1.1.1: no blank line before the first text may be indented further.
                if deepest > max(spaces, indent + 1), let wide = body.first(where: { lines[$0].indent > spaces }) {
                    report(
                        lines[wide].start..<lines[wide].end,
                        "this blank line is indented further than the text below it")
                }
                return spaces
            }
            reportTabs(line)
            return lines[line].indent
        }
        return deepest
    }

    /// Joins lines with line feeds. If `folded`, lines that do not start with a blank are joined with spaces.
    private func join(_ rows: [Range<Int>], folded: Bool, into text: inout [UInt8]) {
        var previous: Range<Int>?
        var blankLines = 0
        for row in rows {
            if row.isEmpty {
                blankLines += 1
                continue
            }
            if let previous {
                if folded, !bytes[previous.lowerBound].isBlank, !bytes[row.lowerBound].isBlank {
                    YAMLFolding.fold(blankLines, into: &text)
                } else {
                    text.append(contentsOf: repeatElement(Byte.newline, count: blankLines + 1))
                }
            } else {
                text.append(contentsOf: repeatElement(Byte.newline, count: blankLines))
            }
            text.append(contentsOf: bytes[row])
            previous = row
            blankLines = 0
        }
    }
}
