import QueryLanguage
import RegularExpressions
import SourceText

/// A distinct value of a property.
struct PropertyValue {
    var kind: PropertyKind
    var text: [UInt8]
    var folded: [UInt8]
    var number: Double?
    /// In µs since 1970.
    var time: Int64?

    /// Whether it is a value, not an empty property.
    var isValue: Bool { !PropertyKind.valueless.contains(kind) }
}

extension PropertyValue {
    /// Returns the time of a date, in µs since 1970. If the property is declared as a date, a month or a year is its first
    /// day.
    ///
    /// - Parameter calendar: the time zone if the property is declared as a date, else nil.
    func time(declaredIn calendar: LocalCalendar?) -> Int64? {
        if let time { return time }
        return calendar.flatMap {
            DateText(extended: String(decoding: text, as: UTF8.self))?.moment(in: $0).microseconds
        }
    }

    /// Returns whether the value satisfies a test.
    ///
    /// - Parameter matcher: the matcher of the test's regular expression.
    func passes(_ test: PropertyTest, _ matcher: inout Matcher?) -> Bool {
        if !isValue { return false }
        if let pattern = test.text, pattern.matches(folded: folded) { return true }
        if let names = test.linkedNames,
            PropertyTest.links(String(decoding: folded, as: UTF8.self), toAnyOf: names)
        {
            return true
        }
        if let truth = test.truth, PropertyTest.truth(String(decoding: folded, as: UTF8.self)) == truth { return true }
        if let range = test.number, let number, range.contains(number) { return true }
        if let range = test.time, let time = time(declaredIn: test.calendar),
            (range.lower?.microseconds ?? .min) <= time,
            range.upper.map({ time < $0.microseconds }) ?? true
        {
            return true
        }
        return test.regex != nil && matcher?.matches(text, in: text.indices) ?? false
    }
}
