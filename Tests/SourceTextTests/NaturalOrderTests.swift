import SourceText
import TestSupport
import Testing

@Suite struct NaturalOrderTests {
    @Test(arguments: [
        ["note 1", "note 2", "note 10", "note 10 b", "note 10b", "note 11"], ["lis", "łódź", "mapa"],
        ["Archived Note", "flower", "new Note", "What to do"], ["", "0", "1", "9", "10", "99999999999999999999", "a"],
        ["n1.md", "n9.md", "n10.md"], ["a-1", "a1", "aa"], ["и", "й", "к"], ["v1.2.9", "v1.2.10", "v1.10"],
    ])
    func `texts are in this order`(texts: [String]) {
        for (a, b) in zip(texts, texts.dropFirst()) {
            #expect(NaturalOrder.key(a).lexicographicallyPrecedes(NaturalOrder.key(b)), "\(a) < \(b)")
        }
    }

    @Test(arguments: [("02", "2"), ("Łódź", "lodz"), ("00", "0"), ("a007b", "A7B"), ("２", "2"), ("é", "e\u{301}")])
    func `texts are equal`(a: String, b: String) {
        #expect(NaturalOrder.key(a) == NaturalOrder.key(b))
    }

    @Test(arguments: [253, 254, 255, 256, 507, 508, 509, 510, 1000])
    func `numbers of any length compare by length first`(length: Int) {
        let shorter = NaturalOrder.key("n" + String(repeating: "9", count: length) + "z")
        let longer = NaturalOrder.key("n1" + String(repeating: "0", count: length))
        #expect(shorter.lexicographicallyPrecedes(longer))
        #expect(!shorter.contains(0) && !longer.contains(0))
    }

    @Test func `the keys of random numbers between letters compare as the numbers do`() {
        var random = FixedGenerator(5)
        for _ in 0..<2000 {
            let (a, b) = (parts(&random), parts(&random))
            let expected = a.lexicographicallyPrecedes(b) { $0 < $1 }
            #expect(key(a).lexicographicallyPrecedes(key(b)) == expected, "\(a) \(b)")
        }
    }

    @Test func `a key of a range is the key of its text`() {
        let text = Array("xNote 07y".utf8)
        #expect(NaturalOrder.key(text, 1..<8) == NaturalOrder.key("note 7"))
    }

    private func parts(_ random: inout FixedGenerator) -> [Int] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0...120, using: &random) }
    }

    /// Each number after a letter, with zeros in front of some.
    private func key(_ parts: [Int]) -> [UInt8] {
        NaturalOrder.key(parts.map { "n" + String(repeating: "0", count: $0 % 3) + String($0) }.joined())
    }
}
