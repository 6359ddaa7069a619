package import SourceText
import System

/// The result of `git status`.
package struct WorkTreeState: Sendable {
    /// The files that differ from the last commit, are staged or are untracked. Ignored files are not included.
    package var dirty: Set<VaultPath> = []
    /// The untracked files.
    package var untracked: Set<VaultPath> = []
    /// The files with unresolved merge conflicts.
    package var unmerged: Set<VaultPath> = []
    /// The files that were staged and then deleted without ever being committed.
    package var vanished: Set<VaultPath> = []
    /// The files whose deletion is staged.
    package var stagedDeletions: Set<VaultPath> = []
}

extension Repository {
    /// Returns the differences between the vault's files and the last commit.
    ///
    /// - Parameter asConfigured: whether to apply the filters and other settings of the repository, which may start
    ///   programs.
    package func workTreeState(asConfigured: Bool = false) throws -> WorkTreeState {
        if asConfigured {
            let answer = try program.change(statusArguments)
            if answer.status != 0 { throw answer.error(["status"]) }
            return workTreeState(answer.output)
        }
        return workTreeState(try program.read(statusArguments, settings: try program.filterSettings()))
    }

    /// Returns the state of the repository that contains a folder, or nil if there is none. Finds the repository and
    /// reads its state in parallel.
    package static func workTreeState(
        of root: [UInt8], from directory: [UInt8], _ variables: [String: String]
    ) throws -> WorkTreeState? {
        // If the environment selects the repository, or another user owns it, git must find and check it first.
        guard !WorkTreeLocation.isSelected(by: variables),
            let location = WorkTreeLocation(containing: root, variables), location.belongsToUser
        else { return try Repository(of: root, from: directory, variables)?.workTreeState() }
        let repository = Background { try Repository(of: root, from: directory, variables) }
        let program = GitProgram(in: root.isEmpty ? [Byte.slash] : root, variables, at: location)
        // Below the top of the work tree, restrict the query to the folder. At the top, that would only be slower.
        let question = statusArguments + (root == location.top ? [] : ["--", "."])
        let answer = Result { try program.read(question, settings: program.filterSettings()) }
        guard let found = try repository.value() else { return nil }
        // The configuration may name another folder as the work tree.
        return found.top == location.top ? found.workTreeState(try answer.get()) : try found.workTreeState()
    }

    private static let statusArguments = [
        "status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignore-submodules=all", "--no-renames",
    ]

    private var statusArguments: [String] { Self.statusArguments + (prefix.isEmpty ? [] : ["--", "."]) }

    private func workTreeState(_ output: [UInt8]) -> WorkTreeState {
        var state = WorkTreeState()
        var records = output.split(separator: 0)[...]
        while let record = records.popFirst() {
            // The number of words before the path: https://git-scm.com/docs/git-status#_porcelain_format_version_2
            let words: Int
            switch record.first {
            case UInt8(ascii: "1"): words = 8
            case UInt8(ascii: "u"): words = 10
            case UInt8(ascii: "?"): words = 1
            default: continue
            }
            let parts = record.split(separator: Byte.space, maxSplits: words, omittingEmptySubsequences: false)
            guard parts.count == words + 1, let path = vaultPath(parts[words]) else { continue }
            state.dirty.insert(path)
            switch record.first {
            case UInt8(ascii: "?"): state.untracked.insert(path)
            case UInt8(ascii: "u"): state.unmerged.insert(path)
            default:
                if parts[1].elementsEqual("D.".utf8) { state.stagedDeletions.insert(path) }
                if parts[1].elementsEqual("AD".utf8) { state.vanished.insert(path) }
            }
        }
        return state
    }

    /// Returns the vault's files in the work tree that differ from a commit, including removed ones, without untracked
    /// files.
    package func changes(since commit: String) throws -> Set<VaultPath> {
        let output = try program.read(
            [
                "diff", "--raw", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all",
                commit,
                "--", ".",
            ], settings: try program.filterSettings())
        return Set(TreeChange.all(in: output).compactMap { vaultPath($0.path) })
    }

    /// Whether the vault's folder has staged changes. True if there is no commit yet.
    package func hasStagedChanges() throws -> Bool {
        guard let head = try head() else { return true }
        let place = prefix.isEmpty ? [] : ["."]
        let answer = try program.ask(["diff-index", "--cached", "--quiet", "--no-ext-diff", head, "--"] + place)
        if answer.status > 1 { throw answer.error(["diff-index"]) }
        return answer.status == 1
    }

    /// Returns the old path for each new path of a file whose move since the last commit is staged.
    package func stagedRenames() throws -> [VaultPath: VaultPath] {
        guard try head() != nil else { return [:] }
        return renames(
            try program.read(["diff-index", "--cached", "--raw", "-z", "--find-renames", "--no-ext-diff", "HEAD"]))
    }

