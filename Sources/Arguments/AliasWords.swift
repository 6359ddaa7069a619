/// Splits the text of an alias into words as git splits the value of `alias.NAME`: at white space, with `'…'` and `"…"`
/// for quoting. A backslash escapes the next character, except in `'…'`. Variables and patterns are not expanded.
package enum AliasWords {
    package enum SplitFault: Error, Hashable, Sendable, CustomStringConvertible {
        case openQuote, endsInBackslash

        package var description: String {
            switch self {
            case .openQuote: "a quote is not closed"
            case .endsInBackslash: "it ends with a backslash"
            }
        }
    }

    /// Splits `text`. Throws if a quote is not closed or nothing follows a backslash. Complexity: O(text).
    package static func split(_ text: String) throws(SplitFault) -> [Argument] {
        var words: [Argument] = []
        var word: [UInt8] = []
        // Quotes may be empty: they still begin a word.
        var hasBegun = false
        var quote: UInt8?
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case quote: quote = nil
            case UInt8(ascii: "\\") where quote != UInt8(ascii: "'"):
                guard let next = bytes.next() else { throw .endsInBackslash }
                word.append(next)
                hasBegun = true
            case UInt8(ascii: "'") where quote == nil, UInt8(ascii: "\"") where quote == nil:
                quote = byte
                hasBegun = true
            case 0x20 where quote == nil, 0x09 where quote == nil, 0x0A where quote == nil, 0x0D where quote == nil:
                if hasBegun { words.append(Argument(bytes: word)) }
                word = []
                hasBegun = false
            default:
                word.append(byte)
                hasBegun = true
            }
        }
        if quote != nil { throw .openQuote }
        if hasBegun { words.append(Argument(bytes: word)) }
        return words
    }
}
