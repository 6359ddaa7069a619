/// A date in ISO 8601: `2024`, `2024-03` or `2024-03-27`. A full date may be followed by `T` or a space and a time of
/// day, with optional seconds, fraction and zone. Hyphens and colons may be omitted (`20240327`, `20240327T1148`).
package struct DateText: Hashable, Sendable {
    package enum Precision: Int64, Hashable, Sendable, Comparable {
        case year, month, day, minute, second

        package static func < (a: Precision, b: Precision) -> Bool { a.rawValue < b.rawValue }
    }

    package var civil: CivilTime
    package var precision: Precision
    /// The microseconds after the second.
    package var fraction = 0
    /// The seconds east of UTC, or nil for local time.
    package var offset: Int64?

    /// - Parameters:
    ///   - civil: the local date and time in the zone of the date.
    ///   - fraction: the microseconds after the second.
    ///   - offset: the seconds east of UTC, or nil for local time.
    package init(_ civil: CivilTime, _ precision: Precision, fraction: Int = 0, offset: Int64? = nil) {
        self.civil = civil
        self.precision = precision
        self.fraction = fraction
        self.offset = offset
    }

    /// Parses a date. Returns nil if `text` is not a date, or if the date does not exist (`2024-02-30`).
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
        // The basic format of ISO 8601 has eight digits without separators.
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
            // A leap second counts as the second before it, as in POSIX time.
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
            // The date in UTC must also be in the years 0 to 9999, the range of RFC 3339.
            guard CivilTime(seconds: civil.seconds - (offset ?? 0)).isValid else { return nil }
        }
        guard index == bytes.count else { return nil }
    }

    /// Whether `text` has the form of a date with year and month, even if the date does not exist: `2024-99`.
    package static func isShaped(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count > 5, bytes[..<4].allSatisfy(\.isDigit), bytes[4] == Byte.hyphen || bytes[4] == Byte.slash,
            bytes[5].isDigit
        else { return false }
        let time = bytes.firstIndex { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") || $0 == Byte.space }
        return bytes[..<(time ?? bytes.count)].allSatisfy { $0.isDigit || $0 == Byte.hyphen || $0 == Byte.slash }
            && bytes[(time ?? bytes.count)...].dropFirst().allSatisfy { $0.isDigit || "Zz+-:., ".utf8.contains($0) }
    }

    /// Returns the moment of the date, at midnight if it has no time of day.
    package func moment(in calendar: LocalCalendar) -> Moment {
        let whole = offset.map { Moment(seconds: civil.seconds - $0) } ?? calendar.moment(civil)
        return Moment(microseconds: whole.microseconds + Int64(fraction))
    }

    /// Returns the whole span of the date: a year, month, day, minute or second.
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
