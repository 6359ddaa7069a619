import RegularExpressions
import TestSupport
import Testing

/// All matches, each as its text, found as a caller would.
func matches(of pattern: String, in text: String, ignoresCase: Bool = false) throws -> [String] {
    var matcher = Matcher(try Pattern(pattern, ignoresCase: ignoresCase))
    let bytes = Array(text.utf8)
    var found: [String] = []
    var from = 0
    while let match = matcher.firstMatch(bytes, in: 0..<bytes.count, from: from) {
        found.append(String(decoding: bytes[match], as: UTF8.self))
        from = match.isEmpty ? match.upperBound + 1 : match.upperBound
    }
    return found
}

@Suite struct `The syntax` {
    @Test(
        arguments: [
            ("", "aé", ["", "", ""]),
            ("abc", "xabcabc", ["abc", "abc"]),
            ("a|ab", "ab", ["a"]),
            ("ab|a", "ab", ["ab"]),
            ("(?:a|ab)(?:c|bcd)", "abcd", ["abcd"]),
            ("a*", "baac", ["", "aa", "", ""]),
            ("a+?", "aaa", ["a", "a", "a"]),
            ("<.*>", "<a><b>", ["<a><b>"]),
            ("<.*?>", "<a><b>", ["<a>", "<b>"]),
            ("(?U)<.*>", "<a><b>", ["<a>", "<b>"]),
            ("(?U)<.*?>", "<a><b>", ["<a><b>"]),
            ("a{2}", "aaaaa", ["aa", "aa"]),
            ("a{2,}", "aaaaa", ["aaaaa"]),
            ("a{2,3}?", "aaaaa", ["aa", "aa"]),
            ("a{0}b", "ab", ["b"]),
            ("(|a)*", "aa", ["", "", ""]),
            ("(|a)+", "aa", ["", "", ""]),
            ("(a*)*", "aa", ["aa", ""]),
            ("{{.*}}", "x {{cite}}", ["{{cite}}"]),
            ("a{,b", "a{,b", ["a{,b"]),
            ("a]}", "a]}", ["a]}"]),
            (".", "é\n😀", ["é", "😀"]),
            ("(?s).", "é\n", ["é", "\n"]),
            ("a.b", "a\rb a\u{2028}b", ["a\rb", "a\u{2028}b"]),
            ("[a-c]+", "xabcd", ["abc"]),
            ("[^a-c]+", "abxé\nc", ["xé\n"]),
            ("[]a]+", "a]b", ["a]"]),
            ("[^]a]+", "a]b", ["b"]),
            ("[a-]+", "-a-b", ["-a-"]),
            ("[a-c-e]+", "b-ed", ["b-e"]),
            ("[-.]+", "a-.b", ["-."]),
            ("[\\w-]+", "a-b c", ["a-b", "c"]),
            ("[\\d\\-x]+", "1-x,", ["1-x"]),
            ("[\\]\\[]+", "a[]b", ["[]"]),
            ("[α-ω]+", "λόγος", ["λ", "γος"]),
            ("[[:alpha:]_]+", "ab_1é", ["ab_"]),
            ("[[:^digit:]]+", "1ab2", ["ab"]),
            ("[^[:space:]]+", "a b", ["a", "b"]),
            ("\\d+", "1٣x", ["1٣"]),
            ("\\w+", "naïve_1 – ⓐ‿", ["naïve_1", "ⓐ‿"]),
            ("\\W+", "a – b", [" – "]),
            ("\\s+", "a\u{A0}\u{3000}b", ["\u{A0}\u{3000}"]),
            ("\\S\\D", "1a", ["1a"]),
            ("\\pL+", "aж1", ["aж"]),
            ("\\p{Lu}", "aÀ", ["À"]),
            ("\\P{L}+", "a12b", ["12"]),
            ("\\p{^L}+", "a12b", ["12"]),
            ("\\p{Letter}\\p{ Nd }", "a1", ["a1"]),
            ("\\p{Greek}+", "aλόγος", ["λόγος"]),
            ("\\p{sc=Han}+\\p{hiragana}", "漢字が", ["漢字が"]),
            ("[\\p{Katakana}\\p{Hangul}]+", "カ한-", ["カ한"]),
            ("\\p{L&}\\p{any}", "a!", ["a!"]),
            ("^.", "ab\ncd\r\ne", ["a", "c", "e"]),
            (".$", "ab\ncd\r\ne", ["b", "d", "e"]),
            ("[^\\n]*$", "ab\r\n", ["ab", "", ""]),
            ("^$", "a\n\nb", [""]),
            ("(?-m)^.|.$", "ab\ncd", ["a", "d"]),
            ("\\A.|.\\z", "ab\ncd", ["a", "d"]),
            ("\\bé\\w*", "été déjà", ["été"]),
            ("\\Bé", "été", ["é"]),
            ("(?i)straße|K", "STRAẞE k \u{212A}", ["STRAẞE", "k", "\u{212A}"]),
            ("a(?i)b", "aB AB", ["aB"]),
            ("a(?i:b)c", "aBc aBC", ["aBc"]),
            ("((?i)a)b", "Ab AB", ["Ab"]),
            ("(?i)a(?-i)b", "Ab AB", ["Ab"]),
            ("(?i)a|b", "B", ["B"]),
            ("(?i)[^k]", "kK\u{212A}x", ["x"]),
            ("(?i)[[:upper:]]\\p{Lu}", "ab", ["ab"]),
            ("(?is:a.)", "A\n", ["A\n"]),
            ("(?P<x>a)(?<y_1>b)", "ab", ["ab"]),
            ("\\n\\t\\r\\f\\v\\a", "\n\t\r\u{C}\u{B}\u{7}", ["\n\t\r\u{C}\u{B}\u{7}"]),
            ("\\x41\\x{1F600}\\u0041\\u{e9}\\U0001F600", "A😀Aé😀", ["A😀Aé😀"]),
            ("\\\\\\.\\/\\-\\#\\ \\_\\`", "\\./-# _`", ["\\./-# _`"]),
            ("\\Qa.b*\\E+", "a.b**", ["a.b**"]),
            ("\\Q\\d", "\\d", ["\\d"]),
            ("a\\Q\\Eb", "ab", ["ab"]),
        ] as [(String, String, [String])]
    )
    func `finds exactly these`(pattern: String, text: String, expected: [String]) throws {
        #expect(try matches(of: pattern, in: text) == expected)
    }

