package import SourceText
import System

/// The state of a repository: its branch, unfinished operations, settings and upstream.
extension Repository {
    /// Returns the current branch, or nil on a detached head.
    package func branch() throws -> String? {
        try program.ask(["symbolic-ref", "--quiet", "--short", "HEAD"]).text
    }

    /// Returns the operation in progress, such as `a merge`, or nil if there is none.
    package func unfinished() -> String? {
        let marks = [
            ("MERGE_HEAD", "a merge"), ("rebase-merge", "a rebase"), ("rebase-apply", "a rebase"),
            ("CHERRY_PICK_HEAD", "a cherry-pick"), ("REVERT_HEAD", "a revert"), ("BISECT_LOG", "a bisection"),
        ]
        return marks.first { FileStatus.seen(gitDirectory + Array("/\($0.0)".utf8)) != nil }?.1
    }

    /// Returns a setting from the configuration, or nil if it is unset.
    ///
    /// - Parameter isLocal: whether to read only the repository's own configuration, not that of the user or system.
    package func setting(_ name: String, isLocal: Bool = false) throws -> String? {
        // Read through `change`, because `read` overrides some settings.
        let answer = try program.change(["config"] + (isLocal ? ["--local"] : []) + ["-z", "--get", name])
        guard answer.status == 0 else { return nil }
        return String(decoding: answer.output.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The remote branch that a branch pulls from and pushes to.
    package struct Upstream: Hashable, Sendable {
        package var remote: String
        /// The name of the branch in the remote.
        package var branch: String
        /// Whether the upstream is configured. Otherwise it is a guess.
        package var isConfigured: Bool
        fileprivate var reference: String { "refs/remotes/\(remote)/\(branch)" }
        package var name: String { "\(remote)/\(branch)" }
    }

    /// Returns the configured upstream of a branch. Without one, guesses the branch of the same name in `origin`, or in
    /// the only remote. Returns nil if there is no such remote.
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

    /// Returns the full name of an upstream's remote-tracking branch, or nil if it was never fetched.
    package func reference(_ upstream: Upstream, of branch: String) throws -> String? {
        if upstream.isConfigured {
            // The configuration determines this name.
            let answer = try program.ask([
                "rev-parse", "--verify", "--quiet", "--symbolic-full-name", "\(branch)@{upstream}",
            ])
            if let name = answer.text { return name }
        }
        return try commit(upstream.reference) == nil ? nil : upstream.reference
    }

    /// Returns the number of commits that each of two revisions has and the other lacks.
    package func counts(_ ours: String, _ theirs: String) throws -> (ours: Int, theirs: Int) {
        let output = try program.read(["rev-list", "--left-right", "--count", "\(ours)...\(theirs)"])
        let numbers = output.split { $0.isWhiteSpace }.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    /// Returns the values of attributes for a file, which need not exist, in the order of `names`. Nil for an
    /// unspecified attribute.
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

    /// Returns the path without `..`, for display.
    package func shown(_ path: [UInt8]) -> [UInt8] {
        let lexical = VaultPath.root.resolving(VaultPath(bytes: Array(path.dropFirst())))
        return lexical.map { [Byte.slash] + $0.bytes } ?? path
    }

    /// Returns the full path of a file in git's directory, such as `hooks/pre-commit`, according to the configuration.
    package func path(ofGit name: String) throws -> [UInt8] {
        // Read through `change`, because `read` overrides `core.hooksPath`.
        let answer = try program.change(["rev-parse", "--git-path", name])
        guard answer.status == 0 else { throw answer.error(["rev-parse"]) }
        let path = answer.output.withoutLastNewline
        return path.first == Byte.slash ? path : program.folder + [Byte.slash] + path
    }
}
