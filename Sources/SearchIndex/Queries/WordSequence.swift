extension [String] {
    /// Returns whether the words contain others in sequence.
    ///
    /// - Parameter isPrefix: whether the last one may be the beginning of a word.
    func contains(sequence words: [String], isPrefix: Bool = false) -> Bool {
        guard count >= words.count else { return false }
        return (0...count - words.count).contains { start in
            words.indices.allSatisfy { index in
                let word = self[start + index]
                return isPrefix && index == words.count - 1 ? word.hasPrefix(words[index]) : word == words[index]
            }
        }
    }
}
