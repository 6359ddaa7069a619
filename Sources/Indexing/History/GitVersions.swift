import Git
import Notes
import SearchIndex
import SourceText
import VaultFiles

/// The earlier versions of notes in git. Git is started on the first request.
final class GitVersions: NoteVersions {
    let calendar: LocalCalendar
    private let rules: NoteRules
    private let repository: () throws -> Repository?
    private let tellOfFailure: (String) -> Void
    private var reading: (repository: Repository, objects: ObjectReader)?
    private var hasFailed = false

    /// - Parameters:
    ///   - rules: the names of front matter keys.
    ///   - repository: returns nil if git must not be used. Then all versions are unknown.
    ///   - tellOfFailure: called once, with the reason.
    init(
        rules: NoteRules, calendar: LocalCalendar, repository: @escaping () throws -> Repository?,
        tellOfFailure: @escaping (String) -> Void
    ) {
        self.rules = rules
        self.calendar = calendar
        self.repository = repository
        self.tellOfFailure = tellOfFailure
    }

    func modified(in version: NoteVersion) -> VersionDate? {
        if hasFailed { return nil }
        do {
            guard let (repository, objects) = try opened() else { return nil }
            guard let bytes = try objects.blobs([Self.name(of: version, in: repository)])[0] else { return .absent }
            let date = Note(bytes, name: VaultPath("note.md").name, rules: rules).modified
            return date.map { .dated($0.moment(in: calendar).microseconds) } ?? .undated
        } catch let error as GitError {
            tellOfFailure(error.message)
        } catch {
            tellOfFailure("\(error)")
        }
        hasFailed = true
        return nil
    }

    private func opened() throws -> (repository: Repository, objects: ObjectReader)? {
        if let reading { return reading }
        guard let repository = try repository() else {
            hasFailed = true
            return nil
        }
        reading = (repository, try ObjectReader(repository.program))
        return reading
    }

    /// Returns the name of a version as git expects it: https://git-scm.com/docs/gitrevisions
    private static func name(of version: NoteVersion, in repository: Repository) -> [UInt8] {
        switch version {
        case .content(let name): return Array(BlobName.text(name).utf8)
        case .commit(let name, let parent, let note, let path):
            let revision = BlobName.text(name) + (parent == 0 ? "" : "^\(parent)")
            return Array("\(revision):".utf8) + (path ?? repository.treePath(note))
        }
    }
}

extension IndexKeeper {
    /// The earlier versions of notes, or nil if dates do not come from git.
    ///
    /// In the index of a commit, all dates come from git. The dates in notes are compared only if the configuration
    /// says so.
    var versions: (any NoteVersions)? {
        guard givesDates else { return nil }
        let (vault, environment, committed) = (vault, environment, committed)
        return GitVersions(
            rules: vault.configuration.rules, calendar: environment.calendar,
            repository: {
                guard vault.configuration.takesDatesFromGit else { return nil }
                return try committed?.repository
                    ?? Repository(of: vault.root, from: environment.directory, environment.variables)
            }, tellOfFailure: { [messages] in messages.warnOfDates($0) })
    }

    /// Computes modification dates again after the time zone has changed: the dates in notes now mean other times.
    func settleDates() throws {
        guard let versions, try HistoryTable.state(connection) != nil else { return }
        try HistoryTable(connection).apply(to: nil, versions: versions)
    }
}

extension MessageSink {
    /// Warns that git could not provide dates.
    func warnOfDates(_ reason: String) {
        warn("dates: git, but \(reason): dates are those that are known, else those of the files")
    }
}
