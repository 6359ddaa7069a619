/// SQLite refuses the index, for a reason that is neither a full disk nor another process.
package struct IndexError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's extended result code: https://sqlite.org/rescode.html
    package var code: Int32
    /// Whether the system is to blame and not the index.
    package var isDevice: Bool
    /// SQLite's words, the statement and the place in it, for whoever looks into it (`SLIPBOX_DEBUG`).
    package var details: String

    package var message: String {
        isDevice
            ? "the system does not let the index be read or written (code \(code))"
            : "the index cannot be used (code \(code))"
    }
    package var description: String { message }
    package var help: String {
        isDevice
            ? "is the disk sound, and is there a limit on the size of files (ulimit -f)?"
            : "build it anew: slip index --rebuild"
    }
}
