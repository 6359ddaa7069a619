package import SourceText

/// Words side by side, to be found in the words of a text in one pass however they repeat themselves: a title of a
/// thousand equal words in a text of a million (Knuth, Morris and Pratt, SIAM J. Comput. 6, 1977).
package struct Phrase {
    private let words: [[UInt8]]
    /// Of the first so many words: how many of their last are its first as well, fewer than all.
    private let borders: [Int]

    package init(_ words: ArraySlice<[UInt8]>) {
        self.words = Array(words)
        var borders = [0, 0]
        var border = 0
        for word in self.words.dropFirst() {
            while border > 0, self.words[border] != word { border = borders[border] }
            if self.words[border] == word { border += 1 }
            borders.append(border)
        }
        self.borders = borders
    }

    /// Calls `body` with the place behind each occurrence, overlapping ones among them; of no words, with every place.
    /// Complexity: O(words).
    package func forEachEnd(in text: [Words.Word], _ body: (Int) -> Void) {
        if words.isEmpty { return (0...text.count).forEach(body) }
        var matched = 0
        for (index, word) in text.enumerated() {
            if matched == words.count { matched = borders[matched] }
            while matched > 0, words[matched] != word.text { matched = borders[matched] }
            if words[matched] == word.text { matched += 1 }
            if matched == words.count { body(index + 1) }
        }
    }
}
