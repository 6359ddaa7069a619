import Git
import Indexing
import QueryLanguage
import SearchIndex
package import SourceText

extension VaultSession {
    /// A note as it is given, with what git knows of it where the search wants that.
    func hit(_ note: IndexedNote, _ search: VaultSearch) throws -> NoteHit {
        var hit = NoteHit(note)
        if search.fetchesGit { hit.git = try gitFacts(note.path) }
        return hit
    }

    /// What git knows of a note; `requireHistory` comes before.
    ///
    /// - Parameter asksWorkTree: whether it is wanted if the note is dirty.
    package func gitFacts(_ path: VaultPath, asksWorkTree: Bool = true) throws -> NoteHit.GitFacts {
        let facts = try index.history(of: path)
        return NoteHit.GitFacts(
            first: facts?.first, last: facts?.last, commits: facts?.commits ?? 0, authors: facts?.authors ?? [],
            isDirty: asksWorkTree && keeper.committed == nil ? try workTree().dirty.contains(path) : false)
    }
}

extension Condition {
    /// Whether it asks for something that git knows.
    var isOfGit: Bool {
        switch self {
        case .since, .by, .time(.committed, _), .number(.commits, _): true
        case .state(let state): state.isOfGit
        case .and(let parts), .or(let parts): parts.contains(where: \.isOfGit)
        case .not(let inner), .linksTo(.query(let inner)), .linkedFrom(.query(let inner)): inner.isOfGit
        default: false
        }
    }
}

extension Presentation {
    /// Whether it sorts or parts notes by the history.
    var isOfHistory: Bool {
        let sorts = sort?.contains { if case .standard(let key) = $0.by { key.isOfHistory } else { false } } ?? false
        if case .standard(let key) = group { return sorts || key.isOfHistory }
        return sorts
    }
}
