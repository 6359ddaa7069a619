package import SourceText

/// The files that the last commits moved.
package struct CommitMoves: Sendable {
    /// How similar the contents before and after a move must be. Notes of one template are similar too, and one that is
    /// added while another is removed did not move.
    private static let similarity = "--find-renames=90%"

    /// The number of commits with moves to read.
    private static let mostCommits = 2000

    /// The paths where files were, each with the last known path, in order of the old paths.
    package let all: [(from: VaultPath, to: VaultPath)]

    /// Complexity: that of `git log --raw -M`.
    package init(in repository: Repository) throws {
        guard let head = try repository.head() else {
            all = []
            return
        }
        let output = try repository.program.read([
            "log", "-z", "--raw", "--no-abbrev", "--date-order", "--reverse", Self.similarity, "--diff-filter=R",
            "--no-ext-diff", "--no-textconv", "--no-decorate", "--no-notes", "--format=",
            "--max-count=\(Self.mostCommits)", head, "--",
        ])
        var moves: [VaultPath: VaultPath] = [:]
        var sources: [VaultPath: Set<VaultPath>] = [:]
        for change in TreeChange.all(in: output) {
            guard let from = change.oldPath.flatMap({ repository.vaultPath($0) }),
                let to = repository.vaultPath(change.path)
            else { continue }
            let known = (sources.removeValue(forKey: from) ?? []).union([from])
            for source in known { moves[source] = to }
            sources[to, default: []].formUnion(known)
        }
        all = moves.filter { $0.key != $0.value }.map { (from: $0.key, to: $0.value) }.sorted { $0.from < $1.from }
    }
}
