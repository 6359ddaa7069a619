import SourceText
import TestSupport
import Testing

@Suite struct SequenceDifferenceTests {
    /// What lies between two changes is the same in both, and the changes are in order and not empty.
    private static func check(_ old: [Int], _ new: [Int]) -> [SequenceDifference.Change] {
        let changes = SequenceDifference.changes(from: old, to: new)
        var (fromOld, fromNew) = (0, 0)
        for change in changes {
            #expect(change.old.lowerBound >= fromOld && change.new.lowerBound >= fromNew)
            #expect(!change.old.isEmpty || !change.new.isEmpty)
            #expect(old[fromOld..<change.old.lowerBound] == new[fromNew..<change.new.lowerBound])
            (fromOld, fromNew) = (change.old.upperBound, change.new.upperBound)
        }
        #expect(old[fromOld...] == new[fromNew...])
        return changes
    }

    @Test(arguments: 0..<40) func `what lies between changes is the same`(seed: Int) {
        var random = FixedGenerator(UInt64(seed))
        // Short ones, and such as are divided: of many elements and of few.
        let (count, kinds) = random.pick([(12, 4), (60, 500), (900, 4000), (900, 900), (900, 3)])
        let old = (0..<random.below(count + 1)).map { _ in random.below(kinds) }
        var new = old
        for _ in 0..<random.below(30) {
            let place = random.below(new.count + 1)
            switch random.below(3) {
            case 0: new.insert(random.below(kinds), at: place)
            case 1: if place < new.count { new.remove(at: place) }
            default:
                new.insert(
                    contentsOf: new[min(place, new.count)...].prefix(random.below(40)), at: random.below(new.count + 1))
            }
        }
        _ = Self.check(old, new)
    }

    /// A hundred words among thousands are a hundred changes, and not all between the first and the last.
    @Test(arguments: [80, 112, 400]) func `distant changes are separate changes`(count: Int) {
        let old = (0..<6000).map { $0 % 50 == 7 ? $0 : $0 % 997 }
        var new = old
        for number in 0..<count { new[number * 14 + 3] = -1 - number % 3 }
        let changes = Self.check(old, new)
        let added = changes.map(\.new.count).reduce(0, +)
        #expect(added >= count && added <= count + count / 10)
    }

    @Test func `what is long and all new, or all other, takes no time`() {
        let clock = ContinuousClock()
        let text = (0..<60_000).map { $0 % 9000 }
        let time = clock.measure {
            #expect(Self.check([], text).map(\.new) == [0..<60_000])
            #expect(Self.check(text, text.map { $0 + 100_000 }).count == 1)
            #expect(Self.check(text, text.reversed()).isEmpty == false)
        }
        #expect(time < .seconds(5))
    }
}
