import Notes
import SourceText
import TestSupport
import Testing

/// Blocks as front ends display them.
struct BlockTests {
    /// One line for each block: its containers, kind and texts.
    private static func dump(_ text: String) -> [String] {
        Block.all(in: Array(text.utf8), from: 0).map { block in
            let signs = block.containers.map { $0.sign(task: nil) ?? "> " }.joined()
            return "\(signs)\(block.kind): " + block.texts.map { $0.map(\.text).joined() }.joined(separator: "|")
        }
    }

    @Test func `a footnote is a container, whose further lines are indented`() {
        #expect(
            Self.dump("text[^a]\n\n[^a]: one *two*\nlazy\n\n    three\n\n        code\n\nend\n") == [
                "paragraph: text[^a]", "[^a] paragraph: one two lazy", "[^a] paragraph: three",
                "[^a] code(info: \"\"): code", "paragraph: end",
            ])
        #expect(Self.dump("[^a]: https://a.org\n[^b c]: d\n") == ["[^a] paragraph: https://a.org [^b c]: d"])
    }

    @Test func `indented code keeps its blank lines, also in a quote, and loses those at its end`() {
        #expect(Self.dump("    a\n\n      b\n\n\nc\n") == ["code(info: \"\"): a||  b", "paragraph: c"])
        #expect(Self.dump(">     a\n>\n>     b\n") == ["> code(info: \"\"): a||b"])
        #expect(Self.dump("- a\n\n\t\tb\n") == ["• paragraph: a", "• code(info: \"\"):   b"])
    }

    @Test func `the indentation of a fence is removed from its lines`() {
        #expect(Self.dump("  ```a&amp;b\n    x\n y\n  ```\n") == ["code(info: \"a&b\"):   x|y"])
    }

    @Test func `a table can follow a line of text`() {
        let table = "table([Notes.Block.Alignment.start, Notes.Block.Alignment.center]): a|b|1|2"
        #expect(Self.dump("text\n| a | b |\n|---|:-:|\n| 1 | 2 |\n") == ["paragraph: text", table])
        #expect(Self.dump("| a | b |\n|---|:-:|\n| 1 | 2 |\n") == [table])
    }

    @Test func `links have their targets, also those that use a definition`() {
        let pieces = Block.all(in: Array("[a][b] <https://c.org> [d](e.md#f)\n\n[b]: g.md\n".utf8), from: 0)[0].texts[0]
        #expect(pieces.filter { $0.style.contains(.link) }.map(\.target) == ["g.md", "https://c.org", "e.md#f"])
    }

    @Test func `exact pieces equal their bytes in the file, and pieces are in order`() {
        let parts = [
            "*", "**", "`", "~~", "==", "$", "[", "](a.md)", "[[b]]", "\\", "&amp;", "\n", "  \n", "> ", "- ", "1. ",
            "    ",
            "|", "\n|---|\n", "é", "a", " ", "[^a]", "\n[^a]: ", "```\n", "https://a.b", "\t", "\u{FEFF}",
        ]
        var random = FixedGenerator(7)
        for _ in 0..<2000 {
            let text = (0..<random.below(40)).map { _ in random.pick(parts) }.joined()
            let bytes = Array(text.utf8)
            for block in Block.all(in: bytes, from: 0) {
                var position = 0
                for piece in block.texts.joined() {
                    #expect(piece.range.lowerBound >= position, "\(text.debugDescription): \(piece)")
                    position = piece.range.lowerBound
                    if piece.isExact { #expect(bytes.text(piece.range) == piece.text, "\(text.debugDescription)") }
                }
            }
        }
    }

    /// The tree has the same texts as the flat list of blocks.
    @Test func `the tree and the list of blocks show the same`() {
        func texts(_ nodes: [BlockNode]) -> [String] {
            nodes.flatMap { node -> [String] in
                switch node.content {
                case .paragraph(let inlines), .heading(_, let inlines): [inlines.plainText]
                case .code(_, let lines), .html(let lines): lines
                case .rule: []
                case .table(_, let cells): cells.map(\.plainText)
                case .quote(let children), .footnote(_, let children): texts(children)
                case .list(let list): list.items.flatMap { texts($0.children) }
                }
            }
        }
        let text =
            "# a\n\n- b\n\n  > c\n- d\n\n1. [ ] e\n2. f\n\n[^x]: g\n\n    h\n\n| i |\n|-|\n| j |\n\n```\nk\n```\n<b>\n"
        let bytes = Array(text.utf8)
        let flat = Block.all(in: bytes, from: 0).filter { $0.kind != .rule && $0.kind != .definition }.flatMap {
            block in
            block.texts.map { $0.map(\.text).joined() }
        }
        #expect(texts(BlockNode.all(in: bytes, from: 0)) == flat)
    }
}
