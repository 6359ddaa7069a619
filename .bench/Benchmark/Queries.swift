/// The search terms for a generated vault, the same for slip, SQLite and ripgrep. All words are ASCII, so that SQLite's
/// tokenizer and slip agree on them.
struct Queries: Sendable {
    /// A word of ten notes.
    let rare: String
    /// Two words, each in about half of the notes.
    let half: String
    let second: String
    /// A prefix of several words.
    let prefix: String
    /// Two words that are often adjacent.
    let phrase: String
    /// Parts of words that few notes contain.
    let parts: [String]
    let patterns = ["tr[ao]z[a-z]+l", "q[a-f]c[a-f]q [a-z]+", "plouch[a-z]*ky"]

    init(_ made: GeneratedVault) {
        func word(_ rank: Int) -> String { String(decoding: made.vocabulary.words[rank], as: UTF8.self) }
        rare = String(decoding: SyntheticVocabulary.word(ofTen: made.count / 20), as: UTF8.self)
        half = word(32)
        second = word(34)
        prefix = String(word(32).prefix(3))
        phrase = "\(word(0)) \(word(1))"
        parts = [3001, 9007, 20_011].map { String(word($0).dropFirst().prefix(5)) }
    }
}
