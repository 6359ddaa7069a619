package import SourceText

/// What was read of a history: the commits that changed notes, and what became of each note.
package struct ReadHistory: Sendable {
    package var commits: [CommitRecord]
    /// From the work tree's root, by their numbers.
    package var paths: [[UInt8]]
    package var traces: [(note: VaultPath, trace: HistoryTrace)]

    /// Whether with what is known of the commit that was left out it tells every note's history.
    package var isWhole: Bool

    package init(
        commits: [CommitRecord], paths: [[UInt8]], traces: [(note: VaultPath, trace: HistoryTrace)],
        isWhole: Bool = true
    ) {
        self.commits = commits
        self.paths = paths
        self.traces = traces
        self.isWhole = isWhole
    }
}

extension Repository {
    /// Follows every path of the vault that a history has touched back from a commit; those that are not there any more too,
    /// since a note may come back.
    ///
    /// - Parameters:
    ///   - isWanted: which paths.
    ///   - known: a commit whose history is left out: traces then go on where it begins.
    ///   - each: called with the number of commits that were read, now and then.
    /// - Complexity: that of `git log --raw -M`.
    package func history(
        at head: String, without known: String? = nil, isWanted: (VaultPath) -> Bool,
        each: (Int) -> Void = { _ in }
    ) throws -> ReadHistory {
        let commits = try commits(head, without: known, each: each)
        let byMerge = try changesOfMerges(commits)
        var touched = touched(commits, byMerge)
        // What none of them changed goes on where the first parents lead: what only the known line of history changed
        // has another history there.
        var isWhole = true
        if let known, !commits.isEmpty {
            var (line, other) = (Self.end(of: commits), Optional(known))
            var isFirst = true
            while line != other, let later = other {
                let others = try self.commits(later, without: line)
                let names = self.touched(others, try changesOfMerges(others)).filter(isWanted)
                touched.formUnion(names)
                // Where that line itself left another one, what was changed there in between is not what the known one
                // knows of it.
                if !isFirst, !names.isEmpty { isWhole = false }
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
        return ReadHistory(
            commits: commits.map { commit in
                var commit = commit
                commit.changes = []
                return commit
            }, paths: walk.paths, traces: Array(zip(wanted, traces)).map { (note: $0, trace: $1) }, isWhole: isWhole)
    }

    /// The paths in the vault that commits changed, each once.
    private func touched(_ commits: [CommitRecord], _ merges: [[UInt8]: [TreeChange]]) -> Set<VaultPath> {
        var found: Set<VaultPath> = []
        for changes in commits.map(\.changes) + merges.values {
            for change in changes {
                if let path = vaultPath(change.path) { found.insert(path) }
                if let old = change.oldPath.flatMap({ vaultPath($0) }) { found.insert(old) }
            }
        }
        return found
    }

    /// How the merges among commits differ from their first parents, by their names.
    private func changesOfMerges(_ commits: [CommitRecord]) throws -> [[UInt8]: [TreeChange]] {
        let merges = commits.filter { $0.parents.count > 1 }
        let changes = try changes(ofPairs: merges.map { ($0.name, $0.parents[0]) })
        return Dictionary(zip(merges.map(\.name), changes), uniquingKeysWith: { first, _ in first })
    }

    /// The commit at which one leaves some, from the latest of them and from parent to first parent; nil where none is left.
    private static func end(of commits: [CommitRecord]) -> String? {
        let parents = Dictionary(commits.map { ($0.name, $0.parents.first) }, uniquingKeysWith: { first, _ in first })
        var commit = commits.first?.name
        while let name = commit, let parent = parents[name] { commit = parent }
        return commit.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The commits of a history that are not in another.
    package func commitNames(_ head: String, without known: String) throws -> Set<[UInt8]> {
        Set(try program.read(["rev-list", head, "^\(known)"]).split(separator: Byte.newline).map { Array($0) })
    }

    /// Whether a commit is in the history of another.
    package func isAncestor(_ older: String, of newer: String) throws -> Bool {
        try program.ask(["merge-base", "--is-ancestor", older, newer]).status == 0
    }
}
