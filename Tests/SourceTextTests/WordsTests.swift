import SourceText
import TestSupport
import Testing

@Suite struct WordsTests {
    @Test(
        arguments: [
            ("", []), ("--- ", []), ("Slip box", ["slip", "box"]), ("foo_bar v1.2.3", ["foo", "bar", "v1", "2", "3"]),
            ("John’s l'été donʼt", ["john", "s", "l", "ete", "don", "t"]), ("C++ C#", ["c", "c"]),
            ("in 1984, ２０２４", ["in", "1984", "2024"]), ("co\u{AD}op e\u{301}t", ["coop", "et"]),
            ("abc図書ab", ["abc", "図", "書", "ab"]), ("国々〆〇", ["国", "々", "〆", "〇"]), ("ラーメン", ["ラ", "ー", "メ", "ン"]),
            ("か\u{3099}く・ｶﾞ", ["が", "く", "ガ"]), ("대한민국의 a", ["대", "한", "민", "국", "의", "a"]), ("ㄅㄆ", ["ㄅ", "ㄆ"]),
            ("𠀀𠀁", ["𠀀", "𠀁"]), ("ภาษาไทย", ["ภ", "า", "ษ", "า", "ไ", "ท", "ย"]),
            ("น้ำ น\u{E49}\u{E4D}า นา", ["น\u{E49}\u{E4D}า", "น\u{E49}\u{E4D}า", "น", "า"]),
            ("ພາສາລາວ ນໍ້າ", ["ພ", "າ", "ສ", "າ", "ລ", "າ", "ວ", "ນ\u{ECD}\u{EC9}າ"]),
            ("ខ្មែរ", ["ខ្មែ", "រ"]), ("မြန်မာ သတ္တိ", ["မြ", "န်", "မ", "ာ", "သ", "တ္တိ"]), ("กa1ข", ["ก", "a1", "ข"]),
            ("हिन्दी में", ["हिन्दी", "में"]), ("x\u{301}y \u{301} z", ["xy", "z"]),
            ("1\u{301}a \u{3099}か", ["1\u{301}a", "か"]), ("图1㎏", ["图", "1", "kg"]),
            ("windows™ №5 fact¹ H₂O 5½", ["windows", "tm", "no", "5", "fact", "1", "h2o", "5", "1", "2"]),
            ("a😀b", ["a", "b"]), ("½", ["1", "2"]),
        ] as [(String, [String])])
    func `words are runs of letters and digits, and single characters of scripts without spaces`(
        text: String, words: [String]
    ) {
        #expect(Words.list(text) == words)
    }

    @Test(arguments: [
        ("Slip box", 2, 2), ("国立図書館です", 7, 1), ("国立 図書", 4, 2), ("abc図書", 3, 1), ("", 0, 0), ("...", 0, 0),
        ("don't", 2, 2), ("한국어 a", 4, 2), ("ภาษาไทย ขํ้า", 8, 2), (" \u{301}a ", 1, 1),
    ])
    func `tokens and runs are counted`(text: String, tokens: Int, runs: Int) {
        var out: [UInt8] = []
        let bytes = Array(text.utf8)
        let counts = Words.append(bytes, bytes.indices, to: &out)
        #expect(counts.tokens == tokens)
        #expect(counts.runs == runs)
        #expect(Words.runs(bytes).count == runs)
    }

    @Test func `the source of a word holds its marks`() {
        let text = "L’E\u{301}te\u{301}, ½ Straße が"
        let bytes = Array(text.utf8)
        let sources = Words.tokens(of: bytes, in: bytes.indices).map { bytes.text($0.source) }
        #expect(sources == ["L", "E\u{301}te\u{301}", "½", "½", "Straße", "が"])
    }

    @Test func `clusters are those of the standard library`() {
        // Its own rules: the two halves of SARA AM are one character of it, and stacked letters several.
        let letters: [ClosedRange<UInt32>] = [
            0xE01...0xE32, 0xE34...0xE3A, 0xE40...0xE4C, 0xE81...0xEB0, 0x1000...0x1038, 0x103B...0x1049,
            0x1050...0x108F, 0x1780...0x17B3, 0x17B6...0x17D1, 0xAA60...0xAA7F, 0xA9E0...0xA9E6,
        ]
        var random = FixedGenerator(17)
        for _ in 0..<3000 {
            guard let range = letters.randomElement(using: &random) else { continue }
            var text = "\u{E01}"
            for _ in 0..<6 {
                guard let value = range.randomElement(using: &random), let scalar = Unicode.Scalar(value),
                    RandomText.isKnown(scalar), scalar.properties.numericType == nil,
                    scalar.properties.generalCategory != .otherSymbol,
                    scalar.properties.generalCategory != .otherPunctuation
                else { continue }
                text.unicodeScalars.append(scalar)
            }
            #expect(Words.list(text) == text.map { Folding.fold(String($0)) }, "\(text.unicodeScalars.map(\.value))")
        }
    }

