import SourceText
import System

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
    /// has unknown fields, or days have the same name.
    ///
    /// `YYYY/[Day] YYYY-MM-DD` in Moment.js is `{{year}}/Day {{date}}`, and `YYYY-MM-DD dddd` is
    /// `{{date:YYYY-MM-DD dddd}}`.
    func name(_ format: String) -> String? {
        simpleName(format) ?? moment(format).flatMap { Self.namesEachDay($0) ? "{{date:\($0)}}" : nil }
    }

    /// Returns the format of Moment.js that creates the same names, or nil if there is none.
    private func moment(_ format: String) -> String? {
        switch self {
        case .moment: return format
        case .java: return nil
        case .strftime:
            var result = ""
            var rest = format[...]
            while let character = rest.first {
                if let field = Self.namedFields.first(where: { rest.hasPrefix($0.token) }) {
                    result += field.moment
                    rest = rest.dropFirst(field.token.count)
                } else {
                    if "%[]".contains(character) { return nil }
                    result += character.isLetter ? "[\(character)]" : String(character)
                    rest = rest.dropFirst()
                }
            }
            return result
        }
    }

    /// The fields of strftime(3) that file names have.
    private static let namedFields: [(token: String, moment: String)] = [
        ("%Y", "YYYY"), ("%y", "YY"), ("%m", "MM"), ("%d", "DD"), ("%F", "YYYY-MM-DD"), ("%B", "MMMM"), ("%b", "MMM"),
        ("%A", "dddd"), ("%a", "ddd"), ("%j", "DDDD"), ("%G", "GGGG"), ("%V", "WW"),
    ]

    /// Whether a format of Moment.js gives the days of each week, month and year different names.
    private static func namesEachDay(_ format: String) -> Bool {
        if format.contains("{") || format.contains("}") { return false }
        let day = CivilTime(year: 2024, month: 3, day: 27)
        guard let name = TemplateDate.text(day, format) else { return false }
        return [day.adding(days: 1), day.adding(days: 7), day.adding(months: 1), day.adding(months: 12)].allSatisfy {
            TemplateDate.text($0, format) != name
        }
    }

    /// Returns the name if each field has two or four digits.
    private func simpleName(_ format: String) -> String? {
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

    /// Whether a template has only the fields that Obsidian and slip both fill.
    static func fills(_ template: String) -> Bool {
        if template.contains("<%") { return false }
        return template.matches(of: /\{\{(.*?)\}\}/).allSatisfy { field in
            let parts = field.1.split(separator: ":", maxSplits: 1)
            guard let name = parts.first?.lowercased(), ["title", "date", "time"].contains(name) else { return false }
            return parts.count == 1 || TemplateDate.text(CivilTime(year: 2024, month: 1, day: 1), parts[1]) != nil
        }
    }
}

extension DailyNotes {
    /// Whether a name with names of days or months is the name of an existing note, or its folder has no names with digits.
    /// Another program may write such names in another language.
    ///
    /// Complexity: looks for one file for each day of 20 years.
    func agrees(withFilesOf vault: Vault) -> Bool {
        if !name.contains("{{date:") { return true }
        let entries = (try? Files.listIfThere(vault.fullPath(VaultPath(folder)), follows: false)) ?? []
        let first = CivilTime(year: 2012, month: 1, day: 1)
        return entries.allSatisfy { !$0.name.contains(where: \.isDigit) }
            || (0..<20 * 366).contains { number in
                guard let path = try? path(first.adding(days: number)) else { return false }
                return FileStatus.seen(vault.fullPath(VaultPath("\(path.text).md")), follows: false) != nil
            }
    }
}
