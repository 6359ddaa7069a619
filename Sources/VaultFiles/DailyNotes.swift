import Notes
package import SourceText

/// The folder, name and template of daily notes.
package struct DailyNotes: Hashable, Sendable {
    /// The folder, from the vault's root. Empty for the root.
    package var folder = ""
    /// The file name without extension, possibly with folders. May contain `{{date}}`, `{{year}}`, `{{month}}`,
    /// `{{day}}`, and a date in a format of Moment.js: `{{date:YYYY-MM-DD dddd}}`.
    package var name = "{{date}}"
    /// The format of Moment.js for the titles of notes that are named by a day, or nil for their names. As in `NoteRules`.
    package var title: String?
    /// The name of a template in `.slipbox/templates`.
    package var template: String?

    package init() {}

    /// Reads `daily:`. The configuration gets the warnings.
    init(_ value: YAMLValue, in configuration: inout Configuration) {
        let help = "such as  {folder: Journal, name: \"{{date}}\", title: YYYY-MM-DD, template: daily}"
        for entry in configuration.entries(of: value, in: "daily", help: help) {
            guard let text = entry.value.text, !text.isEmpty else {
                configuration.warn(entry.value.range, "'\(entry.key)' in 'daily' must be text", help: help)
                continue
            }
            switch entry.key.lowercased() {
            case "folder": folder = text
            case "name": name = text
            case "title" where TemplateDate.text(CivilTime(year: 2024, month: 3, day: 27), text) == nil:
                configuration.warn(
                    entry.value.range, "'\(text)' is not a format of dates", help: "such as  title: YYYY-MM-DD ddd")
            case "title": title = text
            case "template": template = text
            default:
                let keys = "folder, name, title, template"
                configuration.warn(
                    entry.keyRange, "unknown key '\(entry.key)' in 'daily'; keys are: \(keys)", help: help)
            }
        }
    }

    /// Returns the folder and the form of the name of a note such as `Journal/2024/2024-03-27.md` or `20240327.md`.
    /// Nil for a note that is not named by a date.
    package init?(of path: VaultPath) {
        let stem = path.stem.text
        let separator = stem.utf8.count == 8 ? "" : String(stem.dropFirst(4).prefix(1))
        let parts = separator.isEmpty ? [stem[...]] : stem.split(separator: separator, omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard ["", "-", "_", "."].contains(separator), separator.isEmpty || parts.map(\.utf8.count) == [4, 2, 2],
            digits.utf8.count == 8, digits.utf8.allSatisfy(\.isDigit)
        else { return nil }
        let (year, month) = (digits.prefix(4), digits.dropFirst(4).prefix(2))
        // Eight digits can be any number.
        if separator.isEmpty, DateText("\(year)-\(month)-\(digits.suffix(2))") == nil { return nil }
        name = separator == "-" ? "{{date}}" : ["{{year}}", "{{month}}", "{{day}}"].joined(separator: separator)
        var folders = path.folder.parts.map(\.text)
        if folders.last == String(month), folders.dropLast().last == String(year) {
            (name, folders) = ("{{year}}/{{month}}/\(name)", folders.dropLast(2))
        } else if folders.last == String(year) {
            (name, folders) = ("{{year}}/\(name)", folders.dropLast())
        }
        folder = folders.joined(separator: "/")
    }

    /// Returns the path of a day's note, without extension.
    ///
    /// - Throws: `VaultError` if the path is empty or outside the vault, or the name has an unknown field.
    package func path(_ day: CivilTime) throws -> VaultPath {
        let name = try fileName(day)
        let path = VaultPath.root.resolving(VaultPath("\(folder)/\(name)"))
        guard !name.isEmpty, !name.hasSuffix("/"), let path, !path.isRoot else {
            throw VaultError(
                "'daily' in the configuration is not a path in the vault: '\(folder)/\(name)'",
                help: "such as  {folder: Journal, name: \"{{date}}\"}")
        }
        return path
    }

    /// Returns the name of a day's note: the fields of `name` replaced by their values.
    private func fileName(_ day: CivilTime) throws -> String {
        var result = ""
        var rest = name[...]
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            let field = rest[start.upperBound..<end.lowerBound]
            guard let value = Self.value(of: field, day) else {
                throw VaultError(
                    "unknown field '{{\(field)}}' in the name of 'daily' in the configuration",
                    help: "valid fields: date, year, month, day, date:FORMAT, with a format such as YYYY-MM-DD dddd")
            }
            result += rest[..<start.lowerBound] + value
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    private static func value(of field: Substring, _ day: CivilTime) -> String? {
        switch field {
        case "date": day.dayText
        case "year": day.yearText
        case "month": String(day.monthText.suffix(2))
        case "day": String(day.dayText.suffix(2))
        default: field.hasPrefix("date:") ? TemplateDate.text(day, field.dropFirst(5)) : nil
        }
    }
}
