import Foundation
package import Testing

/// Fails a test that takes longer than a limit. `timeLimit` also counts the time before a thread is free, which for one
/// of thousands of tests may be minutes.
///
/// A test that hangs is named on standard error at its limit. List this trait after `waits`, so that the wait for a thread
/// is not counted.
package struct DurationTrait: SuiteTrait, TestTrait, TestScoping {
    let limit: Duration

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let message = "'\(test.name)' takes more than \(limit)"
        let late = DispatchWorkItem { FileHandle.standardError.write(Data("\(message)\n".utf8)) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(limit.components.seconds)), execute: late)
        defer { late.cancel() }
        let clock = ContinuousClock()
        let start = clock.now
        try await function()
        if start.duration(to: clock.now) > limit {
            Issue.record("\(message)", sourceLocation: test.sourceLocation)
        }
    }
}

extension Trait where Self == DurationTrait {
    /// Each test takes at most some minutes.
    package static func takes(atMostMinutes minutes: Int) -> DurationTrait {
        DurationTrait(limit: .seconds(60 * minutes))
    }
}
