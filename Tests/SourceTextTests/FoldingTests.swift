import Foundation
import SourceText
import TestSupport
import Testing

@Suite struct FoldingTests {
    @Test(arguments: [
        ("Zażółć gęślą jaźń", "zazolc gesla jazn"), ("ŁÓDŹ", "lodz"), ("Straße", "strasse"), ("STRAẞE", "strasse"),
        ("Øresund", "oresund"), ("Ærø", "aero"), ("ŒUVRE", "oeuvre"), ("Þór", "thor"), ("Ðuro Đuro", "duro duro"),
        ("ISTANBUL İstanbul ısı", "istanbul istanbul isi"), ("ħŧŋɓɗƙƴƶ", "htnbdkyz"), ("ƷəƆɛ", "ʒəɔɛ"),
        ("Đường Ươn", "duong uon"), ("Åå Å", "aa a"), ("ﬁle oﬃce", "file office"), ("ǅ Ǆ", "dz dz"),
        ("ſtein", "stein"), ("ŉ", "'n"), ("x₂ ª №5™", "x2 a  no 5 tm "), ("5㎏ ①½", "5 kg   1  1⁄2 "),
    ])
    func `Latin letters lose case, marks, strokes and ligatures`(text: String, folded: String) {
        #expect(Folding.fold(text) == folded)
    }

    @Test(arguments: [
        ("ΟΔΌΣ οδός", "οδοσ οδοσ"), ("ᾼ ᾳ ῷ", "α α ω"), ("Ωμέγα Ω ϐ ϑ", "ωμεγα ω β θ"),
        ("Ёлка їжак ўсё ѓќ ґанок", "елка іжак усе гк ганок"),
        ("Йод йод", "йод йод"), ("и\u{306} й", "й й"), ("И\u{301}\u{306}", "й"), ("й\u{301}", "й"), ("ѝ ӣ", "и и"),
        ("и\u{306}\u{306}", "й"), ("и\u{344}\u{306}", "й"), ("и\u{AD}\u{306}", "й"), ("е\u{306}", "е"),
    ])
    func `Greek and Cyrillic letters lose their marks, short i keeps its breve`(text: String, folded: String) {
        #expect(bytes(Folding.fold(text)) == bytes(folded))
    }

    @Test(arguments: [
        ("مُحَمَّد", "محمد"), ("أإآؤئ", "اااوي"), ("كتـــاب", "كتاب"), ("שָׁלוֹם", "שלום"), ("ﬡ שׁ", "א ש"),
        ("ﷺ", "صلى الله عليه وسلم"),
        ("ﻼ", "لا"), ("کتابی", "كتابي"), ("بِٱلْهُدَىٰ", "بالهدى"), ("\u{FB50}", "ا"), ("\u{FC5E}", " "),
    ])
    func `Arabic and Hebrew points go, and presentation forms are letters`(text: String, folded: String) {
        #expect(bytes(Folding.fold(text)) == bytes(folded))
    }

    @Test(arguments: [
        ("ＡＢＣ１２３", "abc123"), ("ｶﾞｷﾞﾊﾟ ｱ", "ガギパ ア"), ("か\u{3099}", "が"), ("か", "か"), ("が\u{3099}", "が\u{3099}"),
        ("㌀", "アパート"), ("한국", "한국"), ("각가", "각가"), ("ﾡㅏ", "가"),
        ("\u{1113}\u{1161}가\u{11A7}\u{1100}\u{1176}", "\u{1113}\u{1161}가\u{11A7}\u{1100}\u{1176}"), ("豈", "豈"),
        ("㊀⼀", "一一"),
        ("กำ", "กํา"), ("हिन्दी क़ ज़ ন়", "हिन्दी क ज ন"), ("ർ ൎ ৎ", "ര\u{D4D} ര\u{D4D} ত\u{9CD}"),
        ("٢٠٢٤ ۱۴ २ ๒ ᠑", "2024 14 2 2 1"),
        ("ொ", "ொ"), ("≠ =\u{338}", "≠ ≠"), ("´¨゛", "´¨゛"),
    ])
    func `East and South Asian texts keep their signs, in composed form`(text: String, folded: String) {
        #expect(bytes(Folding.fold(text)) == bytes(folded))
        #expect(bytes(Folding.fold(text.decomposedStringWithCanonicalMapping)) == bytes(folded))
    }

