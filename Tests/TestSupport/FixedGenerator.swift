import Foundation

/// Random numbers that are the same in every run (SplitMix64), unless `SLIPBOX_TEST_SEED` says otherwise: a number shifts
/// all seeds of the suite by it, `random` by one that is printed, so that a run can be had again.
package struct FixedGenerator: RandomNumberGenerator {
    private static let shift: UInt64 = {
        let text = ProcessInfo.processInfo.environment["SLIPBOX_TEST_SEED"] ?? "0"
        let number = text == "random" ? UInt64.random(in: 1...999_999) : UInt64(text) ?? 0
        if text == "random" { print("SLIPBOX_TEST_SEED=\(number)") }
        return number
    }()

    private var state: UInt64

    package init(_ seed: UInt64) { state = seed &+ Self.shift }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
