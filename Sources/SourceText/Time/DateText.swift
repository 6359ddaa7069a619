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
        var parser = DateParser(text)
        guard let year = parser.number(4) else { return nil }
        civil = CivilTime(year: year, month: 1, day: 1)
        precision = .year
        if parser.isAtEnd { return }
        // The basic format of ISO 8601 has eight digits without separators.
        let isBasic = parser.isAtDigit
        guard isBasic || parser.take(Byte.hyphen), let month = parser.number(2) else { return nil }
        civil.month = month
        precision = .month
        if isBasic || !parser.isAtEnd {
            guard isBasic || parser.take(Byte.hyphen), let day = parser.number(2) else { return nil }
            civil.day = day
            precision = .day
        }
        if !parser.isAtEnd {
            guard readTime(&parser, isBasic: isBasic), civil.isValid, readZone(&parser) else { return nil }
        }
        guard civil.isValid, parser.isAtEnd else { return nil }
    }

    /// Parses a date whose year may also be before 0 or after 9999: `-0044-03-15`, `12024-05-01`. Year 0 is 1 BC, as in
    /// ISO 8601. A year alone needs a sign: `12024` is a number.
    package init?(extended text: String) {
        let bytes = Array(text.utf8)
        let isNegative = bytes.first == Byte.hyphen
        let start = isNegative || bytes.first == Byte.plus ? 1 : 0
        let digits = bytes[start...].prefix(while: \.isDigit)
        let rest = bytes[digits.endIndex...]
        guard start == 1 || digits.count == 5, (4...6).contains(digits.count), start == 1 || !rest.isEmpty,
            rest.isEmpty || rest.first == Byte.hyphen, let number = Int(bytes.text(digits.indices)), number <= 99_999
        else {
            self.init(text)
            return
        }
        let year = isNegative ? -number : number
        // The calendar repeats every 400 years.
        let equivalent = 2000 + (year % 400 + 400) % 400
        self.init("\(equivalent)\(bytes.text(rest.indices))")
        civil.year = year
    }

    /// Parses a time of day and its separator from the date. Returns false if there is none.
    private mutating func readTime(_ parser: inout DateParser, isBasic: Bool) -> Bool {
        guard parser.take(UInt8(ascii: "T")) || parser.take(UInt8(ascii: "t")) || parser.take(Byte.space) else {
            return false
        }
        while parser.take(Byte.space) {}
        guard let hour = parser.number(2), isBasic || parser.take(Byte.colon), let minute = parser.number(2) else {
            return false
        }
        civil.hour = hour
        civil.minute = minute
        precision = .minute
        if isBasic ? parser.isAtDigit : parser.take(Byte.colon) {
            guard let second = parser.number(2) else { return false }
            // A leap second counts as the second before it, as in POSIX time.
            civil.second = second == 60 ? 59 : second
            precision = .second
            if parser.take(Byte.dot) || parser.take(Byte.comma) {
                guard let microseconds = parser.microseconds() else { return false }
                fraction = microseconds
            }
        }
        return true
    }

    /// Parses a zone, which may be absent. Returns false if the text after the time is not a zone.
    private mutating func readZone(_ parser: inout DateParser) -> Bool {
        while parser.take(Byte.space) {}
        if parser.isAtEnd { return true }
        let isUTC = parser.take(UInt8(ascii: "Z")) || parser.take(UInt8(ascii: "z"))
        guard let seconds = isUTC ? 0 : parser.numericOffset() else { return false }
        offset = seconds
        // The date in UTC must also be in the years 0 to 9999, the range of RFC 3339.
        return CivilTime(seconds: civil.seconds - seconds).isValid
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

    /// Returns the whole span of the date: a year, month, day, minute or second, or with a fraction a microsecond.
    /// Returns nil for a day that the time zone skipped.
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
