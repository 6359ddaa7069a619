internal import CSQLite
internal import Synchronization

/// For tests: has the nth statement, or the nth call that SQLite makes to the system, fail for what the current task does with
/// databases, and all after it succeed.
///
/// Statements that were prepared once for many rows do not count.
package final class DatabaseSeam: Sendable {
    @TaskLocal package static var current: DatabaseSeam?

    /// Whether there ever was one: to ask a task for its values costs a program that has none a tenth of a millisecond.
    private static let isUsed = Atomic<Bool>(false)

    /// A call of SQLite's that reads, changes or locks something outside of it: https://sqlite.org/c3ref/io_methods.html
    package enum FileCall: Sendable {
        case open, read, write, truncate, synchronize, lock, share

        /// What it fails with where the device does, or for a writer the disk is full: https://sqlite.org/rescode.html
        fileprivate var failure: Int32 {
            switch self {
            case .open: SQLITE_CANTOPEN
            case .read: SQLITE_IOERR | 1 << 8
            case .write: SQLITE_FULL
            case .truncate: SQLITE_IOERR | 6 << 8
            case .synchronize: SQLITE_IOERR | 4 << 8
            case .lock: SQLITE_IOERR | 15 << 8
            case .share: SQLITE_IOERR | 21 << 8
            }
        }
    }

    private let statement: Int?
    private let fileCall: Int?
    private let code: Int32
    private let passed = Atomic<Int>(0)

    /// - Parameters:
    ///   - statement: the number of the statement that fails, from 0.
    ///   - code: what it fails with; a full disk unless given.
    package convenience init(failingStatement statement: Int, code: Int32 = SQLITE_FULL) {
        self.init(statement: statement, code: code)
    }

    /// - Parameter fileCall: the number of the call that fails, from 0.
    package convenience init(failingFileCall fileCall: Int) { self.init(fileCall: fileCall) }

    private init(statement: Int? = nil, fileCall: Int? = nil, code: Int32 = SQLITE_OK) {
        Self.isUsed.store(true, ordering: .relaxed)
        self.statement = statement
        self.fileCall = fileCall
        self.code = code
    }

    /// Whether what was to fail was reached.
    package var hasFailed: Bool { passed.load(ordering: .relaxed) > statement ?? fileCall ?? .max }

    private static var ofTask: DatabaseSeam? { isUsed.load(ordering: .relaxed) ? current : nil }

    /// To be called before a statement is run.
    static func pass(_ sql: String) throws(SQLiteError) {
        guard let seam = ofTask, let number = seam.statement else { return }
        if seam.passed.add(1, ordering: .relaxed).oldValue == number {
            throw SQLiteError(code: seam.code, message: "made to fail", sql: sql, offset: -1)
        }
    }

    /// What a call is to answer; nil where it is to be made.
    static func failure(of call: FileCall) -> Int32? {
        guard let seam = ofTask, let number = seam.fileCall else { return nil }
        return seam.passed.add(1, ordering: .relaxed).oldValue == number ? call.failure : nil
    }
}
