package import SourceText
import System

/// What a repository is in the middle of, and where it gets its commits from.
extension Repository {
    /// The branch that is checked out; nil on a detached head.
    package func branch() throws -> String? {
        let answer = try program.ask(["symbolic-ref", "--quiet", "--short", "HEAD"])
        let name = String(decoding: answer.output, as: UTF8.self).trimmingSpace
        return answer.status == 0 && !name.isEmpty ? name : nil
    }

    /// What was begun and not ended, such as `a merge`; nil where nothing is.
    package func unfinished() -> String? {
        let marks = [
            ("MERGE_HEAD", "a merge"), ("rebase-merge", "a rebase"), ("rebase-apply", "a rebase"),
            ("CHERRY_PICK_HEAD", "a cherry-pick"), ("REVERT_HEAD", "a revert"), ("BISECT_LOG", "a bisection"),
        ]
        return marks.first { FileStatus.seen(gitDirectory + Array("/\($0.0)".utf8)) != nil }?.1
    }

    /// A setting of the repository, the person or the machine; nil where there is none.
    package func setting(_ name: String, isLocal: Bool = false) throws -> String? {
        // Asked for as it is written, whatever the reading of this program sets aside.
        let answer = try program.change(["config"] + (isLocal ? ["--local"] : []) + ["-z", "--get", name])
        guard answer.status == 0 else { return nil }
        return String(decoding: answer.output.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Where a branch gets its commits from and gives them to.
    package struct Upstream: Hashable, Sendable {
        package var remote: String
        /// The branch there.
        package var branch: String
        /// Whether the configuration says so; else it is what git would be told first.
        package var isConfigured: Bool
        fileprivate var reference: String { "refs/remotes/\(remote)/\(branch)" }
        package var name: String { "\(remote)/\(branch)" }
    }

    /// Nil where there is no remote.
    package func upstream(of branch: String) throws -> Upstream? {
        if let remote = try setting("branch.\(branch).remote"), remote != ".",
            let merge = try setting("branch.\(branch).merge"), merge.hasPrefix("refs/heads/")
        {
            return Upstream(remote: remote, branch: String(merge.dropFirst("refs/heads/".count)), isConfigured: true)
        }
        let remotes = String(decoding: try program.read(["remote"]), as: UTF8.self).split(separator: "\n").map(
            String.init)
        guard let remote = remotes.first(where: { $0 == "origin" }) ?? (remotes.count == 1 ? remotes[0] : nil) else {
            return nil
        }
        return Upstream(remote: remote, branch: branch, isConfigured: false)
    }

    /// The name of what was last fetched of an upstream; nil where nothing was.
    package func reference(_ upstream: Upstream, of branch: String) throws -> String? {
        if upstream.isConfigured {
            // Wherever the configuration has it fetched to.
            let answer = try program.ask([
                "rev-parse", "--verify", "--quiet", "--symbolic-full-name", "\(branch)@{upstream}",
            ])
            let name = String(decoding: answer.output, as: UTF8.self).trimmingSpace
            if answer.status == 0, !name.isEmpty { return name }
        }
        return try commit(upstream.reference) == nil ? nil : upstream.reference
    }

    /// How many commits each of two has that the other lacks.
    package func counts(_ ours: String, _ theirs: String) throws -> (ours: Int, theirs: Int) {
        let output = try program.read(["rev-list", "--left-right", "--count", "\(ours)...\(theirs)"])
        let numbers = output.split { $0.isWhiteSpace }.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    /// The values of attributes for a file, be it there or not; nil for one that nothing is said of.
    package func attributes(_ names: [String], of path: VaultPath) throws -> [String?] {
        let output = try program.read(["check-attr", "-z"] + names + ["--"], paths: [path.bytes])
        let tokens = output.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        return names.map { name in
            let place = stride(from: 0, to: tokens.count - 2, by: 3).first { tokens[$0 + 1] == name }
            return place.map { tokens[$0 + 2] }.flatMap { $0 == "unspecified" ? nil : $0 }
        }
    }

    /// A path as people write it, without `..`.
    package func shown(_ path: [UInt8]) -> [UInt8] {
        let lexical = VaultPath.root.resolving(VaultPath(bytes: Array(path.dropFirst())))
        return lexical.map { [Byte.slash] + $0.bytes } ?? path
    }

    /// The full path of a file of git's, such as `hooks/pre-commit`, wherever the configuration has it.
    package func path(ofGit name: String) throws -> [UInt8] {
        // With the configuration as it is: this program's own reading looks for hooks nowhere.
        let answer = try program.change(["rev-parse", "--git-path", name])
        guard answer.status == 0 else { throw answer.error(["rev-parse"]) }
        let path = answer.output.withoutLastNewline
        return path.first == Byte.slash ? path : program.folder + [Byte.slash] + path
    }
}
