internal import CFuzzer
import Fuzzing

#if canImport(Glibc)
    import Glibc
#endif

/// Runs libFuzzer with the target that SLIPBOX_FUZZ names. The arguments are libFuzzer's.
@main enum SlipFuzz {
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
                // libFuzzer reports a trap as a finding.
                if let fault = SlipFuzz.target.fault(bytes) {
                    print(fault)
                    preconditionFailure("found")
                }
                return 0
            })
    }
}
