import Dispatch
import Synchronization

/// Parallel work on all cores. Swift's own tasks need 4 ms to start in a static program, longer than most searches
/// take.
package enum Parallel {
    /// Returns the results of `body` for the numbers from 0 to `count` − 1, in that order. A single call runs on the
    /// caller's thread.
    package static func map<Value: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Value) -> [Value] {
        if count == 1 { return [body(0)] }
        let values = Mutex([Value?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let value = body(index)
            values.withLock { $0[index] = value }
        }
        return values.withLock { $0.compactMap { $0 } }
    }

    /// Returns the results of `body` for consecutive ranges that together cover `0..<count`, in order. If `count` is 0,
    /// calls it once with an empty range.
    ///
    /// For example, 2,500 in ranges of 1,000 are `0..<1000`, `1000..<2000` and `2000..<2500`.
    package static func map<Value: Sendable>(
        stretchesOf length: Int, in count: Int, _ body: @Sendable (Range<Int>) -> Value
    ) -> [Value] {
        map(max(1, (count + length - 1) / length)) { body(($0 * length)..<min(count, ($0 + 1) * length)) }
    }

    /// Calls `work` with each part, on several threads and in any order, while `list` still passes on parts. Returns
    /// when all are done.
    ///
    /// - Parameters:
    ///   - mostWaiting: the largest number of unfinished parts. `handOn` then waits, so that memory stays bounded.
    ///   - list: runs on the caller's thread and passes parts to `handOn`. If it throws, the parts that it has passed
    ///     are processed first.
    package static func work<Part: Sendable>(
        mostWaiting: Int, _ work: @escaping @Sendable (Part) -> Void,
        list: (_ handOn: @escaping (Part) -> Void) throws -> Void
    ) rethrows {
        let queue = DispatchQueue.global(qos: .userInitiated)
        let group = DispatchGroup()
        let slots = DispatchSemaphore(value: mostWaiting)
        defer { group.wait() }
        try list { part in
            slots.wait()
            queue.async(group: group) {
                work(part)
                slots.signal()
            }
        }
    }
}
