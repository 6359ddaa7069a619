internal import CSQLite

/// The current row of a statement. It is valid only until the next step, so it cannot be copied.
@safe package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { unsafe self.statement = statement }

    package var count: Int { unsafe Int(sqlite3_data_count(statement)) }

    package func int(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(statement, Int32(column)) }
    package func real(_ column: Int) -> Double { unsafe sqlite3_column_double(statement, Int32(column)) }
    package func bool(_ column: Int) -> Bool { int(column) != 0 }
    package func isNull(_ column: Int) -> Bool { unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL }
    package func optionalInt(_ column: Int) -> Int64? { isNull(column) ? nil : int(column) }
    package func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }
    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    /// Returns the value in its own type.
    package func value(_ column: Int) -> SQLValue {
        switch unsafe sqlite3_column_type(statement, Int32(column)) {
        case SQLITE_INTEGER: .int(int(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(bytes(column))
        case SQLITE_BLOB: .blob(bytes(column))
        default: .null
        }
    }

    /// Returns the bytes of text or a blob, or an empty array for null.
    package func bytes(_ column: Int) -> [UInt8] {
        // The blob first, then its length: https://sqlite.org/c3ref/column_blob.html
        guard let start = unsafe sqlite3_column_blob(statement, Int32(column)) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    package func text(_ column: Int) -> String {
        guard let start = unsafe sqlite3_column_text(statement, Int32(column)) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Calls `body` with SQLite's own buffer of text or a blob, or with an empty span for null.
    package func withBytes(_ column: Int, _ body: (Span<UInt8>) -> Void) {
        guard let start = unsafe sqlite3_column_blob(statement, Int32(column)) else { return body(Span()) }
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        let bytes = unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
        unsafe body(bytes.span)
    }

    /// Returns whether a column has exactly these bytes, without allocating an array.
    package func equals(_ bytes: [UInt8], _ column: Int) -> Bool {
        var isEqual = false
        withBytes(column) { own in
            isEqual = own.count == bytes.count && bytes.indices.allSatisfy { own[$0] == bytes[$0] }
        }
        return isEqual
    }

    /// Appends the bytes of text or a blob from offset `start` to `out`, without an intermediate array.
    package func appendBytes(_ column: Int, from start: Int, to out: inout [UInt8]) {
        guard let bytes = unsafe sqlite3_column_blob(statement, Int32(column)) else { return }
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        if start < count {
            unsafe out.append(contentsOf: UnsafeRawBufferPointer(start: bytes + start, count: count - start))
        }
    }

    /// Copies the `count` signed numbers of a blob, all of one width, into `out` from `start`, up to the end of `out`.
    /// Has no effect if the blob is not `count` numbers of 1, 2, 4 or 8 bytes.
    ///
    /// Complexity: a copy of memory.
    package func readNumbers(_ column: Int, count: Int, into out: inout [Int64], at start: Int) {
        guard let bytes = unsafe sqlite3_column_blob(statement, Int32(column)), count > 0, start >= 0 else { return }
        let size = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        let (width, rest) = size.quotientAndRemainder(dividingBy: count)
        let room = min(count, out.count - start)
        if rest != 0 || room <= 0 { return }
        unsafe out.withUnsafeMutableBufferPointer { out in
            switch width {
            case 1: unsafe Self.widen(bytes, Int8.self, out, at: start, room: room)
            case 2: unsafe Self.widen(bytes, Int16.self, out, at: start, room: room)
            case 4: unsafe Self.widen(bytes, Int32.self, out, at: start, room: room)
            case 8: unsafe Self.widen(bytes, Int64.self, out, at: start, room: room)
            default: break
            }
        }
    }

    @inline(__always)
    private static func widen<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawPointer, _ type: Number.Type, _ out: UnsafeMutableBufferPointer<Int64>, at start: Int,
        room: Int
    ) {
        for index in 0..<room {
            let number = unsafe bytes.loadUnaligned(
                fromByteOffset: index &* MemoryLayout<Number>.size, as: Number.self)
            unsafe out[start &+ index] = Int64(truncatingIfNeeded: number)
        }
    }

    /// Appends the numbers of a blob made by `SQLValue.numbers`. An incomplete number at its end is dropped.
    ///
    /// Complexity: a copy of memory.
    package func appendNumbers<Number: FixedWidthInteger & BitwiseCopyable>(_ column: Int, to out: inout [Number]) {
        guard let start = unsafe sqlite3_column_blob(statement, Int32(column)) else { return }
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column))) / MemoryLayout<Number>.stride
        // For count 0 the standard library would write a count into the empty array that all threads share.
        if count == 0 { return }
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count * MemoryLayout<Number>.stride)
        if UInt(bitPattern: start) % UInt(MemoryLayout<Number>.alignment) == 0 {
            unsafe bytes.withMemoryRebound(to: Number.self) { unsafe out.append(contentsOf: $0) }
            return
        }
        // SQLite returns the address of a small blob in its page, which may be any.
        out += unsafe [Number](unsafeUninitializedCapacity: count) { buffer, filled in
            unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
            filled = count
        }
    }
}
