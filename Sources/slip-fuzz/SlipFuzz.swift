internal import CFuzzer
import Fuzzing

#if canImport(Glibc)
    import Glibc
#endif

/// Runs libFuzzer with one target, whose name stands in SLIPBOX_FUZZ; the arguments are libFuzzer's.
@main enum SlipFuzz {
    /// Which target it is.
    static let target: FuzzTarget = {
        let name = unsafe getenv("SLIPBOX_FUZZ").flatMap { unsafe String(validatingCString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            print("SLIPBOX_FUZZ names none of \(FuzzTarget.allCases.map(\.rawValue))")
            exit(2)
        }
        return target
    }()

    static func main() {
        _ = target
        var count = CommandLine.argc
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
        exit(
            unsafe LLVMFuzzerRunDriver(&count, &words) { start, count in
                let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
                // A trap is what libFuzzer takes for a find.
                if let fault = SlipFuzz.target.fault(bytes) {
                    print(fault)
                    preconditionFailure("found")
                }
                return 0
            })
    }
}
