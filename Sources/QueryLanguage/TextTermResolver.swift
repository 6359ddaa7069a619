import RegularExpressions
import SourceText

/// A resolver for words, phrases and regular expressions.
struct TextTermResolver {
    let context: ResolverContext

    /// Returns the words of a term outside of quotes.
    func match(_ word: String, _ range: Range<Int>, part: TextPart) throws -> TextMatch {
        var text = word
        let isPrefix = text.hasSuffix("*")
        if isPrefix { text.removeLast() }
        try refusePatterns(text, range)
        if isPrefix, text.isEmpty { throw loneStar(range) }
        let words = Words.list(text)
        if words.isEmpty { throw context.noWords(word, range) }
        if part == .any, let reading = try ForeignSyntax(context: context).reading(word, range) {
            context.notices.add(
                range, "'\(word)' is searched as \(words.count == 1 ? "a word" : "words")", help: reading)
        }
        if Self.isSymbolName(text) {
            context.notices.add(
                range, "'\(text)' is searched as the word '\(words.joined(separator: " "))'",
                help: "to search for exactly this text: contains:\(QueryText.quoted(text))")
        }
        return TextMatch(words: words, isPrefix: isPrefix, part: part, range: range)
    }

    /// Adds a notice if a value contains signs that are part of no word, and so not searched.
    func noticeSigns(_ text: String, _ range: Range<Int>) {
        let signs = Words.signs(outsideWordsOf: text)
        // The notice about a name like `C++` says it already.
        if signs.isEmpty || Self.isSymbolName(text) { return }
        context.notices.add(
            range, "'\(signs)' in '\(text)' is no letter or digit, and is ignored",
            help: "to search for exactly this text: contains:\(QueryText.quoted(text))")
    }

    /// Returns the words of a term in quotes.
    func phrase(_ phrase: String, _ range: Range<Int>, part: TextPart) throws -> TextMatch {
        let words = Words.list(phrase)
        if words.isEmpty { throw context.noWords(phrase, range) }
        return TextMatch(words: words, isPrefix: false, part: part, range: range)
    }

    /// Resolves a word without a field.
    func word(_ word: String, _ range: Range<Int>) throws -> Condition {
        .text(try everywhere(match(word, range, part: .any)))
    }

    /// Resolves a phrase without a field.
    func phrase(_ text: String, _ range: Range<Int>) throws -> Condition {
        .text(try everywhere(phrase(text, range, part: .any)))
    }

    /// Returns the text as one that attachments may contain too, if they are searched.
    private func everywhere(_ match: TextMatch) throws -> TextMatch {
        var match = match
        match.attachments = try context.vault.attachmentScope()
        if match.includesAttachments { try context.vault.requireAttachments(match.attachments) }
        return match
    }

    /// Resolves one value of `title:`, `body:`, `heading:`, `name:` or `text:`.
    func words(_ atom: Atom, _ field: Field, part: TextPart) throws -> Condition {
        .text(try match(atom, field, part: part))
    }

    /// Resolves one value of `attached:`.
    func attachedWords(_ atom: Atom, _ field: Field) throws -> Condition {
        try context.vault.requireAttachments(nil)
        return .attached(try match(atom, field, part: .any))
    }

    private func match(_ atom: Atom, _ field: Field, part: TextPart) throws -> TextMatch {
        if part != .any { noticeSigns(atom.text, atom.range) }
        if atom.isQuoted { return try phrase(atom.text, atom.range, part: part) }
        try context.refuseHyphen(atom, field)
        return try match(atom.text, atom.range, part: part)
    }

    /// Returns the regular expression at `range`, which includes the slashes.
    func pattern(_ source: String, ignoresCase: Bool, at range: Range<Int>) throws -> Pattern {
        do {
            return try Pattern(source, ignoresCase: ignoresCase)
        } catch {
            let start = range.lowerBound + 1 + error.range.lowerBound
            let end = min(max(range.lowerBound + 1 + error.range.upperBound, start), range.upperBound)
            throw context.error(
                min(start, range.upperBound)..<end, error.message,
                help: error.help
                    ?? "a word that starts with a slash can be quoted: \(context.textQuery("/\(source)"))")
        }
    }

    /// Throws an error for a `*` in a word, and for a `?` inside it. The caller has removed a `*` at the end.
    private func refusePatterns(_ text: String, _ range: Range<Int>) throws {
        let scalars = Array(text.unicodeScalars)
        func place(of index: Int) -> Range<Int> {
            let offset = range.lowerBound + scalars[..<index].reduce(0) { $0 + UTF8.width($1) }
            return offset..<offset + 1
        }
        if let star = scalars.firstIndex(of: "*") {
            if scalars.allSatisfy({ $0 == "*" }) { throw loneStar(range) }
            throw context.error(
                place(of: star), "a '*' is accepted only at the end of a word", help: Self.help(forStarsIn: text))
        }
        if let mark = scalars.indices.first(where: { scalars[$0] == "?" && Self.isInside($0, scalars) }) {
            let pattern = text.split(separator: "?", omittingEmptySubsequences: false).map { Self.escaped(String($0)) }
            throw context.error(
                place(of: mark), "a '?' inside a word is not a pattern",
                help: text.contains("://")
                    ? "to search for the address: \(context.textQuery(text))"
                    : "for a regular expression: /\(pattern.joined(separator: "."))/i; "
                        + "to search for the text, quote it: \(context.textQuery(text))")
        }
    }

    private static func help(forStarsIn text: String) -> String {
        let source = text.replacing("/", with: "\\/")
        if text.contains(".*"), (try? Pattern(source, ignoresCase: false)) != nil {
            return "for a regular expression: /\(source)/"
        }
        let parts = text.split(separator: "*")
        if parts.count == 1 { return "for a part of a word: contains:\(QueryText.quoted(String(parts[0])))" }
        // Parts of letters and digits have no meaning in a regular expression.
        let isPlain = parts.joined().unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return isPlain
            ? "for a regular expression: /\(parts.joined(separator: "\\w*"))/i"
            : "for parts of words: \(parts.map { "contains:\(QueryText.quoted(String($0)))" }.joined(separator: " "))"
    }

    /// Returns a regular expression that matches exactly a text.
    private static func escaped(_ text: String) -> String {
        var pattern = ""
        for scalar in text.unicodeScalars {
            if "\\/.+*?()[]{}|^$".unicodeScalars.contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern
    }

    private func loneStar(_ range: Range<Int>) -> QueryError {
        context.error(
            range, "a '*' requires the beginning of a word before it", help: "to find every note, leave the query empty"
        )
    }

    private static func isInside(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        func isWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        return index > 0 && index + 1 < scalars.count && isWord(scalars[index - 1]) && isWord(scalars[index + 1])
    }

    /// Whether `text` is a name like `C++`, `C#` or `F#`, which ends in signs that are not part of a word.
    private static func isSymbolName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let last = bytes.last, last == Byte.plus || last == Byte.hash, let first = bytes.first else {
            return false
        }
        return first.isLetter && bytes.allSatisfy { $0.isLetter || $0.isDigit || $0 == Byte.plus || $0 == Byte.hash }
    }
}
