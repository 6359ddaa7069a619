package import SourceText

/// The folder, name and template of daily notes.
package struct DailyNotes: Hashable, Sendable {
    /// The folder, from the vault's root. Empty for the root.
    package var folder = ""
    /// The file name without extension, possibly with folders. May contain `{{date}}`, `{{year}}`, `{{month}}` and
    /// `{{day}}`.
    package var name = "{{date}}"
    /// The name of a template in `.slipbox/templates`.
    package var template: String?

    package init() {}

    /// Returns the folder and the form of the name of a note such as `Journal/2024/2024-03-27.md`. Returns nil for a note
    /// that is not named by a date.
    package init?(of path: VaultPath) {
        let stem = path.stem.text
        guard stem.utf8.count == 10 else { return nil }
        let digits = Array(stem.utf8)
        let separator = digits[4]
        guard [Byte.hyphen, Byte.underscore, Byte.dot].contains(separator), digits[7] == separator,
            digits.indices.allSatisfy({ [4, 7].contains($0) || digits[$0].isDigit })
        else { return nil }
        let (year, month) = (stem.prefix(4), stem.dropFirst(5).prefix(2))
        let mark = String(Unicode.Scalar(separator))
        name = separator == Byte.hyphen ? "{{date}}" : "{{year}}\(mark){{month}}\(mark){{day}}"
        var parts = path.folder.parts.map(\.text)
        if parts.last == String(month), parts.dropLast().last == String(year) {
            (name, parts) = ("{{year}}/{{month}}/\(name)", parts.dropLast(2))
        } else if parts.last == String(year) {
            (name, parts) = ("{{year}}/\(name)", parts.dropLast())
        }
        folder = parts.joined(separator: "/")
    }

    /// Returns the path of a day's note, without extension.
    ///
    /// - Throws: `VaultError` if the path is empty or outside the vault.
    package func path(_ day: CivilTime) throws -> VaultPath {
        let month = day.monthText.suffix(2)
        let name = name.replacing("{{date}}", with: day.dayText).replacing("{{year}}", with: day.yearText)
            .replacing("{{month}}", with: month).replacing("{{day}}", with: day.dayText.suffix(2))
        let path = VaultPath.root.resolving(VaultPath("\(folder)/\(name)"))
        guard !name.isEmpty, !name.hasSuffix("/"), let path, !path.isRoot else {
            throw VaultError(
                "'daily' in the configuration is not a path in the vault: '\(folder)/\(name)'",
                help: "such as  {folder: Journal, name: \"{{date}}\"}")
        }
        return path
    }
}