    @Test(
        arguments: [
            ("\\1", 0..<2, "back references are not supported"),
            ("é(a)\\1", 5..<7, "back references are not supported"),
            ("\\k<x>", 0..<2, "back references are not supported"),
            ("(?P=x)", 0..<4, "back references are not supported"),
            ("a(?=b)", 1..<4, "look-around is not supported"),
            ("(?!b)", 0..<3, "look-around is not supported"),
            ("(?<=b)", 0..<4, "look-around is not supported"),
            ("(?<!b)", 0..<4, "look-around is not supported"),
            ("(?>b)", 0..<3, "atomic groups are not supported"),
            ("a++", 2..<3, "possessive quantifiers are not supported"),
            ("a{2}+", 4..<5, "possessive quantifiers are not supported"),
            ("a**", 2..<3, "a quantifier after a quantifier"),
            ("a{2}{3}", 4..<7, "a quantifier after a quantifier"),
            ("a\\y", 1..<3, "unknown escape '\\y'"),
            ("\\é", 0..<3, "unknown escape '\\é'"),
            ("\\Z", 0..<2, "unknown escape '\\Z'"),
            ("\\", 0..<1, "a backslash at the end"),
            ("a(b", 1..<2, "unclosed group"),
            ("(?i", 0..<1, "unclosed group"),
            ("(?<a", 0..<3, "unclosed group name"),
            ("a)", 1..<2, "unopened group"),
            ("x[a", 1..<2, "unclosed class"),
            ("[]", 0..<1, "unclosed class"),
            ("*a", 0..<1, "nothing to repeat"),
            ("a|+", 2..<3, "nothing to repeat"),
            ("(?i)?", 4..<5, "nothing to repeat"),
            ("({2})", 1..<4, "nothing to repeat"),
            ("[b-a]", 1..<4, "the start of this range is after its end"),
            ("[a-\\d]", 1..<5, "this range ends in a class"),
            ("[a--b]", 2..<4, "set operations are not supported"),
            ("[\\w&&a]", 3..<5, "set operations are not supported"),
            ("[[a]]", 1..<2, "'[' in a class must be escaped"),
            ("[[:letter:]]", 1..<11, "unknown class"),
            ("[\\b]", 1..<3, "'\\b' has no meaning in a class"),
            ("a{3,2}", 1..<6, "the minimum of this count is above its maximum"),
            ("a{1001}", 1..<7, "a count over 1000"),
            ("a{99999999999999999999}", 1..<23, "a count over 1000"),
            ("a{,3}", 1..<5, "a count without a beginning"),
            ("(?x)a", 2..<3, "the flag 'x' is not supported"),
            ("(?)", 0..<3, "unknown kind of group"),
            ("(?#a)", 0..<3, "unknown kind of group"),
            ("(?<1a>b)", 0..<6, "a group name contains only letters, digits and '_', and does not start with a digit"),
            ("(?<a>b)(?P<a>c)", 11..<12, "the group name 'a' is used twice"),
            ("\\p{Klingon}", 0..<11, "unknown property 'Klingon'"),
            ("\\p", 0..<2, "expected a property"),
            ("\\p{L", 0..<3, "unclosed brace"),
            ("\\x4", 0..<3, "expected 2 hexadecimal digits"),
            ("\\x{+4}", 0..<6, "expected hexadecimal digits"),
            ("\\x{D800}", 0..<8, "no such Unicode scalar"),
            ("\\u{FFFFFFFFFF}", 0..<14, "no such Unicode scalar"),
            ("(x{0,1000}){0,1000}", 0..<19, "the pattern is too large"),
            ("((((){1000}){1000}){1000}){1000}", 0..<32, "the pattern is too large"),
        ] as [(String, Range<Int>, String)]
    )
    func `refuses what it cannot read, and says where`(pattern: String, range: Range<Int>, message: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(pattern, ignoresCase: false) }
        #expect(error?.range == range)
        #expect(error?.message == message)
    }

    @Test func `holds 200 levels of groups and not 201`() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "(", count: levels) + "a" + String(repeating: ")", count: levels)
        }
        #expect(try matches(of: nested(200), in: "ba") == ["a"])
        let error = #expect(throws: PatternError.self) { try Pattern(nested(201), ignoresCase: false) }
        #expect(error?.range == 200..<201)
    }

    @Test func `never crashes on random text, and points into it`() {
        let pieces = [
            "(", ")", "(?", "(?:", "(?<", "(?P<a>", "[", "]", "[^", "[:", ":]", "{", "}", "{2,", "1}", ",", "*", "+",
            "?",
            "|", "\\", "\\Q", "\\E", "\\p", "\\x", "\\b", "^", "$", ".", "-", "&&", "a", "i", "é", "9", ">", ":", "\n",
            "\\w",
        ]
        var generator = FixedGenerator(3)
        for _ in 0..<1500 {
            let pattern = (0..<generator.below(12)).map { _ in generator.pick(pieces) }.joined()
            do throws(PatternError) {
                var matcher = Matcher(try Pattern(pattern, ignoresCase: generator.below(4) == 0))
                let text = (0..<16).map { _ in generator.pick([0x61, 0x0A, 0xC3, 0xA9, 0x39, 0xFF, 0x0D] as [UInt8]) }
                let match = matcher.firstMatch(text, in: 0..<text.count, from: generator.below(18))
                #expect(match.map { $0.upperBound <= text.count } ?? true)
            } catch {
                #expect(error.range.upperBound <= pattern.utf8.count)
                #expect(!error.message.isEmpty)
            }
        }
    }
}
