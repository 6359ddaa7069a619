internal import CLinux
internal import Synchronization

/// For tests: has the nth call of the system that changes something fail, and all after it succeed.
///
/// It holds for what the current task calls, so that tests beside it see nothing of it.
package final class FailingCalls: Sendable {
    @TaskLocal package static var current: FailingCalls?

    /// Whether there ever was one: to ask a task for its values costs a program that has none a tenth of a millisecond.
    private static let isUsed = Atomic<Bool>(false)

    private let number: Int
    private let code: Int32
    private let calls = Atomic<Int>(0)

    /// - Parameters:
    ///   - number: of the call that fails, from 0.
    ///   - code: what it fails with; a full disk unless given.
    package init(at number: Int, code: Int32 = ENOSPC) {
        Self.isUsed.store(true, ordering: .relaxed)
        self.number = number
        self.code = code
    }

    /// Whether the call that was to fail was reached.
    package var hasFailed: Bool { calls.load(ordering: .relaxed) > number }

    /// To be called before each such call.
    static func pass(_ operation: String, _ path: [UInt8]) throws(SystemError) {
        guard isUsed.load(ordering: .relaxed), let current else { return }
        if current.calls.add(1, ordering: .relaxed).oldValue == current.number {
            throw SystemError(operation, path, code: current.code)
        }
    }
}
