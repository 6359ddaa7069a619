import Foundation
import SourceText
import TestSupport
import Testing

@Suite struct CivilTimeTests {
    @Test func `every month from the year 0 to 9999 comes after the one before, and back again`() {
        var random = FixedGenerator(52)
        #expect(CivilTime(year: 1970, month: 1, day: 1).seconds == 0)
        #expect(
            (CivilTime(year: 9999, month: 12, day: 31).seconds - CivilTime(year: 0, month: 1, day: 1).seconds) / 86_400
                == 3_652_424)
        var start = CivilTime(year: 0, month: 1, day: 1).seconds
        for year in 0...9999 {
            for month in 1...12 {
                let days = CivilTime.daysIn(month: month, year: year)
                let day = Int.random(in: 1...days, using: &random)
                let rest = Int.random(in: 0..<86_400, using: &random)
                let wanted = CivilTime(
                    year: year, month: month, day: day, hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
                let seconds = start + Int64(day - 1) * 86_400 + Int64(rest)
                if CivilTime(seconds: start) != CivilTime(year: year, month: month, day: 1)
                    || CivilTime(seconds: seconds) != wanted
                    || wanted.seconds != seconds || !wanted.isValid
                {
                    Issue.record("\(wanted) is \(wanted.seconds) and \(CivilTime(seconds: seconds)), not \(seconds)")
                    return
                }
                start += Int64(days) * 86_400
            }
        }
    }

    /// Not compared with Foundation, whose calendar makes the 1st of March of 1816-02-29 less 744 months.
    @Test func `months are added by the calendar, the day no later than the month's last`() {
        var random = FixedGenerator(53)
        for _ in 0..<5000 {
            let civil = CivilTime(seconds: Int64.random(in: -60_000_000_000...250_000_000_000, using: &random))
            let months = Int.random(in: -900...900, using: &random)
            let found = civil.adding(months: months)
            let wanted = civil.year * 12 + civil.month + months
            let last = CivilTime.daysIn(month: found.month, year: found.year)
            #expect(found.year * 12 + found.month == wanted)
            #expect((1...12).contains(found.month))
            #expect(found.day == min(civil.day, last))
            #expect(found.clockText == civil.clockText)
        }
    }

    @Test(arguments: [
        (CivilTime(year: 0, month: 1, day: 1), "0000-01-01"), (CivilTime(year: 987, month: 2, day: 3), "0987-02-03"),
        (CivilTime(year: 9999, month: 12, day: 31), "9999-12-31"),
    ])
    func `years have four digits`(civil: CivilTime, text: String) {
        #expect(civil.dayText == text)
    }

    @Test func `numbers beyond every calendar do not crash`() {
        for seconds in [Int64.min, .min + 1, .max, .max - 1, -62_167_219_201, 253_402_300_800] {
            _ = CivilTime(seconds: seconds).dayText
        }
        for microseconds in [Int64.min, .max, -1, 0, 1] { _ = Moment(microseconds: microseconds).rfc3339 }
        #expect(Moment(microseconds: -1).rfc3339 == "1969-12-31T23:59:59Z")
    }
}

@Suite struct DateTextTests {
    @Test(arguments: [
        "", "2024-", "2024-0", "2024-00", "2024-13", "2024-02-30", "2023-02-29", "1900-02-29", "2024-3-1", "24-03-01",
        "2024-03-27T", "2024-03-27T1", "2024-03-27T24:00", "2024-03-27T10:60", "2024-03-27T10:00:61",
        "2024-03-27T10:00:00.",
        "2024-03-27T10:00+24", "2024-03-27T10:00+1:00", "2024-03-27T10:00+01:60", "2024-03-27T10:00Zx", " 2024", "２０２４",
        "2024-03-27T10", "2024-03-27X10:00", "2024/03/27", "99999", "-2024-01-01",
    ])
    func `what is no date is none`(text: String) {
        #expect(DateText(text) == nil)
    }

    @Test(arguments: [
        ("2024", "2024-01-01T00:00:00Z"), ("2024-02-29", "2024-02-29T00:00:00Z"),
        ("2000-02-29", "2000-02-29T00:00:00Z"),
        ("2024-03-27 10:21", "2024-03-27T10:21:00Z"), ("2024-03-27T10:21:34.999999999Z", "2024-03-27T10:21:34Z"),
        ("2024-03-27T10:21:34,5+02:00", "2024-03-27T08:21:34Z"), ("2024-03-27t10:21 -0330", "2024-03-27T13:51:00Z"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"), ("2024-03-27T00:00+14", "2024-03-26T10:00:00Z"),
        ("0000-01-01", "0000-01-01T00:00:00Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ])
    func `dates as people write them`(text: String, moment: String) {
        #expect(DateText(text)?.moment(in: .utc).rfc3339 == moment)
    }

    @Test func `what Foundation writes as ISO 8601 is read as the same moment`() {
        var random = FixedGenerator(53)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<2000 {
            let seconds = Int64.random(in: -12_000_000_000...250_000_000_000, using: &random)
            formatter.timeZone = TimeZone(secondsFromGMT: Int.random(in: -56...56, using: &random) * 900)
            let text = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
            #expect(DateText(text)?.moment(in: .utc).seconds == seconds, "\(text)")
        }
    }

    @Test func `random bytes never crash it`() {
        var random = FixedGenerator(54)
        let signs = Array("0123456789-:TZ +.,".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                signs[Int.random(in: signs.indices, using: &random)]
            }
            guard let date = DateText(String(decoding: bytes, as: UTF8.self)) else { continue }
            #expect(date.civil.isValid)
            if let range = date.range(in: .utc) { #expect(range.contains(date.moment(in: .utc))) }
        }
    }
}
