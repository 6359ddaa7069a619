import SourceText
import TestSupport
import Testing

@Suite struct GlobTests {
    @Test(arguments: [
        ("*.md", "a.md", true), ("*.md", "a/b.md", false), ("**.md", "a/b.md", true), ("a/**", "a/b/c", true),
        ("a/**", "a/", true), ("a/**", "a", false), ("**/x", "x", true), ("**/x", "a/b/x", true), ("**/x", "ax", false),
        ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "ab", false), ("a/**/b", "a/xb", false),
        ("?", "é", true), ("?", "é語", false), ("??", "é語", true), ("a?c", "a/c", false), ("\\*", "*", true),
        ("\\*", "a", false), ("", "", true), ("", "a", false), ("*", "", true), ("**", "a/b", true),
        ("a\\", "a\\", true),
        ("[a]", "[a]", true), ("[a]", "a", false), ("a**b", "a/x/b", true), ("***", "a/b", true),
        ("*a*b*", "xaxbx", true),
        ("**/**/x", "x", true), ("**/**/x", "a/x", true), ("a/**/**/b", "a/b", true),
    ])
    func `globs match as gitignore's do`(pattern: String, text: String, matches: Bool) {
        #expect(Glob(Array(pattern.utf8)).matches(Array(text.utf8)) == matches)
    }

    @Test(arguments: [
        ("tmp[0-9].md", "tmp1.md", true), ("tmp[0-9].md", "tmpa.md", false), ("[!a]x", "bx", true),
        ("[!a]x", "ax", false), ("[^a]x", "bx", true), ("[!a]", "/", false), ("a[/]b", "a/b", false),
        ("[]a]", "]", true),
        ("[]-]", "-", true), ("[a-]", "-", true), ("[a\\]]", "]", true), ("[é-ü]", "ñ", true), ("[é-ü]", "z", false),
        ("[!é]x", "語x", true), ("[!é]x", "éx", false), ("[[:upper:]_]*", "Ab", true), ("[[:upper:]_]*", "ab", false),
        ("[[:digit:][:space:]]", " ", true), ("[a", "[a", true), ("[z-a]", "z", false), ("\\[a]", "[a]", true),
        ("**/[ab]/*", "x/a/y", true), ("**/[ab]/*", "x/c/y", false),
    ])
    func `classes match as gitignore's do`(pattern: String, text: String, matches: Bool) {
        #expect(Glob(Array(pattern.utf8), hasClasses: true).matches(Array(text.utf8)) == matches)
        let long = String(repeating: "x", count: 70) + "/"
        #expect(Glob(Array((long + pattern).utf8), hasClasses: true).matches(Array((long + text).utf8)) == matches)
    }

    @Test func `globs match what trying everything matches`() {
        var random = FixedGenerator(61)
        let signs = ["a", "b", "/", "*", "**/", "?", "é"]
        let letters: [Character] = ["a", "b", "/", "é"]
        for _ in 0..<6000 {
            let pattern = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                signs[Int.random(in: 0..<7, using: &random)]
            }.joined()
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                letters[Int.random(in: 0..<4, using: &random)]
            }
            let found = Glob(Array(pattern.utf8)).matches(Array(String(text).utf8))
            #expect(found == slow(Array(pattern)[...], text[...], true), "\(pattern) on \(String(text))")
            // The same after a prefix of more than 64 characters, whose positions do not fit into one word of bits.
            let long = String(repeating: "x", count: 70) + "/"
            let foundLong = Glob(Array((long + pattern).utf8)).matches(Array((long + String(text)).utf8))
            #expect(foundLong == found, "\(pattern) on \(String(text))")
        }
    }

    /// - Parameter starts: whether a part of the pattern begins here.
    private func slow(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>, _ starts: Bool) -> Bool {
        guard let sign = pattern.first else { return text.isEmpty }
        if pattern.starts(with: "**") {
            let rest = pattern.drop { $0 == "*" }
            if starts, rest.first == "/" {
                let after = rest.dropFirst()
                if slow(after, text, true) { return true }
                return text.indices.contains { text[$0] == "/" && slow(after, text[($0 + 1)...], true) }
            }
            return (text.startIndex...text.endIndex).contains { slow(rest, text[$0...], false) }
        }
        if sign == "*" {
            let end = text.firstIndex(of: "/") ?? text.endIndex
            return (text.startIndex...end).contains { slow(pattern.dropFirst(), text[$0...], false) }
        }
        guard let first = text.first, sign == "?" ? first != "/" : first == sign else { return false }
        return slow(pattern.dropFirst(), text.dropFirst(), sign == "/")
    }

    @Test(.takes(atMostMinutes: 4)) func `stars upon stars take no time`() {
        let glob = Glob(Array(String(repeating: "*a", count: 60).utf8 + Array("b".utf8)))
        #expect(!glob.matches([UInt8](repeating: 0x61, count: 4000)))
    }

    @Test func `a pattern made of a text matches that text alone`() {
        var random = FixedGenerator(62)
        for _ in 0..<2000 {
            let text = RandomText.bytes(12, using: &random)
            #expect(Glob(escaping: text).matches(text))
            let escaped = text.flatMap { [UInt8(ascii: "\\"), $0] }
            #expect(Glob(escaped).matches(text))
            #expect(Glob.literal(escaped) == text)
            #expect(!Glob.isPattern(escaped))
        }
    }
}
