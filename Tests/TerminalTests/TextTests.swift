import SourceText
import Terminal
import TestSupport
import Testing

@Suite struct TextTests {
    private static func typed(_ keys: String..., into text: String = "") -> TextField {
        var field = TextField(text)
        for key in keys {
            let isTaken = Key(key).map { field.edit($0) }
            #expect(isTaken == true, "\(key)")
        }
        return field
    }

    @Test func `a field is edited as in Emacs`() {
        #expect(Self.typed("Ctrl-W", into: "one two-three").text == "one ")
        #expect(Self.typed("Alt-Backspace", into: "one two-three").text == "one two-")
        #expect(Self.typed("Alt-Backspace", "Alt-Backspace", "Ctrl-V", into: "one two-three").text == "one two-three")
        #expect(Self.typed("Ctrl-A", "Alt-D", into: "one two").text == " two")
        #expect(Self.typed("Ctrl-A", "Ctrl-K", "Ctrl-Z", into: "one two").text == "one two")
        #expect(Self.typed("Ctrl-U", "a", "b", "c", "Ctrl-_", into: "one").text == "")
        #expect(Self.typed("Ctrl-T", into: "ab").text == "ba")
        #expect(Self.typed("Ctrl-Left", "x", into: "one two").text == "one xtwo")
        #expect(Self.typed("Left", "Delete", "Backspace", into: "a👩‍👩‍👧b").text == "a")
        #expect(Self.typed("Home", "Ctrl-F", "x", into: "字字").text == "字x字")
    }

    @Test func `a mark joins the letter before it`() {
        var field = TextField("e")
        field.insert("\u{301}")
        #expect(field.cursor == 1)
        #expect(field.text == "e\u{301}")
    }

    @Test func `pasted text becomes one line`() {
        var field = TextField()
        field.insert("a\nb\tc\u{1B}[A")
        #expect(field.text == "a b c[A")
    }

    @Test(arguments: [4, 7, 20]) func `the cursor is always in the visible part`(width: Int) {
        var field = TextField("one 字字 two 👩‍👩‍👧 three")
        for _ in 0..<30 {
            let window = field.window(width)
            #expect(window.cursorColumn < width)
            #expect(TextWidth.columns(window.text) <= width)
            _ = field.edit(Key(.left))
        }
    }

    @Test func `characters are as wide as terminals show them`() {
        let widths: [(String, Int)] = [
            ("a", 1), ("字", 2), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("🇨🇭", 2), ("❤️", 2), ("❤", 1), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("ﬁ", 1), ("\u{200B}", 0), ("⌚", 2), ("✓", 1), ("★", 1), ("Ａ", 2),
            ("ｱ", 1),
        ]
        for (text, width) in widths { #expect(TextWidth.columns(text) == width, "\(text)") }
    }

    @Test(arguments: 0..<60) func `wrapping loses nothing but blanks, and no line is too long`(seed: Int) {
        var random = FixedGenerator(UInt64(seed))
        let pieces = ["word", "a", " ", "  ", "longerword", "字字字", "é", "👩‍👩‍👧", "averyveryverylongwordindeed", "-", "x."]
        var line = StyledLine()
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            line.add(random.pick(pieces), random.pick([.plain, TextStyle(.red), TextStyle(nil, .bold)]))
        }
        let width = Int.random(in: 4...30, using: &random)
        let lines = line.wrapped(to: width)
        #expect(lines.allSatisfy { $0.columns <= width })
        let joined = lines.map { $0.text }.joined()
        #expect(joined.filter { $0 != " " } == line.text.filter { $0 != " " })
        let clipped = line.clipped(to: width)
        #expect(clipped.columns <= width)
        #expect(line.columns <= width || clipped.text.hasSuffix("…"))
        let inside = TextWidth.clippedInside(line.text, to: width)
        #expect(TextWidth.columns(inside) <= width)
    }

    @Test func `a later line begins with its indent`() {
        let lines = StyledLine("- one two three four").wrapped(to: 10, indent: StyledLine("  "))
        #expect(lines.map(\.text) == ["- one two", "  three", "  four"])
    }

    @Test func `colours become the nearest that there are`() {
        #expect(Color.rgb(250, 5, 5).reduced(to: .standard) == .standard(9))
        #expect(Color.rgb(255, 0, 0).reduced(to: .indexed) == .indexed(196))
        #expect(Color.indexed(196).reduced(to: .standard) == .standard(9))
        #expect(Color.rgb(1, 2, 3).reduced(to: .none) == nil)
        #expect(TextStyle(.rgb(1, 2, 3)).sequence(.full) == "\u{1B}[0;38;2;1;2;3m")
        #expect(ColorDepth(term: "xterm-256color", colorTerm: "truecolor") == .full)
        #expect(ColorDepth(term: "screen-256color", colorTerm: nil) == .indexed)
        #expect(ColorDepth(term: "dumb", colorTerm: nil) == .none)
    }
}
