import Git
import Searching
import SourceText
import VaultFiles

/// A merge whose files slip has replaced, and that git may not have recorded, because slip was killed.
struct InterruptedMerge {
    let session: VaultSession
    let repository: Repository

    init(_ session: VaultSession, _ repository: Repository) { (self.session, self.repository) = (session, repository) }

    /// Restores the files, unless there is a new commit. Does nothing without such a merge.
    ///
    /// - Parameter report: called with messages for the user.
    /// - Throws: `VaultError`, or `GitError` while a git that slip has started still merges. The next call tries again.
    func rollBack(report: (String) -> Void) throws {
        let merges = try VaultWriter.merges(of: session.vault)
        if merges.isEmpty { return }
        let files = try merges.filter { try !isRecorded($0.head) }.flatMap(\.files)
        // First: such a git has the index locked.
        if !files.isEmpty { try unstage(files) }
        try VaultWriter.endMerges(
            session.vault, now: session.environment.now, isRecorded: isRecorded, report: report)
        if files.isEmpty { return }
        try session.refresh()
        report("an earlier sync was interrupted before git recorded its merge, which was rolled back")
    }

    private func isRecorded(_ head: String) throws -> Bool {
        guard let now = try repository.head() else {
            throw GitSync.Refusal(
                message: "an earlier sync was interrupted, and git names no current commit",
                help: "to see what git says: git status")
        }
        return now != head
    }

    private func unstage(_ files: [VaultPath]) throws {
        let answer = try GitProgram.retryingLock { try repository.program.change(["reset", "--quiet"], files) }
        if answer.status != 0 { throw answer.error(["reset"]) }
    }
}
