/// A way to judge a measured time. `limit` is the target, or nil if there is none and the figure is only shown.
package enum Comparison: Sendable {
    /// The subject's time divided by the baseline's.
    case ratio(atMost: Double?)
    /// The subject's time minus the base's, divided by the baseline's. The base is the work that the subject needs in
    /// any case.
    case ratioBeyondBase(atMost: Double?)
    /// The difference to the baseline, in milliseconds.
    case more(atMost: Double?)
    /// The time in milliseconds.
    case time(atMost: Double?)
    /// The peak memory in megabytes.
    case memory(atMost: Double?)
    /// The throughput in megabytes per second, if the subject processes `bytes`.
    case rate(bytes: @Sendable () -> Double, atLeast: Double?)
    /// Another number as a share, computed after the runs.
    case share(@Sendable () -> Double, atMost: Double?)

    /// A figure, its target, and whether it meets the target: nil if there is none.
    package struct Verdict: Hashable, Sendable {
        package var value: Double
        /// The figure with its unit.
        package var text: String
        /// The target, or an empty string if there is none.
        package var target: String
        package var isMet: Bool?
    }

    /// Returns the figure for the measured medians, and whether it meets the target.
    ///
    /// - Parameters:
    ///   - subject: the time of the measured program, in milliseconds, as are `baseline` and `base`.
    ///   - memory: its peak memory, in megabytes.
    package func verdict(subject: Double, baseline: Double?, base: Double?, memory: Double) -> Verdict {
        let other = baseline ?? .nan
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
