import SourceText
import TestSupport
import Testing

@Suite struct BinarySearchTests {
    @Test func `the partitioning index is the one that counting finds`() {
        var random = FixedGenerator(11)
        for _ in 0..<500 {
            let numbers = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...20, using: &random)
            }
            .sorted()
            let wanted = Int.random(in: -1...21, using: &random)
            let counted = numbers.count { $0 < wanted }
            #expect(numbers.indices.partitioningIndex { numbers[$0] >= wanted } == counted)
            // A part of it is searched as the whole is.
            let part = min(3, numbers.count)..<numbers.count
            #expect(part.partitioningIndex { numbers[$0] >= wanted } == max(part.lowerBound, counted))
        }
    }

    @Test func `an error of the test comes out`() {
        struct Failure: Error {}
        #expect(throws: Failure.self) { try (0..<3).partitioningIndex { _ in throw Failure() } }
    }
}
