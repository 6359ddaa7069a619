/// How a measured time is judged. `limit` is the target; nil where there is none, and the figure is only shown.
package enum Comparison: Sendable {
    /// The subject's time to the yardstick's.
    case ratio(atMost: Double?)
    /// The subject's time less the base's, to the yardstick's: what both the subject and the base have to do does not
    /// count.
    case ratioBeyondBase(atMost: Double?)
    /// Milliseconds more than the yardstick.
    case more(atMost: Double?)
    /// Milliseconds.
    case time(atMost: Double?)
    /// Megabytes at once.
    case memory(atMost: Double?)
    /// So many bytes in the subject's time, as megabytes a second.
    case rate(bytes: @Sendable () -> Double, atLeast: Double?)
    /// Something else that was counted, as a share; asked for after the runs.
    case share(@Sendable () -> Double, atMost: Double?)

    package struct Verdict: Hashable, Sendable {
        package var value: Double
        /// The figure with its unit.
        package var text: String
        /// The target; empty where there is none.
        package var target: String
        package var isMet: Bool?
    }

    /// Judges medians in milliseconds, and `memory` in megabytes.
    package func verdict(subject: Double, yardstick: Double?, base: Double?, memory: Double) -> Verdict {
        let other = yardstick ?? .nan
        switch self {
        case .ratio(let limit):
            return Self.verdict(subject / other, "×", digits: 2, limit: limit)
        case .ratioBeyondBase(let limit):
            return Self.verdict(max(0, subject - (base ?? 0)) / other, "×", digits: 2, limit: limit)
        case .more(let limit):
            return Self.verdict(subject - other, " ms more", digits: 1, limit: limit)
        case .time(let limit):
            return Self.verdict(subject, " ms", digits: 1, limit: limit)
        case .memory(let limit):
            return Self.verdict(memory, " MB", digits: 0, limit: limit)
        case .rate(let bytes, let limit):
            let rate = bytes() / 1000 / subject
            return Verdict(
                value: rate, text: Report.decimal(rate, 0) + " MB/s",
                target: limit.map { "≥ \(Report.decimal($0, 0)) MB/s" } ?? "", isMet: limit.map { rate >= $0 })
        case .share(let share, let limit):
            return Self.verdict(share(), "×", digits: 2, limit: limit)
        }
    }

    private static func verdict(_ value: Double, _ unit: String, digits: Int, limit: Double?) -> Verdict {
        Verdict(
            value: value, text: Report.decimal(value, digits) + unit,
            target: limit.map { "≤ \(Report.decimal($0, digits))\(unit)" } ?? "", isMet: limit.map { value <= $0 })
    }
}
