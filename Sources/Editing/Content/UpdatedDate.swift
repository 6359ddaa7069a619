import Notes
import SourceText

/// The current time in the format of an existing date, with the same precision and zone.
enum UpdatedDate {
    /// Returns the current time in the format of `text`, or nil if `text` is not a date.
    static func text(like text: String, _ now: Moment, _ calendar: LocalCalendar) -> String? {
        if DateText.milliseconds(text) != nil { return String(now.microseconds / 1000) }
        guard let old = DateText(text), old.precision >= .day else { return nil }
        if text.utf8.dropFirst(4).first != Byte.hyphen { return basic(text, at: now, in: calendar) }
        var civil = calendar.civil(now)
        var zone = ""
        if let offset = old.offset {
            let usesUTC = text.hasSuffix("Z") || text.hasSuffix("z")
            let shift = usesUTC ? 0 : offset
            civil = CivilTime(seconds: now.seconds + shift)
            zone =
                usesUTC
                ? blanks(before: text.index(before: text.endIndex), in: text) + text.suffix(1) : zoneText(of: text)
        }
        if old.precision == .day { return civil.dayText }
        let separator = String(text.dropFirst(10).prefix { !$0.isNumber })
        let clock = old.precision == .minute ? String(civil.clockText.prefix(5)) : civil.clockText
        return civil.dayText + separator + clock + fraction(like: text, now) + zone
    }

    private static func fraction(like text: String, _ now: Moment) -> String {
        let seconds = text.dropFirst(19)
        guard let mark = seconds.first, mark == "." || mark == "," else { return "" }
        let count = seconds.dropFirst().prefix { $0.isASCII && $0.isNumber }.count
        let micros = String(((now.microseconds % 1_000_000) + 1_000_000) % 1_000_000, width: 6)
        return String(mark) + (micros + String(repeating: "0", count: max(0, count - 6))).prefix(count)
    }

    /// Returns the current time in the format of `text`, which has no hyphens and colons: `20240327T114800`.
    private static func basic(_ text: String, at now: Moment, in calendar: LocalCalendar) -> String? {
        let date = "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6).prefix(2))"
        let time = text.dropFirst(8)
        if time.isEmpty { return Self.text(like: date, now, calendar)?.replacing("-", with: "") }
        let separator = time.prefix { !$0.isNumber }
        let clock = time.dropFirst(separator.count).prefix { $0.isNumber }
        let pairs = stride(from: 0, to: clock.count, by: 2).map { String(clock.dropFirst($0).prefix(2)) }
        let rest = time.dropFirst(separator.count + clock.count)
        let written = date + separator + pairs.joined(separator: ":") + rest
        guard let touched = Self.text(like: written, now, calendar) else { return nil }
        let moment = touched.prefix(10 + separator.count + 3 * pairs.count - 1)
        return moment.filter { $0 != "-" && $0 != ":" } + touched.dropFirst(moment.count)
    }

    /// Returns the offset as written, with the blanks before it: `+02:00`, ` +0200`.
    private static func zoneText(of text: String) -> String {
        let time = text.dropFirst(11)
        guard let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return "" }
        return blanks(before: sign, in: text) + time[sign...]
    }

    private static func blanks(before index: String.Index, in text: String) -> String {
        String(repeating: " ", count: text[..<index].reversed().prefix { $0 == " " }.count)
    }
}
