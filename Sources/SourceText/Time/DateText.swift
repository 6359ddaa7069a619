/// A date as people write it (ISO 8601): `2024`, `2024-03`, `2024-03-27`, with `T` or a space before a time of day,
/// with or without seconds, fractions of a second and a zone; or without hyphens and colons (`20240327`,
/// `20240327T1148`).
package struct DateText: Hashable, Sendable {
    package enum Precision: Int64, Hashable, Sendable, Comparable {
        case year, month, day, minute, second

        package static func < (a: Precision, b: Precision) -> Bool { a.rawValue < b.rawValue }
    }

    package var civil: CivilTime
    package var precision: Precision
    /// Microseconds beyond the second.
    package var fraction = 0
    /// Seconds east of UTC; nil for local time.
    package var offset: Int64?

    /// - Parameters:
    ///   - civil: as a clock shows it where the date was written.
    ///   - fraction: microseconds beyond the second.
    ///   - offset: seconds east of UTC; nil for local time.
    package init(_ civil: CivilTime, _ precision: Precision, fraction: Int = 0, offset: Int64? = nil) {
        self.civil = civil
        self.precision = precision
        self.fraction = fraction
        self.offset = offset
    }

    /// Nil where `text` is no date, or one that does not exist (`2024-02-30`).
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        var index = 0
        func number(_ digits: Int) -> Int? {
            guard index + digits <= bytes.count else { return nil }
            var value = 0
            for position in index..<index + digits {
                guard bytes[position].isDigit else { return nil }
                value = value * 10 + Int(bytes[position] - 0x30)
            }
            index += digits
            return value
        }
        func take(_ byte: UInt8) -> Bool {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
            return true
        }
        guard let year = number(4) else { return nil }
        civil = CivilTime(year: year, month: 1, day: 1)
        precision = .year
        if index == bytes.count { return }
        // The basic format of ISO 8601: all digits, eight of them.
        let isBasic = bytes[index].isDigit
        guard isBasic || take(Byte.hyphen), let month = number(2) else { return nil }
        civil.month = month
        precision = .month
        if index == bytes.count, !isBasic {
            guard civil.isValid else { return nil }
            return
        }
        guard isBasic || take(Byte.hyphen), let day = number(2) else { return nil }
        civil.day = day
        precision = .day
        if index == bytes.count {
            guard civil.isValid else { return nil }
            return
        }
        guard take(UInt8(ascii: "T")) || take(UInt8(ascii: "t")) || take(Byte.space) else { return nil }
        while take(Byte.space) {}
        guard let hour = number(2), isBasic || take(Byte.colon), let minute = number(2) else { return nil }
        civil.hour = hour
        civil.minute = minute
        precision = .minute
        if isBasic ? index < bytes.count && bytes[index].isDigit : take(Byte.colon) {
            guard let second = number(2) else { return nil }
            // A leap second is counted as the second before it, as POSIX time does.
            civil.second = second == 60 ? 59 : second
            precision = .second
            if take(Byte.dot) || take(Byte.comma) {
                var unit = 100_000
                let start = index
                while index < bytes.count, bytes[index].isDigit {
                    fraction += Int(bytes[index] - 0x30) * unit
                    unit /= 10
                    index += 1
                }
                if index == start { return nil }
            }
        }
        guard civil.isValid else { return nil }
        while take(Byte.space) {}
        if take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) {
            offset = 0
        } else if index < bytes.count, bytes[index] == Byte.plus || bytes[index] == Byte.hyphen {
            let sign: Int64 = bytes[index] == Byte.plus ? 1 : -1
            index += 1
            guard let hours = number(2), hours <= 23 else { return nil }
            var minutes = 0
            if index < bytes.count {
                _ = take(Byte.colon)
                guard let read = number(2), read <= 59 else { return nil }
                minutes = read
            }
            offset = sign * Int64(hours * 3600 + minutes * 60)
            // In UTC it has to lie in the years 0 to 9999 as well, which RFC 3339 can say.
            guard CivilTime(seconds: civil.seconds - (offset ?? 0)).isValid else { return nil }
        }
        guard index == bytes.count else { return nil }
    }

    /// Whether `text` is written as a date with a year and a month, be there such a date or not: `2024-99`.
    package static func isShaped(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count > 5, bytes[..<4].allSatisfy(\.isDigit), bytes[4] == Byte.hyphen || bytes[4] == Byte.slash,
            bytes[5].isDigit
        else { return false }
        let time = bytes.firstIndex { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") || $0 == Byte.space }
        return bytes[..<(time ?? bytes.count)].allSatisfy { $0.isDigit || $0 == Byte.hyphen || $0 == Byte.slash }
            && bytes[(time ?? bytes.count)...].dropFirst().allSatisfy { $0.isDigit || "Zz+-:., ".utf8.contains($0) }
    }

    /// The moment it names, midnight where it has no time of day.
    package func moment(in calendar: LocalCalendar) -> Moment {
        let whole = offset.map { Moment(seconds: civil.seconds - $0) } ?? calendar.moment(civil)
        return Moment(microseconds: whole.microseconds + Int64(fraction))
    }

    /// The whole span it stands for: a year, a month, a day, a minute or a second.
    package func range(in calendar: LocalCalendar) -> Range<Moment>? {
        var end = civil
        switch precision {
        case .year: end = civil.adding(months: 12)
        case .month: end = civil.adding(months: 1)
        case .day: end = civil.adding(days: 1)
        case .minute, .second:
            let start = moment(in: calendar)
            let length: Int64 = precision == .minute ? 60_000_000 : fraction == 0 ? 1_000_000 : 1
            return start..<Moment(microseconds: start.microseconds + length)
        }
        let start = calendar.moment(civil)
        let stop = calendar.moment(end)
        return start < stop ? start..<stop : nil
    }
}
