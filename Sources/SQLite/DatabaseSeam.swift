internal import CSQLite
internal import Synchronization

/// Fault injection for tests: makes the nth statement or the nth system call of SQLite fail in the current task. Later
/// ones succeed.
///
/// Statements from `Connection.prepare` are not counted.
package final class DatabaseSeam: Sendable {
    @TaskLocal package static var current: DatabaseSeam?

    /// Whether a seam was ever created. Without this check, reading a task-local value would cost each program 0.1 ms.
    private static let isUsed = Atomic<Bool>(false)

    /// A call by which SQLite reads, changes or locks a file: https://sqlite.org/c3ref/io_methods.html
    package enum FileCall: Sendable {
        case open, read, write, truncate, synchronize, lock, share

        /// The error code of a failing device or, for a write, of a full disk: https://sqlite.org/rescode.html
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
    ///   - code: the error code (default: a full disk).
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

    /// Whether the chosen statement or call was reached.
    package var hasFailed: Bool { passed.load(ordering: .relaxed) > statement ?? fileCall ?? .max }

    private static var ofTask: DatabaseSeam? { isUsed.load(ordering: .relaxed) ? current : nil }

    /// Counts a statement. Must be called before each statement runs.
    static func pass(_ sql: String) throws(SQLiteError) {
        guard let seam = ofTask, let number = seam.statement else { return }
        if seam.passed.add(1, ordering: .relaxed).oldValue == number {
            throw SQLiteError(code: seam.code, message: "made to fail", sql: sql, offset: -1)
        }
    }

    /// Counts a call. Returns the error code that it must return, or nil if the call must be made.
    static func failure(of call: FileCall) -> Int32? {
        guard let seam = ofTask, let number = seam.fileCall else { return nil }
        return seam.passed.add(1, ordering: .relaxed).oldValue == number ? call.failure : nil
    }
}
