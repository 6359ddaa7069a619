package import SourceText

/// Dates relative to today.
package enum RelativeDate {
    /// Returns `today`, `yesterday`, `3 days ago`, `2 weeks ago`, `5 months ago`, `2 years ago`, or `in 3 days`.
    package static func text(_ then: CivilTime, now: CivilTime) -> String {
        let days = Int((now.startOfDay.seconds - then.startOfDay.seconds) / 86_400)
        switch days {
        case 0: return "today"
        case 1: return "yesterday"
        case -1: return "tomorrow"
        default: break
        }
        let span = abs(days)
        let (count, unit) =
            span < 14
            ? (span, "day")
            : span < 61 ? (span / 7, "week") : span < 730 ? (span * 12 / 365, "month") : (span / 365, "year")
        let text = "\(count) \(unit)\(count == 1 ? "" : "s")"
        return days > 0 ? "\(text) ago" : "in \(text)"
    }
}
