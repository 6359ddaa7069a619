import Git
import SourceText
import System

/// The merge of a branch, computed without the work tree, so that git only has to change the files.
///
/// `git merge` saves the state of the work tree before a true merge. If it then refuses, because a file was saved since the
/// last commit, it restores that state over what editors have saved meanwhile. A fast-forward and `git read-tree` refuse as
/// well, and change nothing then.
enum PreparedMerge {
    /// The merge commit, or the branch's commit if the merge is a fast-forward.
    case commit(String)
    /// A merge with conflicts, and the commit to merge.
    case conflict(ConflictedMerge, with: String)
    /// A branch that `git merge` has to merge: there is no commit yet, merges run a hook or are signed, or git is older than
    /// 2.38.
    case unprepared(String)

    init(
        _ reference: String, _ message: String, in repository: Repository, with git: GitProgram, settings: [String]
    ) throws {
        self = .unprepared(reference)
        // Another program may fetch meanwhile, and move the branch.
        guard let commit = try repository.commit(reference) else { return }
        let isAncestor = try git.change(["merge-base", "--is-ancestor", "HEAD", commit])
        if isAncestor.status == 0 { self = .commit(commit) }
        guard isAncestor.status == 1, ["false", nil].contains(try repository.setting("commit.gpgSign")) else { return }
        for hook in ["pre-merge-commit", "prepare-commit-msg", "commit-msg"] {
            if FileStatus.seen(try repository.path(ofGit: "hooks/\(hook)"), follows: true) != nil { return }
        }
        func line(_ arguments: [String]) throws -> String? {
            let answer = try git.change(arguments, settings: settings)
            if answer.status != 0 { return nil }
            return String(decoding: answer.output.prefix { $0 != Byte.newline }, as: UTF8.self)
        }
        // From the top of the work tree: it lists paths relative to its folder, unlike the commands that take them. The
        // conflict markers have the name of the branch.
        let top = "./" + String(repeating: "../", count: repository.prefix.count { $0 == Byte.slash })
        let merged = try git.change(
            ["-C", top, "merge-tree", "--write-tree", "-z", "--no-messages", "HEAD", reference], settings: settings)
        let tree = String(decoding: merged.output.prefix { $0 != 0 && $0 != Byte.newline }, as: UTF8.self)
        if merged.status == 0 {
            let arguments = ["commit-tree", tree, "-p", "HEAD", "-p", commit, "-m", message]
            if let merge = try line(arguments) { self = .commit(merge) }
        } else if merged.status == 1, let merge = ConflictedMerge(tree, merged.output) {
            self = .conflict(merge, with: commit)
        }
        if try repository.commit(reference) != commit { self = .unprepared(reference) }
    }

    /// The state of the files after the merge.
    var result: String {
        switch self {
        case .commit(let name), .unprepared(let name): name
        case .conflict(let merge, _): merge.tree
        }
    }

    /// Changes the files. Returns the answer of git, whose status is not 0 if there are conflicts.
    ///
    /// - Parameters:
    ///   - files: the files that git does not have to replace.
    ///   - report: called with messages, for example about an interrupted change.
    func carryOut(
        _ message: String, _ files: MergedFiles, in repository: Repository, with git: GitProgram, settings: [String],
        report: (String) -> Void
    ) throws -> GitProgram.Answer {
        func merge(_ arguments: [String]) throws -> GitProgram.Answer {
            // Stashing changes the files that the merge does not concern.
            try git.change(
                ["merge", "--quiet", "--no-overwrite-ignore"] + arguments,
                settings: settings + ["merge.autoStash=false"])
        }
        switch self {
        case .conflict(let merge, let commit):
            if let error = try ConflictedMerge.stagedChangesError(with: git) { return error }
            return try files.replace(message, report: report) {
                try merge.checkOut(commit, message, in: repository, with: git)
            }
        case .commit(let commit):
            return try files.replace(message, report: report) { try merge(["--ff-only", commit]) }
        case .unprepared(let reference): return try merge(["--ff", "--message", message, reference])
        }
    }
}
