/// How the words of a made language end: tables of endings, as many real languages have them.
package struct Inflection: Sendable {
    package let endings: [String]

    /// As in English, in German, in Polish.
    package static let tables = [
        Inflection(endings: ["", "s", "ed", "ing", "er"]), Inflection(endings: ["e", "en", "er", "es", "ung"]),
        Inflection(endings: ["a", "y", "ie", "ow", "ami"]),
    ]

    /// The letters of a stem at least.
    private static let shortest = 4

    /// The other forms of a folded word whose stem is what is left without one of the endings.
    package func forms(of word: String) -> [String] {
        var forms: [String] = []
        for ending in endings where word.hasSuffix(ending) && word.count - ending.count >= Self.shortest {
            let stem = word.dropLast(ending.count)
            forms += endings.map { stem + $0 }.filter { $0 != word && !forms.contains($0) }
        }
        return forms
    }
}