    @Test(arguments: [
        ("co\u{AD}op", "coop"), ("\u{FEFF}x", "x"), ("a\u{200D}b\u{2060}c\u{FE0F}", "abc"), ("e\u{200D}\u{301}", "e"),
        ("don’t donʼt don＇t oʻz", "don't don't don't o'z"), ("1\u{FE0F}\u{20E3}", "1"), ("a\u{200B}b", "a\u{200B}b"),
    ])
    func `invisible characters go and apostrophes are one`(text: String, folded: String) {
        #expect(bytes(Folding.fold(text)) == bytes(folded))
    }

    @Test func `marks without a letter are kept in canonical order`() {
        #expect(bytes(Folding.fold("\u{301}\u{323}")) == bytes("\u{323}\u{301}"))
        #expect(bytes(Folding.fold("1\u{301}\u{323}")) == bytes("1\u{323}\u{301}"))
        #expect(bytes(Folding.fold("に\u{301}\u{323}\u{3099}")) == bytes("に\u{3099}\u{323}\u{301}"))
    }

    @Test func `every scalar folds once and for all, composed as decomposed`() {
        // A space after each, so that it is on its own; then a letter and a mark, so that it is not.
        for between in [" ", "か\u{3099}", "и\u{323}\u{306}", "e"] {
            let text = RandomText.known.map { "\($0)\(between)" }.joined()
            let folded = Folding.fold(text)
            #expect(bytes(Folding.fold(folded)) == bytes(folded))
            #expect(bytes(Folding.fold(text.decomposedStringWithCanonicalMapping)) == bytes(folded))
            #expect(bytes(Folding.fold(text.precomposedStringWithCanonicalMapping)) == bytes(folded))
        }
    }

    @Test func `the result is composed`() {
        let folded = Folding.fold(RandomText.known.map { "\($0) " }.joined())
        #expect(bytes(folded.precomposedStringWithCanonicalMapping) == bytes(folded))
    }

    @Test func `case and compatibility forms make no difference`() {
        let excepted: Set<Unicode.Scalar> = ["\u{345}"]
        for scalar in RandomText.known where !excepted.contains(scalar) {
            let properties = scalar.properties
            let folded = Folding.fold(String(scalar))
            #expect(bytes(Folding.fold(properties.lowercaseMapping)) == bytes(folded), "\(scalar.value)")
            // Capitals write the iota below a letter as a letter.
            let isIota = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.contains("\u{345}")
            // Some capitals are younger than their small letters.
            let isKnown = properties.uppercaseMapping.unicodeScalars.allSatisfy(RandomText.isKnown)
            if !isIota, isKnown {
                #expect(bytes(Folding.fold(properties.uppercaseMapping)) == bytes(folded), "\(scalar.value)")
            }
            let compatible = String(scalar).decomposedStringWithCompatibilityMapping
            // Signs stand by themselves.
            let isSign = [.otherSymbol, .otherNumber].contains(properties.generalCategory)
            if compatible.unicodeScalars.first != " ", !isSign {
                #expect(bytes(Folding.fold(compatible)) == bytes(folded), "\(scalar.value)")
            }
        }
    }

    @Test func `Latin letters agree with Foundation where both decompose`() {
        for value in Array(0xC0...0x17F) + Array(0x1E00...0x1EFF) as [UInt32] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            guard text.decomposedStringWithCanonicalMapping.unicodeScalars.count > 1 else { continue }
            let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            // Foundation's ẛ keeps the long s.
            if value != 0x1E9B { #expect(Folding.fold(text) == folded) }
        }
    }

