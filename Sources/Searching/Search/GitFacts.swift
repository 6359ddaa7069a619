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
    /// Whether the condition has a test of the history or of the work tree.
    var dependsOnGit: Bool {
        if workTreeTest != nil { return true }
        return firstTest {
            switch $0 {
            case .by, .time(.committed, _), .number(.commits, _): true
            default: nil
            }
        } ?? false
    }

    /// The first term that tests for differences between files and a commit, such as `is:dirty`, or nil if there is none.
    var workTreeTest: String? {
        firstTest {
            switch $0 {
            case .since: "since:"
            case .state(let state) where state.dependsOnGit: "is:\(state.rawValue)"
            default: nil
            }
        }
    }

    /// Returns the first value that `body` returns for a test in the condition.
    private func firstTest<Value>(_ body: (Condition) -> Value?) -> Value? {
        switch self {
        case .and(let parts), .or(let parts):
            for part in parts { if let value = part.firstTest(body) { return value } }
            return nil
        case .not(let inner), .hasTask(let inner), .ofNote(let inner): return inner.firstTest(body)
        case .linksTo(let ends), .linkedFrom(let ends): return ends.query?.firstTest(body)
        case .linkWalk(let walk): return walk.ends.query?.firstTest(body)
        default: return body(self)
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
