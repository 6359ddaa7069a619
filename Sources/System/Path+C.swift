extension [UInt8] {
    /// The same with the bytes in `range`.
    @safe func withCPath<Result>(_ range: Range<Int>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: range.count + 1) { buffer in
            for index in range { unsafe buffer[index - range.lowerBound] = CChar(bitPattern: self[index]) }
            unsafe buffer[range.count] = 0
            guard let base = buffer.baseAddress else { preconditionFailure("an empty buffer") }
            return unsafe body(UnsafePointer(base))
        }
    }

    /// Calls `body` with the bytes as a C string. A path that holds NUL ends there, as for every call of the system.
    @safe package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { buffer in
            for index in 0..<count { unsafe buffer[index] = CChar(bitPattern: self[index]) }
            unsafe buffer[count] = 0
            // The buffer holds at least the closing NUL, so it has a base address.
            guard let base = buffer.baseAddress else { preconditionFailure("an empty buffer") }
            return unsafe body(UnsafePointer(base))
        }
    }
}
