/// A point in time: microseconds since 1970-01-01T00:00:00Z.
///
/// Microseconds rather than nanoseconds, so that every year from 0 to 9999 fits.
package struct Moment: Hashable, Sendable, Comparable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    package init(seconds: Int64) { microseconds = seconds * 1_000_000 }

    /// The whole seconds, rounded down even before 1970.
    package var seconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    package static func < (a: Moment, b: Moment) -> Bool { a.microseconds < b.microseconds }

    package func adding(seconds: Int64) -> Moment { Moment(microseconds: microseconds + seconds * 1_000_000) }

    /// The moment in RFC 3339 format, in UTC, to the second: `2024-03-27T10:21:34Z`.
    package var rfc3339: String {
        let civil = CivilTime(seconds: seconds)
        guard (0...9999).contains(civil.year) else { return "\(civil.dayText)T\(civil.clockText)Z" }
        // Formats digit by digit for speed: lists of all notes contain two of these per note.
        var text: [UInt8] = []
        text.reserveCapacity(20)
        func two(_ value: Int, _ mark: UInt8) {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
            text.append(mark)
        }
        two(civil.year / 100, UInt8(ascii: "-"))
        text.removeLast()
        two(civil.year % 100, UInt8(ascii: "-"))
        two(civil.month, UInt8(ascii: "-"))
        two(civil.day, UInt8(ascii: "T"))
        two(civil.hour, Byte.colon)
        two(civil.minute, Byte.colon)
        two(civil.second, UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }
}
