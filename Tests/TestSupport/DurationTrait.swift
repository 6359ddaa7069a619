package import Testing

/// Fails a test that takes longer than a limit. `timeLimit` also counts the time before a thread is free, which for one
/// of thousands of tests may be minutes.
///
/// With `waits`, this trait comes after it, because that one may wait for a thread.
package struct DurationTrait: SuiteTrait, TestTrait, TestScoping {
    let limit: Duration

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        try await function()
        let taken = start.duration(to: clock.now)
        if taken > limit { Issue.record("it took \(taken), more than \(limit)") }
    }
}

extension Trait where Self == DurationTrait {
    /// Each test takes at most some minutes.
    package static func takes(atMost minutes: Int) -> DurationTrait { DurationTrait(limit: .seconds(60 * minutes)) }
}
