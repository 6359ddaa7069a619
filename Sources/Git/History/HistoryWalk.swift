import SourceText

/// The history of one note, as far as it was read.
package struct HistoryTrace: Hashable, Sendable {
    /// The changes, latest first.
    package var changes: [Change] = []
    /// The places where the history continues.
    package var continuations: Set<Continuation> = []

    /// A change of the note by a commit. Its numbers are indices in a `ReadHistory`.
    package struct Change: Hashable, Sendable {
        /// The index of the commit in `commits`.
        package var commit: Int
        /// The index in `paths` of the note's path in that commit.
        package var path: Int
        /// Whether the content changed. Otherwise only the path or the mode of the file did.
        package var isOfContent: Bool
    }

    /// A commit that was not read, and the index of the note's path there.
    package struct Continuation: Hashable, Sendable {
        package var commit: [UInt8]
        package var path: Int
    }
}

/// A walk that follows notes back through a history and across renames.
///
/// At a merge, a note is followed along the first parent that has the same content, like `git log -- PATH`. If no
/// parent has it, the merge changed the note, and every parent is followed. For a commit with one parent, git reports
/// the renames. https://git-scm.com/docs/git-log#_history_simplification
///
/// Complexity: O(changes), since notes that a commit did not touch move to its parent unchanged.
package struct HistoryWalk {
    /// The notes at each path, by the path's index.
    private typealias Notes = [Int: [Int]]

    private let commits: [CommitRecord]
    private let numbers: [[UInt8]: Int]
    /// The paths by index.
    package private(set) var paths: [[UInt8]] = []
    private var pathNumbers: [[UInt8]: Int] = [:]
    private var pending: [Int: Notes] = [:]
    package private(set) var traces: [HistoryTrace] = []
    private let merges: MergeReader

    /// The queries about merges, which `git log` does not answer.
    package struct MergeReader {
        /// Returns the differences between a merge and its first parent.
        var firstChanges: ([UInt8]) -> [TreeChange]
        /// Returns the blob names at some paths of another parent.
        var contents: (_ paths: [[UInt8]], _ parent: [UInt8]) throws -> [[UInt8]?]
        /// Returns the differences between a merge and a parent, with renames.
        var renames: (_ merge: [UInt8], _ parent: [UInt8]) throws -> [TreeChange]
    }

    package init(_ commits: [CommitRecord], _ merges: MergeReader) {
        self.commits = commits
        self.merges = merges
        numbers = Dictionary(commits.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Follows notes back from their paths in the first of `commits`, which is the latest one. Must be called only
    /// once.
    ///
    /// - Returns: the trace of each note, in the same order. Its changes refer to `commits` and `paths`.
    package mutating func follow(_ notes: [[UInt8]]) throws -> [HistoryTrace] {
        traces = notes.map { _ in HistoryTrace() }
        var start: Notes = [:]
        for (note, path) in notes.enumerated() { start[number(of: path), default: []].append(note) }
        if !commits.isEmpty { pending[0] = start }
        for (index, commit) in commits.enumerated() {
            guard var notes = pending.removeValue(forKey: index) else { continue }
            switch commit.parents.count {
            case 0:
                _ = step(&notes, over: commit.changes, index)
            case 1:
                let moved = step(&notes, over: commit.changes, index)
                for (path, list) in moved { Self.add(list, to: path, in: &notes) }
                pass(notes, to: commit.parents[0])
            default: try stepOverMerge(notes, index)
            }
        }
        return traces
    }

    private mutating func number(of path: [UInt8]) -> Int {
        if let known = pathNumbers[path] { return known }
        paths.append(path)
        pathNumbers[path] = paths.count - 1
        return paths.count - 1
    }

    private static func add(_ list: [Int], to path: Int, in notes: inout Notes) {
        guard let known = notes[path] else {
            notes[path] = list
            return
        }
        notes[path] = known + list.filter { !known.contains($0) }
    }

    private mutating func record(_ notes: [Int], commit: Int, path: Int, isOfContent: Bool) {
        for note in notes {
            traces[note].changes.append(HistoryTrace.Change(commit: commit, path: path, isOfContent: isOfContent))
        }
    }

    /// Records the changes of a commit. Removes the notes that it renamed from `notes`, and returns them with the
    /// indices of their old paths.
    ///
    /// A note that the commit added is followed further: the path may have had an earlier note that was deleted.
    private mutating func step(_ notes: inout Notes, over changes: [TreeChange], _ commit: Int) -> [(Int, [Int])] {
        var moved: [(Int, [Int])] = []
        for change in changes {
            if let old = change.oldPath.flatMap({ pathNumbers[$0] }), let list = notes[old] {
                record(list, commit: commit, path: old, isOfContent: true)
            }
            guard let path = pathNumbers[change.path], let list = notes[path] else { continue }
            switch change.kind {
            case .other: continue
            case .changed: record(list, commit: commit, path: path, isOfContent: change.isOfContent)
            case .added, .deleted: record(list, commit: commit, path: path, isOfContent: true)
            case .renamed:
                record(list, commit: commit, path: path, isOfContent: change.isOfContent)
                notes[path] = nil
                if let old = change.oldPath { moved.append((number(of: old), list)) }
            }
        }
        return moved
    }

    private mutating func stepOverMerge(_ notes: Notes, _ index: Int) throws {
        let commit = commits[index]
        var first = notes
        var others = [Notes](repeating: [:], count: commit.parents.count)
        let changes = merges.firstChanges(commit.name).filter { change in
            pathNumbers[change.path].map { notes[$0] != nil } ?? false
        }
        let contents = try commit.parents.dropFirst().map { try merges.contents(changes.map(\.path), $0) }
        /// The renames relative to each parent, read once.
        var renames: [Int: [[UInt8]: TreeChange]] = [:]
        func source(of path: [UInt8], in parent: Int) throws -> TreeChange? {
            if renames[parent] == nil {
                let found = try merges.renames(commit.name, commit.parents[parent]).filter { $0.kind == .renamed }
                renames[parent] = Dictionary(found.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
            }
            return renames[parent]?[path]
        }
        for (number, change) in changes.enumerated() {
            let path = self.number(of: change.path)
            guard let list = notes[path] else { continue }
            first[path] = nil
            let content = change.kind == .deleted ? nil : change.new
            if let same = contents.firstIndex(where: { $0[number] == content }) {
                Self.add(list, to: path, in: &others[same + 1])
                continue
            }
            var isOfContent = true
            var followed: [(parent: Int, path: Int)] = []
            for parent in commit.parents.indices {
                let isThere = parent == 0 ? change.kind != .added : contents[parent - 1][number] != nil
                if isThere || content == nil {
                    followed.append((parent, path))
                } else if let source = try source(of: change.path, in: parent), let old = source.oldPath {
                    followed.append((parent, self.number(of: old)))
                    // One branch moved the note and the other changed it, so the merge itself changed nothing.
                    if !source.isOfContent { isOfContent = false }
                } else {
                    // The path may have had a note earlier.
                    followed.append((parent, path))
                }
            }
            if isOfContent { record(list, commit: index, path: path, isOfContent: true) }
            for (parent, path) in followed {
                if parent == 0 {
                    Self.add(list, to: path, in: &first)
                } else {
                    Self.add(list, to: path, in: &others[parent])
                }
            }
        }
        pass(first, to: commit.parents[0])
        for (parent, notes) in zip(commit.parents, others).dropFirst() where !notes.isEmpty { pass(notes, to: parent) }
    }

    /// Passes notes on to a parent, which may already have notes from another child. If the parent was not read,
    /// records a continuation.
    private mutating func pass(_ notes: Notes, to parent: [UInt8]) {
        guard let number = numbers[parent] else {
            for (path, list) in notes {
                for note in list {
                    traces[note].continuations.insert(HistoryTrace.Continuation(commit: parent, path: path))
                }
            }
            return
        }
        guard var known = pending.removeValue(forKey: number) else {
            pending[number] = notes
            return
        }
        var fewer = notes
        if fewer.count > known.count { swap(&fewer, &known) }
        for (path, list) in fewer { Self.add(list, to: path, in: &known) }
        pending[number] = known
    }
}
