extension YAMLValue {
    /// Returns `text` in the quotes of this scalar if they can represent it. Without quotes, it is plain if possible,
    /// else quoted.
    ///
    /// - Parameter inBraces: whether the text is in brackets or braces, where commas end it.
    package func rewritten(_ text: String, inBraces: Bool) -> String {
        YAMLWriter.scalar(text, style: style, in: inBraces ? .flow : .block)
    }

    /// Returns `text` written as a value: plain if that is valid even in a flow list, else quoted.
    package static func written(_ text: String) -> String { YAMLWriter.scalar(text, in: .flow) }

    /// Returns `text` written as a key.
    package static func writtenKey(_ text: String) -> String { YAMLWriter.key(text) }
}
