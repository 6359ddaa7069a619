extension [UInt8] {
    /// Calls `body` with the bytes in `range` as a C string.
    @safe func withCPath<Result>(_ range: Range<Int>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: range.count + 1) { buffer in
            for index in range { unsafe buffer[index - range.lowerBound] = CChar(bitPattern: self[index]) }
            unsafe buffer[range.count] = 0
            guard let base = buffer.baseAddress else { preconditionFailure("an empty buffer") }
            return unsafe body(UnsafePointer(base))
        }
    }

    /// Calls `body` with the bytes as a C string. A path that contains NUL ends there, as in every system call.
    @safe package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { buffer in
            for index in 0..<count { unsafe buffer[index] = CChar(bitPattern: self[index]) }
            unsafe buffer[count] = 0
            // The buffer holds at least the final NUL, so it has a base address.
            guard let base = buffer.baseAddress else { preconditionFailure("an empty buffer") }
            return unsafe body(UnsafePointer(base))
        }
    }
}
