import Git
import Notes
import SearchIndex
package import SourceText
import System
import VaultFiles

/// A commit that changed a note, and its changes to the note.
package struct NoteRevision: Sendable {
    /// In hexadecimal digits.
    package var commit: String
    package var time: Moment
    package var author: String
    package var address: String
    /// The first line of its message.
    package var subject: String
    /// The path at that commit: in the vault if the note was there, else from the root of the work tree.
    package var path: VaultPath
    /// The path before the commit, if it was different.
    package var oldPath: VaultPath?
    /// Whether the commit deleted the note.
    package var isDeletion: Bool
    /// The numbers of added and removed words.
    package var added: Int
    package var removed: Int
    /// The status before and after the commit, if they differ.
    package var status: (from: String, to: String)?
    package var newKeywords: [String]
    package var oldKeywords: [String]
    /// The contents before and after the commit.
    package var before: [UInt8]
    package var after: [UInt8]
}

/// Reads the commits that changed a note from the indexed history, which follows renames. Reads the contents before and
/// after each commit from git, and compares their words. Call `requireHistory` first.
package struct RevisionReader {
    let snapshot: VaultSnapshot

    /// Returns the commits that changed a note, across renames, latest first.
    ///
    /// - Parameter limit: the maximum number of commits.
    /// - Throws: `GitError`. The caller calls `requireHistory` first.
    /// - Complexity: two blobs per commit, and the comparison of these.
    package func revisions(of path: VaultPath, limit: Int = .max) throws -> [NoteRevision] {
        let repository = try snapshot.git.repository()
        let all = try snapshot.index.history.commits(of: path)
        let commits = Array(all.prefix(limit))
        let subjects = try repository.subjects(of: commits.map { BlobName.text($0.commit.name) })
        let reader = try ObjectReader(repository.program)
        /// Converts a path from the root of the work tree.
        func shown(_ tree: [UInt8]) -> VaultPath { repository.vaultPath(tree) ?? VaultPath(bytes: tree) }
        let paths = all.map { $0.path ?? repository.treePath($0.note) }
        func content(_ commit: String, _ path: [UInt8]) throws -> [UInt8]? {
            try reader.blobs([Array("\(commit):".utf8) + path])[0]
        }
        return try commits.indices.map { index in
            let commit = commits[index].commit
            let name = BlobName.text(commit.name)
            let afterOrNil = try content(name, paths[index])
            // The content in the first parent, else the content there under the note's previous path.
            var beforeOrNil = try content("\(name)^", paths[index])
            var oldPath: [UInt8]?
            if beforeOrNil == nil, index + 1 < paths.count, paths[index + 1] != paths[index] {
                beforeOrNil = try content("\(name)^", paths[index + 1])
                if beforeOrNil != nil { oldPath = paths[index + 1] }
            }
            let (before, after) = (beforeOrNil ?? [], afterOrNil ?? [])
            var revision = NoteRevision(
                commit: BlobName.text(commit.name), time: commit.time, author: commit.author, address: commit.address,
                subject: subjects[index], path: shown(paths[index]),
                oldPath: oldPath.map { shown($0) },
                isDeletion: afterOrNil == nil, added: 0, removed: 0, newKeywords: [], oldKeywords: [],
                before: before, after: after)
            let changes = SequenceDifference.changes(
                from: WordDifference.words(before), to: WordDifference.words(after))
            revision.added = changes.reduce(0) { $0 + $1.new.count }
            revision.removed = changes.reduce(0) { $0 + $1.old.count }
            let notes = [(before, revision.oldPath ?? revision.path), (after, revision.path)].map {
                Note($0.0, name: $0.1.name, rules: snapshot.rules)
            }
            if beforeOrNil != nil, afterOrNil != nil, notes[0].status != notes[1].status {
                revision.status = (notes[0].status, notes[1].status)
            }
            let keywords = notes.map { $0.keywords.map(\.name) }
            revision.newKeywords = keywords[1].filter { !keywords[0].contains($0) }
            revision.oldKeywords = keywords[0].filter { !keywords[1].contains($0) }
            return revision
        }
    }
}

extension VaultSnapshot {
    package var noteHistory: RevisionReader { RevisionReader(snapshot: self) }
}
