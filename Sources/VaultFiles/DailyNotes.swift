package import SourceText

/// Where the notes of days are, and what they are made from.
package struct DailyNotes: Hashable, Sendable {
    /// From the vault's root; empty for the root.
    package var folder = ""
    /// The file's name without extension, folders before it: with `{{date}}`, `{{year}}`, `{{month}}` and `{{day}}`.
    package var name = "{{date}}"
    /// One of `.slipbox/templates`.
    package var template: String?

    /// The path of a day's note without extension.
    ///
    /// - Throws: `VaultError` where that leads out of the vault, or names nothing.
    package func path(_ day: CivilTime) throws -> VaultPath {
        let month = day.monthText.suffix(2)
        let name = name.replacing("{{date}}", with: day.dayText).replacing("{{year}}", with: day.yearText)
            .replacing("{{month}}", with: month).replacing("{{day}}", with: day.dayText.suffix(2))
        let path = VaultPath.root.resolving(VaultPath("\(folder)/\(name)"))
        guard !name.isEmpty, !name.hasSuffix("/"), let path, !path.isRoot else {
            throw VaultError(
                "'daily' in the configuration makes no path in the vault: '\(folder)/\(name)'",
                help: "such as  {folder: Journal, name: \"{{date}}\"}")
        }
        return path
    }
}
