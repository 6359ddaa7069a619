internal import CLinux
internal import Synchronization

/// For tests: stands before every call of the system that changes something, keeps it, and may have it fail; and before
/// every look at a file or folder.
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
    private let blindness: Blindness?
    private let looks = Mutex<Int>(0)
    private let isPlain: Bool
    private let seen = Mutex<[SystemCall]>([])

    /// What cannot be looked at.
    private enum Blindness {
        /// The end of the path of a file that cannot be read.
        case file([UInt8])
        /// The number of the one look that fails, from 0.
        case look(Int)
    }

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
        self.init(failing: 0..<0, code: EIO, blindness: .file(Array(path.utf8)))
    }

    /// Has the nth look at a file or folder fail, and all after it succeed.
    package convenience init(failingLookAt number: Int) {
        self.init(failing: 0..<0, code: EIO, blindness: .look(number))
    }

    private init(failing: Range<Int>, code: Int32, blindness: Blindness? = nil, isPlain: Bool = false) {
        Self.isUsed.store(true, ordering: .relaxed)
        self.failing = failing
        self.code = code
        self.blindness = blindness
        self.isPlain = isPlain
    }

    /// The calls so far, those that failed among them.
    package var calls: [SystemCall] { seen.withLock { $0 } }

    /// Whether a call or look that was to fail was reached.
    package var hasFailed: Bool {
        if case .look(let number) = blindness { return looks.withLock { $0 } > number }
        return calls.count > failing.lowerBound
    }

    /// To be called before each reading of a file or folder.
    static func passReading(of path: [UInt8]) throws(SystemError) {
        guard isUsed.load(ordering: .relaxed), let current, let blindness = current.blindness else { return }
        let isBlind =
            switch blindness {
            case .file(let end): path.suffix(end.count).elementsEqual(end)
            case .look(let number): current.countLook() == number
            }
        if isBlind { throw SystemError("read", path, code: current.code) }
    }

    /// To be called before each question for a file's status.
    static func passLook(at path: @autoclosure () -> [UInt8]) throws(SystemError) {
        guard isUsed.load(ordering: .relaxed), let current, case .look(let number) = current.blindness else { return }
        if current.countLook() == number { throw SystemError("read", path(), code: current.code) }
    }

    /// The number of the look that is had now.
    private func countLook() -> Int {
        looks.withLock { count in
            count += 1
            return count - 1
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
