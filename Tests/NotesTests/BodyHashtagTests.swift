import Notes
import SourceText
import Testing

struct BodyHashtagTests {
    @Test(arguments: [
        ("See #alpha here.", ["alpha"]),
        ("#beta/one starts a line", ["beta/one"]),
        ("all #done. and #a-b, #c/d/ #日記。 (#no)", ["done", "a-b", "c/d", "日記"]),
        ("#a/-/ #b_ #c-", ["a", "b_", "c"]),
        ("word#code ##x #1code # code #_x #-x #", []),
        ("http://example.org/#code and https://example.org/x#code", []),
        ("a `#code` span ` #x`", []),
        ("# Heading #inside\n\nSetext #two\n===", ["inside", "two"]),
        ("> #quoted\n>#close\n- #item\n- [ ] #task", ["quoted", "close", "item", "task"]),
        ("| #cell | x#no |\n|---|---|\n| a | #b|", ["cell", "b"]),
        ("*#no* **see #yes**", ["yes"]),
        ("\\#no \\ #yes", ["yes"]),
        ("[a #b](c) [a](<c #d> \"e #f\") [a](https://x.org/#y)", ["b"]),
        ("[[a #b]] [[a|b #c `#d`]]", ["c"]),
        ("[a]: b \"c #d\"", []),
        ("#Ünï #данные-1 #नमस्ते #e\u{301}a #x٣", ["Ünï", "данные-1", "नमस्ते", "e\u{301}a", "x٣"]),
        ("#😀 #a😀b", ["a"]),
        ("a\u{3000}#wide b\u{A0}#nbsp\t#tab", ["wide", "nbsp", "tab"]),
        ("&#35; &#x61;", []),
        ("a\n  #b\r\n#c", ["b", "c"]),
        ("#a#b #c/#d", ["a", "c"]),
        ("# Head {#one}\n\ntext {: #two .three} #four\n\n{: .x #five key=\"v #w\" }", ["four"]),
        ("{see #this} {#no #six } {x #seven\n#eight}", ["this", "seven", "eight"]),
    ])
    func hashtags(text: String, names: [String]) {
        let bytes = Array(text.utf8)
        let found = Body(bytes).hashtags
        #expect(found.map(\.name) == names)
        #expect(found.map { bytes.text($0.range) } == names.map { "#" + $0 })
    }

