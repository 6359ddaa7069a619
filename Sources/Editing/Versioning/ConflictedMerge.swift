import Git
import SourceText
import System

/// A merge with conflicts that `git merge-tree` has computed.
struct ConflictedMerge {
    /// The tree of the files with conflict markers.
    let tree: String
    /// The versions of the files in conflict, as `git ls-files -z --unmerged` lists them.
    private let versions: [[UInt8]]

    /// Parses the output of `git merge-tree --write-tree -z --no-messages`, which begins with the name of the tree:
    /// https://git-scm.com/docs/git-merge-tree#OUTPUT. Returns nil without conflicts.
    init?(_ tree: String, _ output: [UInt8]) {
        let versions = output.split(separator: 0).dropFirst().map(Array.init)
        guard !versions.isEmpty, versions.allSatisfy({ $0.contains(Byte.tab) }) else { return nil }
        (self.tree, self.versions) = (tree, versions)
    }

    /// Returns an answer with an error if there are staged changes, which would become part of the merge. Nil without.
    static func stagedChangesError(with git: GitProgram) throws -> GitProgram.Answer? {
        var staged = try git.change(["diff-index", "--cached", "--quiet", "HEAD"])
        staged.words = "there are staged changes: commit them, or run git restore --staged on these files"
        return staged.status == 0 ? nil : staged
    }

    /// Leaves the merge in the work tree and in git's index for the user, as `git merge` does.
    ///
    /// - Parameters:
    ///   - commit: the commit to merge.
    ///   - head: the commit that is checked out.
    /// - Returns: the answer of git, with the status 1 because of the conflicts. With another one, nothing was changed.
    /// - Throws: `GitError`, also if there is a new commit meanwhile, which the merge does not have.
    func checkOut(
        _ commit: String, into head: String, _ message: String, in repository: Repository, with git: GitProgram
    ) throws -> GitProgram.Answer {
        var answer = try git.change(["read-tree", "-m", "-u", head, tree])
        if answer.status != 0 { return answer }
        // An entry without a mode removes the file with markers from the index.
        let removed = Array("0 \(String(repeating: "0", count: commit.utf8.count))".utf8)
        let paths = Set(versions.map { $0.drop { $0 != Byte.tab } })
        let entries = paths.map { removed + $0 } + versions
        answer = try git.changeIndex(entries.map { $0 + [0] })
        if answer.status != 0 { throw answer.error(["update-index"]) }
        guard try repository.head() == head else { throw GitError("there is a new commit; nothing was merged") }
        _ = try git.change(["update-ref", "ORIG_HEAD", head])
        // Last: without conflicts in its index, git would let the user commit the markers.
        for (name, text) in [("MERGE_MSG", "\(message)\n"), ("MERGE_MODE", ""), ("MERGE_HEAD", "\(commit)\n")] {
            try Files.replace(repository.path(ofGit: name), Array(text.utf8), mode: 0o644)
        }
        // Git may know how the user has resolved the same conflict before.
        answer = try git.change(["rerere"])
        // The status of `git merge` with conflicts.
        answer.status = 1
        return answer
    }
}
