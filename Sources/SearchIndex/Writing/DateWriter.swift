import SQLite
import SourceText

/// A writer of the creation and modification dates of notes, from the notes, the history and the files.
struct DateWriter {
    let connection: Connection
    let columns: ColumnWriter
    let calendar: LocalCalendar
    /// The history of notes, or nil if it was never read.
    let history: HistoryTable?
    /// The dates in earlier versions of notes, or nil if dates do not come from the history.
    let versions: (any NoteVersions)?

    /// Updates the dates of a note that was read again and has the same content. Its file times may have changed.
    ///
    /// - Returns: whether its dates have changed.
    func update(_ file: IndexedFile, id: FileID) throws -> Bool {
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
        guard let (note, flags, created, modified, own) = row else { return false }
        let dates = inputs(file, flags, created: created, modified: moment(own) ?? modified, own: own)
        if versions != nil {
            try connection.run(
                "UPDATE note SET file_created = ?2, file_modified = ?3, blob = ?4 WHERE id = ?1",
                [.number(note)] + fileValues(dates))
        }
        let resolved = try resolved(dates, of: file.path, history?.history(of: file.path))
        try columns.update(resolved, of: note, from: (created, modified))
        return resolved != (created, modified)
    }

    /// Returns the inputs for a note's dates. `created` and `modified` are its own dates.
    ///
    /// - Parameter own: the `modified:` of the note.
    func inputs(
        _ file: IndexedFile, _ features: NoteFeatures, created: Int64, modified: Int64, own: DateText?
    ) -> NoteDates {
        // The creation time without an own date is the earliest of the file's birth, its modification, and the time
        // kept when the file was replaced.
        let fileCreated = min(file.born ?? .max, file.modified, file.remembered ?? .max) / 1000
        return NoteDates(
            features: features, created: created, modified: modified, fileCreated: fileCreated,
            fileModified: file.modified / 1000, blob: file.blob, own: own)
    }

    func resolved(
        _ dates: NoteDates, of path: VaultPath, _ past: NoteHistory?
    ) throws -> (created: Int64, modified: Int64) {
        try history?.resolved(dates, of: path, by: past, versions: versions) ?? dates.resolved(by: nil, changed: nil)
    }

    /// Returns the values of the columns of `note` that are used if dates come from git.
    func values(_ dates: NoteDates) -> [SQLValue] {
        if versions == nil { return [.null, .null, .null, .null, .null] }
        return fileValues(dates) + [.optional(moment(dates.own)), .optional(dates.own?.precision.rawValue)]
    }

    private func fileValues(_ dates: NoteDates) -> [SQLValue] {
        [.optional(dates.fileCreated), .optional(dates.fileModified), dates.blob.map { .blob($0) } ?? .null]
    }

    func moment(_ date: DateText?) -> Int64? { date?.moment(in: calendar).microseconds }
}

extension ColumnWriter {
    /// Updates the dates of a note in its row and in the columns, if they differ from the stored ones.
    func update(
        _ dates: (created: Int64, modified: Int64), of note: RowID, from old: (created: Int64, modified: Int64)
    ) throws {
        if dates == old { return }
        try connection.run(
            "UPDATE note SET created = ?2, modified = ?3 WHERE id = ?1",
            [.number(note), .int(dates.created), .int(dates.modified)])
        try set(.created, note, value: dates.created)
        try set(.modified, note, value: dates.modified)
    }
}
