import Git
import Searching
import SourceText
import System
import VaultFiles

/// Restores the files of a merge that git has not recorded.
struct MergeRollback {
    let repository: Repository
    let commits: MergedCommits
    /// What the merge changes in the whole repository.
    let changes: [TreeChange]
    /// The files that slip has changed.
    let files: [VaultPath]
    /// Files that the merge adds and that stay: another program had created them before, with the same content. After an
    /// interruption, these are all that slip has not added.
    let kept: Set<[UInt8]>

    private var git: GitProgram { repository.program }

    /// Restores the files of merges that git has not recorded because slip was killed, except those that have changed
    /// since. Does nothing without such merges.
    ///
    /// - Parameter report: called with messages for the user.
    /// - Throws: `VaultError`, or `GitError` while a git that slip has started still merges. The next call tries again.
    static func rollBackAll(in session: VaultSession, _ repository: Repository, report: (String) -> Void) throws {
        var rollbacks: [MergeRollback] = []
        for merge in try VaultWriter.unrecordedMerges(of: session.vault) {
            guard case .undone(let committed) = try repository.outcome(of: merge.commits),
                !committed.isSuperset(of: merge.files)
            else { continue }
            let changes = try repository.changes(from: merge.commits.head, to: merge.commits.result)
            let added = changes.filter { $0.kind == .added }.map(\.path)
            let rollback = MergeRollback(
                repository: repository, commits: merge.commits, changes: changes, files: merge.files,
                kept: Set(added).subtracting(merge.files.map(repository.treePath)))
            // First: a git that still merges has the index locked.
            try rollback.unstage(keeping: committed)
            rollbacks.append(rollback)
        }
        try VaultWriter.endMerges(
            session.vault, now: session.environment.now, outcome: repository.outcome, report: report)
        if rollbacks.isEmpty { return }
        for rollback in rollbacks { try rollback.restoreOtherFiles(report) }
        try session.refresh()
        report("an earlier sync was interrupted before git recorded its merge, which was rolled back")
    }

    /// Resets the entries in git's index that are those of the merge, and those of conflicts.
    ///
    /// - Parameter committed: the files that a commit has.
    func unstage(keeping committed: Set<VaultPath>) throws {
        let staged = try stagedFiles()
        let paths = (files + kept.compactMap { repository.vaultPath($0[...]) })
            .filter { !committed.contains($0) && staged.contains(repository.treePath($0)) }
        let unmerged = try repository.workTreeState().unmerged
        let all = Set(paths).union(unmerged)
        if all.isEmpty { return }
        let answer = try GitProgram.retryingLock { try git.change(["reset", "--quiet"], all.sorted()) }
        if answer.status != 0 { throw answer.error(["reset"]) }
    }

    /// Returns the files whose entries in git's index are those of the merge.
    private func stagedFiles() throws -> Set<[UInt8]> {
        let answer = try git.change(["diff-index", "--cached", "-z", "--raw", "--no-renames", commits.result])
        if answer.status != 0 { throw answer.error(["diff-index"]) }
        return Set(changes.map(\.path)).subtracting(TreeChange.all(in: answer.output).map(\.path))
    }

    /// Restores the files that git has changed itself, or none if one of them has changed since or there is a new commit.
    func restoreOtherFiles(_ report: (String) -> Void) throws {
        let own = Set(files.map(repository.treePath)).union(kept)
        let others = changes.filter { !own.contains($0.path) }
        if others.isEmpty { return }
        if try repository.head() == commits.head {
            // Git writes files before their entries.
            let entries = try changesMade(others).map(\.newEntry)
            if !entries.isEmpty { _ = try git.changeIndex(entries) }
            try git.refreshIndex()
            let staged = try stagedFiles()
            // Git would overwrite a new file that is ignored.
            let isFree = others.allSatisfy { $0.kind != .deleted || !staged.contains($0.path) || !exists($0) }
            if isFree {
                let before = try tree(with: others)
                let answer = try GitProgram.retryingLock {
                    try git.change(["read-tree", "-m", "-u", before, commits.head])
                }
                if answer.status == 0 { return }
            }
        }
        report("git may have changed files of the merge that were not restored; to see them: git status")
    }

    /// Returns the name of the tree of the commit that was checked out, with some changes of the merge.
    private func tree(with changes: [TreeChange]) throws -> String {
        let folder = try Files.makeTemporaryFolder()
        defer { try? Files.removeTree(folder) }
        let index = String(decoding: folder + Array("/index".utf8), as: UTF8.self)
        let temporary = git.with(["GIT_INDEX_FILE": index])
        for answer in try [
            temporary.change(["read-tree", commits.head]), temporary.changeIndex(changes.map(\.newEntry)),
        ] where answer.status != 0 {
            throw answer.error(["read-tree"])
        }
        let answer = try temporary.change(["write-tree"])
        if answer.status != 0 { throw answer.error(["write-tree"]) }
        return String(decoding: answer.output.prefix { $0 != Byte.newline }, as: UTF8.self)
    }

    private func exists(_ change: TreeChange) -> Bool {
        FileStatus.seen(repository.fullPath(ofTree: change.path)) != nil
    }

    /// Returns those of some changes that git has made in the work tree, or begun: it removes a file before it writes it.
    private func changesMade(_ changes: [TreeChange]) throws -> [TreeChange] {
        let present = changes.filter(exists)
        let removed = changes.filter { $0.kind != .added && !exists($0) }
        let written = present.filter { change in
            let status = FileStatus.seen(repository.fullPath(ofTree: change.path))
            return status?.kind == .regular && status.map { $0.mode & 0o100 != 0 } == TreeChange.isProgram(change.mode)
        }
        let names = try repository.blobNames(ofTree: written.map(\.path))
        let links = present.filter { change in
            let target = Files.linkText(repository.fullPath(ofTree: change.path))
            let format: BlobName.Format = change.new.count == 40 ? .sha1 : .sha256
            return change.mode == Array("120000".utf8)
                && target.map { BlobName.of($0, format) } == BlobName.bytes(change.new)
        }
        return removed + links + zip(written, names).filter { $1 == BlobName.bytes($0.new) }.map(\.0)
    }
}

extension Repository {
    /// Returns what became of a merge. Git has also recorded one that it has left to the user, with conflicts.
    func outcome(of merge: MergedCommits) throws -> VaultWriter.MergeOutcome {
        guard let now = try head() else {
            throw GitError("git names no current commit", help: "to see what git says: git status")
        }
        if try commit("MERGE_HEAD") == merge.theirs { return .recorded }
        let answer = try program.change(["merge-base", "--is-ancestor", merge.theirs, now])
        if answer.status == 0 { return .recorded }
        if answer.status != 1 { throw answer.error(["merge-base"]) }
        // The user may have committed files as they were merged.
        let committed = now == merge.head ? [] : try changes(from: merge.head, to: now)
        return .undone(keeping: Set(committed.compactMap { vaultPath($0.path) }))
    }
}
