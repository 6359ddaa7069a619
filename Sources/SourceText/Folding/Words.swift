/// The folded words of a text, as used by the index, queries and highlights.
///
/// A word is a run of letters and digits (general categories L and N) with their marks. All other characters separate,
/// including `_` and apostrophes. Each character of Chinese, Japanese and Korean scripts (Han, kana, Hangul, Bopomofo)
/// is a separate word: `abc図書` is `abc`, `図`, `書`. So is each grapheme cluster of Thai, Lao, Khmer and Burmese.
package enum Words {
    /// A word and its position.
    package struct Word: Hashable, Sendable {
        /// The folded word, as valid UTF-8.
        package let text: [UInt8]

        /// The source range, including marks.
        package let source: Range<Int>

        package init(text: [UInt8], source: Range<Int>) {
            self.text = text
            self.source = source
        }
    }

    /// Appends the words of `range` to `out`, each followed by a space.
    ///
    /// - Returns: the number of words appended, and the number of runs of letters and digits, which `words:` counts. A
    ///   run of Chinese characters is one run, but each character is a token.
    package static func append(
        _ text: [UInt8], _ range: Range<Int>, to out: inout [UInt8]
    ) -> (tokens: Int, runs: Int) {
        var writer = WordWriter(range.lowerBound, at: out.count)
        writer.write(text, range, to: &out)
        return (writer.tokens, writer.runs)
    }

    /// Calls `body` with each word: a buffer that contains it, its range there, and its source range in `text`. Stops
    /// if `body` returns false.
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

    /// Returns the runs of letters and digits of a text, as `words:` counts them.
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

    /// Whether a folded word is one character of a script without spaces, which says little alone.
    package static func isCharacter(_ word: String) -> Bool {
        guard let first = word.unicodeScalars.first else { return false }
        return FoldingTable.shared[first.value].kind == FoldingTable.Kind.single
    }

    /// Whether a character is in the block CJK Unified Ideographs. Its folding is the same in every text.
    package static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool { 0x4E00...0x9FFF ~= scalar.value }

    /// Joins words as a user writes them: with spaces, except between characters of scripts without spaces.
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

    /// Returns the letters and signs of a text that are part of no word: `+` and `😀`, but no punctuation.
    package static func signs(outsideWordsOf text: String) -> String {
        let bytes = Array(text.utf8)
        var signs = ""
        var end = 0
        for next in tokens(of: bytes, in: bytes.indices).map(\.source) + [bytes.count..<bytes.count] {
            if end < next.lowerBound { signs += bytes.text(end..<next.lowerBound).filter(isSign) }
            end = max(end, next.upperBound)
        }
        return signs
    }

    private static func isSign(_ character: Character) -> Bool {
        character.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .mathSymbol, .currencySymbol, .otherSymbol: true
            default: scalar.properties.isAlphabetic
            }
        }
    }

    /// Returns the words of a text, as `append` writes them.
    package static func list(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return tokens(of: bytes, in: bytes.indices).map { String(decoding: $0.text, as: UTF8.self) }
    }

    /// Returns the words of a range with their positions.
    package static func tokens(of text: [UInt8], in range: Range<Int>) -> [Word] {
        var words: [Word] = []
        forEach(text, in: range) { buffer, folded, source in
            words.append(Word(text: Array(buffer[folded]), source: source))
            return true
        }
        return words
    }
}
