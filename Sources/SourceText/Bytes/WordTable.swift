extension [String: String] {
    /// Creates a dictionary from words to their meaning.
    ///
    /// - Parameter meanings: each meaning with all its words, which are separated by spaces. No word may occur twice.
    package init(wordsByMeaning meanings: KeyValuePairs<String, String>) {
        self.init(
            uniqueKeysWithValues: meanings.flatMap { meaning, words in
                words.split(separator: " ").map { (String($0), meaning) }
            })
    }
}
