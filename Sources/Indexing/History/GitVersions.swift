import Git
import Notes
import SearchIndex
import SourceText
import VaultFiles

/// What git tells of earlier versions of notes. Git is started when the first of them is asked for.
final class GitVersions: NoteVersions {
    let calendar: LocalCalendar
    private let rules: NoteRules
    private let repository: () throws -> Repository?
    private let tellOfFailure: (String) -> Void
    private var reading: (repository: Repository, objects: ObjectReader)?
    private var hasFailed = false

    /// - Parameters:
    ///   - rules: which names keys have.
    ///   - repository: nil where none is to be asked: then nothing is told.
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

    /// How git is asked for a version: https://git-scm.com/docs/gitrevisions
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
    /// What earlier versions of notes said; nil where dates do not come from git.
    ///
    /// Of a commit all dates come from git, but what a note says itself is compared only where the configuration asks for it.
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

    /// Works out again when notes changed, since their own dates now stand for other times.
    func settleDates() throws {
        guard let versions, try HistoryTable.state(connection) != nil else { return }
        try HistoryTable(connection).apply(to: nil, versions: versions)
    }
}

extension MessageSink {
    /// Says that git could not be asked for dates.
    func warnOfDates(_ reason: String) {
        warn("dates: git, but \(reason): dates are those that are known, else those of the files")
    }
}
