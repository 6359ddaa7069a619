internal import SourceText

/// Front matter in another format than YAML. It is not read, and nothing may be written into it or above it.
package struct ForeignFrontMatter: Hashable, Sendable {
    package enum Format: String, Sendable {
        case toml = "TOML"
        case json = "JSON"
    }

    package let format: Format

    /// Its lines, with the end of the last one.
    package let range: Range<Int>

    /// Finds TOML between lines `+++`, TOML or JSON between `---toml` or `---json` and `---`, or a JSON object.
    ///
    /// Complexity: O(1) for a note that starts with another character, else O(bytes of the front matter).
    package init?(_ bytes: [UInt8]) {
        let start = bytes.textStart
        guard start < bytes.count else { return nil }
        switch bytes[start] {
        case Byte.plus:
            guard let content = FrontMatter.lineAfterMark(Byte.plus, at: start, in: bytes),
                let closing = Self.closing(Byte.plus, after: content, in: bytes),
                closing.start == content || bytes[content..<closing.start].contains(Byte.equals)
            else { return nil }
            self.init(format: .toml, range: start..<closing.next)
        case Byte.hyphen:
            let line = bytes.lineEnd(from: start)
            guard bytes.holds(Array("---".utf8), at: start) else { return nil }
            let format: Format
            switch bytes.text(bytes.trimmed(start + 3..<line)).lowercased() {
            case "toml": format = .toml
            case "json": format = .json
            default: return nil
            }
            guard let closing = Self.closing(Byte.hyphen, after: line, in: bytes) else { return nil }
            self.init(format: format, range: start..<closing.next)
        case Byte.leftBrace:
            guard let end = Self.objectEnd(in: bytes, from: start) else { return nil }
            let line = bytes.lineEnd(from: end)
            guard bytes.trimmed(end..<line).isEmpty else { return nil }
            self.init(format: .json, range: start..<min(line + 1, bytes.count))
        default: return nil
        }
    }

    private init(format: Format, range: Range<Int>) {
        self.format = format
        self.range = range
    }

    var diagnostic: Diagnostic {
        Diagnostic(
            .frontMatter, at: range.lowerBound..<range.lowerBound + 1,
            "the front matter is \(format.rawValue), which is not read",
            help: "convert it to YAML between lines '---'", severity: .warning)
    }

    /// Returns the start of the closing line at or after the line of `offset`, and the start of the line after it.
    private static func closing(_ sign: UInt8, after offset: Int, in bytes: [UInt8]) -> (start: Int, next: Int)? {
        var line = offset
        while line < bytes.count {
            if let next = FrontMatter.lineAfterMark(sign, at: line, in: bytes) { return (line, next) }
            line = min(bytes.lineEnd(from: line) + 1, bytes.count)
        }
        return nil
    }

    /// Returns the end of the JSON object that starts with the brace at `start`, by its brackets and texts. Nil if what
    /// follows the brace is no name, as in `{#id}`.
    private static func objectEnd(in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = bytes[(start + 1)...].first(where: { !$0.isWhiteSpace && !$0.isLineEnd }),
            first == Byte.quote || first == Byte.rightBrace
        else { return nil }
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case Byte.leftBrace, Byte.leftBracket: depth += 1
            case Byte.rightBrace, Byte.rightBracket:
                depth -= 1
                if depth == 0 { return index + 1 }
            case Byte.quote:
                index += 1
                while index < bytes.count, bytes[index] != Byte.quote {
                    if bytes[index] == Byte.backslash { index += 1 }
                    index += 1
                }
            default: break
            }
            index += 1
        }
        return nil
    }
}
