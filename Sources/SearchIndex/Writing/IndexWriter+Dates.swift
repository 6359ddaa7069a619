import SQLite
import SourceText

/// When notes were made and changed: what they say themselves, the history, their files.
extension IndexWriter {
    /// Notes that a note was looked at again and its content is the same; its times may be others.
    package func touch(_ file: IndexedFile) throws {
        let id = try putRow(
            file.path, .note, fingerprint: file.fingerprint, hash: file.hash, born: file.born,
            old: try fileID(file.path), new: nil)
        let row = try connection.first(
            "SELECT id, flags, created, modified FROM note WHERE file = ?1", [.number(id)],
            read: { ($0.number(0, as: RowID.self), NoteFeatures(rawValue: $0.int(1)), $0.int(2), $0.int(3)) })
        guard let (note, flags, oldCreated, oldModified) = row else { return }
        let dates = dates(file, flags, created: oldCreated, modified: oldModified)
        let (created, modified) = dates.settled(by: givesDates ? try history?.history(of: file.path) : nil)
        if givesDates {
            try connection.run(
                "UPDATE note SET file_created = ?2, file_modified = ?3, blob = ?4 WHERE id = ?1",
                [.number(note)] + Self.values(dates))
        }
        if oldCreated != created {
            try connection.run("UPDATE note SET created = ?2 WHERE id = ?1", [.number(note), .int(created)])
            try columns.set(.created, note, created)
        }
        if oldModified != modified {
            try connection.run("UPDATE note SET modified = ?2 WHERE id = ?1", [.number(note), .int(modified)])
            try columns.set(.modified, note, modified)
        }
    }

    /// What decides upon a note's dates, of which those that it says itself are given.
    func dates(_ file: IndexedFile, _ features: NoteFeatures, created: Int64, modified: Int64) -> NoteDates {
        NoteDates(
            features: features, created: created, modified: modified, fileCreated: Self.fallback(file),
            fileModified: file.modified / 1000, blob: file.blob)
    }

    static func values(_ dates: NoteDates) -> [SQLValue] {
        [.optional(dates.fileCreated), .optional(dates.fileModified), dates.blob.map { .blob($0) } ?? .null]
    }

    /// When a note without a date of its own was made: the earliest of the file's birth and modification, and of what it
    /// remembers from before it was rewritten.
    private static func fallback(_ file: IndexedFile) -> Int64 {
        min(file.born ?? .max, file.modified, file.remembered ?? .max) / 1000
    }
}
