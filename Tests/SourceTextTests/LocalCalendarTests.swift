import Foundation
import SourceText
import TestSupport
import Testing

@Suite struct LocalCalendarTests {
    private static let zones = [
        "Europe/Warsaw", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "America/New_York",
        "Asia/Kathmandu", "Africa/Casablanca", "America/St_Johns", "Asia/Gaza", "Pacific/Kiritimati", "Africa/Cairo",
        "Antarctica/Troll", "America/Scoresbysund", "Asia/Tehran", "UTC",
    ]

    private static func offsets(_ zone: TimeZone) -> @Sendable (Int64) -> Int64 {
        { Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval($0)))) }
    }

    /// The moments between 1970 and 2037 at which the zone's clocks change.
    private static func transitions(_ zone: TimeZone) -> [Int64] {
        let offset = offsets(zone)
        var found: [Int64] = []
        var time: Int64 = 0
        let step: Int64 = 86_400 * 5
        while time < 2_145_916_800 {
            var low = time
            var high = time + step
            // Changes a few days apart (Ramadan's) are further apart than a step.
            if offset(low) != offset(high) {
                while high - low > 1 {
                    let middle = (low + high) / 2
                    if offset(middle) == offset(low) { low = middle } else { high = middle }
                }
                found.append(high)
            }
            time += step
        }
        return found
    }

    /// Every moment that shows a wall time, by trying all offsets that the zone has within two days around it.
    private static func moments(_ wall: Int64, _ offset: (Int64) -> Int64) -> [Int64] {
        var offsets: Set<Int64> = []
        for hour in Int64(-48)...48 { offsets.insert(offset(wall + hour * 3600)) }
        return offsets.map { wall - $0 }.filter { $0 + offset($0) == wall }.sorted()
    }

    @Test(arguments: zones)
    func `around each change of the clocks, local times are those that the zone shows`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let offset = Self.offsets(zone)
        let calendar = LocalCalendar(offset: offset)
        for transition in Self.transitions(zone) {
            let gap = offset(transition) - offset(transition - 1)
            for minute in stride(from: Int64(-26 * 60), through: 26 * 60, by: LongTests.areWanted ? 30 : 90) {
                let moment = transition + minute * 60
                let civil = calendar.civil(Moment(seconds: moment))
                let wall = moment + offset(moment)
                if civil.seconds != wall { Issue.record("\(name): \(moment) shows \(civil)") }
                let all = Self.moments(wall, offset)
                let back = calendar.moment(civil).seconds
                if back != all.first { Issue.record("\(name): \(civil) is \(back), not \(all)") }
            }
            // A time that a gap swallows moves on by the gap.
            guard gap > 0 else { continue }
            for part in [0, 1, gap / 2, gap - 1] {
                let wall = transition + offset(transition - 1) + part
                let found = calendar.moment(CivilTime(seconds: wall)).seconds
                if found != transition + part { Issue.record("\(name): the gap at \(transition) gives \(found)") }
            }
        }
    }

    @Test(arguments: [
        ("Europe/Warsaw", "2024-03-31T02:30", "2024-03-31T01:30:00Z"),
        ("Europe/Warsaw", "2024-10-27T02:30", "2024-10-27T00:30:00Z"),
        ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
        ("America/Sao_Paulo", "2018-02-17T23:30", "2018-02-18T01:30:00Z"),
        ("Australia/Lord_Howe", "2024-10-06T02:15", "2024-10-05T15:45:00Z"),
        ("Australia/Lord_Howe", "2024-04-07T01:45", "2024-04-06T14:45:00Z"),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
        ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
        ("Pacific/Apia", "2011-12-29T23:59:59", "2011-12-30T09:59:59Z"),
    ])
    func `famous times`(name: String, text: String, moment: String) throws {
        let calendar = LocalCalendar(offset: Self.offsets(try #require(TimeZone(identifier: name))))
        let date = try #require(DateText(text))
        #expect(date.moment(in: calendar).rfc3339 == moment)
    }

    @Test(arguments: zones)
    func `days and months follow each other without a hole`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let calendar = LocalCalendar(offset: Self.offsets(zone))
        var random = FixedGenerator(51)
        for _ in 0..<400 {
            let start = CivilTime(seconds: Int64.random(in: 0..<2_145_916_800, using: &random)).startOfDay
            let next = start.adding(days: 1)
            let today = DateText(start.dayText)?.range(in: calendar)
            let tomorrow = DateText(next.dayText)?.range(in: calendar)
            // A day that the zone leapt over (Apia, Kiritimati) has no span.
            if let today, let tomorrow { #expect(today.upperBound == tomorrow.lowerBound, "\(name) \(start)") }
            let month = DateText(start.monthText)?.range(in: calendar)
            let year = DateText(start.yearText)?.range(in: calendar)
            #expect(month.map { $0.contains(calendar.moment(start)) } == true)
            #expect(year.map { year in month.map { year.overlaps($0) } == true } == true)
        }
    }
}
