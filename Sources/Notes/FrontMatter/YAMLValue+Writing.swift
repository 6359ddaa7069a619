extension YAMLValue {
    /// Another text in the place of this scalar, in its quotes as far as these can hold it.
    package func rewritten(_ text: String, inBraces: Bool) -> String {
        YAMLWriter.scalar(text, style: style, in: inBraces ? .flow : .block)
    }
}
