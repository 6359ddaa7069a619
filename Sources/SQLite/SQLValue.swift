/// A value that is bound to SQL or read from it: https://sqlite.org/datatype3.html
package enum SQLValue: Hashable, Sendable {
    case null
    case int(Int64)
    case real(Double)
    /// Arbitrary bytes: file names need not be valid UTF-8.
    case text([UInt8])
    case blob([UInt8])

    package static func text(_ string: String) -> SQLValue { .text(Array(string.utf8)) }
    package static func int(_ value: Int) -> SQLValue { .int(Int64(value)) }
    package static func bool(_ value: Bool) -> SQLValue { .int(value ? 1 : 0) }
    package static func optional(_ value: Int64?) -> SQLValue { value.map { .int($0) } ?? .null }
    package static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

    /// Returns a blob of integers in native byte order. An index is never moved to another machine.
    package static func numbers<Number: FixedWidthInteger & BitwiseCopyable>(_ numbers: [Number]) -> SQLValue {
        unsafe numbers.withUnsafeBytes { unsafe .blob(Array($0)) }
    }

    package var intValue: Int64 {
        switch self {
        case .int(let value): value
        case .real(let value): Int64(exactly: value.rounded()) ?? 0
        default: 0
        }
    }

    /// The bytes of text or a blob; empty for other values.
    package var bytes: [UInt8] {
        switch self {
        case .text(let bytes), .blob(let bytes): bytes
        default: []
        }
    }
}
