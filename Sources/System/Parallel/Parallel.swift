import Dispatch
import Synchronization

/// Work on all cores. Swift's own tasks take 4 ms to begin in a static program, which is longer than most searches.
package enum Parallel {
    /// The results of `body` for 0 to `count`, in that order. One alone is worked out in the caller's thread.
    package static func map<Value: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Value) -> [Value] {
        if count == 1 { return [body(0)] }
        let values = Mutex([Value?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let value = body(index)
            values.withLock { $0[index] = value }
        }
        return values.withLock { $0.compactMap { $0 } }
    }

    /// The results of `body` for stretches of 0 to `count`, in their order; of none, for the empty one.
    ///
    /// 2,500 in stretches of 1,000 are `0..<1000`, `1000..<2000` and `2000..<2500`.
    package static func map<Value: Sendable>(
        stretchesOf length: Int, in count: Int, _ body: @Sendable (Range<Int>) -> Value
    ) -> [Value] {
        map(max(1, (count + length - 1) / length)) { body(($0 * length)..<min(count, ($0 + 1) * length)) }
    }

    /// Works on parts while they are still being listed, in any order; returns when all are done.
    ///
    /// - Parameter mostWaiting: where the work falls behind by so many parts, listing waits, so that memory stays flat.
    /// - Parameter list: hands parts on; where it throws, those it had handed on are done first.
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
