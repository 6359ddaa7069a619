import SQLite
import SourceText

/// Creation and modification dates of notes, from the notes, the history and the files.
extension IndexWriter {
    /// Records that a note was read again and has the same content. Its file times may have changed.
    package func touch(_ file: IndexedFile) throws {
        let id = try putRow(
            file.path, .note, fingerprint: file.fingerprint, hash: file.hash, born: file.born,
            old: try fileID(file.path), new: nil)
        let row = try connection.first(
            """
            SELECT id, flags, created, modified, own_modified, own_precision, modified_local FROM note WHERE file = ?1
            """, [.number(id)],
            read: { row in
                (
                    row.number(0, as: RowID.self), NoteFeatures(rawValue: row.int(1)), row.int(2), row.int(3),
                    DateText(own: row, from: 4)
                )
            })
        guard let (note, flags, oldCreated, oldModified, own) = row else { return }
        let dates = dates(
            file, flags, created: oldCreated, modified: own?.moment(in: calendar).microseconds ?? oldModified, own: own)
        let (created, modified) = try settled(dates, of: file.path, history?.history(of: file.path))
        if versions != nil {
            try connection.run(
                "UPDATE note SET file_created = ?2, file_modified = ?3, blob = ?4 WHERE id = ?1",
                [.number(note)] + values(dates))
        }
        if oldCreated != created {
            try connection.run("UPDATE note SET created = ?2 WHERE id = ?1", [.number(note), .int(created)])
            try columns.set(.created, note, value: created)
        }
        if oldModified != modified {
            try connection.run("UPDATE note SET modified = ?2 WHERE id = ?1", [.number(note), .int(modified)])
            try columns.set(.modified, note, value: modified)
        }
    }

    /// Returns the inputs for a note's dates. `created` and `modified` are its own dates.
    ///
    /// - Parameter own: the `modified:` of the note.
    func dates(
        _ file: IndexedFile, _ features: NoteFeatures, created: Int64, modified: Int64, own: DateText?
    ) -> NoteDates {
        NoteDates(
            features: features, created: created, modified: modified, fileCreated: Self.fallback(file),
            fileModified: file.modified / 1000, blob: file.blob, own: own)
    }

    func settled(
        _ dates: NoteDates, of path: VaultPath, _ past: NoteHistory?
    ) throws -> (created: Int64, modified: Int64) {
        try history?.settled(dates, of: path, by: past, versions: versions) ?? dates.settled(by: nil, changed: nil)
    }

    /// Returns the note's own `modified:`, which is stored apart from the time of the last change.
    func ownValues(_ dates: NoteDates) -> [SQLValue] {
        [.optional(dates.own.map { $0.moment(in: calendar).microseconds }), .optional(dates.own?.precision.rawValue)]
    }

    func values(_ dates: NoteDates) -> [SQLValue] {
        [.optional(dates.fileCreated), .optional(dates.fileModified), dates.blob.map { .blob($0) } ?? .null]
    }

    /// Returns the creation time of a note without its own date. That is the earliest of the file's birth, its
    /// modification, and the time kept when the file was replaced.
    private static func fallback(_ file: IndexedFile) -> Int64 {
        min(file.born ?? .max, file.modified, file.remembered ?? .max) / 1000
    }
}
