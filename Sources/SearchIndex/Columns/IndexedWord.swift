/// The words of the full-text table: those of texts, and marked words, which no text and no query contains.
///
/// A marked word starts with a private character, which is no letter (`FullText.gapWord`, `RawWords`).
enum IndexedWord {
    /// The length limit of a word in the vocabulary, in bytes.
    static let longest = 64
    /// The first bytes of marked words.
    static let mark: [UInt8] = [0xEE, 0x80]
}
