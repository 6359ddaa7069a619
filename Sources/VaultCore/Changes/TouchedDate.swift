import Notes
import SourceText

/// Writes the present moment in the form that a date was written in: a date stays a date, a zone a zone.
enum TouchedDate {
    /// Nil where `text` is no date.
    static func text(like text: String, _ now: Moment, _ calendar: LocalCalendar) -> String? {
        guard let old = DateText(text), old.precision >= .day else { return nil }
        var civil = calendar.civil(now)
        var zone = ""
        if let offset = old.offset {
            let usesUTC = text.hasSuffix("Z") || text.hasSuffix("z")
            let shift = usesUTC ? 0 : offset
            civil = CivilTime(seconds: now.seconds + shift)
            zone = usesUTC ? String(text.suffix(1)) : zoneText(of: text)
        }
        if old.precision == .day { return civil.dayText }
        let separator = String(text.dropFirst(10).prefix { !$0.isNumber })
        let clock = old.precision == .minute ? String(civil.clockText.prefix(5)) : civil.clockText
        return civil.dayText + separator + clock + zone
    }

    /// The offset as it was written, with what stands before it: `+02:00`, ` +0200`.
    private static func zoneText(of text: String) -> String {
        let time = text.dropFirst(11)
        guard let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return "" }
        let blank = time[..<sign].reversed().prefix { $0 == " " }.count
        return String(repeating: " ", count: blank) + time[sign...]
    }
}
