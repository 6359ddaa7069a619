import Synchronization
import System
import Testing

@Suite struct ParallelTests {
    @Test(arguments: [0, 1, 2, 31, 1000]) func `a map keeps the order`(count: Int) {
        #expect(Parallel.map(count) { $0 * 3 } == (0..<count).map { $0 * 3 })
    }

    @Test(arguments: [0, 1, 9, 10, 11, 25]) func `stretches cover all, each once`(count: Int) {
        let stretches = Parallel.map(stretchesOf: 10, in: count) { $0 }
        #expect(stretches.flatMap { Array($0) } == Array(0..<count))
        #expect(stretches.allSatisfy { $0.count <= 10 })
    }

    @Test func `all parts are worked on before the call returns`() {
        let sum = Mutex(0)
        Parallel.work(
            mostWaiting: 3, { (part: Int) in sum.withLock { $0 += part } },
            list: { handOn in
                for part in 1...500 { handOn(part) }
            })
        #expect(sum.withLock { $0 } == 125_250)
    }

    @Test func `what was handed on before an error is done`() {
        struct Failure: Error {}
        let done = Mutex(0)
        #expect(throws: Failure.self) {
            try Parallel.work(
                mostWaiting: 2, { (_: Int) in done.withLock { $0 += 1 } },
                list: { handOn in
                    for part in 0..<20 { handOn(part) }
                    throw Failure()
                })
        }
        #expect(done.withLock { $0 } == 20)
    }

    @Test func `at most the given number of parts wait`() {
        let most = Mutex((now: 0, ever: 0))
        Parallel.work(
            mostWaiting: 4, { (_: Int) in most.withLock { $0.now -= 1 } },
            list: { handOn in
                for part in 0..<200 {
                    handOn(part)
                    most.withLock {
                        $0.now += 1
                        $0.ever = max($0.ever, $0.now)
                    }
                }
            })
        // One more may be over, and not yet have said so.
        #expect(most.withLock { $0.ever } <= 5)
    }

    @Test(arguments: [0, 1, 32, 33, 64, 3000]) func `results that were read ahead come in order`(count: Int) {
        var found: [Int] = []
        ReadAhead(count, read: { $0 }, work: { $0 * 2 }).forEach { number, outcome in
            #expect(outcome == number * 2)
            found.append(number)
        }
        #expect(found == Array(0..<count))
    }

    @Test func `an error ends the reading soon`() {
        struct Failure: Error {}
        let read = Mutex(0)
        #expect(throws: Failure.self) {
            try ReadAhead(
                100_000,
                read: { number in
                    read.withLock { $0 += 1 }; return number
                }, work: { $0 }
            )
            .forEach { number, _ in if number == 10 { throw Failure() } }
        }
        // What may be read before it is taken, and what was begun meanwhile.
        #expect(read.withLock { $0 } < 40 * 32)
    }
}
