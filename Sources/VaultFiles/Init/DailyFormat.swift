import SourceText

/// A notation of other programs for dates in file names.
enum DailyFormat {
    /// Moment.js, as in Obsidian: `YYYY-MM-DD`.
    case moment
    /// Java, as in Logseq: `yyyy_MM_dd`.
    case java
    /// strftime(3), as in zk: `%Y-%m-%d`.
    case strftime

    private var fields: [(token: String, name: String)] {
        switch self {
        case .moment: [("YYYY", "{{year}}"), ("MM", "{{month}}"), ("DD", "{{day}}")]
        case .java: [("yyyy", "{{year}}"), ("MM", "{{month}}"), ("dd", "{{day}}")]
        case .strftime: [("%Y", "{{year}}"), ("%m", "{{month}}"), ("%d", "{{day}}")]
        }
    }

    /// The marks around literal text, in which letters do not stand for fields.
    private var quotes: (open: Character, close: Character)? {
        switch self {
        case .moment: ("[", "]")
        case .java: ("'", "'")
        case .strftime: nil
        }
    }

    /// Returns the name for `daily:` that creates the same file names. Returns nil if there is none, because the format
    /// has other fields or not all parts of a date.
    ///
    /// `YYYY/[Day] YYYY-MM-DD` in Moment.js is `{{year}}/Day {{date}}`.
    func name(_ format: String) -> String? {
        var result = ""
        var rest = format[...]
        while let character = rest.first {
            if let field = fields.first(where: { rest.hasPrefix($0.token) }) {
                rest = rest.dropFirst(field.token.count)
                // A longer run of the letter is another field, such as `MMM`.
                if self != .strftime, rest.first == field.token.last { return nil }
                result += field.name
                continue
            }
            rest = rest.dropFirst()
            if let quotes, character == quotes.open {
                result += rest.prefix { $0 != quotes.close }
                rest = rest.drop { $0 != quotes.close }.dropFirst()
            } else if self == .strftime ? character == "%" : character.isLetter {
                return nil
            } else {
                result.append(character)
            }
        }
        let literal = fields.reduce(result) { $0.replacing($1.name, with: "") }
        guard !literal.contains("{"), !literal.contains("}"), fields.allSatisfy({ result.contains($0.name) }) else {
            return nil
        }
        return result.replacing("{{year}}-{{month}}-{{day}}", with: "{{date}}")
    }
}
