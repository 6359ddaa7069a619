internal import CSQLite
internal import Synchronization

/// For tests: has the nth statement of the connections that the current task opens fail, and all after it succeed.
/// Statements that were prepared once for many rows do not count.
package final class FailingStatements: Sendable {
    @TaskLocal package static var current: FailingStatements?

    /// Whether there ever was one: to ask a task for its values costs a program that has none a tenth of a millisecond.
    private static let isUsed = Atomic<Bool>(false)

    private let number: Int
    private let code: Int32
    private let calls = Atomic<Int>(0)

    /// - Parameters:
    ///   - number: of the statement that fails, from 0.
    ///   - code: what it fails with; a full disk unless given.
    package init(at number: Int, code: Int32 = SQLITE_FULL) {
        Self.isUsed.store(true, ordering: .relaxed)
        self.number = number
        self.code = code
    }

    /// Whether the statement that was to fail was reached.
    package var hasFailed: Bool { calls.load(ordering: .relaxed) > number }

    /// The one of the current task.
    static var ofTask: FailingStatements? { isUsed.load(ordering: .relaxed) ? current : nil }

    func pass(_ sql: String) throws(SQLiteError) {
        if calls.add(1, ordering: .relaxed).oldValue == number {
            throw SQLiteError(code: code, message: "made to fail", sql: sql, offset: -1)
        }
    }
}
