import RegularExpressions
import TestSupport
import Testing

@Suite struct `Searching` {
    @Test(
        arguments: [
            ("abc", "abc"), ("a.bcd", "bcd"), ("ab+cd", "bcd"), ("(ab)+", "ab"), ("(ab){3}", "ababab"),
            ("\\bfoo\\b$", "foo"),
            ("foo|bar", nil), ("(?:foo|bar)qux", "qux"), ("a*", nil), ("x(é|ü)y", "x"), ("[é]t[é]", "été"),
            ("(?i)ab", nil),
            ("(?i)1-2", "1-2"), ("a{100}", String(repeating: "a", count: 64)), ("[ab]", nil), ("", nil), ("^", nil),
        ] as [(String, String?)]
    )
    func `knows a literal that is in every match`(pattern: String, literal: String?) throws {
        #expect(try Pattern(pattern, ignoresCase: false).requiredLiteral == literal.map { Array($0.utf8) })
    }

    @Test(
        .takes(atMostMinutes: 4),
        arguments: [
            "(a+)+$", "(a*)*b", "(a|aa)+$", "(?:a?){50}a{50}!", "(x+x+)+y", "(.*)(.*)(.*)(.*)[^a]", "(a|b|ab)*[0-9]",
        ])
    func `takes time linear in the text for patterns that make others backtrack`(pattern: String) throws {
        var matcher = Matcher(try Pattern(pattern, ignoresCase: false))
        let text = [UInt8](repeating: 0x61, count: 5000) + [0x21]
        let time = ContinuousClock().measure {
            for end in [100, 5000, 5001] { _ = matcher.firstMatch(text, in: 0..<end, from: 0) }
        }
        #expect(time < .seconds(2))
    }

    /// More states than the cache keeps, so that it is emptied several times.
    @Test func `a search continues when its cache of states is full`() throws {
        var generator = FixedGenerator(9)
        var text = (0..<9_000).map { _ in generator.pick([0x61, 0x62] as [UInt8]) }
        for place in [4_000, 8_500] { text[place] = 0x63 }
        var matcher = Matcher(try Pattern("a[ab]{99}[cd]", ignoresCase: false))
        var from = 0
        while let match = matcher.firstMatch(text, in: 0..<text.count, from: from) {
            #expect(match.count == 101 && text[match.lowerBound] == 0x61 && text[match.upperBound - 1] == 0x63)
            from = match.upperBound
        }
        let expected = [4_000, 8_500].last { text[$0 - 100] == 0x61 }
        #expect(from == expected.map { $0 + 1 } ?? 0)
    }

    @Test func `begins at a scalar, and keeps to its range`() throws {
        var matcher = Matcher(try Pattern("", ignoresCase: false))
        let text = Array("a😀b".utf8)
        #expect(matcher.firstMatch(text, in: 0..<6, from: 2) == 5..<5)
        #expect(matcher.firstMatch(text, in: 0..<99, from: -5) == 0..<0)
        #expect(matcher.firstMatch(text, in: 0..<6, from: 6) == 6..<6)
        #expect(matcher.firstMatch(text, in: 0..<6, from: 7) == nil)
        #expect(matcher.firstMatch(text, in: 3..<4, from: 0) == 3..<3)
        #expect(matcher.firstMatch([], in: 0..<0, from: 0) == 0..<0)
        #expect(matcher.matches(text, in: 9..<12) == true)
    }

    @Test func `sees what is before its beginning, and nothing outside its range`() throws {
        var matcher = Matcher(try Pattern("^b|\\bc$", ignoresCase: false))
        let text = Array("ab ac c".utf8)
        #expect(matcher.firstMatch(text, in: 0..<7, from: 1) == 6..<7)
        #expect(matcher.firstMatch(text, in: 1..<7, from: 1) == 1..<2)
        #expect(matcher.firstMatch(text, in: 4..<5, from: 4) == 4..<5)
    }
}
