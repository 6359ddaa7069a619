extension YAMLValue {
    /// Returns `text` in the quoting of this scalar as far as possible.
    package func rewritten(_ text: String, inBraces: Bool) -> String {
        YAMLWriter.scalar(text, style: style, in: inBraces ? .flow : .block)
    }

    /// Returns `text` written as a value: plain if that is valid even in a flow list, else quoted.
    package static func written(_ text: String) -> String { YAMLWriter.scalar(text, in: .flow) }

    /// Returns `text` written as a key.
    package static func writtenKey(_ text: String) -> String { YAMLWriter.key(text) }
}
