import SourceText

/// A reference from a note to another note or a file of the vault, as written in its body or front matter.
package struct Reference: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        case body(Link.Kind, isEmbed: Bool)
        case links, attachments
        /// `[[x]]` in the text of another key, whose name is as written.
        case property(String, isEmbed: Bool)
    }

    package var origin: Origin
    /// Decoded, without the part that names a heading.
    package var target: String
    /// What follows the first `#`.
    package var fragment: String?
    /// The bytes of that; nil where they cannot be told from their quoting.
    package var fragmentRange: Range<Int>?
    /// Exactly the bytes that name the target; nil where they cannot be told from their quoting.
    package var destination: Range<Int>?
    package var range: Range<Int>
    /// The bytes of the label, where a link in the body has one.
    package var label: Range<Int>?
    /// How the destination is written; nil in front matter.
    package var style: Link.Style?
    /// The text of the list entry that it is, for one in front matter; empty for one that is a part of a text.
    package var entry = ""
    /// The text that one in a property stands in.
    package var text: PropertyText?

    init(_ origin: Origin, target: String, destination: Range<Int>?, range: Range<Int>) {
        self.origin = origin
        self.target = target
        self.destination = destination
        self.range = range
    }

    /// A link to a part of the note itself as if it were a reference.
    package init(partOf link: Link) { self.init(link) }

    init(_ link: Link) {
        origin = .body(link.kind, isEmbed: link.isEmbed)
        target = link.target
        fragment = link.fragment
        fragmentRange = link.fragmentRange
        destination = link.destination
        range = link.range
        style = link.style
        label = link.label
    }

    /// An entry of `links:` or `attachments:`, plain or in double brackets; nil where it names no file: a URL, or
    /// nothing.
    init?(_ entry: YAMLListEntry, key: FrontMatterKey, in bytes: [UInt8]) {
        var text = Substring(entry.text)
        if key == .links || text.hasPrefix("[[") {
            if text.hasPrefix("![[") { text.removeFirst() }
            if text.hasPrefix("[["), text.hasSuffix("]]"), text.utf8.count >= 4 {
                text = text.dropFirst(2).dropLast(2)
                if let bar = text.firstIndex(of: "|") { text = text[..<bar] }
            }
            if let hash = text.firstIndex(of: "#") {
                fragment = String(text[text.index(after: hash)...])
                text = text[..<hash]
            }
        }
        let target = Self.trimmed(String(text))
        guard !target.isEmpty, !Self.hasScheme(target) else { return nil }
        origin = key == .links ? .links : .attachments
        self.target = target
        range = entry.range
        self.entry = entry.text
        let wanted = Array(target.utf8)
        destination = (entry.range.lowerBound..<entry.range.upperBound).first { bytes.holds(wanted, at: $0) }
            .map { $0..<$0 + wanted.count }
        if let fragment, let end = destination?.upperBound {
            let wanted = Array("#\(fragment)".utf8)
            if bytes.holds(wanted, at: end) { fragmentRange = end + 1..<end + wanted.count }
        }
    }

    private static func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return bytes.text(bytes.trimmed(0..<bytes.count))
    }

    /// Whether a target in double brackets is an address: one with a scheme and two slashes, for a title may well begin
    /// like a scheme (`Re: budget`).
    static func isAddress(_ target: String) -> Bool { target.contains("://") && hasScheme(target) }

    /// Whether a list entry holds references among other text, or several, rather than being one.
    static func isText(_ entry: String) -> Bool {
        guard let open = entry.firstRange(of: "[[") else { return false }
        let isWhole = (open.lowerBound == entry.startIndex || entry.hasPrefix("![[")) && entry.hasSuffix("]]")
        if !isWhole { return true }
        return entry.firstRange(of: "]]")?.upperBound != entry.endIndex && !entry.hasSuffix("]]]")
    }

    /// Whether it starts as a URL does: a letter, letters or digits, and a colon (CommonMark 6.5, absolute URI). One
    /// letter is no scheme, so that `C:\x` is none.
    private static func hasScheme(_ target: String) -> Bool {
        if target.hasPrefix("//") { return true }
        guard let colon = target.utf8.firstIndex(of: Byte.colon) else { return false }
        let scheme = Array(target.utf8[..<colon])
        guard scheme.count >= 2, scheme.count <= 32, let first = scheme.first, first.isLetter else { return false }
        return scheme.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == Byte.plus || $0 == Byte.dot || $0 == Byte.hyphen
        } && !target.utf8[colon...].dropFirst().starts(with: [Byte.space])
    }
}
