/// Invented words, most frequent first, and their frequencies. The word of rank r, from 0, has a frequency proportional
/// to 1/(r + 3), as in real texts according to Zipf and Mandelbrot. Only integers are used, so that every machine makes
/// the same words.
///
/// Every sixth word has diacritics. No two words are equal without them, and no word contains a `q`.
package struct SyntheticVocabulary: Sendable {
    package let words: [[UInt8]]
    /// The word for each of 2^20 equally likely draws.
    private let draws: [UInt16]

    private static let onsets = "b d f g k l m n p r s t v z st tr ch kr pl".split(separator: " ")
    private static let vowels = "a e i o u y ie ou".split(separator: " ")
    private static let marked: [Character: Character] = [
        "a": "ä", "e": "é", "o": "ó", "u": "ü", "s": "ś", "z": "ż", "l": "ł", "c": "č",
    ]
    static let han = Array(
        "的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同经法当起与好看学进种将还分此心前面又定见只主没公从")
    static let kana = Array("のにはをたがでてとしれさあるいもすらなことよう私本時学生先見気行間者東京会語読書記録紙箱")

    package init(count: Int = 32_000) {
        var random = SeededRandom(1987)
        var seen: Set<String> = []
        var words: [[UInt8]] = []
        while words.count < count {
            // Frequent words are short.
            let syllables = words.count < 20 ? 1 : words.count < 2000 ? 2 : 2 + random.below(3)
            var word = ""
            for _ in 0..<syllables { word += random.pick(Self.onsets) + random.pick(Self.vowels) }
            guard seen.insert(word).inserted else { continue }
            if words.count % 6 == 5 { word = String(word.map { Self.marked[$0] ?? $0 }) }
            words.append(Array(word.utf8))
        }
        self.words = words

        let shares = (0..<count).map { (1 << 30) / ($0 + 3) }
        let total = shares.reduce(0, +)
        var draws: [UInt16] = []
        var sum = 0
        for (rank, share) in shares.enumerated() {
            sum += share
            let end = sum << 20 / total
            while draws.count < end { draws.append(UInt16(rank)) }
        }
        self.draws = draws
    }

    package func word(_ random: inout SeededRandom) -> [UInt8] {
        words[Int(draws[Int(truncatingIfNeeded: random.next() >> 44)])]
    }

    /// Returns a word for ten consecutive notes, which no others contain: real vocabularies grow with their texts. It
    /// begins and ends with `q`.
    ///
    /// - Parameter group: the number of the ten notes: a note's number divided by ten.
    static func word(ofTen group: Int) -> [UInt8] {
        var word: [UInt8] = [UInt8(ascii: "q")]
        var rest = group
        repeat {
            word.append(UInt8(ascii: "a") + UInt8(rest % 16))
            rest /= 16
        } while rest > 0
        return word + [UInt8(ascii: "q")]
    }
}
