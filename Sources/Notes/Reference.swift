import SourceText

/// A reference from a note or canvas to another file of the vault, as written there.
package struct Reference: Hashable, Sendable {
    /// The place of a reference: the body, or the key of the front matter.
    package enum Origin: Hashable, Sendable {
        case body(Link.Notation, isEmbed: Bool)
        case links, attachments
        /// `[[x]]` in the value of another key, with the key's name as written.
        case property(String, isEmbed: Bool)
        /// The whole value of another key, if it can be the path of a file. It is a reference only if it leads to a file
        /// of that name.
        case path(String)
        /// A file that a node of a canvas shows, by its path from the vault's root.
        case canvasFile
    }

    package var origin: Origin
    /// The decoded target, without the fragment.
    package var target: String
    /// The part after the first `#`.
    package var fragment: String?
    /// The bytes of the fragment, or nil if quoting hides their position.
    package var fragmentRange: Range<Int>?
    /// The bytes that name the target, or nil if quoting hides their position.
    package var destination: Range<Int>?
    package var range: Range<Int>
    /// The bytes of the label of a link in the body or in a property text.
    package var label: Range<Int>?
    /// How the destination is written, or nil in front matter.
    package var style: Link.Style?
    /// The text of the front matter list entry that is this reference. Empty if the reference is only part of a text.
    package var entry = ""
    /// The property text that contains the reference.
    package var text: PropertyText?

    init(_ origin: Origin, target: String, destination: Range<Int>?, range: Range<Int>) {
        self.origin = origin
        self.target = target
        self.destination = destination
        self.range = range
    }

    /// Creates the reference of a canvas to a file. Its path starts at the vault's root, with or without a slash.
    ///
    /// - Parameter content: the bytes of the path, without quotes.
    init(canvasFile path: String, at content: Range<Int>) {
        self.init(
            .canvasFile, target: path.hasPrefix("/") ? path : "/\(path)", destination: content, range: content)
    }

    /// Creates a reference from a link to a part of the note itself.
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

    /// Creates a reference from an entry of `links:` or `attachments:`, plain or in double brackets. Returns nil if the
    /// entry is a URL or empty.
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

    /// Creates a reference from the text of a property. Returns nil if the text cannot be the path of a file.
    ///
    /// - Parameters:
    ///   - key: the key as written.
    ///   - isEntry: whether the text is an entry of the key's list.
    init?(path value: YAMLValue, key: String, isEntry: Bool, isInBrackets: Bool) {
        guard case .scalar(let text, let style) = value.content, value.number == nil, Self.isPath(text) else {
            return nil
        }
        switch style {
        case .literal, .folded, .flow, .block: return nil
        case .plain: destination = value.range
        case .single, .double: destination = value.range.lowerBound + 1..<value.range.upperBound - 1
        }
        origin = .path(key)
        target = text
        range = value.range
        entry = isEntry ? text : ""
        self.text = PropertyText(range: value.range, style: style, isInBrackets: isInBrackets)
    }

    /// Returns whether a text can be the path of a file: one line that ends in a name with an extension.
    package static func isPath(_ text: String) -> Bool {
        let suffix = VaultPath(text).pathExtension.utf8
        return !suffix.isEmpty && suffix.count <= 16 && text.utf8.count <= 1024
            && suffix.allSatisfy { $0.isLetter || $0.isDigit } && suffix.contains { $0.isLetter }
            && !text.utf8.contains { $0 < Byte.space } && !hasScheme(text)
    }

    private static func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return bytes.text(bytes.trimmed(0..<bytes.count))
    }

    /// Whether a wiki link target is an address. It needs a scheme and `//`, because a title can start like a scheme
    /// (`Re: budget`).
    static func isAddress(_ target: String) -> Bool { target.contains("://") && hasScheme(target) }

    /// Whether a list entry contains several references, or references among other text.
    static func isText(_ entry: String) -> Bool {
        guard let open = entry.firstRange(of: "[[") else { return false }
        let isWhole = (open.lowerBound == entry.startIndex || entry.hasPrefix("![[")) && entry.hasSuffix("]]")
        if !isWhole { return true }
        return entry.firstRange(of: "]]")?.upperBound != entry.endIndex && !entry.hasSuffix("]]]")
    }

    /// Whether the target starts with `//` or a URI scheme (CommonMark 6.5). A scheme has at least two characters, so
    /// `C:\x` has none, and no space follows its colon.
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
