package import SourceText

/// The part of a history that was read: the commits that changed notes, and a trace of each note.
package struct ReadHistory: Sendable {
    /// The commits, latest first, without their changes.
    package var commits: [CommitRecord] = []
    /// The paths by index, relative to the work tree's root.
    package var paths: [[UInt8]] = []
    package var traces: [(note: VaultPath, trace: HistoryTrace)] = []
    /// Whether this, with the stored history of the known commit, is the complete history of every note.
    package var isComplete = true

    package init() {}
}

extension Repository {
    /// Follows every path of the vault that a history has touched, starting at a commit. Deleted notes are included,
    /// since a note may return.
    ///
    /// - Parameters:
    ///   - isWanted: whether to follow a path.
    ///   - known: a commit that is left out with its history. Traces that reach this history end with a continuation.
    ///   - each: called with the number of commits read so far, every 256 commits.
    /// - Complexity: that of `git log --raw -M`.
    package func history(
        at head: String, without known: String? = nil, isWanted: (VaultPath) -> Bool,
        each: (Int) -> Void = { _ in }
    ) throws -> ReadHistory {
        var history = ReadHistory()
        var commits = try commits(head, without: known, each: each)
        let byMerge = try changesOfMerges(commits)
        var touched = changedPaths(commits, byMerge)
        // A note that none of them changed continues along the first parents. If only the known branch changed it, its
        // history there is different.
        if let known, !commits.isEmpty {
            var (line, other) = (Self.end(of: commits), Optional(known))
            var isFirst = true
            while line != other, let later = other {
                let others = try self.commits(later, without: line)
                let names = changedPaths(others, try changesOfMerges(others)).filter(isWanted)
                touched.formUnion(names)
                // If that branch itself left another one, the known history of notes changed in between does not apply.
                if !isFirst, !names.isEmpty { history.isComplete = false }
                isFirst = false
                (line, other) = (others.isEmpty ? other : Self.end(of: others), line)
            }
        }
        let wanted = touched.sorted().filter(isWanted)
        var finder: ObjectFinder?
        let reader = HistoryWalk.MergeReader(
            firstChanges: { byMerge[$0] ?? [] },
            contents: { paths, parent in
                if paths.isEmpty { return [] }
                let open = try finder ?? ObjectFinder(program)
                finder = open
                return try open.names(of: paths, in: parent)
            },
            renames: { try self.changes(ofPairs: [($0, $1)], findsRenames: true)[0] })
        var walk = HistoryWalk(commits, reader)
        let traces = try walk.follow(wanted.map { treePath($0) })
        for index in commits.indices { commits[index].changes = [] }
        history.commits = commits
        history.paths = walk.paths
        history.traces = zip(wanted, traces).map { (note: $0, trace: $1) }
        return history
    }

    private func changedPaths(_ commits: [CommitRecord], _ merges: [[UInt8]: [TreeChange]]) -> Set<VaultPath> {
        var found: Set<VaultPath> = []
        for changes in commits.map(\.changes) + merges.values {
            for change in changes {
                if let path = vaultPath(change.path) { found.insert(path) }
                if let old = change.oldPath.flatMap({ vaultPath($0) }) { found.insert(old) }
            }
        }
        return found
    }

    /// Returns, for the name of each merge, its differences from the first parent.
    private func changesOfMerges(_ commits: [CommitRecord]) throws -> [[UInt8]: [TreeChange]] {
        let merges = commits.filter { $0.parents.count > 1 }
        let changes = try changes(ofPairs: merges.map { ($0.name, $0.parents[0]) })
        return Dictionary(zip(merges.map(\.name), changes), uniquingKeysWith: { first, _ in first })
    }

    /// Follows the first parents of the latest commit, and returns the first commit that is not in `commits`. Returns
    /// nil if a root commit ends the way.
    private static func end(of commits: [CommitRecord]) -> String? {
        let parents = Dictionary(commits.map { ($0.name, $0.parents.first) }, uniquingKeysWith: { first, _ in first })
        var commit = commits.first?.name
        while let name = commit, let parent = parents[name] { commit = parent }
        return commit.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the names, in hexadecimal digits, of the commits in the history of `head` that are not in that of
    /// `known`.
    package func commitNames(_ head: String, without known: String) throws -> Set<[UInt8]> {
        Set(try program.read(["rev-list", head, "^\(known)"]).split(separator: Byte.newline).map { Array($0) })
    }

    /// Whether a commit is in the history of another, or is the same. False if git does not know one of them.
    package func isAncestor(_ older: String, of newer: String) throws -> Bool {
        try program.ask(["merge-base", "--is-ancestor", older, newer]).status == 0
    }
}
