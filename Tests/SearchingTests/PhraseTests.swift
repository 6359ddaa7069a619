import Searching
import SourceText
import TestSupport
import Testing

/// Places of phrases.
@Suite struct PhraseTests {
    @Test func `a phrase is found wherever its words are adjacent`() {
        var random = FixedGenerator(11)
        for _ in 0..<2000 {
            func words(_ count: ClosedRange<Int>) -> [[UInt8]] {
                (0..<Int.random(in: count, using: &random)).map { _ in [UInt8.random(in: 97...98, using: &random)] }
            }
            let phrase = words(0...6)
            let text = words(0...30)
            let source = text.map { $0 + [0x20] }.flatMap { $0 }
            let tokens = Words.tokens(of: source, in: source.indices)
            var found: [Int] = []
            Phrase(phrase[...]).forEachEnd(in: tokens) { found.append($0) }
            let expected = (0...text.count).filter { end in
                end >= phrase.count && Array(text[(end - phrase.count)..<end]) == phrase
            }
            #expect(found == expected, "\(phrase) in \(text)")
        }
    }

    @Test func `a title of many equal words is searched in linear time`() throws {
        let vault = try TemporaryVault([
            "t.md": "---\ntitle: \(String(repeating: "a ", count: 16_000))\n---\n",
            "b.md": String(repeating: "a ", count: 200_000),
        ])
        let duration = try ContinuousClock().measure {
            let result = try CommandLine.run(["links", "t.md"], in: vault)
            #expect(result.output == "Mentioned in\n  b.md:1\n")
        }
        // Comparing each word with each of the title's took minutes.
        #expect(duration < .seconds(60))
    }
}
