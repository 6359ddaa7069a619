import Fuzzing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests the properties of a target with random inputs, in an optimized build and without libFuzzer:
/// `slip-random TARGET COUNT SEED`. Stops at the first fault, and prints it with its input in hexadecimal digits.
@main enum SlipRandom {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 3, let target = words.first.flatMap(FuzzTarget.init), let last = words.last,
            let seed = UInt64(last), let count = Int(words[2])
        else {
            print("slip-random TARGET COUNT SEED, where TARGET is one of \(FuzzTarget.allCases.map(\.rawValue))")
            exit(2)
        }
        var numbers = Numbers(state: seed)
        for number in 1...max(1, count) {
            let input = (0..<Int.random(in: 1...160, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            if let fault = target.fault(input) {
                let digits = input.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                print("input \(number) of seed \(seed): \(fault)\n\(digits)")
                exit(1)
            }
            if number.isMultiple(of: 100_000) {
                print("\(number) inputs, nothing found")
                fflush(nil)
            }
        }
    }

    /// SplitMix64 (Steele, Lea and Flood: Fast splittable pseudorandom number generators, 2014).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            return bits ^ bits >> 31
        }
    }
}
