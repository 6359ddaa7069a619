import Notes
import SourceText

/// The first lines of a note's body as displayed: without markup, the title's heading, and blank lines.
package struct NoteExcerpt: Sendable {
    /// The number of lines in `{{excerpt}}` and `--fields excerpt`.
    package static let usualLines = 3

    /// Longer lines are cut and end with an ellipsis.
    private static let longestLine = 200

    package private(set) var lines: [String] = []

    /// - Parameters:
    ///   - bytes: the note's file.
    ///   - title: the note's title, whose heading is left out.
    ///   - count: the maximum number of lines.
    /// - Complexity: O(note).
    package init(of bytes: [UInt8], title: String, lines count: Int) {
        if count <= 0 { return }
        let blocks = Block.all(in: bytes, from: FrontMatter.bodyStart(of: bytes))
            .drop { $0.kind == .definition || $0.kind == .rule || Self.isComment($0) }
        let isTitled =
            blocks.first.map { $0.kind == .heading(1) && FormulaLine.isTitle(Self.text($0.texts.joined()), title) }
            ?? false
        var items: Set<Int> = []
        for block in isTitled ? blocks.dropFirst() : blocks {
            var sign = ""
            if let container = block.containers.last, let marker = container.sign(task: block.task),
                items.insert(container.start).inserted
            {
                sign = marker
            }
            for line in Self.lines(of: block) {
                let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if text.isEmpty { continue }
                lines.append(Self.cut(sign + text))
                sign = ""
                if lines.count == count { return }
            }
        }
    }

    private static func lines(of block: Block) -> [String] {
        switch block.kind {
        case .rule, .definition: []
        case .html where isComment(block): []
        case .code, .html: block.texts.map { text($0) }
        case .table(let columns):
            stride(from: 0, to: block.texts.count, by: max(columns.count, 1)).map { start in
                block.texts[start..<min(start + max(columns.count, 1), block.texts.count)].map { text($0) }
                    .joined(separator: " ")
            }
        case .paragraph, .heading:
            text(block.texts.joined()).split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        }
    }

    private static func text(_ pieces: some Sequence<TextPiece>) -> String { pieces.map(\.text).joined() }

    /// Whether a block is an HTML comment, which is not displayed.
    private static func isComment(_ block: Block) -> Bool {
        block.kind == .html && text(block.texts.first ?? []).drop { $0.isWhitespace }.hasPrefix("<!--")
    }

    private static func cut(_ line: String) -> String {
        line.count > longestLine ? line.prefix(longestLine - 1) + "…" : line
    }
}
