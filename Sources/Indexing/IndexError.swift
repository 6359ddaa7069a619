/// SQLite refuses the index, for a reason that is neither a full disk nor another process.
package struct IndexError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's extended result code: https://sqlite.org/rescode.html
    package var code: Int32
    /// SQLite's words, the statement and the place in it, for whoever looks into it (`SLIPBOX_DEBUG`).
    package var details: String

    package var message: String { "the index cannot be used (code \(code))" }
    package var description: String { message }
    package var help: String { "build it anew: slip index --rebuild" }
}
