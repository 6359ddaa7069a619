import SourceText

/// A line of text of which parts look different: the one place where widths, cuts and wraps are worked out.
package struct StyledLine: Hashable, Sendable {
    package struct Run: Hashable, Sendable {
        package var text: String
        package var look: Look

        package init(_ text: String, _ look: Look = .plain) {
            self.text = text
            self.look = look
        }
    }

    package private(set) var runs: [Run] = []

    package init() {}

    package init(_ text: String, _ look: Look = .plain) { add(text, look) }

    /// The columns it takes. Complexity: O(length).
    package var columns: Int { runs.reduce(0) { $0 + TextWidth.columns($1.text) } }

    package var isEmpty: Bool { runs.isEmpty }

    package var text: String { runs.map(\.text).joined() }

    package mutating func add(_ text: String, _ look: Look = .plain) {
        if text.isEmpty { return }
        if let last = runs.indices.last, runs[last].look == look {
            runs[last].text += text
        } else {
            runs.append(Run(text, look))
        }
    }

    package mutating func add(_ line: StyledLine) { for run in line.runs { add(run.text, run.look) } }

    package static func + (a: StyledLine, b: StyledLine) -> StyledLine {
        var line = a
        line.add(b)
        return line
    }

    /// With another look over all of it.
    package func over(_ look: Look) -> StyledLine {
        var line = StyledLine()
        for run in runs { line.add(run.text, run.look.with(look)) }
        return line
    }

    /// Filled up with blanks to `width`.
    package func padded(to width: Int, _ look: Look = .plain) -> StyledLine {
        let missing = width - columns
        return missing > 0 ? self + StyledLine(String(repeating: " ", count: missing), look) : self
    }

    /// No more than `width` columns of it; what is cut ends with an ellipsis.
    package func clipped(to width: Int) -> StyledLine {
        if columns <= width { return self }
        guard width > 0 else { return StyledLine() }
        var line = StyledLine()
        var left = width - 1
        for run in runs {
            for character in run.text {
                let columns = TextWidth.columns(character)
                if columns > left {
                    line.add("…", run.look)
                    return line
                }
                left -= columns
                line.add(String(character), run.look)
            }
        }
        return line
    }

    /// `width` columns of it with its middle left out, so that beginning and end can be read: for paths.
    package static func clippedInside(_ text: String, to width: Int) -> String {
        if TextWidth.columns(text) <= width { return text }
        guard width > 2 else { return width > 0 ? "…" : "" }
        func taken(_ characters: some Sequence<Character>, _ width: Int) -> [Character] {
            var left = width
            return Array(
                characters.prefix { character in
                    left -= TextWidth.columns(character)
                    return left >= 0
                })
        }
        // The name at the end says more than the folders before it.
        let end = (width - 1) * 2 / 3
        return String(taken(text, width - 1 - end)) + "…" + String(taken(text.reversed(), end).reversed())
    }

    /// In lines of at most `width` columns, broken between words; a word that is longer is cut.
    ///
    /// - Parameters:
    ///   - indent: what the second and all later lines begin with.
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
            // Blanks at the start of a later line are the break itself.
            if isAtStart, !lines.isEmpty, word.visible == 0 { continue }
            for piece in word.runs {
                for character in piece.text {
                    let columns = TextWidth.columns(character)
                    if used + columns > width {
                        if character == " " { continue }
                        end()
                    }
                    line.add(String(character), piece.look)
                    used += columns
                    isAtStart = false
                }
            }
        }
        if !isAtStart || lines.isEmpty { lines.append(line.withoutBlanksAtEnd) }
        return lines
    }

    /// In lines of at most `width` columns, cut wherever they are full: for code. An empty line is one.
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
                lines[lines.count - 1].add(String(character), run.look)
                used += columns
            }
        }
        return lines
    }

    /// Stretches that are not broken, each with the blanks behind it: between East Asian characters everything may be.
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
                if let end = words[last].runs.indices.last, words[last].runs[end].look == run.look {
                    words[last].runs[end].text.append(character)
                } else {
                    words[last].runs.append(Run(String(character), run.look))
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

    /// With the sequences that make it look so, ended by those that take it back; plain where there are no colours.
    ///
    /// - Parameter links: whether links are given: OSC 8.
    package func sequences(_ depth: ColorDepth, links: Bool) -> String {
        var text = ""
        for run in runs {
            let marked =
                depth == .none || run.look.isUnmarked ? run.text : run.look.sequence(depth) + run.text + "\u{1B}[0m"
            guard links, let link = run.look.link else {
                text += marked
                continue
            }
            text += "\u{1B}]8;;\(link)\u{1B}\\\(marked)\u{1B}]8;;\u{1B}\\"
        }
        return text
    }
}

extension Look {
    fileprivate var isUnmarked: Bool { foreground == nil && background == nil && marks.isEmpty }
}
