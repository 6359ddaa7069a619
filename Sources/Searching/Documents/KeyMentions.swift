import Notes
import SourceText

/// The places at the beginning of a note where YAML, TOML or JSON may have a key, for front matter that slip does not read, or
/// that only other programs take for front matter.
package enum KeyMentions {
    private static let longest = 4096
    private static let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    /// The beginnings of lines between which programs have front matter, or with which it begins.
    private static let fences = ["---", "+++", ";;;", "{"]

    /// Returns some keys with the word that follows each of them, folded: `draft = true` has `true`. Empty if the note does not
    /// begin as front matter does, or if slip reads it without a fault.
    ///
    /// - Parameter isFaulty: whether slip reports a fault in the front matter.
    package static func all(
        of keys: [String], in bytes: [UInt8], isFaulty: Bool
    ) -> [(key: String, word: String)] {
        if !isFaulty, FrontMatter.bodyStart(of: bytes) > bytes.textStart { return [] }
        let text = Array(Folding.fold(bytes.text(beginning(of: bytes))).utf8)
        return keys.flatMap { key in mentions(of: Array(key.utf8), in: text).map { (key, $0) } }
    }

    /// Returns the front matter of a note, or what could be it.
    private static func beginning(of bytes: [UInt8]) -> Range<Int> {
        let end = FrontMatter.bodyStart(of: bytes)
        if end > bytes.textStart { return 0..<end }
        guard let start = bytes.firstIndex(where: { !$0.isWhiteSpace }).map({ max($0, bytes.textStart) }),
            fences.contains(where: { bytes.holds(Array($0.utf8), at: start) })
        else { return 0..<0 }
        var line = min(bytes.lineEnd(from: start) + 1, bytes.count)
        while line < min(bytes.count, start + longest),
            !fences.dropLast().contains(where: { bytes.holds(Array($0.utf8), at: line) })
        {
            line = min(bytes.lineEnd(from: line) + 1, bytes.count)
        }
        return start..<line
    }

    /// Returns the words after a key that is not inside of another word and comes before `:` or `=`.
    private static func mentions(of key: [UInt8], in text: [UInt8]) -> [String] {
        text.indices.compactMap { start in
            guard text.holds(key, at: start) else { return nil }
            let before = start > 0 ? text[start - 1] : Byte.newline
            guard before.isWhiteSpace || quotes.contains(before) || before == Byte.comma || before == UInt8(ascii: "{")
            else { return nil }
            let rest = text[(start + key.count)...].drop { quotes.contains($0) || $0.isWhiteSpace }
            guard rest.first == Byte.colon || rest.first == Byte.equals else { return nil }
            let value = rest.dropFirst().drop { quotes.contains($0) || $0.isBlank }
            return String(decoding: value.prefix { $0.isLetter || $0.isDigit }, as: UTF8.self)
        }
    }
}
