/// The inflection of an invented language: a table of endings, like those of many real languages.
package struct Inflection: Sendable {
    package let endings: [String]

    /// Tables modeled on English, German and Polish.
    package static let tables = [
        Inflection(endings: ["", "s", "ed", "ing", "er"]), Inflection(endings: ["e", "en", "er", "es", "ung"]),
        Inflection(endings: ["a", "y", "ie", "ow", "ami"]),
    ]

    /// The minimum number of letters of a stem.
    private static let shortest = 4

    /// Returns the other forms of a folded word. Its stem is the word without one of the endings.
    package func forms(of word: String) -> [String] {
        var forms: [String] = []
        for ending in endings where word.hasSuffix(ending) && word.count - ending.count >= Self.shortest {
            let stem = word.dropLast(ending.count)
            forms += endings.map { stem + $0 }.filter { $0 != word && !forms.contains($0) }
        }
        return forms
    }
}
