package import SourceText
import VaultFiles

/// One change of the vault on disk, as it is planned, recorded, done and taken back.
package enum FileOperation: Hashable, Sendable {
    /// Gives an existing file another content. `before` is what it held when the change was worked out.
    case write(VaultPath, before: [UInt8], after: [UInt8])
    /// Makes a file that is not there.
    case create(VaultPath, FileContent)
    /// Takes away a file that holds `before`; it waits in the record, for the change to be taken back.
    case remove(VaultPath, before: [UInt8])
    /// Gives a file or a folder another name; never onto something that is there.
    case move(VaultPath, VaultPath)
    /// Makes a folder.
    case makeFolder(VaultPath)
    /// Removes an empty folder.
    case removeFolder(VaultPath)

    /// Whether what it puts in its place is written by slip, not copied.
    var hasContent: Bool {
        switch self {
        case .write, .create(_, .bytes): true
        case .create, .remove, .move, .makeFolder, .removeFolder: false
        }
    }
}

/// What a new file will hold.
package enum FileContent: Hashable, Sendable {
    case bytes([UInt8])
    /// The content of a file from anywhere, of any size, with the time it was modified and, as far as the umask allows,
    /// its permissions.
    case copy(of: [UInt8], size: Int64, mode: UInt32)

    package var size: Int64 {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .copy(_, let size, _): size
        }
    }
}

/// A change of the vault: what is done, in which order, and what a person is told of it.
package struct ChangePlan: Sendable {
    /// The command, for the record: `set status=review`.
    package var title: String
    package var operations: [FileOperation] = []
    /// What a person should know, such as links that will dangle.
    package var remarks: [String] = []
    /// Notes and folders that cannot be read, and may hold what the plan would have changed: it is refused but by force.
    package var unread: [VaultPath] = []

    package init(_ title: String) { self.title = title }

    package var isEmpty: Bool { operations.isEmpty }

    /// The number of notes and other files that get another content; the configuration is none of them.
    package var writes: Int {
        operations.count { operation in
            if case .write(let path, _, _) = operation { path != Vault.configurationPath } else { false }
        }
    }
}
