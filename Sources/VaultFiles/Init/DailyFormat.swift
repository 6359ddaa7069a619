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

    /// The fields that file names have, as those of Moment.js. The longer ones first. None: they are the same.
    private var fields: [(token: String, moment: String)] {
        switch self {
        case .moment: []
        case .java:
            [
                ("yyyy", "YYYY"), ("yy", "YY"), ("MMMM", "MMMM"), ("MMM", "MMM"), ("MM", "MM"), ("M", "M"),
                ("dd", "DD"), ("do", "Do"), ("d", "D"), ("EEEE", "dddd"), ("EEE", "ddd"), ("EE", "ddd"), ("E", "ddd"),
            ]
        case .strftime:
            [
                ("%Y", "YYYY"), ("%y", "YY"), ("%m", "MM"), ("%d", "DD"), ("%F", "YYYY-MM-DD"), ("%B", "MMMM"),
                ("%b", "MMM"), ("%A", "dddd"), ("%a", "ddd"), ("%j", "DDDD"), ("%G", "GGGG"), ("%V", "WW"),
            ]
        }
    }

    /// Returns the name for `daily:` that creates the same file names. Returns nil if there is none, because the format
    /// has unknown fields, or days have the same name.
    ///
    /// `YYYY/[Day] YYYY-MM-DD` in Moment.js is `{{year}}/Day {{date}}`, and `YYYY-MM-DD dddd` is
    /// `{{date:YYYY-MM-DD dddd}}`.
    func name(_ format: String) -> String? {
        guard let moment = moment(format), Self.namesEachDay(moment) else { return nil }
        return Self.simpleName(moment) ?? "{{date:\(moment)}}"
    }

    /// Returns the format of Moment.js that creates the same names, or nil if there is none.
    func moment(_ format: String) -> String? {
        if self == .moment { return format }
        var result = ""
        var rest = format[...]
        while let character = rest.first {
            if let field = fields.first(where: { rest.hasPrefix($0.token) }) {
                result += field.moment
                rest = rest.dropFirst(field.token.count)
                // A longer run of the letter is another field.
                if self == .java, rest.first == field.token.last { return nil }
                continue
            }
            rest = rest.dropFirst()
            if self == .java, character == "'" {
                result += "[\(rest.prefix { $0 != "'" })]"
                rest = rest.drop { $0 != "'" }.dropFirst()
            } else if self == .java ? character.isLetter : character == "%" {
                return nil
            } else {
                result += character.isLetter ? "[\(character)]" : String(character)
            }
        }
        return result
    }

    /// Whether a format of Moment.js gives the days of each week, month and year different names.
    private static func namesEachDay(_ format: String) -> Bool {
        if format.contains("{") || format.contains("}") { return false }
        let day = CivilTime(year: 2024, month: 3, day: 27)
        guard let name = TemplateDate.text(day, format) else { return false }
        return [day.adding(days: 1), day.adding(days: 7), day.adding(months: 1), day.adding(months: 12)].allSatisfy {
            TemplateDate.text($0, format) != name
        }
    }

    /// Returns the name with the fields of `daily:` for a format of Moment.js that has the whole year, month and day, and
    /// no other field.
    private static func simpleName(_ format: String) -> String? {
        let fields = [("YYYY", "{{year}}"), ("MM", "{{month}}"), ("DD", "{{day}}")]
        var result = ""
        var rest = format[...]
        while let character = rest.first {
            if let (token, name) = fields.first(where: { rest.hasPrefix($0.0) }) {
                rest = rest.dropFirst(token.count)
                // A longer run of the letter is another field, such as `MMM`.
                if rest.first == token.last { return nil }
                result += name
                continue
            }
            rest = rest.dropFirst()
            if character == "[" {
                result += rest.prefix { $0 != "]" }
                rest = rest.drop { $0 != "]" }.dropFirst()
            } else if character.isLetter {
                return nil
            } else {
                result.append(character)
            }
        }
        guard fields.allSatisfy({ result.contains($0.1) }) else { return nil }
        return result.replacing("{{year}}-{{month}}-{{day}}", with: "{{date}}")
    }

    /// Returns the first field of a template that Obsidian or a plugin fills, but not slip. Nil if there is none.
    static func unfilledField(in template: String) -> String? {
        if template.contains("<%") { return "<% … %>" }
        let field = template.matches(of: /\{\{(.*?)\}\}/).first { field in
            let parts = field.1.split(separator: ":", maxSplits: 1)
            guard let name = parts.first?.lowercased(), ["title", "date", "time"].contains(name) else { return true }
            return parts.count == 2 && TemplateDate.text(CivilTime(year: 2024, month: 1, day: 1), parts[1]) == nil
        }
        return field.map { String($0.0) }
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
