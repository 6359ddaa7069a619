import SQLite
import VaultFiles

/// An SQLite error other than a full disk or a lock of another process.
package struct IndexError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended result code: https://sqlite.org/rescode.html
    package var code: Int32
    /// Whether the system, not the index, causes the error.
    package var isDevice: Bool
    /// SQLite's message, the statement and the position in it, for debugging (`SLIPBOX_DEBUG`).
    package var details: String

    package var message: String {
        isDevice
            ? "the system does not let the index be read or written"
            : "the index cannot be used (code \(code))"
    }
    package var description: String { message }
    package var help: String {
        isDevice
            ? "is there a limit on the size of files (ulimit -f), or is the disk damaged? --no-sync uses the index as it is"
            : "build it anew: slip index --rebuild"
    }
}

extension IndexKeeper {
    /// Translates an SQLite error into one for users.
    package static func explained(_ error: any Error) -> any Error {
        guard let error = error as? SQLiteError, !error.isInterrupt else { return error }
        if error.isFull {
            return VaultError(
                "the disk is full: the index cannot be written",
                help: "make room, or search the index as it is: slip search --no-sync")
        }
        if error.isReadOnly { return VaultError("the index cannot be written", help: "is .slipbox writable?") }
        if error.isBusy {
            return VaultError("another slip is writing the index and does not finish", help: "try again")
        }
        return IndexError(code: error.code, isDevice: error.isDevice, details: error.description)
    }
}
