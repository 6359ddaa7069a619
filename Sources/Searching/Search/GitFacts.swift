import Git
import Indexing
import QueryLanguage
import SearchIndex
package import SourceText

extension VaultSnapshot {
    /// Returns the hit for a note, with git data if the search needs it.
    func hit(_ note: IndexedNote, _ search: VaultSearch) throws -> NoteHit {
        var hit = NoteHit(note)
        if search.fetchesGit { hit.git = try gitFacts(note.path) }
        return hit
    }

    /// Returns the git data of a note. The caller calls `requireHistory` first.
    ///
    /// - Parameter asksWorkTree: whether to determine if the note is dirty.
    package func gitFacts(_ path: VaultPath, asksWorkTree: Bool = true) throws -> NoteHit.GitFacts {
        let facts = try index.history.history(of: path)
        return NoteHit.GitFacts(
            first: facts?.first, last: facts?.last, commits: facts?.commits ?? 0, authors: facts?.authors ?? [],
            isDirty: asksWorkTree && keeper.committed == nil ? try git.workTree().dirty.contains(path) : false)
    }
}

extension Condition {
    /// Whether the condition depends on git.
    var dependsOnGit: Bool {
        switch self {
        case .since, .by, .time(.committed, _), .number(.commits, _): true
        case .state(let state): state.dependsOnGit
        case .and(let parts), .or(let parts): parts.contains(where: \.dependsOnGit)
        case .not(let inner), .linksTo(.query(let inner)), .linkedFrom(.query(let inner)): inner.dependsOnGit
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
