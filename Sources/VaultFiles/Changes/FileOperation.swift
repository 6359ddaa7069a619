package import SourceText

/// One operation of a plan on a file or folder.
package enum FileOperation: Hashable, Sendable {
    /// Replaces the content of an existing file. `before` is the content that the plan was computed from.
    case write(VaultPath, before: [UInt8], after: [UInt8])
    /// Creates a file that does not exist.
    case create(VaultPath, FileContent)
    /// Removes a file with the content `before`. The record keeps it for undo.
    case remove(VaultPath, before: [UInt8])
    /// Moves a file or folder from the first path to the second one, which does not exist.
    case move(VaultPath, VaultPath)
    case makeFolder(VaultPath)
    /// Removes an empty folder.
    case removeFolder(VaultPath)

    /// The file or folder that the operation changes, creates or removes, or both paths of a move.
    var paths: [VaultPath] {
        switch self {
        case .write(let path, _, _), .create(let path, _), .remove(let path, _), .makeFolder(let path),
            .removeFolder(let path):
            [path]
        case .move(let from, let to): [from, to]
        }
    }

    /// Whether the change stores content written by slip rather than a copied file.
    var hasContent: Bool {
        switch self {
        case .write, .create(_, .bytes): true
        case .create, .remove, .move, .makeFolder, .removeFolder: false
        }
    }
}

/// The content of a new file.
package enum FileContent: Hashable, Sendable {
    case bytes([UInt8])
    /// A copy of any file, with its modification time and, as far as the umask allows, its permissions.
    case copy(of: [UInt8], size: Int64, mode: UInt32)

    package var size: Int64 {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .copy(_, let size, _): size
        }
    }
}

/// The names of the objects of a merge of git.
package struct MergedCommits: Hashable, Sendable {
    /// The commit that was checked out before.
    package var head: String
    /// The commit that was merged.
    package var theirs: String
    /// The commit or tree with the files after the merge.
    package var result: String

    package init(head: String, theirs: String, result: String) {
        (self.head, self.theirs, self.result) = (head, theirs, result)
    }
}

/// The reason for a change.
enum ChangeOrigin: Hashable, Sendable {
    case command
    /// A watcher. Undo and redo make the change with one before it.
    case watcher
    /// A merge of git. Undo and redo skip the change.
    case merge(MergedCommits)

    private static let watcherLine = "automatic"
    private static let mergeLine = "git-merge "

    /// Reads a line of a record. Returns nil if it describes no origin.
    init?(line: Substring) {
        if line == Self.watcherLine {
            self = .watcher
        } else if line.hasPrefix(Self.mergeLine) {
            let names = line.dropFirst(Self.mergeLine.count).split(separator: " ").map(String.init)
            guard names.count == 3 else { return nil }
            self = .merge(MergedCommits(head: names[0], theirs: names[1], result: names[2]))
        } else {
            return nil
        }
    }

    /// The line of a record, or nil for a command.
    var line: String? {
        switch self {
        case .command: nil
        case .watcher: Self.watcherLine
        case .merge(let commits): Self.mergeLine + "\(commits.head) \(commits.theirs) \(commits.result)"
        }
    }

    /// The state of such a change once it is made.
    var madeState: ChangeStore.State {
        switch self {
        case .command: .made
        case .watcher: .automatic
        case .merge: .merging
        }
    }

    /// The state of such a change once it is undone. A merge is not redone: git merges again.
    var undoneState: ChangeStore.State { madeState == .merging ? .dropped : .undone }
}

/// The operations of a change in order, and the messages for the user.
package struct ChangePlan: Sendable {
    /// The command, for the record: `set status=review`.
    package var title: String
    package var operations: [FileOperation] = []
    /// Messages for the user, such as links that break.
    package var notices: [String] = []
    /// Notes and folders that cannot be read, and may contain text to change. They prevent the change unless it is
    /// forced.
    package var unread: [VaultPath] = []
    /// The times of the last change by the user, of notes for which the file has another one. If only generated text
    /// changes, the new file keeps this time.
    package var modified: [VaultPath: Moment] = [:]
    var origin = ChangeOrigin.command
    /// The text that another program wrote to a displaced file and that the plan merges (`LateText.identifier`), or nil.
    var merges: String?

    package init(_ title: String) { self.title = title }

    package var isEmpty: Bool { operations.isEmpty }

    /// The files and folders that the operations change, create, remove or move. A folder stands for all that is in it.
    package var paths: Set<VaultPath> {
        operations.reduce(into: []) { $0.formUnion($1.paths) }
    }

    /// Returns the number of the files that get new content.
    package func writes(to paths: Set<VaultPath>) -> Int {
        operations.count { operation in
            if case .write(let path, _, _) = operation { paths.contains(path) } else { false }
        }
    }

    /// The number of files that get new content, without the configuration.
    package var writes: Int {
        operations.count { operation in
            if case .write(let path, _, _) = operation { path != Vault.configurationPath } else { false }
        }
    }
}
