import SQLite
import SourceText
import System
package import VaultFiles

/// An SQLite error in the index, for users. A full disk, missing permissions and locks are `VaultError`s instead.
package struct IndexError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended result code: https://sqlite.org/rescode.html
    package var code: Int32
    /// Whether the system, not the index, causes the error.
    package var isDevice: Bool
    /// SQLite's message, the statement and the position in it, for debugging (`SLIPBOX_DEBUG`).
    package var details: String

    package var message: String {
        isDevice
            ? "cannot access the index: the operating system reports an error"
            : "cannot use the index (SQLite error \(code))"
    }
    package var description: String { message }
    package var help: String {
        isDevice
            ? "check the disk; to use the index as it is: --no-sync"
            : "to rebuild it: slip index --rebuild"
    }
}

extension IndexKeeper {
    /// Translates an SQLite error into one for users. Returns an interrupt, and any other error, unchanged.
    package static func explained(_ error: any Error) -> any Error {
        guard let error = error as? SQLiteError, !error.isInterrupt else { return error }
        if error.isFull {
            return VaultError(
                "cannot write the index: the disk is full", help: "free disk space and run the command again")
        }
        // SQLite does not report which error the system had.
        if error.isDevice, let limit = ThisProcess.fileSizeLimit {
            return VaultError(
                "cannot write the index: the limit for the size of files is \(limit / 1024) kB (ulimit -f)",
                help: "to remove the limit: ulimit -f unlimited; to use the index as it is: --no-sync")
        }
        if error.isReadOnly { return VaultError("cannot write the index", help: "check that .slipbox is writable") }
        if error.isBusy {
            return VaultError("cannot write the index: another slip process is writing it", help: "try again")
        }
        return IndexError(code: error.code, isDevice: error.isDevice, details: error.description)
    }

    /// Returns the error for a command that needs git, in a vault that is in no repository.
    package static func noRepository(_ vault: Vault) -> VaultError {
        VaultError(
            "'\(String(decoding: vault.fullPath(.root), as: UTF8.self))' is not in a git repository",
            help: "to create a repository: git init")
    }
}
