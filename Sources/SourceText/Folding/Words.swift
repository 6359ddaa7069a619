/// The words of a text, folded: what the index holds, what a query asks for and what is highlighted.
///
/// A word is a run of letters and digits (general categories L and N) with the marks on them. Everything else
/// separates, `_` and apostrophes included. Each character of Chinese, Japanese and Korean script (Han, kana, Hangul,
/// Bopomofo) and each grapheme cluster of Thai, Lao, Khmer and Burmese is a word of its own, and separates from letters
/// beside it: `abc図書` is `abc`, `図`, `書`.
package enum Words {
    /// A word and where it stands.
    package struct Word: Hashable, Sendable {
        /// The word as folded, valid UTF-8.
        package let text: [UInt8]

        /// Where it came from, marks and all.
        package let source: Range<Int>

        package init(text: [UInt8], source: Range<Int>) {
            self.text = text
            self.source = source
        }
    }

    /// Appends the words of `range` to `out`, each with a space after it.
    ///
    /// `tokens` is how many it appended. `runs` is how many runs of letters and digits there are, which is what
    /// `words:` counts: a run of Chinese characters is one run and as many tokens as it has characters.
    package static func append(
        _ text: [UInt8], _ range: Range<Int>, to out: inout [UInt8]
    ) -> (tokens: Int, runs: Int) {
        var writer = WordWriter(range.lowerBound, at: out.count)
        writer.write(text, range, to: &out)
        return (writer.tokens, writer.runs)
    }

    /// Calls `body` with each word: a buffer that holds it, its range there, and the range of `text` it came from.
    /// Stops when `body` returns false.
    package static func forEach(
        _ text: [UInt8], in range: Range<Int>,
        _ body: (_ buffer: [UInt8], _ folded: Range<Int>, _ source: Range<Int>) -> Bool
    ) {
        let (bytes, sources) = Folding.foldWithSources(text, range)
        var scanner = WordScanner(bytes)
        while let word = scanner.next() {
            guard body(bytes, word, Folding.source(of: word, in: sources)) else { return }
        }
    }

    /// The runs of letters and digits of a text, as `words:` counts them.
    package static func runs(_ text: [UInt8]) -> [Range<Int>] {
        let (bytes, sources) = Folding.foldWithSources(text, text.indices)
        var scanner = WordScanner(bytes)
        var runs: [Range<Int>] = []
        while let word = scanner.next() {
            let source = Folding.source(of: word, in: sources)
            if let last = runs.last, !scanner.startsRun {
                runs[runs.count - 1] = last.lowerBound..<source.upperBound
            } else {
                runs.append(source)
            }
        }
        return runs
    }

    /// Whether a folded word is one character of a script without spaces, which says little by itself.
    package static func isCharacter(_ word: String) -> Bool {
        guard let first = word.unicodeScalars.first else { return false }
        return FoldingTable.shared[first.value].kind == FoldingTable.Kind.single
    }

    /// Words as a person writes them side by side: with spaces, but not between characters of scripts without them.
    package static func joined(_ words: [String]) -> String {
        var text = ""
        var isAfterCharacter = false
        for (place, word) in words.enumerated() {
            let isCharacter = isCharacter(word)
            if place > 0, !isCharacter || !isAfterCharacter { text += " " }
            text += word
            isAfterCharacter = isCharacter
        }
        return text
    }

    /// The words of a text, as `append` would write them.
    package static func list(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return tokens(of: bytes, in: bytes.indices).map { String(decoding: $0.text, as: UTF8.self) }
    }

    /// The words of a range with their places.
    package static func tokens(of text: [UInt8], in range: Range<Int>) -> [Word] {
        var words: [Word] = []
        forEach(text, in: range) { buffer, folded, source in
            words.append(Word(text: Array(buffer[folded]), source: source))
            return true
        }
        return words
    }
}
