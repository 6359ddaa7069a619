import Git
import SearchIndex
import SourceText
import VaultFiles

/// The notes of an index, and everything that determines how they are indexed.
struct IndexInput {
    let vault: Vault
    let environment: Environment
    let messages: any MessageSink
    /// The git source of the notes, or nil for the disk.
    let committed: GitSource?

    var calendar: LocalCalendar { environment.calendar }

    var source: any NoteSource { committed ?? DiskSource(vault) }

    /// Whether the notes are those of a single commit, which never change.
    var isImmutable: Bool { committed.map { $0.shared == nil } ?? false }

    /// Whether dates come from the history. Always true for the index of a commit.
    var takesDatesFromGit: Bool { committed.map { $0.shared == nil } ?? vault.configuration.takesDatesFromGit }

    /// The moves that slip made, if the notes are on disk.
    var ownMoves: MoveHistory? { committed == nil ? MoveHistory(vault) : nil }

    /// The earlier versions of notes, or nil if dates do not come from git.
    ///
    /// In the index of a commit, all dates come from git. The dates in notes are compared only if the configuration
    /// says so.
    var versions: (any NoteVersions)? {
        guard takesDatesFromGit else { return nil }
        return GitVersions(
            rules: vault.configuration.rules, calendar: calendar,
            repository: {
                guard vault.configuration.takesDatesFromGit else { return nil }
                return try committed?.repository ?? repository()
            }, reportFailure: { [messages] in messages.warnOfDates($0) })
    }

    func repository() throws -> Repository? {
        try Repository(of: vault.root, from: environment.directory, environment.variables)
    }
}
