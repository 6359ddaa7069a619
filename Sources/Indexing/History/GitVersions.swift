import Git
import Notes
import SearchIndex
import SourceText
import System
import VaultFiles

/// The earlier versions of notes in git. Git is started on the first request.
final class GitVersions: NoteVersions {
    let calendar: LocalCalendar
    private let rules: NoteRules
    private let repository: () throws -> Repository?
    private let reportFailure: (String) -> Void
    private var reading: (repository: Repository, objects: ObjectReader)?
    private var hasFailed = false

    /// - Parameters:
    ///   - rules: the names of front matter keys.
    ///   - repository: returns nil if git must not be used. Then all versions are unknown.
    ///   - reportFailure: called once, with the reason.
    init(
        rules: NoteRules, calendar: LocalCalendar, repository: @escaping () throws -> Repository?,
        reportFailure: @escaping (String) -> Void
    ) {
        self.rules = rules
        self.calendar = calendar
        self.repository = repository
        self.reportFailure = reportFailure
    }

    func modified(in version: NoteVersion) -> VersionDate? {
        if hasFailed { return nil }
        do {
            guard let (repository, objects) = try opened() else { return nil }
            guard let bytes = try objects.blobs([Self.name(of: version, in: repository)])[0] else { return .absent }
            let date = Note(bytes, name: VaultPath("note.md").name, rules: rules).modified
            return date.map { .dated($0.moment(in: calendar).microseconds) } ?? .undated
        } catch let error as GitError {
            reportFailure(error.message)
        } catch {
            reportFailure("\(error)")
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

extension MessageSink {
    func warnOfDates(_ reason: String) {
        warn("dates: git, but \(reason): using known dates, or else those of the files")
    }

    func warnOfMissingRepository() {
        warn("dates: git, but the vault is not in a git repository: using the dates of the files")
    }

    /// Runs `body`. If git or the system fails, warns that git could not provide dates, and returns `fallback`.
    func warningOfDates<Value>(orElse fallback: Value, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as GitError {
            warnOfDates(error.message)
        } catch let error as SystemError {
            warnOfDates(error.description)
        }
        return fallback
    }
}
