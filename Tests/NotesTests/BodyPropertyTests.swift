import Notes
import SourceText
import TestSupport
import Testing

/// What holds for any text: random bytes, and random words of Markdown.
struct BodyPropertyTests {
    /// SplitMix64, so that a failure can be had again.
    struct FixedGenerator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    static let words = [
        "a", "b ", "word ", " ", "  ", "    ", "\n", "\n", "\n\n", "\n> ", "> ", "- ", "* ", "*", "_", "1. ", "#", "# ",
        "## ", " #tag", "#t-/", "\n===\n", "\n---\n", "```", "\n```\n", "~~~", "`", "``", "[", "]", "[[", "]]", "![[",
        "[[a]]", "[[a|b]]", "[[a#b]]", "![", "](", ")", "(", "<", ">", "[a](b)", "[a](<b c>)", "\n[x]: y\n",
        "[y]: <z> 'q'", "\"t\"", "'", "<!--", "-->", "<div>", "</div>", "<pre>", "</pre>", "<a b=\"", "<https://x>",
        "\\",
        "|", "&amp;", "[ ] ", "- [x] ", "\n    ", "é", "日", "%20", "https://e.org/",
    ]

    static func text(_ random: inout FixedGenerator) -> String {
        (0..<Int.random(in: 1...25, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
    }

    func check(_ body: Body, _ bytes: [UInt8], _ comment: Comment) {
        func isSorted(_ ranges: [Range<Int>]) -> Bool {
            zip(ranges, ranges.dropFirst()).allSatisfy { $0.lowerBound < $1.lowerBound }
        }
        func isInside(_ inner: Range<Int>, _ outer: Range<Int>) -> Bool {
            inner.lowerBound >= outer.lowerBound && inner.upperBound <= outer.upperBound
        }
        let file = 0..<bytes.count
        for (edit, next) in zip(body.reading, body.reading.dropFirst()) {
            #expect(edit.range.lowerBound <= next.range.lowerBound, comment)
        }
        #expect(body.reading.allSatisfy { isInside($0.range, file) }, comment)
        let read = ReadingText(bytes, from: 0, body.reading)
        for segment in read.segments {
            for word in Words.tokens(of: read.bytes, in: segment) {
                let source = read.source(of: word.source)
                #expect(isInside(source, file) && !source.isEmpty, comment)
                // Where nothing was taken out of it, the word is in the file as it was found.
                if source.count == word.source.count {
                    // (A sign such as ¼ is two words.)
                    #expect(Words.tokens(of: bytes, in: source).map(\.text).contains(word.text), comment)
                }
            }
        }
        for heading in body.headings {
            #expect((1...6).contains(heading.level), comment)
            #expect(isInside(heading.raw, heading.range) && isInside(heading.range, file), comment)
        }
        for link in body.links {
            #expect(isInside(link.destination, link.range) && isInside(link.range, file), comment)
            #expect(!link.destination.isEmpty && !link.target.isEmpty, comment)
            #expect(!bytes[link.destination].contains { $0 == Byte.newline || $0 == Byte.carriageReturn }, comment)
            if let label = link.label {
                #expect(isInside(label, link.range) && !label.overlaps(link.destination), comment)
            }
            #expect(link.isEmbed == (bytes[link.range.lowerBound] == Byte.bang), comment)
        }
        for (outer, inner) in zip(body.links, body.links.dropFirst()) {
            #expect(!outer.range.overlaps(inner.range) || isInside(inner.range, outer.range), comment)
        }
        for tag in body.hashtags { #expect(bytes.text(tag.range) == "#" + tag.name, comment) }
        for task in body.tasks {
            #expect(task.range.count == 3 && task.range.upperBound <= task.text.lowerBound, comment)
        }
        #expect(body.conflicts.count % 3 == 0, comment)
        #expect(isSorted(body.headings.map(\.range)) && isSorted(body.links.map(\.range)), comment)
        #expect(isSorted(body.hashtags.map(\.range)) && isSorted(body.tasks.map(\.range)), comment)
        #expect(isSorted(body.conflicts), comment)
    }

    @Test func `any bytes are read, and all ranges are within the file`() {
        var random = FixedGenerator(state: 1)
        let alphabet = Array("[]()<>!#`~*_-+=|\\&;:'\"./ \t\r\n0ax\u{E9}".utf8) + [0xFF]
        for round in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                round % 3 == 0 ? UInt8.random(in: 0...255, using: &random) : alphabet.randomElement(using: &random) ?? 0
            }
            check(Body(bytes), bytes, "\(bytes)")
        }
    }

    @Test func `any Markdown is read, with any line ends and any depth of quotes`() {
        var random = FixedGenerator(state: 2)
        for _ in 0..<3000 {
            let text = Self.text(&random)
            let bytes = Array(text.utf8)
            let body = Body(bytes)
            check(body, bytes, "\(text.debugDescription)")
            let dump = body.dump(bytes, isBrief: true)
            let windows = Array(text.replacing("\n", with: "\r\n").utf8)
            #expect(Body(windows).dump(windows, isBrief: true) == dump, "\(text.debugDescription)")
            let quoted = Array(("> > " + text.replacing("\n", with: "\n> > ")).utf8)
            #expect(Body(quoted).dump(quoted, isBrief: true) == dump, "\(text.debugDescription)")
        }
    }

    @Test func `code and comments around anything leave nothing`() {
        var random = FixedGenerator(state: 3)
        for _ in 0..<700 {
            let text = Self.text(&random)
            let fenced = "> ~~~~~~\n> " + text.replacing("~", with: "").replacing("\n", with: "\n> ") + "\n> ~~~~~~\n"
            #expect(Body.dump(fenced) == [])
            #expect(Body.dump("    " + text.replacing("\n", with: "\n    ")) == [])
            #expect(Body.dump("<!--\n" + text.replacing("-->", with: "") + "\n-->") == [])
            #expect(Body.dump("- x\n\n      " + text.replacing("\n", with: "\n      ")) == [])
        }
    }

    @Test func `what is put in a destination's place is what the link then leads to`() {
        var random = FixedGenerator(state: 4)
        for _ in 0..<3000 {
            let text = Self.text(&random)
            var bytes = Array(text.utf8)
            let links = Body(bytes).links
            // Without its later backtick a line that begins with three becomes a fence.
            if links.contains(where: { bytes[$0.destination].contains(Byte.backtick) }) { continue }
            // From the end, so that earlier ranges stay; destinations do not overlap.
            for link in links.sorted(by: { $0.destination.lowerBound > $1.destination.lowerBound }) {
                let new = link.style == .bare ? "new%20note.md" : "new note.md"
                bytes.replaceSubrange(link.destination, with: Array(new.utf8))
            }
            let rewritten = Body(bytes).links
            #expect(rewritten.map(\.target) == links.map { _ in "new note.md" }, "\(text.debugDescription)")
            #expect(rewritten.map(\.fragment) == links.map(\.fragment), "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        "[", "![", "[[", "[[a", "[[a|`", "[[`a`", "[[a](", "](", "[a](", "[a](b \"", "[a](<b", "[a]: b\n=\n", "(", "`",
        "`a``b", "<!--", "<a b='", "<a x='<a x=\" y=' z='", "</a ", "<?", "\\", "# *_a ", "*a **b _", "> ", "- ", "-\n",
        ">\n", "a\n", "&", "#a ", "<div>\n", "[a\n", "- [ ] ", "[x][y", "<a:", "x://", "a*b", "**a", "][a]", "[a][]",
        "a://b*", "&a", "    a\n", "[a]: b\n\n[x][a] ",
        "[a]: b\n\n# [a]\n", "&amp;", "`a` ", "```\n", "[a[b][c]",
    ])
    func `time is linear in the text`(piece: String) {
        let bytes = Array(String(repeating: piece, count: 20_000 / piece.utf8.count).utf8)
        let heading = Array("# ".utf8) + bytes.filter { $0 != Byte.newline }
        // Linear takes up to two seconds in a debug build on a busy machine, quadratic much longer.
        let time = ContinuousClock().measure {
            _ = Body(bytes)
            _ = Body(heading)
        }
        #expect(time < .seconds(6))
    }

    @Test func `many open list items cost blank lines little`() {
        let bytes = Array((String(repeating: "- ", count: 10_000) + String(repeating: "\n", count: 10_000)).utf8)
        let time = ContinuousClock().measure { _ = Body(bytes) }
        #expect(time < .seconds(2))
    }
}