    /// Returns the old path for each new path of a file that was moved since a commit.
    package func renames(since commit: String) throws -> [VaultPath: VaultPath] {
        renames(
            try program.read(
                [
                    "diff", "--raw", "-z", "--find-renames", "--no-ext-diff", "--no-textconv",
                    "--ignore-submodules=all", commit,
                ],
                settings: try program.filterSettings()))
    }

    private func renames(_ output: [UInt8]) -> [VaultPath: VaultPath] {
        var moved: [VaultPath: VaultPath] = [:]
        for change in TreeChange.all(in: output) {
            if let old = change.oldPath.flatMap({ vaultPath($0) }), let new = vaultPath(change.path) {
                moved[new] = old
            }
        }
        return moved
    }

    /// Returns the blob names that files at paths from the work tree's root would have in git, with its conversion of line
    /// ends. The names are in binary form and in the order of `paths`. Nil for a file that git cannot read, and for those
    /// after it.
    package func blobNames(ofTree paths: [[UInt8]]) throws -> [[UInt8]?] {
        if paths.isEmpty { return [] }
        // Quoted as in C if the path would otherwise be misread.
        let input = paths.reduce(into: [UInt8]()) { $0 += Self.quoted($1) + [Byte.newline] }
        let answer = try program.inFolder(top).ask(
            ["hash-object", "--stdin-paths"], input: input, settings: try program.filterSettings())
        let names = answer.output.split(separator: Byte.newline).map { BlobName.bytes(Array($0)) }
        // Git stops at a file that it cannot read. The names of the remaining files are unknown.
        return paths.indices.map { $0 < names.count ? names[$0] : nil }
    }

    private static func quoted(_ path: [UInt8]) -> [UInt8] {
        guard path.contains(Byte.newline) || path.first == UInt8(ascii: "\"") || path.last == Byte.carriageReturn
        else { return path }
        return [UInt8(ascii: "\"")]
            + path.flatMap { byte -> [UInt8] in
                switch byte {
                case Byte.newline: Array("\\n".utf8)
                case Byte.carriageReturn: Array("\\r".utf8)
                case UInt8(ascii: "\""), Byte.backslash: [Byte.backslash, byte]
                default: [byte]
                }
            } + [UInt8(ascii: "\"")]
    }
}

/// A change of one file between two trees, or between a tree and the work tree or git's index.
package struct TreeChange: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case added, changed, deleted, renamed, other }

    package var kind: Kind
    /// The new path, from the work tree's root.
    package var path: [UInt8]
    /// The old path of a renamed file.
    package var oldPath: [UInt8]?
    /// The blob names in hexadecimal digits. Zeros mean that the file is missing, or that git has not hashed the file
    /// in the work tree.
    package var old: [UInt8]
    package var new: [UInt8]
    /// The modes in octal digits: `100644`, or `100755` for a program. Zeros mean that the file is missing.
    package var oldMode: [UInt8]
    package var mode: [UInt8]

    /// Whether the content changed.
    package var isOfContent: Bool { old != new }
}

extension Repository {
    /// Returns the differences between two commits in the whole repository. A moved file is deleted and added.
    package func changes(from old: String, to new: String) throws -> [TreeChange] {
        TreeChange.all(
            in: try program.read([
                "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff", "--no-textconv", old, new,
            ]))
    }
}

extension TreeChange {
    /// Parses the output of `--raw -z`: `:MODE MODE OLD NEW STATUS`, a NUL, and one or two paths, each with a NUL.
    package static func all(in output: [UInt8]) -> [TreeChange] {
        var tokens = output.split(separator: 0)[...]
        var changes: [TreeChange] = []
        while let token = tokens.popFirst() {
            if let change = TreeChange(token, from: &tokens) { changes.append(change) }
        }
        return changes
    }

    /// Parses the head of a change and takes its paths from `tokens`. Returns nil if `head` is not one.
    init?(_ head: ArraySlice<UInt8>, from tokens: inout ArraySlice<ArraySlice<UInt8>>) {
        // A newline separates a commit from its changes.
        let head = head.first == Byte.newline ? head.dropFirst() : head
        guard head.first == Byte.colon else { return nil }
        let words = head.split(separator: Byte.space)
        guard words.count == 5, let status = words[4].first, let first = tokens.popFirst() else { return nil }
        (old, new) = (Array(words[2]), Array(words[3]))
        (oldMode, mode) = (Array(words[0].dropFirst()), Array(words[1]))
        path = Array(first)
        switch status {
        case UInt8(ascii: "A"): kind = .added
        case UInt8(ascii: "D"): kind = .deleted
        case UInt8(ascii: "M"), UInt8(ascii: "T"): kind = .changed
        case UInt8(ascii: "R"):
            kind = .renamed
            guard let second = tokens.popFirst() else { return nil }
            (oldPath, path) = (path, Array(second))
        case UInt8(ascii: "C"):
            kind = .added
            guard let second = tokens.popFirst() else { return nil }
            path = Array(second)
        default: kind = .other
        }
    }
}
