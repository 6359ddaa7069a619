import Notes
import SearchIndex
package import SourceText

/// A note whose content changed after the date in its own `modified:`.
package struct StaleModified {
    package var path: VaultPath
    /// The time of the last change of the content.
    package var changed: Moment
    /// The position of the date in the note.
    var location = TextLocation.start
    var message = ""

    static let help = "to update it: slip check --fix --kind stale-modified"

    /// Returns the stale dates of a vault, ordered by path. Empty unless the vault takes its dates from git.
    package static func paths(in snapshot: VaultSnapshot) throws -> [StaleModified] {
        try StaleDates(snapshot.index).notes().map { StaleModified(path: $0.path, changed: $0.changed) }
    }

    /// Returns the stale dates with their positions and messages.
    static func all(in snapshot: VaultSnapshot) throws -> [StaleModified] {
        try paths(in: snapshot).compactMap { date in
            var date = date
            // A note that was deleted since the last update has no findings.
            guard let bytes = try snapshot.bytesIfThere(date.path) else { return nil }
            let names = snapshot.rules.names(.modified)
            let day = snapshot.calendar.civil(date.changed).dayText
            date.message = "the content changed on \(day), after the modification date of the note"
            if let entry = Note(bytes, name: date.path.name, rules: snapshot.rules).frontMatter.mapping.entries.last(
                where: { entry in names.contains { FrontMatterKey.identity($0) == FrontMatterKey.identity(entry.key) } }
            ) {
                date.location = TextLocations(of: [entry.keyRange.lowerBound], in: bytes)[entry.keyRange.lowerBound]
                date.message = "the content changed on \(day), after '\(entry.key): \(entry.value.text ?? "")'"
            }
            return date
        }
    }
}
