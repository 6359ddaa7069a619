import SourceText
import TestSupport
import Testing

@Suite struct FoldedFinderTests {
    /// What the finder has to answer: the text folded, and looked through from its beginning.
    private static func isFound(_ wanted: [UInt8], _ text: [UInt8], _ range: Range<Int>) -> Bool {
        let folded = Folding.fold(text, range)
        return !wanted.isEmpty && folded.indices.contains { folded.holds(wanted, at: $0) }
    }

    private static func check(_ wanted: [UInt8], _ text: [UInt8], _ range: Range<Int>) -> String? {
        let found = FoldedFinder(wanted).isFound(in: text, range)
        if found == isFound(wanted, text, range) { return nil }
        return "\(found ? "found" : "missed") \(wanted) '\(String(decoding: wanted, as: UTF8.self))' in \(text[range])"
    }

    /// Pieces of words with the characters that folding treats specially.
    private static let pieces = [
        "a", "e", "o", "s", "x", "ab", "the", "straße", "STRASSE", "ﬁ", "fi", "ß", "ẞ", "İ", "ı", "é", "e\u{301}",
        "o\u{328}\u{301}", "=", "=\u{338}", "≠", "<\u{338}\u{338}", "и", "й", "и\u{306}", "к", "か", "か\u{3099}", "が",
        "\u{AD}", "\u{200D}", "\u{FEFF}", "\u{301}", "\u{338}", "½", "…", "…", "№", "K", "ｘ", "𝐱", "한", "\u{1112}",
        "\u{1161}", "\u{11AB}", "中", "文", "中文", "\u{F900}", "ł", "Ł", "ó", "ż", "ä", "Ä", "ŉ", "'n", "’", "'", "ĳ",
        "ij", "ŀ", "l", "·", "²", "2", "\n", "\r\n", " ", "  ", ",", "-", "\u{0}", "\u{FFFD}",
    ]

    private static func text(_ random: inout FixedGenerator) -> [UInt8] {
        var text: [UInt8] = []
        switch Int.random(in: 0..<6, using: &random) {
        case 0: text = Array(RandomText.make(40, using: &random).utf8)
        case 1: text = RandomText.bytes(60, using: &random)
        default:
            let few = (0..<Int.random(in: 1...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                text += (few.randomElement(using: &random) ?? "").utf8
                if Int.random(in: 0..<40, using: &random) == 0 { text.append(.random(in: 0...255, using: &random)) }
            }
        }
        return text
    }

    @Test func `a finder answers as folding everything does`() {
        var random = FixedGenerator(11)
        var faults: [String] = []
        var found = 0
        let rounds = LongTests.areWanted ? 50_000 : 3000
        for _ in 0..<rounds {
            let text = Self.text(&random)
            let lower = Int.random(in: 0...min(text.count, 3), using: &random)
            let range = lower..<Int.random(in: max(lower, text.count - 3)...text.count, using: &random)
            let source = Bool.random(using: &random) ? Folding.fold(text, range) : Self.text(&random)
            let start = Int.random(in: 0...source.count, using: &random)
            let length = Int.random(in: 0...min(source.count - start, 12), using: &random)
            // Whole scalars mostly, and folded, as a query's are; now and then any bytes.
            var wanted = Array(source[start..<start + length])
            if Int.random(in: 0..<10, using: &random) > 0 { wanted = Folding.fold(wanted, wanted.indices) }
            if Self.isFound(wanted, text, range) { found += 1 }
            if let fault = Self.check(wanted, text, range) { faults.append(fault) }
        }
        #expect(faults.isEmpty, "\(faults.count) faults\n\(faults.prefix(10).joined(separator: "\n"))")
        #expect(rounds / 5..<rounds * 4 / 5 ~= found, "a test that always answers the same says nothing: \(found)")
    }

    @Test func `the folded form of a character is found in the character, also between others and with marks`() {
        var faults: [String] = []
        for scalar in RandomText.known {
            let folded = Folding.fold(String(scalar))
            // The others are all alike.
            if !folded.utf8.contains(where: { $0 < 0x80 }), scalar.value % (LongTests.areWanted ? 16 : 96) != 0 {
                continue
            }
            let texts = ["\(scalar)", "xa\(scalar)bx", "=\(scalar)\u{338}", "か\(scalar)\u{3099}\u{301}"]
            for wanted in [folded.unicodeScalars.first.map { "\($0)" } ?? "x", "a\(folded)b"] {
                let finder = FoldedFinder(Array(wanted.utf8))
                for text in texts {
                    let bytes = Array(text.utf8)
                    if finder.isFound(in: bytes, bytes.indices)
                        == Self.isFound(Array(wanted.utf8), bytes, bytes.indices)
                    {
                        continue
                    }
                    faults.append("\(wanted.debugDescription) in \(text.debugDescription)")
                }
            }
        }
        #expect(faults.isEmpty, "\(faults.count) faults\n\(faults.prefix(10).joined(separator: "\n"))")
    }

    /// The finder skips these characters unless their first byte is that of its pivot.
    @Test func `characters from U+4000 to U+9FFF fold to themselves and combine with no mark`() {
        for value: UInt32 in 0x4000...0x9FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(Folding.fold("a\(scalar)\u{301}") == "a\(scalar)\u{301}")
        }
    }

    @Test func `many near misses among marks cost no more than folding everything`() {
        // Each e is followed by a mark, so that each has to be folded: pieces must not be folded over and over.
        let text = Array(String(repeating: "e\u{301}", count: 200_000).utf8)
        let wanted = Array((String(repeating: "e", count: 60) + "x").utf8)
        let clock = ContinuousClock()
        // The best of three, since other tests run at the same time.
        let folding = (0..<3).map { _ in clock.measure { _ = Folding.fold(text, text.indices) } }.min() ?? .zero
        let finding =
            (0..<3).map { _ in
                clock.measure { #expect(!FoldedFinder(wanted).isFound(in: text, text.indices)) }
            }.min() ?? .zero
        #expect(finding < folding * 20 + .milliseconds(20))
    }
}
