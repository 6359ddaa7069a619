import SQLite
package import SourceText

/// A commit that changed a note.
package struct NoteCommit: Sendable {
    package var commit: HistoryCommit
    /// The note's path in the commit, from the work tree's root, or nil if it is the current one.
    package var path: [UInt8]?
    /// The note, with its old path if it was moved and not committed since.
    package var note: VaultPath
}

/// Reads the git history of notes.
package struct HistoryReader {
    let index: NoteIndex

    /// Returns the history of a note, or nil if no commit has changed it.
    package func history(of path: VaultPath) throws -> (first: Moment, last: Moment, commits: Int, authors: [String])? {
        guard let history = try index.historyTable().history(of: path) else { return nil }
        let known = try index.authorNames()
        var names: [String] = []
        for name in history.authors.compactMap({ known[$0] }) where !names.contains(name) { names.append(name) }
        return (Moment(microseconds: history.created), Moment(microseconds: history.committed), history.commits, names)
    }

    /// Returns the commits that changed a note, latest first. Complexity: O(commits).
    package func commits(of path: VaultPath) throws -> [NoteCommit] {
        let table = try HistoryTable(index.connection)
        let (path, changes) = try table.historyChanges(of: path)
        return try changes.compactMap { change in
            guard let commit = try table.commit(change.commit) else { return nil }
            return NoteCommit(commit: commit, path: change.path == 0 ? nil : try table.path(change.path), note: path)
        }
    }

    /// Returns the authors of commits that changed notes, without duplicates.
    package func authors() throws -> [String] {
        try index.connection.all("SELECT DISTINCT name FROM git_author ORDER BY name") { $0.text(0) }
    }
}

extension NoteIndex {
    package var history: HistoryReader { HistoryReader(index: self) }
}
