internal import SourceText

/// Parses a block scalar, after `|` or `>` (YAML 1.2.2, section 8.1).
struct YAMLBlockScalar {
    let source: YAMLText
    /// The offset of the `|` or `>`.
    let offset: Int
    let line: Int
    /// The line after the last one that may belong to the scalar.
    let stop: Int
    /// The indentation of the entry whose value the scalar is.
    let indent: Int

    private struct Header {
        var isFolded: Bool
        var indentation: Int?
        var keeps: Bool?
        var end: Int
    }

    private func header() -> Header? {
        var header = Header(isFolded: source[offset] == Byte.greater, end: offset + 1)
        let end = source.lines[line].end
        while header.end < end, !source[header.end].isBlank {
            switch source[header.end] {
            case Byte.plus where header.keeps == nil: header.keeps = true
            case Byte.hyphen where header.keeps == nil: header.keeps = false
            case let byte where byte.isDigit && byte != UInt8(ascii: "0") && header.indentation == nil:
                header.indentation = Int(byte - UInt8(ascii: "0"))
            default: return nil
            }
            header.end += 1
        }
        return source.textAfter(header.end, end: end) == nil ? header : nil
    }

    func read(_ faults: inout YAMLFaults) -> YAMLReading {
        guard let header = header() else {
            let range = offset..<source.trimmedEnd(offset, source.lines[line].end)
            let help = "put the value in quotes, or the text on the following lines"
            let mark = source.bytes.text(offset..<(offset + 1))
            faults.report(range, "'\(mark)' starts a block of text, which begins on the next line", help: help)
            return source.opaque(from: offset, line: line, to: stop)
        }
        let body = (line + 1)..<max(stop, line + 1)
        let margin = header.indentation.map { $0 + indent } ?? margin(body, &faults)
        var rows: [Range<Int>] = []
        var last = line
        for index in body {
            let row = row(index, margin: margin)
            if row.isEmpty, source.lines[index].isBlank {
                // Blanks before the end of the file do not form a line.
                if source.lines[index].next > source.lines[index].end { rows.append(row) }
                continue
            }
            if source.lines[index].indent < margin {
                if source.lines[index].indent <= indent || source.isComment(index) { break }
                faults.report(row, "this line is indented less than the text it belongs to")
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
        let isTerminated = last == line || source.lines[last].next > source.lines[last].end
        if !rows.isEmpty, isTerminated, header.keeps != false { text.append(Byte.newline) }
        if header.keeps == true {
            text.append(contentsOf: repeatElement(Byte.newline, count: trailing))
            last += trailing
        }
        let end = rows.last?.upperBound ?? source.trimmedEnd(offset, header.end)
        let style = header.isFolded ? YAMLStyle.folded : .literal
        let value = YAMLValue(.scalar(String(decoding: text, as: UTF8.self), style), offset..<end)
        return YAMLReading(value: value, last: last)
    }

    /// Returns the text of a line without its indentation, which may be less than `margin`.
    private func row(_ line: Int, margin: Int) -> Range<Int> {
        let start = min(source.lines[line].start + margin, source.lines[line].first)
        return start..<source.lines[line].end
    }

    /// Returns the indentation of the first non-blank line, which must exceed `indent`. If all lines are blank, returns
    /// at least the indentation of each.
    private func margin(_ body: Range<Int>, _ faults: inout YAMLFaults) -> Int {
        var deepest = indent + 1
        for line in body {
            if source.lines[line].isBlank {
                deepest = max(deepest, source.lines[line].indent)
                continue
            }
            guard source.lines[line].indent > indent else { break }
            // Only spaces indent. A tab after enough spaces is text.
            let start = source.lines[line].start
            var spaces = 0
            while source[start + spaces] == Byte.space { spaces += 1 }
            if spaces > indent {
                // YAML 1.2.2, section 8.1.1.1: no blank line before the first text may be indented further.
                if deepest > max(spaces, indent + 1),
                    let wide = body.first(where: { source.lines[$0].indent > spaces })
                {
                    faults.report(
                        source.lines[wide].start..<source.lines[wide].end,
                        "this blank line is indented further than the text below it")
                }
                return spaces
            }
            faults.reportTabs(source.lines[line], in: source.bytes)
            return source.lines[line].indent
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
                if folded, !source.bytes[previous.lowerBound].isBlank, !source.bytes[row.lowerBound].isBlank {
                    YAMLFolding.fold(blankLines, into: &text)
                } else {
                    text.append(contentsOf: repeatElement(Byte.newline, count: blankLines + 1))
                }
            } else {
                text.append(contentsOf: repeatElement(Byte.newline, count: blankLines))
            }
            text.append(contentsOf: source.bytes[row])
            previous = row
            blankLines = 0
        }
    }
}
