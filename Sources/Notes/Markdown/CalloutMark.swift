/// The mark that begins a quote that Obsidian and GitHub show as a callout: `> [!note]- Title`
/// (https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#alerts).
package struct CalloutMark {
    /// The kind without its metadata, which Obsidian separates by a bar: `[!note|wide]`.
    package let kind: Substring
    /// Whether a `-` (folded) or `+` (unfolded) says that the callout can be folded. Nil if it cannot.
    package let isFolded: Bool?
    /// The text after the mark and white space.
    package let title: Substring

    /// - Parameter text: the first text of the quote. Fails if it does not begin with `[!kind]`.
    package init?(_ text: String) {
        guard text.hasPrefix("[!"), let close = text.firstIndex(of: "]") else { return nil }
        let mark = text[..<close].dropFirst(2)
        kind = mark.prefix { $0 != "|" }
        guard !kind.isEmpty, kind.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else { return nil }
        let rest = text[text.index(after: close)...]
        isFolded = rest.hasPrefix("-") ? true : rest.hasPrefix("+") ? false : nil
        title = rest.drop { "+-".contains($0) }.drop { $0 == " " }
    }

    /// The kind with a capital letter, for a callout without a title.
    package var displayedKind: String { kind.prefix(1).uppercased() + kind.dropFirst().lowercased() }
}
