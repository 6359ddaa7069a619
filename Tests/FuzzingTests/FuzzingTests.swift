import Foundation
import Fuzzing
import TestSupport
import Testing

/// Properties that every parser has for any bytes. They are tested on a corpus, which includes all inputs that fuzzing found
/// a fault with, and on random mutations of it.
@Suite struct FuzzingTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    private static func seeds(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = corpus.appendingPathComponent(target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, Array(try Data(contentsOf: folder.appendingPathComponent(name))))
        }
    }

    @Test(arguments: FuzzTarget.allCases) func `the properties hold for the corpus`(target: FuzzTarget) throws {
        let seeds = try Self.seeds(target)
        #expect(!seeds.isEmpty)
        for seed in seeds { #expect(target.fault(seed.bytes) == nil, "\(seed.name)") }
    }

    @Test(arguments: FuzzTarget.allCases) func `the properties hold for damaged notes`(target: FuzzTarget) throws {
        let seeds = try Self.seeds(target).map(\.bytes)
        var random = FixedGenerator(UInt64(target.rawValue.utf8.count))
        for _ in 0..<(LongTests.areWanted ? 200_000 : 1500) {
            var bytes = random.pick(seeds)
            for _ in 0...random.below(4) {
                let place = random.below(bytes.count + 1)
                switch random.below(5) {
                case 0: bytes.insert(UInt8(random.below(256)), at: place)
                case 1: if place < bytes.count { bytes[place] ^= UInt8(1 << random.below(8)) }
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.below(6)))
                case 3:
                    // A piece of another one.
                    let other = random.pick(seeds)
                    let start = random.below(other.count)
                    bytes.insert(contentsOf: other[start..<min(other.count, start + random.below(20))], at: place)
                default: bytes = Array(bytes[place...] + bytes[..<place])
                }
            }
            let fault = target.fault(bytes)
            if let fault {
                Issue.record("\(fault): \(Data(bytes).base64EncodedString())")
                return
            }
        }
    }
}
