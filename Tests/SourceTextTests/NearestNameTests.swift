import SourceText
import TestSupport
import Testing

@Suite struct NearestNameTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `searching for several words at once finds the same names as one search for each word`(seed: UInt64) {
        var random = FixedGenerator(seed)
        let words = (0..<12).map { _ in name(&random) }
        let names = (0..<400).map { _ in name(&random) }
        var nearest = NearestNames(words)
        for name in names { nearest.consider(Array(name.utf8).span) }
        let expected = words.map { Nearest.match($0, among: names.sorted()) }
        #expect(nearest.nearest == expected)
    }

    /// Of few letters, so that many are near, with marks, digits and signs.
    private func name(_ random: inout FixedGenerator) -> String {
        let letters = ["a", "b", "A", "é", "e\u{301}", "ł", "ß", "ﬁ", "1", " ", "-", "я", "日", "\u{1}", "B"]
        let pool = Bool.random(using: &random) ? ["a", "b", "C", "d"] : letters
        return (0..<Int.random(in: 0...12, using: &random)).map { _ in
            pool[Int.random(in: pool.indices, using: &random)]
        }.joined()
    }

    @Test func `a slip of the finger is one step of the distance`() {
        var random = FixedGenerator(9)
        for _ in 0..<4000 {
            let (a, b) = (Array(name(&random).utf8), Array(name(&random).utf8))
            #expect(Nearest.isOneEdit(from: a, to: b) == (Nearest.distance(a, b, atMost: 1) != nil))
        }
    }
}
