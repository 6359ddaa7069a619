import Foundation
import Synchronization
package import Testing

/// Runs tests that mostly wait (for another process, a clock or a lock) on threads kept for them. They then do not block
/// the threads on which other tests compute: Swift has one of those for each processor.
package struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

extension Trait where Self == WaitingTrait {
    /// The tests mostly wait.
    package static var waits: WaitingTrait { WaitingTrait() }
}

/// A few threads that take jobs in turn. Few, because tests that wait also have limits of time.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads(count: 3)

    private let jobs = Mutex<[UnownedJob]>([])
    private let available = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for _ in 0..<count { Thread.detachNewThread { [self] in run() } }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        available.signal()
    }

    private func run() -> Never {
        while true {
            available.wait()
            let job = jobs.withLock { $0.removeFirst() }
            unsafe job.runSynchronously(on: unsafe asUnownedTaskExecutor())
        }
    }
}
