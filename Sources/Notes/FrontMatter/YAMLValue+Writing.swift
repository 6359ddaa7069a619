extension YAMLValue {
    /// Another text in the place of this scalar, in its quotes as far as these can hold it.
    package func rewritten(_ text: String, inBraces: Bool) -> String {
        YAMLWriter.scalar(text, style: style, in: inBraces ? .flow : .block)
    }
}

extension YAMLValue {
    /// A text as it is written as a value: plain if it may be, in a list in brackets too, else in quotes.
    package static func written(_ text: String) -> String { YAMLWriter.scalar(text, in: .flow) }
}

extension YAMLValue {
    /// A text as it is written as a key.
    package static func writtenKey(_ text: String) -> String { YAMLWriter.key(text) }
}
