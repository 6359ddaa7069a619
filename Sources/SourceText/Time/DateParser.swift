/// A cursor over the digits and separators of a date, for `DateText`.
struct DateParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index == bytes.count }
    var isAtDigit: Bool { index < bytes.count && bytes[index].isDigit }

    /// Parses a number of exactly `digits` digits.
    mutating func number(_ digits: Int) -> Int? {
        guard index + digits <= bytes.count else { return nil }
        var value = 0
        for position in index..<index + digits {
            guard bytes[position].isDigit else { return nil }
            value = value * 10 + Int(bytes[position] - 0x30)
        }
        index += digits
        return value
    }

    /// Returns whether `byte` is next, and skips it if so.
    mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// Parses the digits of a fraction of a second as microseconds. Skips digits after the sixth. Returns nil if there
    /// is no digit.
    mutating func microseconds() -> Int? {
        guard isAtDigit else { return nil }
        var fraction = 0
        var unit = 100_000
        while let digit = number(1) {
            fraction += digit * unit
            unit /= 10
        }
        return fraction
    }

    /// Parses a zone other than `Z`: `+01:00`, `-0530` or `+01`. Returns the seconds east of UTC, or nil for other
    /// text.
    mutating func numericOffset() -> Int64? {
        let sign: Int64 = take(Byte.plus) ? 1 : -1
        guard sign > 0 || take(Byte.hyphen), let hours = number(2), hours <= 23 else { return nil }
        var minutes = 0
        if !isAtEnd {
            _ = take(Byte.colon)
            guard let read = number(2), read <= 59 else { return nil }
            minutes = read
        }
        return sign * Int64(hours * 3600 + minutes * 60)
    }
}
