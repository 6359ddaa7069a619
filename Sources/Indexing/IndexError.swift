/// SQLite refuses the index, for a reason that is neither a full disk nor another process.
package struct IndexError: Error, Hashable, Sendable {
    /// SQLite's extended result code: https://sqlite.org/rescode.html
    package var code: Int32

    package var message: String { "the index cannot be used (code \(code))" }
    package var help: String { "build it anew: slip index --rebuild" }
}
