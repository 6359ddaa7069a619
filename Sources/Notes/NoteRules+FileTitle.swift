package import SourceText

/// The titles that notes have by the names of their files.
extension NoteRules {
    /// Whether a note can have another title than its file name without extension, although its text has none.
    package var titlesDifferFromNames: Bool { readsPages || dayTitle != nil }

    /// Returns the title that a file name with its extension gives to a note whose text has none.
    ///
    /// With `pages: logseq`, `Claude___Code.md` is `Claude/Code`, and `a%3Fb.md` is `a?b`. With `title: YYYY-MM-DD ddd` of
    /// `daily:`, `2026_03_25.md` is `2026-03-25 Wed`.
    package func fileTitle(_ name: VaultPath) -> String {
        let stem = name.stem.text
        if let dayTitle, let day = Self.day(stem), let title = TemplateDate.text(day, dayTitle) { return title }
        guard readsPages else { return stem }
        // Logseq writes a slash as three underscores, and before version 0.8.9 as %2F.
        let title = stem.replacing("___", with: "/")
        return title.contains("%") ? String(decoding: Array(title.utf8)[...].percentDecoded, as: UTF8.self) : title
    }

    /// Returns the file name without extension that gives a note a title, as far as file names can.
    package func fileStem(for title: String) -> String {
        guard readsPages else { return title }
        let encoded = title.utf8.flatMap { byte in
            "<>:\"\\|?*#%".utf8.contains(byte) ? [byte].percentEncoded { _ in false } : [byte]
        }
        return String(decoding: encoded, as: UTF8.self).replacing("/", with: "___")
    }

    /// Returns the day that a file name is: four digits, two and two, with `-`, `_` or `.` between them.
    private static func day(_ stem: String) -> CivilTime? {
        let parts = stem.split(omittingEmptySubsequences: false) { "-_.".contains($0) }
        guard parts.map(\.utf8.count) == [4, 2, 2], let date = DateText(parts.joined(separator: "-")),
            date.precision == .day
        else { return nil }
        return date.civil
    }
}
