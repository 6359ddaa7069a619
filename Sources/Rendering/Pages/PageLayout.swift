import Notes
import QueryLanguage
import Searching
package import SourceText
package import Terminal
import VaultFiles

/// A line of a page, and the range of the note that it shows. The range is empty if the line is not part of the note.
package struct PageLine: Hashable, Sendable {
    package var line: StyledLine
    package var source: Range<Int>
    /// Whether the line contains a match.
    package var isMatch: Bool
    /// The picture of which this line is a row.
    package var picture: PagePicture?
}

/// The layout of a note for reading: front matter at the top, then the body with headings, lists, tables and code.
package struct PageLayout {
    private let palette: Palette
    private let width: Int
    private let calendar: LocalCalendar
    /// The URL of a file for a clickable link, or nil for no link.
    private let address: (VaultPath) -> String?
    private let cell: CellSize
    private let marks: [Range<Int>]
    private var lines: [PageLine] = []
    /// Whether the current block is the first of a quote.
    private var opensQuote = false

    /// The maximum width at which text is easy to read.
    private static let widestText = 100

    /// - Parameters:
    ///   - width: the number of available columns.
    ///   - cell: the size of a character on the screen, for pictures.
    ///   - marks: the ranges of the note's bytes to highlight as matches, in order.
    ///   - address: returns the URL of a note or file, for clickable links.
    package static func lines(
        _ page: NotePage, _ palette: Palette, width: Int, calendar: LocalCalendar, cell: CellSize = .usual,
        marks: [Range<Int>] = [], address: @escaping (VaultPath) -> String? = { _ in nil }
    ) -> [PageLine] {
        var layout = PageLayout(
            palette: palette, width: max(width, 8), calendar: calendar, address: address, cell: cell,
            marks: marks.map(page.displayed))
        layout.addHead(page)
        layout.addBody(page)
        return layout.lines
    }

    // MARK: The head

    private mutating func add(_ line: StyledLine, _ source: Range<Int> = 0..<0) {
        let isMatch = !source.isEmpty && marks.contains { $0.overlaps(source) }
        lines.append(PageLine(line: line, source: source, isMatch: isMatch))
    }

    private mutating func addHead(_ page: NotePage) {
        let hit = page.hit
        var title = StyledLine(Self.shown(FormulaLine(hit.title).text), palette[.title])
        if hit.isFavorite { title.add(" ★", palette[.favorite]) }
        for line in title.wrapped(to: width) { add(line) }
        var facts = StyledLine()
        if let status = hit.shownStatus { facts.add(Self.shown(status), palette.status(status)) }
        for keyword in hit.keywords {
            if !facts.isEmpty { facts.add("  ") }
            facts.add("#" + Self.shown(keyword), palette.keyword(keyword))
        }
        for line in facts.wrapped(to: width) { add(line) }
        var dates = StyledLine("created ", palette[.label])
        dates.add(calendar.civil(hit.created).dayText, palette[.date])
        dates.add("  modified ", palette[.label])
        dates.add(calendar.civil(hit.modified).dayText, palette[.date])
        dates.add("  \(hit.counts.words) \(hit.counts.words == 1 ? "word" : "words")", palette[.label])
        if hit.counts.openTasks + hit.counts.doneTasks > 0 {
            dates.add("  \(hit.counts.doneTasks)/\(hit.counts.openTasks + hit.counts.doneTasks) tasks", palette[.label])
        }
        for line in dates.wrapped(to: width) { add(line) }
        if !hit.aliases.isEmpty { addFact("also", hit.aliases.joined(separator: ", ")) }
        for property in page.properties { addFact(property.key, property.text) }
        add(StyledLine(String(repeating: "─", count: width), palette[.rule]))
    }

    private mutating func addFact(_ name: String, _ text: String) {
        let label = StyledLine(Self.shown(name) + " ", palette[.label])
        for line in (label + StyledLine(Self.shown(text))).wrapped(to: width, indent: StyledLine("  ")) { add(line) }
    }

    /// Returns text of a note with control characters escaped and tabs as spaces.
    static func shown(_ text: String) -> String { SafeText.escaped(text.replacing("\t", with: "    ")) }

    // MARK: The body

    private mutating func addBody(_ page: NotePage) {
        var begun: Set<Int> = []
        var before: Block?
        var macros = page.macros
        for (index, block) in page.blocks.enumerated() {
            if index == 0, page.beginsWithTitle, case .heading(1) = block.kind { continue }
            // Definitions are not shown: the links that use them have their targets.
            if block.kind == .definition { continue }
            let texts = FormulaPieces.lines(of: block, macros: &macros)
            if isApart(before, block) { add(between(before, block)) }
            opensQuote =
                block.containers.last.map { $0.kind == .quote && before?.containers.contains($0) != true } ?? false
            addBlock(block, texts, on: page, begun: &begun)
            before = block
        }
    }

    /// Whether a blank line separates two blocks. Items of one list have none between them.
    private func isApart(_ before: Block?, _ block: Block) -> Bool {
        guard let before else { return false }
        let isItem = { (block: Block) in
            if case .item? = block.containers.last?.kind { true } else { false }
        }
        return !(isItem(before) && isItem(block) && before.containers.last != block.containers.last)
            || before.containers.count == 0
    }

    /// Returns the line between two blocks: bars for the quotes that contain both.
    private func between(_ before: Block?, _ block: Block) -> StyledLine {
        var line = StyledLine()
        for (container, other) in zip(block.containers, before?.containers ?? []) where container == other {
            line.add(container.kind == .quote ? "│ " : "  ", palette[.rule])
        }
        return line.withoutBlanksAtEnd
    }

    /// Returns the prefix of a block's line: bars of quotes, and the markers of items that begin here, else spaces.
    /// Adds these items to `begun`. With `isBlank`, no item begins.
    private func margin(_ block: Block, _ begun: inout Set<Int>, isBlank: Bool) -> StyledLine {
        var line = StyledLine()
        for container in block.containers {
            guard let sign = container.sign(task: container == block.containers.last ? block.task : nil) else {
                line.add("│ ", palette[.rule])
                continue
            }
            if isBlank || begun.contains(container.start) {
                line.add(String(repeating: " ", count: TextWidth.columns(Self.shown(sign))))
            } else {
                begun.insert(container.start)
                line.add(Self.shown(sign), block.task == true ? palette[.label] : palette[.number])
            }
        }
        return line
    }

    private mutating func addBlock(
        _ block: Block, _ texts: [[TextPiece]], on page: NotePage, begun: inout Set<Int>
    ) {
        let first = margin(block, &begun, isBlank: false)
        let rest = margin(block, &begun, isBlank: true)
        let width = min(self.width, Self.widestText)
        switch block.kind {
        case .rule:
            add(
                first + StyledLine(String(repeating: "─", count: max(3, width - first.columns)), palette[.rule]),
                block.range)
        case .code, .html:
            var textStyle = block.kind == .html ? palette[.label] : palette[.code]
            // Indented, so that code differs from text in monochrome too. Bold is for code within a sentence.
            if textStyle == TextStyle(nil, .bold) { textStyle = .plain }
            let indent = StyledLine(block.kind == .html || self.width < 40 ? "" : "    ")
            for (index, pieces) in texts.enumerated() {
                let line = marked(pieces, textStyle, on: page)
                // Long lines of code are continued below. In HTML they are broken between words.
                let room = max(4, self.width - rest.columns - indent.columns)
                let parts = block.kind == .html ? line.wrapped(to: room) : line.cut(to: room)
                for (number, part) in parts.enumerated() {
                    add((index + number == 0 ? first : rest) + indent + part, pieces.first?.range ?? block.range)
                }
            }
        case .table(let alignments): addTable(alignments, texts, on: page, first: first, rest: rest)
        case .definition: break
        case .paragraph, .heading:
            addText(block, texts.first ?? [], on: page, first: first, rest: rest, width: width)
        }
    }

    private mutating func addText(
        _ block: Block, _ pieces: [TextPiece], on page: NotePage, first: StyledLine, rest: StyledLine, width: Int
    ) {
        var textStyle = TextStyle.plain
        var begin = first
        if case .heading(let level) = block.kind {
            textStyle = palette[.heading]
            begin.add(String(repeating: "#", count: level) + " ", palette[.label])
        }
        if block.containers.contains(where: { $0.kind == .quote }) { textStyle = textStyle.with(palette[.quote]) }
        if block.task == true { textStyle = textStyle.with(palette[.label]) }
        // Each line break begins a line. Wrapped lines are mapped to their pieces by length alone, so each part is
        // wrapped separately.
        var parts: [[TextPiece]] = [[]]
        let callout = opensQuote ? Callout(pieces) : nil
        if let callout { parts = [callout.title, []] }
        for piece in callout?.rest ?? pieces[...] {
            if page.isLineBreak(piece) { parts.append([]) } else { parts[parts.count - 1].append(piece) }
        }
        if callout != nil, parts.last?.isEmpty == true { parts.removeLast() }
        for (number, part) in parts.enumerated() {
            let head = number == 0 ? begin : rest
            let line = head + marked(part, callout != nil && number == 0 ? palette[.heading] : textStyle, on: page)
            let wrapped = line.wrapped(to: width, indent: rest)
            addWrapped(wrapped, part, skipping: head.text.count, indent: rest.text.count, block: block)
        }
        addPicture(pieces, page, rest: rest)
        addEmbeds(below: block, page, rest: rest)
    }

    /// Adds the notes that a block embeds, each below its label and beside a bar.
    private mutating func addEmbeds(below block: Block, _ page: NotePage, rest: StyledLine) {
        for embed in page.embeds where block.range.contains(page.displayed(embed.range).lowerBound) {
            let place = block.range.lowerBound..<block.range.lowerBound
            let label = rest + StyledLine("▸ " + Self.shown(embed.label), palette[.label])
            for line in label.wrapped(to: width, indent: rest + StyledLine("  ")) { add(line, place) }
            guard let inner = embed.page else { continue }
            var layout = PageLayout(
                palette: palette, width: max(width - rest.columns - 2, 8), calendar: calendar, address: address,
                cell: cell, marks: [])
            layout.addBody(inner)
            for line in layout.lines {
                lines.append(
                    PageLine(
                        line: rest + StyledLine("│ ", palette[.rule]) + line.line, source: place, isMatch: false,
                        picture: line.picture))
            }
        }
    }

    /// Adds a picture below its name if it is the only content of a paragraph.
    private mutating func addPicture(_ pieces: [TextPiece], _ page: NotePage, rest: StyledLine) {
        guard pieces.count == 1, pieces[0].style.contains(.image),
            let target = pieces[0].target.flatMap({ page.target($0) }), let path = target.path,
            let file = target.picture
        else { return }
        let place = PicturePlace(
            content: file.content, pixels: (file.width, file.height), width: max(1, width - rest.columns),
            cell: cell)
        for line in place.lines {
            lines.append(
                PageLine(
                    line: rest + line, source: pieces[0].range, isMatch: false,
                    picture: PagePicture(root: page.root, path: path, place: place)))
        }
    }

    /// Adds wrapped lines, each with the range of the note that it shows.
    private mutating func addWrapped(
        _ wrapped: [StyledLine], _ pieces: [TextPiece], skipping head: Int, indent: Int, block: Block
    ) {
        // The non-blank characters of the pieces, each with its source. Wrapping moves only blanks.
        var sources: [Range<Int>] = []
        for piece in pieces {
            let shown = Self.shown(piece.text)
            if piece.isExact, shown == piece.text {
                var offset = piece.range.lowerBound
                for character in shown {
                    let count = character.utf8.count
                    if character != " " { sources.append(offset..<offset + count) }
                    offset += count
                }
            } else {
                for character in shown where character != " " { sources.append(piece.range) }
            }
        }
        var next = 0
        for (number, line) in wrapped.enumerated() {
            let count = line.text.dropFirst(number == 0 ? head : indent).count { $0 != " " }
            let end = min(next + count, sources.count)
            let source =
                next < end
                ? sources[next].lowerBound..<sources[end - 1].upperBound
                : block.range.lowerBound..<block.range.lowerBound
            add(line, source)
            next = end
        }
    }

    // MARK: Pieces

    private func textStyle(_ piece: TextPiece, _ base: TextStyle, on page: NotePage) -> TextStyle {
        var textStyle = base
        if piece.style.contains(.strong) { textStyle.marks.insert(.bold) }
        if piece.style.contains(.emphasis) { textStyle.marks.insert(.italic) }
        if piece.style.contains(.struck) { textStyle.marks.insert(.strikethrough) }
        if piece.style.contains(.code) { textStyle = textStyle.with(palette[.code]) }
        if piece.style.contains(.hashtag) {
            let name = piece.text.hasPrefix("#") ? String(piece.text.dropFirst()) : piece.text
            textStyle = textStyle.with(palette.keyword(name))
        }
        if !piece.style.isDisjoint(with: [.link, .image]) {
            let target = piece.target.flatMap { page.target($0) }
            textStyle = textStyle.with(palette[target != nil && target?.path == nil ? .broken : .link])
            if let path = target?.path {
                textStyle.link = address(path)
            } else if let target = piece.target, Self.isAddress(target) {
                textStyle.link = SafeText.escaped(target)
            }
        }
        return textStyle
    }

    private static func isAddress(_ target: String) -> Bool {
        target.hasPrefix("https://") || target.hasPrefix("http://") || target.hasPrefix("mailto:")
    }

    /// Returns pieces as one line, with matches highlighted.
    private func marked(_ pieces: [TextPiece], _ base: TextStyle, on page: NotePage) -> StyledLine {
        var line = StyledLine()
        for piece in pieces {
            let textStyle = textStyle(piece, base, on: page)
            if piece.style.contains(.image) {
                line.add("▣ " + Self.shown(piece.text) + sizeText(piece, page), textStyle)
                continue
            }
            let touching = marks.filter { $0.overlaps(piece.range) }
            if touching.isEmpty
                || (piece.isExact && Self.shown(piece.text) != piece.text && piece.text.contains("\u{1B}"))
            {
                line.add(Self.shown(piece.text), textStyle)
            } else if !piece.isExact {
                line.add(Self.shown(piece.text), textStyle.with(palette[.match]))
            } else {
                addMarked(piece, touching, textStyle: textStyle, to: &line)
            }
        }
        return line
    }

    /// Adds a piece, which must be exact, to a line and highlights `marks`.
    ///
    /// - Parameter marks: ranges of the note's bytes, ascending.
    private func addMarked(_ piece: TextPiece, _ marks: [Range<Int>], textStyle: TextStyle, to line: inout StyledLine) {
        let bytes = Array(piece.text.utf8)
        var index = 0
        for mark in marks {
            let lower = max(index, min(mark.lowerBound - piece.range.lowerBound, bytes.count))
            let upper = max(lower, min(mark.upperBound - piece.range.lowerBound, bytes.count))
            line.add(Self.shown(bytes.text(index..<lower)), textStyle)
            line.add(Self.shown(bytes.text(lower..<upper)), textStyle.with(palette[.match]))
            index = upper
        }
        line.add(Self.shown(bytes.text(index..<bytes.count)), textStyle)
    }

    private func sizeText(_ piece: TextPiece, _ page: NotePage) -> String {
        guard let written = piece.target, let target = page.target(written) else { return "" }
        guard target.path != nil else { return " (missing)" }
        return target.size.map { " (\(ByteCount.text($0)))" } ?? ""
    }

    // MARK: Tables

    private mutating func addTable(
        _ alignments: [Block.Alignment], _ texts: [[TextPiece]], on page: NotePage, first: StyledLine, rest: StyledLine
    ) {
        let count = alignments.count
        let cells = texts.map { marked($0, .plain, on: page) }
        var widths = (0..<count).map { column in
            stride(from: column, to: cells.count, by: count).map { cells[$0].columns }.max() ?? 0
        }
        // Shrinks the widest columns until the table fits, as long as they stay readable.
        let room = width - first.columns - 3 * (count - 1)
        while widths.reduce(0, +) > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
            widths[widest] > 6
        {
            widths[widest] -= 1
        }
        for row in 0..<(cells.count / max(count, 1)) {
            let parts = (0..<count).map { cells[row * count + $0].wrapped(to: max(widths[$0], 4)) }
            let source = texts[(row * count)..<((row + 1) * count)].joined()
            let range = (source.first?.range.lowerBound ?? 0)..<(source.last?.range.upperBound ?? 0)
            for number in 0..<(parts.map(\.count).max() ?? 0) {
                var line = row == 0 && number == 0 ? first : rest
                for column in 0..<count {
                    if column > 0 { line.add(" │ ", palette[.rule]) }
                    let cell = number < parts[column].count ? parts[column][number] : StyledLine()
                    line.add(
                        Self.set(
                            row == 0 ? cell.over(TextStyle(nil, .bold)) : cell, alignments[column],
                            width: widths[column]))
                }
                add(line.clipped(to: width), range)
            }
            if row == 0 {
                let rule = widths.map { String(repeating: "─", count: max($0, 1)) }.joined(separator: "─┼─")
                add((rest + StyledLine(rule, palette[.rule])).clipped(to: width))
            }
        }
    }

    private static func set(_ cell: StyledLine, _ alignment: Block.Alignment, width: Int) -> StyledLine {
        let missing = max(0, width - cell.columns)
        let before = alignment == .end ? missing : alignment == .center ? missing / 2 : 0
        return StyledLine(String(repeating: " ", count: before)) + cell.padded(to: width - before)
    }
}
