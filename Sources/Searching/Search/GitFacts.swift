import Git
import Indexing
package import QueryLanguage
import SearchIndex
package import SourceText

extension VaultSnapshot {
    /// Adds git data to a hit if the search needs it.
    func addGitFacts(to hit: NoteHit, _ search: VaultSearch) throws -> NoteHit {
        if !search.fetchesGit { return hit }
        var hit = hit
        hit.result.git = try gitFacts(hit.path)
        return hit
    }

    /// Returns the git data of a note. The caller calls `requireHistory` first.
    ///
    /// - Parameter asksWorkTree: whether to determine if the note is dirty.
    package func gitFacts(_ path: VaultPath, asksWorkTree: Bool = true) throws -> NoteHit.GitFacts {
        let facts = try index.history.history(of: path)
        var found = NoteHit.GitFacts()
        if let facts {
            (found.first, found.last) = (facts.first, facts.last)
            (found.commits, found.authors) = (facts.commits, facts.authors)
        }
        found.isDirty = try asksWorkTree && keeper.committed == nil && git.workTree().dirty.contains(path)
        return found
    }
}

extension Condition {
    var dependsOnGit: Bool {
        switch self {
        case .since, .by, .time(.committed, _), .number(.commits, _): true
        case .state(let state): state.dependsOnGit
        case .and(let parts), .or(let parts): parts.contains(where: \.dependsOnGit)
        case .not(let inner), .hasTask(let inner), .ofNote(let inner): inner.dependsOnGit
        case .linksTo(let ends), .linkedFrom(let ends): ends.query?.dependsOnGit ?? false
        case .linkWalk(let walk): walk.ends.query?.dependsOnGit ?? false
        default: false
        }
    }
}

extension Presentation {
    /// Whether the presentation sorts or groups by the git history.
    var dependsOnHistory: Bool {
        let sorts =
            sort?.contains { if case .standard(let key) = $0.by { key.dependsOnHistory } else { false } } ?? false
        if case .standard(let key) = group { return sorts || key.dependsOnHistory }
        return sorts
    }
}
