import Terminal
import TestSupport
import Testing

@Suite struct KeyTests {
    private static func keys(_ text: String) -> [TerminalEvent] {
        var reader = KeyReader()
        return reader.read(Array(text.utf8)) + reader.read([], isOver: true)
    }

    private static let known: [(String, [String])] = [
        ("a", ["a"]), ("A", ["A"]), ("é字", ["é", "字"]), ("\u{0E}", ["Ctrl-N"]), ("\u{7F}", ["Backspace"]),
        ("\r", ["Enter"]), ("\t", ["Tab"]), ("\u{1B}", ["Esc"]), ("\u{1B}s", ["Alt-S"]), ("\u{1B}[A", ["Up"]),
        ("\u{1B}OB", ["Down"]), ("\u{1B}[1;5C", ["Ctrl-Right"]), ("\u{1B}[1;3D", ["Alt-Left"]),
        ("\u{1B}\u{1B}[D", ["Alt-Left"]),
        ("\u{1B}[Z", ["Shift-Tab"]), ("\u{1B}[5~", ["PgUp"]), ("\u{1B}[6;2~", ["Shift-PgDn"]),
        ("\u{1B}[3~", ["Delete"]),
        ("\u{1B}OP", ["F1"]), ("\u{1B}[15~", ["F5"]), ("\u{00}", ["Ctrl-Space"]), ("\u{1F}", ["Ctrl-_"]),
        ("\u{1B}[111;3u", ["Alt-O"]), ("\u{1B}[27u", ["Esc"]), ("\u{1B}[97;5u", ["Ctrl-A"]),
        ("\u{1B}[13;2u", ["Shift-Enter"]),
        ("\u{1B}[27;3;111~", ["Alt-O"]), ("\u{1B}[57358u", []), ("\u{1B}[97;5:3u", []), ("\u{1B}[99999;9;9~", []),
        ("\u{1B}[1;1", ["Alt-[", "1", ";", "1"]), ("\u{1B}O", ["Alt-O"]),
        // A sequence that another one interrupts.
        ("\u{1B}[1\u{1B}[A", ["Up"]),
    ]

    @Test(arguments: known) func `a key is read in each manner`(text: String, names: [String]) {
        #expect(Self.keys(text).map { if case .key(let key) = $0 { "\(key)" } else { "\($0)" } } == names)
    }

    @Test func `a key is named as it is written`() {
        for name in [
            "Ctrl-N", "Alt-Left", "Space", "F12", "Shift-Tab", "a", "Z", "?", "Alt-S", "Ctrl-Space", "PgUp", "Esc",
        ] {
            #expect(Key(name)?.description == name)
        }
        #expect(Key("ctrl-alt-x") == Key("x", [.control, .alt]))
        #expect(Key("nonsense") == nil)
        #expect(Key("") == nil)
    }

    @Test func `numbers that are none crash nothing`() {
        for text in [
            "\u{1B}]11;rgb:-1/0/0\u{1B}\\", "\u{1B}[1;-9223372036854775808A", "\u{1B}[1;99999999999999999999A",
            "\u{1B}[<-1;-1;-1M",
        ] {
            #expect(Self.keys(text + "x").last == .key(Key("x")), "\(text.debugDescription)")
        }
        #expect(Self.keys(String(repeating: "\u{1B}", count: 100_000)).count == 100_000)
    }

    @Test func `pasted text is no key`() {
        #expect(
            Self.keys("\u{1B}[200~a\r\nb\u{1B}[A\u{03}\u{1B}[201~x") == [.paste("a\nb\u{1B}[A\u{03}"), .key(Key("x"))])
    }

    @Test func `the mouse is read`() {
        #expect(
            Self.keys("\u{1B}[<0;3;4M\u{1B}[<0;3;4m\u{1B}[<64;1;1M\u{1B}[<69;2;2M") == [
                .mouse(.init(.press, column: 2, row: 3)), .mouse(.init(.release, column: 2, row: 3)),
                .mouse(.init(.scrollUp, column: 0, row: 0)), .mouse(.init(.scrollDown, column: 1, row: 1, .shift)),
            ])
    }

    @Test func `answers are no keys`() {
        #expect(
            Self.keys(
                "\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\\u{1B}[?1u\u{1B}[?62;4c\u{1B}[6;20;10t\u{1B}_Gi=1;OK\u{1B}\\") == [
                    .reply(.background(red: 255, green: 128, blue: 0)), .reply(.attributes([62, 4])),
                    .reply(.cell(width: 10, height: 20)),
                ])
        #expect(
            Self.keys("\u{1B}]11;rgb:ff/80/00\u{07}x") == [
                .reply(.background(red: 255, green: 128, blue: 0)), .key(Key("x")),
            ])
        #expect(Self.keys("\u{1B}]11;nonsense\u{07}\u{1B}Pzzz\u{1B}\\x") == [.key(Key("x"))])
    }

    @Test(arguments: 0..<30) func `it does not matter in which pieces bytes come`(seed: Int) {
        var random = FixedGenerator(UInt64(seed))
        let parts = Self.known.dropLast(3).map(\.0).filter { !["\u{1B}", "\u{1B}[1;1", "\u{1B}O"].contains($0) }
        let text = (0..<20).map { _ in random.pick(parts) }.joined() + "\u{1B}[200~ok\u{1B}[201~"
        var whole = KeyReader()
        let expected = whole.read(Array(text.utf8))
        var reader = KeyReader()
        var rest = Array(text.utf8)[...]
        var found: [TerminalEvent] = []
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(4, rest.count), using: &random)
            found += reader.read(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(found == expected)
        #expect(!reader.isWaiting)
    }

    @Test(arguments: 0..<50) func `no bytes are too odd`(seed: Int) {
        var random = FixedGenerator(UInt64(seed) &+ 1000)
        var reader = KeyReader()
        for _ in 0..<50 {
            let bytes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                random.pick(
                    [UInt8](
                        arrayLiteral: 0x1B, 0x5B, 0x3B, 0x3A, 0x31, 0x30, 0x7E, 0x75, 0x4D, 0x3C, 0xC3, 0xFF, 0x61,
                        0x00, 0x5D, 0x50))
            }
            _ = reader.read(bytes, isOver: Bool.random(using: &random))
        }
        _ = reader.read(Array("\u{1B}[201~\u{1B}\\".utf8), isOver: true)
        #expect(reader.read(Array("x".utf8)).last == .key(Key("x")))
    }
}
