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
