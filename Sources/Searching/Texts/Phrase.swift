package import SourceText

/// A phrase that is found in a single scan of a text, however its words repeat. Example: a title of a thousand equal
/// words in a text of a million (Knuth, Morris and Pratt, SIAM J. Comput. 6, 1977).
package struct Phrase {
    private let words: [[UInt8]]
    /// For each prefix: the length of the longest shorter prefix that is also its suffix.
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

    /// Calls `body` with the position after each occurrence, including overlapping ones. An empty phrase occurs at
    /// every position. Complexity: O(words).
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
