import SourceText

/// Notes about a few topics, with inflected words. Generated from a seed: the same bytes every time.
package struct JudgedVault: Sendable {
    package struct JudgedFile: Sendable {
        package var note: JudgedNote
        package var text: String
    }

    package static let topics = 12
    /// Few, and none used by only one note, so that notes on the same topic are hard to distinguish.
    private static let stemsOfTopic = 48
    fileprivate static let commonWords = 1200

    package let inflection: Inflection
    package let files: [JudgedFile]

    /// - Parameter language: the number of an inflection table.
    package init(language: Int, count: Int, vocabulary: SyntheticVocabulary) {
        var maker = NoteMaker(
            inflection: Inflection.tables[language], vocabulary: vocabulary, random: SeededRandom(77 + language))
        inflection = maker.inflection
        // Skips the words that every note contains.
        let first = 2000 + language * Self.topics * Self.stemsOfTopic
        let topics = (0..<Self.topics).map { topic in
            (0..<Self.stemsOfTopic).map { stem in
                String(decoding: vocabulary.words[first + topic * Self.stemsOfTopic + stem], as: UTF8.self)
            }
        }
        var files: [JudgedFile] = []
        for number in 0..<count {
            // Some notes have the title of another one plus a word: a summary, a second part.
            let title = number % 10 == 9 ? files[number - 5].note.title : nil
            files.append(maker.file(number, topics[number % Self.topics], sequelTo: title))
        }
        self.files = files
    }

    private struct NoteMaker {
        let inflection: Inflection
        let vocabulary: SyntheticVocabulary
        var random: SeededRandom

        mutating func file(_ number: Int, _ topic: [String], sequelTo other: String?) -> JudgedFile {
            let theme = (0..<14).map { _ in random.pick(topic) }
            let title = other.map { "\($0) \(form(of: random.pick(theme)))" } ?? phrase(theme, 3 + random.below(3))
            let headings = (0..<(2 + random.below(3))).map { _ in phrase(theme, 2 + random.below(3)) }
            var text = "# \(title)\n"
            for (place, heading) in ([nil] + headings.map { $0 }).enumerated() {
                if let heading { text += "\n## \(heading)\n" }
                for _ in 0..<(place == 0 ? 1 : 1 + random.below(2)) { text += "\n\(paragraph(theme))\n" }
            }
            let path = "topic \(number % JudgedVault.topics)/\(number % 3 == 0 ? "note \(number)" : title).md"
            let body = String(text.drop { $0 != "\n" })
            return JudgedFile(note: JudgedNote(path: path, title: title, headings: headings, body: body), text: text)
        }

        /// Returns a common word. Frequent words are more likely.
        private mutating func common() -> String {
            let rank = random.below(random.below(JudgedVault.commonWords) + 1)
            // Real texts contain rare words too.
            let word = random.isOne(in: 12) ? vocabulary.word(&random) : vocabulary.words[rank]
            return String(decoding: word, as: UTF8.self)
        }

        private mutating func form(of stem: String) -> String { stem + random.pick(inflection.endings) }

        private mutating func phrase(_ theme: [String], _ count: Int) -> String {
            (0..<count).map { $0 > 0 && random.isOne(in: 3) ? common() : form(of: random.pick(theme)) }
                .joined(separator: " ")
        }

        private mutating func paragraph(_ theme: [String]) -> String {
            (0..<(30 + random.below(50))).map { _ in
                random.below(5) < 2
                    ? form(of: random.pick(theme)) : common()
            }.joined(separator: " ") + "."
        }
    }
}
