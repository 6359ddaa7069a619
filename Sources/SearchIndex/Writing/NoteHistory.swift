package import SourceText

/// A commit that changed a note, as stored in the index.
package struct HistoryChange: Hashable, Sendable {
    /// An id in `git_commit`.
    package var commit: Int64
    /// An id in `git_path`: the note's path in that commit. 0 for the path under which the history is stored.
    package var path: Int64
    /// Whether the content changed. Otherwise only the path or the mode of the file did.
    package var isOfContent: Bool

    package init(commit: Int64, path: Int64, isOfContent: Bool) {
        self.commit = commit
        self.path = path
        self.isOfContent = isOfContent
    }

    static func numbers(_ changes: [HistoryChange]) -> [Int64] {
        changes.flatMap { [$0.commit << 1 | ($0.isOfContent ? 1 : 0), $0.path] }
    }

    static func list(_ numbers: [Int64]) -> [HistoryChange] {
        stride(from: 0, to: numbers.count - 1, by: 2).map {
            HistoryChange(commit: numbers[$0] >> 1, path: numbers[$0 + 1], isOfContent: numbers[$0] & 1 != 0)
        }
    }
}

/// A commit to store in the index.
package struct HistoryCommit: Hashable, Sendable {
    package var name: [UInt8]
    package var author: String
    package var address: String
    /// The author date.
    package var time: Moment

    package init(name: [UInt8], author: String, address: String, time: Moment) {
        self.name = name
        self.author = author
        self.address = address
        self.time = time
    }
}

/// The git history of a note. `blob` is the hash of its content in the last commit, or nil if it is not there.
struct NoteHistory: Hashable, Sendable {
    var blob: [UInt8]?
    /// In µs since 1970.
    var created: Int64
    var modified: Int64
    var committed: Int64
    var authors: [Int64]
    var commits: Int
}

/// The state of the repository from which the history was read.
package struct HistoryState: Hashable, Sendable {
    /// The hash of the commit in hexadecimal digits; empty if there was none.
    package var head: String
    /// Other inputs: the vault's location in the work tree, the names of authors, and the boundary of a shallow clone.
    package var rules: String
    package var isShallow: Bool
    /// The object format of the repository.
    package var format: String

    package init(head: String, rules: String, isShallow: Bool, format: String) {
        self.head = head
        self.rules = rules
        self.isShallow = isShallow
        self.format = format
    }

    var text: String { "\(head)\n\(isShallow ? 1 : 0)\n\(format)\n\(rules)" }

    init?(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4 else { return nil }
        self.init(head: String(lines[0]), rules: String(lines[3]), isShallow: lines[1] == "1", format: String(lines[2]))
    }
}
