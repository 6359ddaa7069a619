internal import CLinux
internal import Synchronization

/// For tests: stands before every call of the system that changes something, keeps it, and may have it fail.
///
/// It holds for what the current task calls, so that tests beside it see nothing of it. What SQLite calls does not come by
/// here (`DatabaseSeam`).
package final class CallSeam: Sendable {
    @TaskLocal package static var current: CallSeam?

    /// Whether there ever was one: to ask a task for its values costs a program that has none a tenth of a millisecond.
    private static let isUsed = Atomic<Bool>(false)

    /// The numbers of the calls that fail, from 0.
    private let failing: Range<Int>
    private let code: Int32
    /// The end of the path of a file that cannot be read.
    private let unreadable: [UInt8]?
    private let isPlain: Bool
    private let seen = Mutex<[SystemCall]>([])

    /// Keeps the calls and lets all through.
    ///
    /// - Parameter isPlain: here and below, whether the file system knows no flags of renameat2(2), as NFS, SMB and FUSE: it
    ///   cannot exchange two files, nor refuse a name that is taken.
    package convenience init(isPlain: Bool = false) { self.init(failing: 0..<0, code: 0, isPlain: isPlain) }

    /// Has the nth call fail and all after it succeed.
    ///
    /// - Parameter code: what it fails with; a full disk unless given.
    package convenience init(failingAt number: Int, code: Int32 = ENOSPC) {
        self.init(failing: number..<number + 1, code: code)
    }

    /// Lets nothing through from the nth call on: what is on the disk then is what a kill at that moment leaves.
    package convenience init(stoppingAt number: Int, isPlain: Bool = false) {
        self.init(failing: number..<Int.max, code: EIO, isPlain: isPlain)
    }

    /// Has a file not be read, the path of which ends so.
    package convenience init(unreadable path: String) {
        self.init(failing: 0..<0, code: EIO, unreadable: Array(path.utf8))
    }

    private init(failing: Range<Int>, code: Int32, unreadable: [UInt8]? = nil, isPlain: Bool = false) {
        Self.isUsed.store(true, ordering: .relaxed)
        self.failing = failing
        self.code = code
        self.unreadable = unreadable
        self.isPlain = isPlain
    }

    /// The calls so far, those that failed among them.
    package var calls: [SystemCall] { seen.withLock { $0 } }

    /// Whether a call that was to fail was reached.
    package var hasFailed: Bool { calls.count > failing.lowerBound }

    /// To be called before a file is read.
    static func passReading(of path: [UInt8]) throws(SystemError) {
        guard isUsed.load(ordering: .relaxed), let current, let unreadable = current.unreadable else { return }
        if path.suffix(unreadable.count).elementsEqual(unreadable) {
            throw SystemError("read", path, code: current.code)
        }
    }

    /// Whether the file system is to know no flags of renameat2(2).
    static var isPlain: Bool { isUsed.load(ordering: .relaxed) && current?.isPlain == true }

    /// To be called before each such call.
    static func pass(_ call: @autoclosure () -> SystemCall) throws(SystemError) {
        guard isUsed.load(ordering: .relaxed), let current else { return }
        let call = call()
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
