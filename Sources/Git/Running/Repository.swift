package import SourceText
import System

/// A repository with the work tree that contains a vault, at its top or in a folder of it.
package struct Repository: Sendable {
    /// Git, run in the vault's root.
    package let program: GitProgram
    /// The work tree's root, a full path.
    package let top: [UInt8]
    /// The git directory of this work tree, a full path.
    package let gitDirectory: [UInt8]
    /// The git directory shared by all work trees, a full path.
    package let commonDirectory: [UInt8]
    /// The path from the work tree's root to the vault's: empty, or with a trailing slash.
    package let prefix: [UInt8]
    package let objectFormat: BlobName.Format
    private let location: WorkTreeLocation?

    /// Finds the repository whose work tree contains a folder. Returns nil if there is none.
    ///
    /// - Parameters:
    ///   - root: the vault's root, a full path.
    ///   - directory: the current directory, which a relative `GIT_DIR` and similar variables refer to.
    /// - Throws: `GitError` if git is missing or refuses the repository.
    package init?(of root: [UInt8], from directory: [UInt8], _ variables: [String: String]) throws {
        let root = root.isEmpty ? [Byte.slash] : root
        let location = WorkTreeLocation(containing: root, variables)
        // In a hook, the variables refer to the directory that it was started in.
        guard let start = variables["GIT_DIR"] != nil ? directory : location?.top else { return nil }
        let placed = WorkTreeLocation.absolute(variables, from: directory)
        let asked = GitProgram(discoveringIn: start, placed)
        let question = [
            "rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--show-object-format",
        ]
        let answer = try asked.ask(question)
        if answer.status != 0 {
            let reasons = ["not a git repository", "must be run in a work tree", "cannot use bare repository"]
            if reasons.contains(where: answer.words.contains) { return nil }
            throw answer.error(["rev-parse"])
        }
        let lines = try Self.values(answer.output, of: question, asked)
        guard let top = Files.realPath(lines[0]) else {
            throw GitError("git reports no work tree for '\(String(decoding: root, as: UTF8.self))'")
        }
        // If `.git` is damaged, git searches other folders.
        let isFound =
            variables["GIT_DIR"] != nil || Files.realPath(lines[1]) == location.flatMap { Files.realPath($0.directory) }
        // A configuration may name any folder as its work tree.
        guard isFound, let prefix = Self.prefix(of: root, in: top) else { return nil }
        self.top = top
        self.prefix = prefix
        gitDirectory = lines[1]
        let common = lines[2].first == Byte.slash ? lines[2] : start + [Byte.slash] + lines[2]
        commonDirectory = Files.realPath(common) ?? common
        guard let format = BlobName.Format(rawValue: String(decoding: lines[3], as: UTF8.self)) else {
            throw GitError("the object format of this repository is not supported")
        }
        objectFormat = format
        self.location = location
        program = GitProgram(
            in: root, placed, directory: gitDirectory, workTree: top, commonDirectory: commonDirectory)
    }

    /// Returns the answers to the options of a `rev-parse` command that printed `output`: one per line, unless a path
    /// contains a newline.
    private static func values(_ output: [UInt8], of question: [String], _ program: GitProgram) throws -> [[UInt8]] {
        let options = question.dropFirst()
        let lines = output.withoutLastNewline.split(separator: Byte.newline, omittingEmptySubsequences: false)
        if lines.count == options.count { return lines.map { Array($0) } }
        return try options.map { try program.read(["rev-parse", $0]).withoutLastNewline }
    }

    /// Returns the path from `top` to `folder` with a trailing slash, or nil if `folder` is not below `top`.
    private static func prefix(of folder: [UInt8], in top: [UInt8]) -> [UInt8]? {
        if folder == top { return [] }
        let start = top.last == Byte.slash ? top : top + [Byte.slash]
        guard folder.starts(with: start) else { return nil }
        return Array(folder.dropFirst(start.count)) + [Byte.slash]
    }

    // MARK: Paths

    /// Converts a path from the work tree's root to a vault path, or nil if it is outside the vault.
    package func vaultPath(_ path: some Collection<UInt8>) -> VaultPath? {
        if prefix.isEmpty { return VaultPath(bytes: Array(path)) }
        guard path.starts(with: prefix) else { return nil }
        return VaultPath(bytes: Array(path.dropFirst(prefix.count)))
    }

    /// Converts a vault path to a path from the work tree's root.
    package func treePath(_ path: VaultPath) -> [UInt8] { prefix + path.bytes }

    // MARK: Revisions

    /// Returns the full name of the commit that a revision resolves to, if any.
    package func commit(_ revision: String) throws -> String? {
        if revision.hasPrefix("-") || revision.contains("\0") || revision.isEmpty { return nil }
        let answer = try program.ask(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])
        // Before 2.30, git also printed the `--end-of-options` argument. The last line counts.
        return answer.text?.split(separator: "\n").last.map(String.init)
    }

    /// Returns the commit that is checked out, or nil if there is none yet.
    package func head() throws -> String? { try commit("HEAD") }

    /// Returns the last commit in the history of `HEAD` that was committed in a second before that of `moment`, or nil
    /// if there is none.
    package func lastCommit(before moment: Moment) throws -> String? {
        // Git accepts no time before 1970, and commits have none.
        if moment.seconds < 1 { return nil }
        return try program.ask(["rev-list", "-1", "--before=@\(moment.seconds - 1) +0000", "HEAD"]).text
    }

    /// Returns branch and tag names, most recently committed first.
    package func revisionNames() throws -> [String] {
        let question = ["for-each-ref", "--format=%(refname:short)"]
        let places = ["refs/heads", "refs/tags", "refs/remotes"]
        var answer = try program.ask(question + ["--sort=-creatordate"] + places)
        // Git cannot sort if a commit has an invalid date.
        if answer.status != 0 { answer = try program.ask(question + places) }
        if answer.status != 0 { throw answer.error(["for-each-ref"]) }
        return String(decoding: answer.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns the last common commit of two revisions. Returns nil if there is none, or a shallow clone lacks it.
    package func mergeBase(_ a: String, _ b: String) throws -> String? {
        try program.ask(["merge-base", a, b]).text?.split(separator: "\n").first.map(String.init)
    }

    /// A folder from the vault's root up to that of the work tree that git itself takes for a bare repository, if there is
    /// one. A clone can contain such a folder, with a configuration and hooks that name programs.
    package var embeddedRepository: [UInt8]? {
        location?.embeddedRepository(above: program.folder)
    }

    /// Whether this is a shallow clone: https://git-scm.com/docs/shallow
    package var isShallow: Bool { FileStatus.seen(commonDirectory + Array("/shallow".utf8)) != nil }
}

extension [UInt8] {
    /// The bytes without a final newline: a program's output that is a single value, which may contain newlines.
    var withoutLastNewline: [UInt8] { last == Byte.newline ? dropLast() : self }
}
