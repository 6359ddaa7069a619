import SourceText

/// A line of text whose parts have different looks. Clips, pads and wraps by display width.
package struct StyledLine: Hashable, Sendable {
    /// A part of the line with one style.
    package struct Run: Hashable, Sendable {
        package var text: String
        package var textStyle: TextStyle

        package init(_ text: String, _ textStyle: TextStyle = .plain) {
            self.text = text
            self.textStyle = textStyle
        }
    }

    package private(set) var runs: [Run] = []

    package init() {}

    package init(_ text: String, _ textStyle: TextStyle = .plain) { add(text, textStyle) }

    /// The display width. Complexity: O(length).
    package var columns: Int { runs.reduce(0) { $0 + TextWidth.columns($1.text) } }

    package var isEmpty: Bool { runs.isEmpty }

    package var text: String { runs.map(\.text).joined() }

    package mutating func add(_ text: String, _ textStyle: TextStyle = .plain) {
        if text.isEmpty { return }
        if let last = runs.indices.last, runs[last].textStyle == textStyle {
            runs[last].text += text
        } else {
            runs.append(Run(text, textStyle))
        }
    }

    package mutating func add(_ line: StyledLine) { for run in line.runs { add(run.text, run.textStyle) } }

    package static func + (a: StyledLine, b: StyledLine) -> StyledLine {
        var line = a
        line.add(b)
        return line
    }

    /// Returns the line with a style applied over that of each part.
    package func over(_ textStyle: TextStyle) -> StyledLine {
        var line = StyledLine()
        for run in runs { line.add(run.text, run.textStyle.with(textStyle)) }
        return line
    }

    /// Returns the line, padded with blanks to `width` columns. A longer line is unchanged.
    package func padded(to width: Int, _ textStyle: TextStyle = .plain) -> StyledLine {
        let missing = width - columns
        return missing > 0 ? self + StyledLine(String(repeating: " ", count: missing), textStyle) : self
    }

    /// Returns at most `width` columns of the line, with an ellipsis at the end if it is longer.
    package func clipped(to width: Int) -> StyledLine {
        if columns <= width { return self }
        guard width > 0 else { return StyledLine() }
        var line = StyledLine()
        var left = width - 1
        for run in runs {
            for character in run.text {
                let columns = TextWidth.columns(character)
                if columns > left {
                    line.add("…", run.textStyle)
                    return line
                }
                left -= columns
                line.add(String(character), run.textStyle)
            }
        }
        return line
    }

    /// Wraps the line between words to at most `width` columns. A word that is longer is cut.
    ///
    /// - Parameter indent: the prefix of the second and all later lines.
    package func wrapped(to width: Int, indent: StyledLine = StyledLine()) -> [StyledLine] {
        let width = max(width, 4)
        if columns <= width { return [self] }
        let margin = min(indent.columns, width - 2)
        var lines: [StyledLine] = []
        var line = StyledLine()
        var used = 0
        var isAtStart = true
        func begin() {
            line = indent
            used = margin
            isAtStart = true
        }
        func end() {
            lines.append(line.withoutBlanksAtEnd)
            begin()
        }
        for word in words {
            if !isAtStart, used + word.visible > width { end() }
            // Blanks at a line break are dropped.
            if isAtStart, !lines.isEmpty, word.visible == 0 { continue }
            for piece in word.runs {
                for character in piece.text {
                    let columns = TextWidth.columns(character)
                    if used + columns > width {
                        if character == " " { continue }
                        end()
                    }
                    line.add(String(character), piece.textStyle)
                    used += columns
                    isAtStart = false
                }
            }
        }
        if !isAtStart || lines.isEmpty { lines.append(line.withoutBlanksAtEnd) }
        return lines
    }

    /// Cuts the line into pieces of `width` columns, without regard to words: for code. An empty line is one piece.
    package func cut(to width: Int) -> [StyledLine] {
        var lines = [StyledLine()]
        var used = 0
        for run in runs {
            for character in run.text {
                let columns = TextWidth.columns(character)
                if used + columns > width, used > 0 {
                    lines.append(StyledLine())
                    used = 0
                }
                lines[lines.count - 1].add(String(character), run.textStyle)
                used += columns
            }
        }
        return lines
    }

    /// The parts between possible line breaks, each with the blanks after it. A wide character is a part, because East
    /// Asian text may be broken anywhere.
    private var words: [(runs: [Run], visible: Int)] {
        var words: [(runs: [Run], visible: Int)] = []
        var isOpen = false
        for run in runs {
            for character in run.text {
                let columns = TextWidth.columns(character)
                let isBlank = character == " "
                if !isOpen {
                    words.append(([], 0))
                    isOpen = true
                } else if !isBlank, columns == 2 || words[words.count - 1].runs.last?.text.last == " " {
                    words.append(([], 0))
                }
                let last = words.count - 1
                if let end = words[last].runs.indices.last, words[last].runs[end].textStyle == run.textStyle {
                    words[last].runs[end].text.append(character)
                } else {
                    words[last].runs.append(Run(String(character), run.textStyle))
                }
                if !isBlank { words[last].visible += columns }
                if columns == 2 { isOpen = false }
            }
        }
        return words
    }

    package var withoutBlanksAtEnd: StyledLine {
        var line = self
        while let last = line.runs.indices.last {
            while line.runs[last].text.last == " " { line.runs[last].text.removeLast() }
            if !line.runs[last].text.isEmpty { break }
            line.runs.removeLast()
        }
        return line
    }

    /// Returns the text with control sequences for its styles; without these if `depth` is none.
    ///
    /// - Parameter links: whether to include links (OSC 8), at any depth.
    package func sequences(_ depth: ColorDepth, links: Bool) -> String {
        var text = ""
        for run in runs {
            let marked =
                depth == .none || run.textStyle.isUnmarked
                ? run.text : run.textStyle.sequence(depth) + run.text + "\u{1B}[0m"
            guard links, let link = run.textStyle.link else {
                text += marked
                continue
            }
            text += "\u{1B}]8;;\(link)\u{1B}\\\(marked)\u{1B}]8;;\u{1B}\\"
        }
        return text
    }
}

extension TextStyle {
    fileprivate var isUnmarked: Bool { foreground == nil && background == nil && marks.isEmpty }
}
