import SourceText

extension GeneratedVault {
    private static let authors = ["Niklas Luhmann", "Ada Lovelace", "Olga Tokarczuk", "Karen Blixen", "Rei Shimura"]

    /// Returns the bytes of a note, given by its number from 0. Complexity: O(bytes).
    package func text(ofNote note: Int) -> [UInt8] {
        var random = SeededRandom(note &+ 1_000_003)
        var text: [UInt8] = []
        text.reserveCapacity(4096)
        frontMatter(note, &random, to: &text)
        text += Array("# ".utf8) + title(note) + Array("\n\n".utf8)
        let paragraphs = 3 + random.below(4)
        for paragraph in 0..<paragraphs {
            if paragraph > 1, random.isOne(in: 3) {
                text += Array("## ".utf8) + Self.capital(vocabulary.word(&random)) + [Byte.space]
                text += vocabulary.word(&random) + Array("\n\n".utf8)
            }
            self.paragraph(note, isFirst: paragraph == 0, &random, to: &text)
        }
        if random.isOne(in: 12) { foreign(&random, &text) }
        if random.isOne(in: 8) {
            for mark in ["- [ ] ", "- [x] "] { text += Array(mark.utf8) + vocabulary.word(&random) + [Byte.newline] }
        }
        if random.isOne(in: 25) {
            let picture = Self.picture(note)
            let form = random.isOne(in: 2) ? "![[" : "![a picture]("
            text += Array(form.utf8) + (form == "![[" ? picture : Self.escaped(picture))
            text += Array(form == "![[" ? "]]\n".utf8 : ")\n".utf8)
        }
        return text
    }

    private func frontMatter(_ note: Int, _ random: inout SeededRandom, to text: inout [UInt8]) {
        var lines = ["---", "title: \(String(decoding: title(note), as: UTF8.self))"]
        if !random.isOne(in: 3) { lines.append("status: \(random.pick(["draft", "review", "archived"]))") }
        let keywords = (0..<random.below(4)).map { _ in keyword(random.below(60)) }
        lines.append("keywords: [\(keywords.joined(separator: ", "))]")
        lines.append("created: \(Moment(seconds: created(note)).rfc3339)")
        if random.isOne(in: 10) { lines.append("aliases: [\(word(&random)) \(word(&random)) \(note)]") }
        if random.isOne(in: 40) { lines.append("favorite: true") }
        if random.isOne(in: 5) { lines.append("priority: \(1 + random.below(5))") }
        if random.isOne(in: 6) { lines.append("author: \(random.pick(Self.authors))") }
        if random.isOne(in: 8) {
            let due = Moment(seconds: created(note) + Int64(random.below(90 * 86_400)))
            lines.append("due: \(due.rfc3339.prefix(10))")
        }
        text += Array((lines + ["---", ""]).joined(separator: "\n").utf8)
    }

    private func word(_ random: inout SeededRandom) -> String {
        String(decoding: vocabulary.word(&random), as: UTF8.self)
    }

    /// Returns one of sixty keywords, by its number from 0. Every fourth is nested.
    func keyword(_ number: Int) -> String {
        let word = String(decoding: vocabulary.words[300 + number * 7], as: UTF8.self)
        return number % 4 == 0 ? "area/\(word)" : word
    }

    private func paragraph(_ note: Int, isFirst: Bool, _ random: inout SeededRandom, to text: inout [UInt8]) {
        let length = 43 + random.below(37)
        let link = random.isOne(in: 3) ? 10 + random.below(20) : -1
        var startsSentence = true
        for word in 0..<length {
            if word > 0 { text.append(Byte.space) }
            if word == link {
                self.link(note, &random, to: &text)
            } else if isFirst, word == 7 {
                text += SyntheticVocabulary.word(ofTen: note / 10)
            } else if isFirst, word == 9, note % max(1, count / Self.waiting) == 0 {
                text += Array("[[\(Self.missingNote)]]".utf8)
            } else {
                let word = vocabulary.word(&random)
                text += startsSentence ? Self.capital(word) : word
            }
            startsSentence = word % 13 == 12
            if startsSentence { text.append(Byte.dot) }
        }
        text += Array(".\n\n".utf8)
    }

    /// Appends a link. Half of them are Markdown links to a note of the same folder, the others wiki links to any note.
    private func link(_ note: Int, _ random: inout SeededRandom, to text: inout [UInt8]) {
        if random.isOne(in: 2) {
            let near = notes(inFolder: note / Self.notesInFolder)
            text += Array("[\(word(&random))](".utf8)
            text +=
                Self.escaped(title(near.lowerBound + random.below(near.count)) + Array(".md".utf8)) + [
                    UInt8(ascii: ")")
                ]
        } else {
            text += Array("[[".utf8) + title(random.below(count))
            if random.isOne(in: 4) { text += Array("|\(word(&random))".utf8) }
            text += Array("]]".utf8)
        }
    }

    /// Appends a sentence in Chinese or in characters that resemble Japanese.
    private func foreign(_ random: inout SeededRandom, _ text: inout [UInt8]) {
        let characters = random.isOne(in: 2) ? SyntheticVocabulary.han : SyntheticVocabulary.kana
        let sentence = (0..<(20 + random.below(30))).map { _ in random.pick(characters) }
        text += Array((String(sentence) + "。\n\n").utf8)
    }

    private static func escaped(_ path: [UInt8]) -> [UInt8] {
        path.reduce(into: []) { result, byte in
            if byte == Byte.space { result += Array("%20".utf8) } else { result.append(byte) }
        }
    }
}
