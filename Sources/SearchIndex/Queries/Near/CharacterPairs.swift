import QueryLanguage
import SourceText

/// The pairs of adjacent characters of texts in scripts without spaces, such as Chinese. A pair is about as long as a word
/// there, so that near matches compare pairs as they compare words elsewhere.
enum CharacterPairs {
    /// A text with more characters is not divided. Each pair costs as much as a search.
    private static let maximumCharacters = 100
    /// With more terms, nothing is divided.
    private static let maximumTerms = 200

    /// Returns the terms, each text of more than two characters divided into pairs, and into the words between these.
    static func divided(_ terms: [NearMatchTerm]) -> [NearMatchTerm] {
        var number = 0
        let divided = terms.flatMap { term -> [NearMatchTerm] in
            guard let parts = parts(of: term) else { return [term] }
            number += 1
            return parts.enumerated().map { place, text in
                NearMatchTerm(
                    label: Words.joined(text.words), texts: [text],
                    part: NearMatchTerm.TermPart(label: term.label, number: number, place: place))
            }
        }
        return divided.count <= maximumTerms ? divided : terms
    }

    /// Returns the pairs and words of a term, or nil if it stays whole.
    private static func parts(of term: NearMatchTerm) -> [TextMatch]? {
        guard term.texts.count == 1, let text = term.texts.first, text.part == .any, !text.isPrefix,
            3...maximumCharacters ~= text.words.count
        else { return nil }
        let isCharacter = text.words.map(Words.isCharacter)
        let isFunction = text.words.map(functionCharacters.contains)
        func isBorder(_ place: Int) -> Bool { !text.words.indices.contains(place) || isFunction[place] }
        var parts: [TextMatch] = []
        for place in text.words.indices {
            // A single character between function words is a word: `什么是茶`.
            let isWord = !isFunction[place] && isBorder(place - 1) && isBorder(place + 1)
            if !isCharacter[place] || isWord { parts.append(text.part(place..<place + 1)) }
            if isCharacter[place], place + 1 < text.words.count, isCharacter[place + 1] {
                parts.append(text.part(place..<place + 2))
            }
        }
        // Of a phrase of words, a near match has other words, not some of them.
        return isCharacter.contains(true) && parts.count > 1 ? parts : nil
    }

    /// Whether a text is a pair that says nothing about the subject of a question, as `什么` and the end of `是第`.
    static func isFunctionWord(_ text: TextMatch) -> Bool {
        text.words.count == 2
            && text.words.allSatisfy { $0.unicodeScalars.count == 1 && Words.isCharacter($0) }
            && text.words.contains { functionCharacters.contains($0) }
    }

    /// Folded characters of Chinese and Japanese that ask a question or connect words. Those that are also a part of many
    /// other words are missing.
    private static let functionCharacters = Set(
        "的了是吗嗎呢么麼什怎哪谁誰何这這那们們吧啊请請のはがをにへともでかてすまるたしっなど".unicodeScalars
            .map { Folding.fold(String($0)) })
}
