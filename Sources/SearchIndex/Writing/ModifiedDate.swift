package import SourceText

/// What git tells of earlier versions of notes.
package protocol NoteVersions {
    /// For dates without a zone.
    var calendar: LocalCalendar { get }
    /// The `modified:` of a version; nil where git cannot tell.
    func modified(in version: NoteVersion) -> VersionDate?
}

/// A version of a note.
package enum NoteVersion {
    /// That with a content of this name in git.
    case content([UInt8])
    /// That of the parent with a number of a commit, or for 0 of the commit itself; at a path from the work tree's root, or
    /// for nil at that of `note`.
    case commit(name: [UInt8], parent: Int, note: VaultPath, path: [UInt8]?)
}

/// What a version of a note says of when it changed.
package enum VersionDate: Hashable, Sendable {
    /// There is no such version.
    case absent
    case undated
    /// In µs since 1970.
    case dated(Int64)
}

/// Finds out whether notes changed after the date that they say themselves.
///
/// That date holds unless the content changed after the time that it stands for, and the change left the date as it was. A
/// commit that writes the date, or adds the note with it, confirms the date, however much later it was made: users often
/// commit hours after they write, and add old notes on the day on which they begin to use git. A merge is not a change.
struct ModifiedDate {
    let table: HistoryTable
    let versions: any NoteVersions

    /// When the content of a note changed after its own date; nil where that holds.
    ///
    /// Complexity: reads two or three versions where the last change is later than the date, else none.
    func change(of path: VaultPath, _ dates: NoteDates, since own: DateText, in history: NoteHistory?) throws -> Int64?
    {
        // Of a note that no commit has, and of a content whose name is not known yet, nothing is known.
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

    /// When the last commit that changed the content was made, if that was not before `end` and it left the date as it was.
    private func lastCommit(of path: VaultPath, from end: Int64) throws -> Int64? {
        let (note, changes) = try table.lastingChanges(of: path)
        for (number, change) in changes.enumerated() where change.isOfContent {
            guard let commit = try table.commit(change.commit), commit.time.microseconds >= end else { return nil }
            func date(parent: Int, as change: HistoryChange) throws -> VersionDate? {
                let path = change.path == 0 ? nil : try table.path(change.path)
                return versions.modified(in: .commit(name: commit.name, parent: parent, note: note, path: path))
            }
            guard let merged = try date(parent: 2, as: change) else { return nil }
            if merged != .absent { continue }
            var before = try date(parent: 1, as: change)
            // The commit may have moved it as well.
            if before == .absent, number + 1 < changes.count { before = try date(parent: 1, as: changes[number + 1]) }
            guard let before, before != .absent, try date(parent: 0, as: change) == before else { return nil }
            return commit.time.microseconds
        }
        return nil
    }
}

extension HistoryTable {
    /// When a note was made and changed, by all that is known.
    ///
    /// - Parameter versions: nil where dates do not come from the history.
    func settled(
        _ dates: NoteDates, of path: VaultPath, by history: NoteHistory?, versions: (any NoteVersions)?
    ) throws -> (created: Int64, modified: Int64) {
        guard let versions else { return dates.settled(by: nil, changed: nil) }
        let changed = try dates.own.flatMap { own in
            try ModifiedDate(table: self, versions: versions).change(of: path, dates, since: own, in: history)
        }
        return dates.settled(by: history, changed: changed)
    }
}
