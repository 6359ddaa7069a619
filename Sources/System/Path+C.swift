internal import CLinux

extension [UInt8] {
    /// Calls `body` with the bytes in `range` as a C string.
    @safe func withCPath<Result>(_ range: Range<Int>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: range.count + 1) { buffer in
            for index in range { unsafe buffer[index - range.lowerBound] = CChar(bitPattern: self[index]) }
            unsafe buffer[range.count] = 0
            // The buffer holds at least the final NUL, so it has a base address.
            guard let base = buffer.baseAddress else { preconditionFailure("an empty buffer") }
            return unsafe body(UnsafePointer(base))
        }
    }

    /// Calls `body` with the bytes as a C string. A path that contains NUL ends there, as in every system call.
    @safe package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withCPath(0..<count, body)
    }

    init(cString string: UnsafePointer<CChar>) {
        self = unsafe UnsafeBufferPointer(start: string, count: strlen(string)).map { UInt8(bitPattern: $0) }
    }
}

extension [[UInt8]] {
    /// Calls `body` with the words as C strings, one after another, and their number.
    @safe func withCWords<Result>(_ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
        let words = reduce(into: [UInt8]()) { $0 += $1 + [0] } + [0]
        return unsafe words.withUnsafeBytes { bytes in
            unsafe body(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count)
        }
    }
}
