import Git
import SourceText
import System

/// The merge of a branch, computed without the work tree, so that git only has to change the files.
///
/// `git merge` saves the state of the work tree before a true merge. If it then refuses, because a file was saved since the
/// last commit, it restores that state over what editors have saved meanwhile. A fast-forward and `git read-tree` refuse as
/// well, and change nothing then.
struct PreparedMerge {
    private enum Way {
        /// The merge commit, or the branch's commit if the merge is a fast-forward.
        case commit(String)
        case conflict(ConflictedMerge)
        /// `git merge` has to merge: there is no commit yet, merges run a hook or are signed, or git is older than 2.38.
        case unprepared
    }

    /// The commit that was checked out when the merge was computed. Nil if there is none yet.
    let head: String?
    /// The branch's commit.
    let theirs: String
    private let message: String
    private let repository: Repository
    private let git: GitProgram
    private let settings: [String]
    private var way = Way.unprepared

    /// - Parameters:
    ///   - reference: the full name of the branch.
    ///   - name: its short name, for conflict markers.
    init(
        _ reference: String, named name: String, _ message: String, in repository: Repository, with git: GitProgram,
        settings: [String]
    ) throws {
        (self.message, self.repository, self.git, self.settings) = (message, repository, git, settings)
        // Another program may fetch meanwhile, and move the branch.
        let commit = try repository.commit(reference)
        theirs = commit ?? reference
        head = try repository.head()
        guard let commit, let head else { return }
        let isAncestor = try git.change(["merge-base", "--is-ancestor", head, commit])
        if isAncestor.status == 0 { way = .commit(commit) }
        guard isAncestor.status == 1, ["false", nil].contains(try repository.setting("commit.gpgSign")) else { return }
        for hook in ["pre-merge-commit", "prepare-commit-msg", "commit-msg"] {
            if FileStatus.seen(try repository.path(ofGit: "hooks/\(hook)"), follows: true) != nil { return }
        }
        func line(_ arguments: [String]) throws -> String? {
            let answer = try git.change(arguments, settings: settings)
            if answer.status != 0 { return nil }
            return String(decoding: answer.output.prefix { $0 != Byte.newline }, as: UTF8.self)
        }
        let branch = try repository.commit(name) == commit ? name : reference
        // It lists paths relative to its folder, unlike the commands that take them.
        let merged = try git.change(
            ["-C", repository.topFolder, "merge-tree", "--write-tree", "-z", "--no-messages", "HEAD", branch],
            settings: settings)
        if try repository.head() != head { return }
        let tree = String(decoding: merged.output.prefix { $0 != 0 && $0 != Byte.newline }, as: UTF8.self)
        if merged.status == 0 {
            let arguments = ["commit-tree", tree, "-p", head, "-p", commit, "-m", message]
            if let merge = try line(arguments) { way = .commit(merge) }
        } else if merged.status == 1, let merge = ConflictedMerge(tree, merged.output) {
            way = .conflict(merge)
        }
        if try repository.commit(branch) != commit { way = .unprepared }
    }

    /// The state of the files after the merge. Nil if only git knows it.
    var result: String? {
        switch way {
        case .commit(let name): name
        case .conflict(let merge): merge.tree
        case .unprepared: nil
        }
    }

    /// Whether there are conflicts.
    var hasConflicts: Bool { if case .conflict = way { true } else { false } }

    /// Changes the files. Returns the answer of git, whose status is not 0 if there are conflicts.
    ///
    /// - Parameters:
    ///   - files: the files that git does not have to change.
    ///   - report: called with messages, for example about an interrupted change.
    func carryOut(_ files: MergedFiles?, report: (String) -> Void) throws -> GitProgram.Answer {
        func merge(_ arguments: [String]) throws -> GitProgram.Answer {
            // Stashing changes the files that the merge does not concern.
            try git.change(
                ["merge", "--quiet", "--no-overwrite-ignore"] + arguments,
                settings: settings + ["merge.autoStash=false"])
        }
        func change(_ record: () throws -> GitProgram.Answer) throws -> GitProgram.Answer {
            try files?.change(message, report: report, record: record) ?? record()
        }
        switch way {
        case .conflict(let conflict):
            if let error = try ConflictedMerge.stagedChangesError(with: git) { return error }
            return try change {
                try conflict.checkOut(theirs, into: head ?? "HEAD", message, in: repository, with: git)
            }
        case .commit(let commit): return try change { try merge(["--ff-only", commit]) }
        case .unprepared: return try merge(["--ff", "--message", message, theirs])
        }
    }
}

extension Repository {
    /// The top of the work tree, relative to the folder in which git runs.
    var topFolder: String { "./" + String(repeating: "../", count: prefix.count { $0 == Byte.slash }) }
}