    @Test func `random texts fold once and for all, composed as decomposed`() {
        var random = FixedGenerator(1)
        for _ in 0..<6000 {
            let text = RandomText.make(12, using: &random)
            let folded = Folding.fold(text)
            #expect(bytes(Folding.fold(folded)) == bytes(folded), "\(scalars(text))")
            let decomposed = text.decomposedStringWithCanonicalMapping
            #expect(bytes(Folding.fold(decomposed)) == bytes(folded), "\(scalars(text))")
            let composed = text.precomposedStringWithCanonicalMapping
            #expect(bytes(Folding.fold(composed)) == bytes(folded), "\(scalars(text))")
            #expect(bytes(folded.precomposedStringWithCanonicalMapping) == bytes(folded), "\(scalars(text))")
        }
    }

    @Test func `bytes that are not UTF-8 fold as U+FFFD`() {
        var random = FixedGenerator(2)
        for _ in 0..<5000 {
            let text = RandomText.bytes(24, using: &random)
            let folded = Folding.fold(text, text.indices)
            #expect(folded == bytes(Folding.fold(String(decoding: text, as: UTF8.self))), "\(text)")
            #expect(folded == bytes(String(decoding: folded, as: UTF8.self)), "\(text)")
        }
    }

    @Test func `only the range counts`() {
        let text = bytes("か\u{3099}e\u{301}")
        #expect(Folding.fold(text, 0..<3) == bytes("か"))
        #expect(Folding.fold(text, 3..<6) == bytes("\u{3099}"))
        #expect(Folding.fold(text, 6..<7) == bytes("e"))
        #expect(Folding.fold(text, 7..<9) == bytes("\u{301}"))
        #expect(Folding.fold(text, 4..<4) == [])
    }

    @Test func `a hundred thousand marks are folded in linear time`() {
        let marks = String(repeating: "\u{301}\u{323}\u{3099}\u{344}\u{E31}", count: 20_000)
        let texts =
            ["a", "и", "か", "", "1"].map { $0 + marks } + [String(repeating: "\u{1161}\u{11A8}", count: 50_000)]
        let time = ContinuousClock().measure { for text in texts { _ = Folding.fold(text) } }
        #expect(time < .seconds(10))
    }

    // MARK: Sources

    @Test func `sources lead back to the characters`() {
        let text = bytes("Ąb e\u{301}ß½か\u{3099}!")
        let (folded, sources) = Folding.foldWithSources(text, text.indices)
        #expect(folded == bytes("ab ess 1⁄2 が!"))
        #expect(sources == [0, 2, 3, 4, 7, 7, 9, 9, 9, 9, 9, 9, 9, 11, 11, 11, 17, 18])
        #expect(Folding.source(of: 0..<2, in: sources) == 0..<3)
        #expect(Folding.source(of: 3..<4, in: sources) == 4..<7)
        #expect(Folding.source(of: 4..<5, in: sources) == 7..<9)
        #expect(Folding.source(of: 7..<8, in: sources) == 9..<11)
        #expect(Folding.source(of: 13..<16, in: sources) == 11..<17)
        #expect(Folding.source(of: 17..<17, in: sources) == 18..<18)
    }

    @Test func `sources never decrease, start characters, and change no byte of the result`() {
        var random = FixedGenerator(3)
        for round in 0..<4000 {
            let text =
                round % 4 == 0 ? RandomText.bytes(24, using: &random) : bytes(RandomText.make(12, using: &random))
            let start = Int.random(in: 0...text.count, using: &random)
            let range = start..<Int.random(in: start...text.count, using: &random)
            let (folded, sources) = Folding.foldWithSources(text, range)
            #expect(folded == Folding.fold(text, range))
            #expect(sources.count == folded.count + 1 && sources.last == range.upperBound)
            for index in folded.indices {
                #expect(sources[index] <= sources[index + 1], "\(text)")
                #expect(range.contains(sources[index]), "\(text)")
                let source = Folding.source(of: index..<index + 1, in: sources)
                #expect(!source.isEmpty && range.contains(source.lowerBound), "\(text)")
            }
        }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func scalars(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }
}
