internal import CLinux
internal import Synchronization

/// A test seam for the system calls that change files and folders (`SystemCall`). It records these calls and can make
/// them fail. It can also make reads and status calls fail, or run other code before a read. Changes of modes,
/// owners, times and attributes are not recorded.
///
/// It applies to the current task only, so that parallel tests do not see each other's calls. SQLite's own calls go
/// through `DatabaseSeam`.
package final class CallSeam: Sendable {
    @TaskLocal package static var current: CallSeam?

    /// Whether any seam was ever created. Reading a task-local value costs a program without one 0.1 ms.
    private static let isUsed = Atomic<Bool>(false)

    /// The indices of the calls that fail, from 0.
    private let failing: Range<Int>
    private let code: Int32
    private let readFailure: ReadFailure?
    private let reads = Mutex<Int>(0)
    private let isPlain: Bool
    private let hasLeases: Bool
    private let beforeCall: (@Sendable (SystemCall) -> Void)?
    private let seen = Mutex<[SystemCall]>([])

    /// The read that fails.
    private enum ReadFailure {
        /// The end of the path of a file that cannot be read.
        case file([UInt8])
        /// The end of the path of a file or directory, and what runs before one of its reads, which does not fail.
        case action([UInt8], read: Int, @Sendable () -> Void)
        /// The index of the one read or status call that fails, from 0.
        case look(Int)
    }

    /// Records the calls and lets all of them succeed.
    ///
    /// - Parameters:
    ///   - isPlain: whether renameat2(2) supports no flags, as on NFS, SMB and FUSE. Such a file system can neither
    ///     exchange two files nor refuse to replace an existing one.
    ///   - hasLeases: whether the file system has leases (`FileLease`).
    package convenience init(isPlain: Bool = false, hasLeases: Bool = true) {
        self.init(failing: 0..<0, code: 0, isPlain: isPlain, hasLeases: hasLeases)
    }

    /// Makes the call with this index, from 0, fail and all later calls succeed.
    ///
    /// - Parameter code: the `errno` of the failure (default: disk full).
    package convenience init(failingAt number: Int, code: Int32 = ENOSPC) {
        self.init(failing: number..<number + 1, code: code)
    }

    /// Makes the call with this index, from 0, and all later calls fail. The disk is then in the state that a kill at
    /// that moment leaves.
    package convenience init(stoppingAt number: Int, isPlain: Bool = false) {
        self.init(failing: number..<Int.max, code: EIO, isPlain: isPlain)
    }

    /// Makes reads of every file fail whose path ends with `path`.
    package convenience init(unreadable path: String) {
        self.init(failing: 0..<0, code: EIO, readFailure: .file(Array(path.utf8)))
    }

    /// Makes the read or status call with this index, from 0, fail and all later ones succeed.
    package convenience init(failingLookAt number: Int) {
        self.init(failing: 0..<0, code: EIO, readFailure: .look(number))
    }

    /// Runs `action` before a read of a file or directory whose path ends with `path`.
    ///
    /// - Parameter number: the index of the read, from 0.
    package convenience init(
        beforeReading path: String, read number: Int = 0, hasLeases: Bool = true,
        _ action: @escaping @Sendable () -> Void
    ) {
        self.init(
            failing: 0..<0, code: 0, readFailure: .action(Array(path.utf8), read: number, action), hasLeases: hasLeases)
    }

    /// Runs `action` before each call. All calls succeed.
    package convenience init(
        hasLeases: Bool = true, beforeCall action: @escaping @Sendable (SystemCall) -> Void
    ) {
        self.init(failing: 0..<0, code: 0, hasLeases: hasLeases, beforeCall: action)
    }

    private init(
        failing: Range<Int>, code: Int32, readFailure: ReadFailure? = nil, isPlain: Bool = false,
        hasLeases: Bool = true, beforeCall: (@Sendable (SystemCall) -> Void)? = nil
    ) {
        self.beforeCall = beforeCall
        Self.isUsed.store(true, ordering: .relaxed)
        self.failing = failing
        self.code = code
        self.readFailure = readFailure
        self.isPlain = isPlain
        self.hasLeases = hasLeases
    }

    /// All recorded calls, including those that failed.
    package var calls: [SystemCall] { seen.withLock { $0 } }

    /// Whether the call or read that should fail was reached. Meaningless for a seam that chose none by its index.
    package var hasFailed: Bool {
        if case .look(let number) = readFailure { return reads.withLock { $0 } > number }
        return calls.count > failing.lowerBound
    }

    /// Reports a read of a file or directory. Must be called before each of them.
    static func passReading(of path: [UInt8]) throws(SystemError) {
        guard isUsed.load(ordering: .relaxed), let current, let readFailure = current.readFailure else { return }
        switch readFailure {
        case .file(let end) where path.suffix(end.count).elementsEqual(end): break
        case .look(let number) where current.countRead() == number: break
        case .action(let end, let wanted, let action) where path.suffix(end.count).elementsEqual(end):
            if current.countRead() == wanted { action() }
            return
        default: return
        }
        throw SystemError("read", path, code: current.code)
    }

    /// Reports a status call. Must be called before each of them.
    static func passStatus(at path: @autoclosure () -> [UInt8]) throws(SystemError) {
        guard isUsed.load(ordering: .relaxed), let current, case .look(let number) = current.readFailure else { return }
        if current.countRead() == number { throw SystemError("read", path(), code: current.code) }
    }

    /// Returns the index of the current read or status call and counts it.
    private func countRead() -> Int {
        reads.withLock { count in
            count += 1
            return count - 1
        }
    }

    /// Whether renameat2(2) pretends to support no flags.
    static var isPlain: Bool { isUsed.load(ordering: .relaxed) && current?.isPlain == true }

    /// Whether leases may be taken.
    static var hasLeases: Bool { !isUsed.load(ordering: .relaxed) || current?.hasLeases != false }

    /// Reports a call that changes the disk. Must be called before each of them.
    static func pass(_ call: @autoclosure () -> SystemCall) throws(SystemError) {
        guard isUsed.load(ordering: .relaxed), let current else { return }
        let call = call().shown
        current.beforeCall?(call)
        let number = current.seen.withLock { calls in
            calls.append(call)
            return calls.count - 1
        }
        if current.failing.contains(number) {
            let (operation, path) = call.words
            throw SystemError(operation, path, code: current.code)
        }
    }
}
