package import SourceText

/// The dates in earlier versions of notes, read from git.
package protocol NoteVersions {
    /// The calendar for dates without a zone.
    var calendar: LocalCalendar { get }
    /// Returns the `modified:` of a version, or nil if git cannot be used.
    func modified(in version: NoteVersion) -> VersionDate?
}

/// A version of a note.
package enum NoteVersion {
    /// The version whose content has this hash in git.
    case content([UInt8])
    /// The version in a commit (parent 0) or in one of its parents (from 1). The path is from the work tree's root; nil
    /// means the path of `note`.
    case commit(name: [UInt8], parent: Int, note: VaultPath, path: [UInt8]?)
}

/// The `modified:` of a version of a note.
package enum VersionDate: Hashable, Sendable {
    /// There is no such version: the commit or parent lacks the note.
    case absent
    /// The version has no `modified:`.
    case undated
    /// In µs since 1970.
    case dated(Int64)
}

/// A detector of changes to notes after their own `modified:` date.
///
/// The date is valid unless the content changed after the date while the date itself stayed the same. A commit that
/// writes the date, or adds the note with it, confirms the date, even if the commit is much later. Users often commit
/// hours after writing, and add old notes on the day they start to use git. A merge is not a change.
struct ModifiedDate {
    let table: HistoryTable
    let versions: any NoteVersions

    /// Returns the time when the content changed after the note's own date, or nil if the date is valid.
    ///
    /// Complexity: reads two or three versions if the last change is later than the date, else none.
    func change(of path: VaultPath, _ dates: NoteDates, since own: DateText, in history: NoteHistory?) throws -> Int64?
    {
        // Uncommitted notes and contents without a known hash cannot be compared.
        guard let history, let committed = history.blob, let blob = dates.blob,
            let end = own.range(in: versions.calendar)?.upperBound.microseconds
        else { return nil }
        if blob == committed {
            return history.modified < end ? nil : try lastCommit(of: path, from: end)
        }
        guard let time = dates.fileModified, time >= end else { return nil }
        let written = VersionDate.dated(own.moment(in: versions.calendar).microseconds)
        return versions.modified(in: .content(committed)) == written ? time : nil
    }

    /// Returns the time of the last commit that changed the content, at or after `end`, and left the date unchanged.
    private func lastCommit(of path: VaultPath, from end: Int64) throws -> Int64? {
        let (note, changes) = try table.historyChanges(of: path)
        for (number, change) in changes.enumerated() where change.isOfContent {
            guard let commit = try table.commit(change.commit), commit.time.microseconds >= end else { return nil }
            func date(parent: Int, as change: HistoryChange) throws -> VersionDate? {
                let path = change.path == 0 ? nil : try table.path(change.path)
                return versions.modified(in: .commit(name: commit.name, parent: parent, note: note, path: path))
            }
            guard let merged = try date(parent: 2, as: change) else { return nil }
            if merged != .absent { continue }
            var before = try date(parent: 1, as: change)
            // The commit may also have moved the note.
            if before == .absent, number + 1 < changes.count { before = try date(parent: 1, as: changes[number + 1]) }
            guard let before, before != .absent, try date(parent: 0, as: change) == before else { return nil }
            return commit.time.microseconds
        }
        return nil
    }
}

extension HistoryTable {
    /// Returns the creation and modification dates of a note from all sources.
    ///
    /// - Parameter versions: nil if dates do not come from the history.
    func resolved(
        _ dates: NoteDates, of path: VaultPath, by history: NoteHistory?, versions: (any NoteVersions)?
    ) throws -> (created: Int64, modified: Int64) {
        guard let versions else { return dates.resolved(by: nil, changed: nil) }
        let changed = try dates.own.flatMap { own in
            try ModifiedDate(table: self, versions: versions).change(of: path, dates, since: own, in: history)
        }
        return dates.resolved(by: history, changed: changed)
    }
}