    @Test func `append, tokens and list agree`() {
        var random = FixedGenerator(4)
        for round in 0..<4000 {
            let text =
                round % 4 == 0
                ? RandomText.bytes(24, using: &random) : Array(RandomText.make(16, using: &random).utf8)
            var out: [UInt8] = Array("x ".utf8)
            let counts = Words.append(text, text.indices, to: &out)
            let tokens = Words.tokens(of: text, in: text.indices)
            #expect(out == Array("x ".utf8) + tokens.flatMap { $0.text + [Byte.space] })
            #expect(counts.tokens == tokens.count && counts.runs <= counts.tokens)
            let valid = String(decoding: text, as: UTF8.self)
            #expect(Words.list(valid) == tokens.map { String(decoding: $0.text, as: UTF8.self) })
            // Words are words again, and folding first changes nothing.
            let words = tokens.map { String(decoding: $0.text, as: UTF8.self) }
            #expect(words.allSatisfy { Words.list($0) == [$0] })
            #expect(Words.list(Folding.fold(valid)) == words)
            #expect(tokens.allSatisfy { !$0.source.isEmpty && $0.source.upperBound <= text.count })
        }
    }

    @Test func `append finds what folding first and then looking for words finds`() {
        var random = FixedGenerator(5)
        let pieces = [
            " ", "  ", "\r\n", "\n\n", ". ", "_", "0", "Ab", "slip box", "antidisestablishment", "é", "Ł", "E\u{301}",
            "ﬁ", "½",
            "ß", "㎏", "\u{AD}", "\u{301}", "\u{338}", "=\u{338}", "…", "’", "“", "図", "か\u{3099}", "が", "ｶﾞ", "한",
            "\u{1100}\u{1161}",
            "й", "и\u{306}", "Ⅷ", "हिन्दी", "ไทย", "שָׁ", "\u{FDFA}", "😀", "𠀀", "İ",
        ].map { Array($0.utf8) }
        for round in 0..<20_000 {
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 0...(round % 40), using: &random) {
                text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
                if round % 3 == 0 { text += RandomText.bytes(2, using: &random) }
            }
            let start = Int.random(in: 0...min(3, text.count), using: &random)
            let range = start..<Int.random(in: max(start, text.count - 3)...text.count, using: &random)
            var expected: [UInt8] = []
            var tokens = 0
            var runs = 0
            var last = -1
            Words.forEach(text, in: range) { buffer, folded, _ in
                expected += buffer[folded] + [Byte.space]
                tokens += 1
                if folded.lowerBound != last { runs += 1 }
                last = folded.upperBound
                return true
            }
            var out: [UInt8] = []
            let counts = Words.append(text, range, to: &out)
            #expect(out == expected && counts.tokens == tokens && counts.runs == runs, "\(text) \(range)")
        }
    }

    @Test func `letters and digits are those of Unicode`() {
        for scalar in RandomText.known where Array(Folding.fold(String(scalar)).unicodeScalars) == [scalar] {
            let isWord =
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
                case .decimalNumber, .letterNumber, .otherNumber: true
                default: false
                }
            // Signs of Burmese that begin a cluster stand for themselves.
            let isFree = scalar.properties.generalCategory == .spacingMark && !Words.list(String(scalar)).isEmpty
            if isFree, (0x1000...0x109F).contains(scalar.value) || (0xAA60...0xAA7F).contains(scalar.value) { continue }
            #expect(Words.list(String(scalar)).isEmpty == !isWord, "\(scalar.value)")
        }
    }

    @Test func `forEach stops when told`() {
        let text = Array("one two three".utf8)
        var seen = 0
        Words.forEach(text, in: text.indices) { buffer, folded, source in
            seen += 1
            #expect(Array(buffer[folded]) == Array(text[source]))
            return seen < 2
        }
        #expect(seen == 2)
    }
}
