import SourceText
import TestSupport
import Testing

@testable import SearchIndex

/// The quick test whether two words may differ by one typo, compared with their real edit distance.
@Suite struct TypoFilterTests {
    private static let letters: [UInt32] = [0x61, 0x62, 0x63, 0x142, 0x431, 0x561, 0x1F600]

    private static func word(_ count: Int, _ random: inout FixedGenerator) -> [UInt32] {
        (0..<count).map { _ in letters.randomElement(using: &random) ?? 0x61 }
    }

    private static func bytes(_ word: [UInt32]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: word.compactMap { Unicode.Scalar($0) })
        return Array(String(text).utf8)
    }

    @Test func `no word that is as near fails`() {
        var random = FixedGenerator(23)
        var (near, passed) = (0, 0)
        for round in 0..<20_000 {
            let count =
                round % 50 == 0 ? Int.random(in: 60...66, using: &random) : Int.random(in: 1...7, using: &random)
            let wanted = Self.word(count, &random)
            var other = wanted
            for _ in 0..<Int.random(in: 0...3, using: &random) where !other.isEmpty {
                let place = Int.random(in: 0..<other.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: other.remove(at: place)
                case 1: other.insert(contentsOf: Self.word(1, &random), at: place)
                case 2: other[place] = Self.word(1, &random)[0]
                default: other.swapAt(place, other.count - 1)
                }
            }
            let distance = Int.random(in: 1...2, using: &random)
            let bytes = Self.bytes(other)
            let passes = TypoFilter(wanted, distance: distance).mayPass(bytes.span, 0..<bytes.count)
            let isNear = Nearest.distance(wanted, other, atMost: distance) != nil
            #expect(passes || !isNear, "\(wanted) \(other)")
            if isNear { near += 1 }
            if passes { passed += 1 }
        }
        // What passes without need is little.
        #expect(near > 5000 && passed < near + near / 5, "\(near) \(passed)")
    }
}
