import Foundation

/// Local time by Foundation's rules of a zone; moments are whole seconds since 1970.
struct OracleCalendar: Sendable {
    enum Unit: String, CaseIterable { case min, h, d, w, mo, y }

    struct Wall: Equatable {
        var year: Int
        var month: Int
        var day: Int
        var hour = 0
        var minute = 0
        var second = 0
    }

    let zone: TimeZone
    let now: Int
    private let utc: Calendar

    init(zone: TimeZone, now: Int) {
        self.zone = zone
        self.now = now
        var utc = Calendar(identifier: .gregorian)
        utc.timeZone = .gmt
        self.utc = utc
    }

    func offset(_ moment: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))) }

    func wall(_ moment: Int) -> Wall { utcWall(moment + offset(moment)) }

    func utcWall(_ moment: Int) -> Wall {
        let parts = utc.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(moment)))
        return Wall(
            year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0, hour: parts.hour ?? 0,
            minute: parts.minute ?? 0, second: parts.second ?? 0)
    }

    /// Returns the moment of a clock reading in UTC. Parts beyond their bounds carry over.
    func utcSeconds(_ wall: Wall) -> Int {
        let parts = DateComponents(
            year: wall.year, month: wall.month, day: wall.day, hour: wall.hour, minute: wall.minute,
            second: wall.second)
        return Int((utc.date(from: parts) ?? .distantPast).timeIntervalSince1970)
    }

    /// Returns the first moment at which clocks show `wall`. In a gap, the moment is later by the length of the gap.
    func moment(_ wall: Wall) -> Int {
        let seconds = utcSeconds(wall)
        let offsets = Set([-100_000, 100_000].map { offset(seconds + $0) })
        let shown = offsets.map { seconds - $0 }.filter { $0 + offset($0) == seconds }
        return shown.min() ?? seconds - offset(seconds - 100_000)
    }

    /// Returns the moment `count` units before `now`, or after it if `count` is negative.
    func back(_ count: Int, _ unit: Unit) -> Int {
        var wall = wall(now)
        switch unit {
        case .min: return now - count * 60
        case .h: return now - count * 3600
        case .d: wall.day -= count
        case .w: wall.day -= 7 * count
        case .mo, .y:
            let months = wall.year * 12 + wall.month - 1 - (unit == .y ? 12 * count : count)
            wall.year = months / 12
            wall.month = months % 12 + 1
            wall.day = min(wall.day, daysInMonth(wall.year, wall.month))
        }
        return count == 0 ? now : moment(wall)
    }

    func daysInMonth(_ year: Int, _ month: Int) -> Int {
        let first = utcSeconds(Wall(year: year, month: month, day: 1))
        return (utcSeconds(Wall(year: year, month: month + 1, day: 1)) - first) / 86_400
    }

    func day(_ wall: Wall, adding days: Int = 0) -> Int {
        moment(Wall(year: wall.year, month: wall.month, day: wall.day + days))
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    static func text(_ wall: Wall) -> String { "\(wall.year)-\(two(wall.month))-\(two(wall.day))" }

    static func clock(_ wall: Wall) -> String { "\(two(wall.hour)):\(two(wall.minute))" }

}