    /// Joiners, vowel signs, tone marks, hyphens and other signs inside words, by script.
    @Test(arguments: [
        (
            "Arabic, Persian, Urdu",
            ["نرم\u{200C}افزار", "می\u{200C}خواهم\u{200C}ها", "پا\u{06CC}\u{064E}ان", "ک\u{200D}ه", "ـــعربي"]
        ),
        ("Armenian", ["ինչո\u{055E}ւ", "այո\u{055B}ւ", "հայ\u{058A}ռուս", "ու\u{055A}մ", "մմ\u{055F}մ"]),
        ("Hebrew", ["צה\u{05F4}ל", "ג\u{05F3}ירפה", "ז\u{05F3}", "בית\u{05BE}ספר", "שָׁלוֹם"]),
        ("Syriac, Thaana, N'Ko", ["ܫܠܡ\u{070F}ܐ", "ދިވެހި", "ߒߞߏ\u{07F2}\u{07F4}ߞ"]),
        ("Devanagari, Marathi, Nepali", ["दर्\u{200D}या", "क्\u{200C}ष", "नमस्ते", "हिन्दी२०२४", "ऊँट"]),
        ("Bengali, Assamese", ["ত্\u{200D}", "র্\u{200D}যাব", "বাংলা"]),
        ("Gurmukhi, Gujarati, Oriya", ["ਪੰਜਾਬੀ", "ગુજરાતી", "ଓଡ଼ିଆ"]),
        ("Tamil, Telugu, Kannada", ["தமிழ்", "அ௰௱", "తెలుగు", "న్\u{200C}లో", "ಕನ್ನಡ", "ರ್\u{200D}ಯ"]),
        ("Malayalam, Sinhala", ["അവന്\u{200D}", "മലയാളം", "ശ്രീ\u{200C}കല", "ශ්\u{200D}රී"]),
        ("Thai, Lao, Khmer, Burmese", ["ไทย", "น้ำใจๆ", "ພາສາລາວ", "ភាសា\u{17D2}ខ្មែរ", "မြန်မာဘာသာ"]),
        ("Tibetan", ["བོད\u{0F0B}ཡིག", "བཀྲ\u{0F0C}ཤིས", "ༀམ"]),
        ("Mongolian", ["ᠪᠠᠢᠨ\u{180E}ᠠ", "ᠮᠣᠩ\u{180B}ᠭᠣᠯ", "ᠠ\u{1806}ᠪ"]),
        ("Ethiopic, Canadian syllabics, Cherokee", ["አማርኛ", "ቁ፩፪", "ᐃᓄ\u{1400}ᒃᑎᑐᑦ", "ᏣᎳᎩ"]),
        ("Chinese", ["二〇二四年", "\u{20BB7}野家", "葛\u{E0100}飾"]),
        ("Japanese", ["ハリー・ポッター", "ﾊﾘｰ\u{FF65}ﾎﾟｯﾀｰ", "ダブル゠ハイフン", "が\u{3099}", "ネコ＿イヌ"]),
        ("Korean", ["한국어", "\u{1112}\u{1161}\u{11AB}글"]),
        ("Catalan, Greek, Vietnamese", ["col·lecció", "ἅ\u{0387}α", "tiê\u{0301}ng", "Đặng"]),
        (
            "Other Latin",
            ["ʻokina", "Donau\u{AD}dampf", "e\u{2010}mail", "e\u{2011}mail", "CO₂", "Ⅷ", "mɔ˥˩", "bu\u{A789}du"]
        ),
        ("Cyrillic, Georgian, Coptic, Gothic", ["п\u{02BC}ять", "ქართული", "ⲕⲏⲙⲉ", "𐌲𐌿𐍄"]),
        ("Adlam, Hieroglyphs", ["𞤀𞤣𞤤𞤢𞤥\u{1E944}", "𓀀\u{13430}𓀁"]),
        ("Invisible characters", ["a\u{2060}b", "a\u{200E}b", "ا\u{061C}ب", "a\u{034F}b", "a\u{FE0F}b"]),
    ])
    func `a hashtag contains what its script writes inside words`(scripts: String, names: [String]) {
        for name in names { #expect(Body(Array("x #\(name) y".utf8)).hashtags.map(\.name) == [name], "\(scripts)") }
    }

    @Test(arguments: [
        ("#نرم\u{200C} #نرم\u{200F}, #a\u{200D} #b\u{AD}.", ["نرم", "نرم", "a", "b"]),
        ("#בית\u{05BE} #རྒྱ\u{0F0B} #ハリー・ #a\u{2010} #b·, #ինչ\u{055E}", ["בית", "རྒྱ", "ハリー", "a", "b", "ինչ"]),
        ("#a-/\u{200C}-· #b\u{200C}-c", ["a", "b\u{200C}-c"]),
        ("#a\u{200B}b #a\u{2069}b #a\u{2014}b #a\u{2026} #a\u{3002}b", ["a", "a", "a", "a", "a"]),
        ("#it's #it’s #a:b #a.b #note¹ #m² #a½ #a①", ["it", "it", "a", "a", "note", "m", "a", "a"]),
        ("#हाँ। #كلمة، #ሰላም፡ዓለም #a❤\u{FE0F} #b\u{1F468}\u{200D}\u{1F469}", ["हाँ", "كلمة", "ሰላም", "a", "b"]),
        ("#\u{200C}a #\u{301}b #·c #_d #２", []),
    ])
    func `signs at the end of a hashtag, and signs between words, do not count`(text: String, names: [String]) {
        #expect(Body(Array(text.utf8)).hashtags.map(\.name) == names)
    }

    @Test func `bytes that are not UTF-8 end a hashtag and begin none`() {
        let bytes: [UInt8] =
            Array("#a".utf8) + [0xE9, 0x20] + Array("#".utf8) + [0xC3] + Array(" x\u{FF}".utf8) + [0xFF]
        #expect(Body(bytes + Array("#b #c".utf8)).hashtags.map(\.name) == ["a", "c"])
    }
}
