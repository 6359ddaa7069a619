/// The times of a watcher's next actions, in milliseconds of `Waiting.now()`.
struct WatchSchedule {
    /// The deadline of the next update, or nil if none is needed.
    private(set) var due: Int64?
    /// The start of the current burst of events.
    private var since: Int64?
    /// The time of the next periodic scan.
    var nextSweep: Int64 = 0

    var isInBurst: Bool { since != nil }

    func next(before others: Int64?) -> Int64 { [due, nextSweep, others].compactMap { $0 }.min() ?? nextSweep }

    /// Schedules an update after an event: once no event has come for a while, or after a longer time in an endless
    /// burst.
    mutating func recordEvent(at now: Int64, _ settings: WatchSettings) {
        let begun = since ?? now
        since = begun
        due = min(now + settings.quiet, begun + settings.longestBurst)
    }

    mutating func set(to moment: Int64?) { due = moment }

    /// Schedules an update no later than `moment`.
    mutating func bringForward(to moment: Int64) { due = min(due ?? .max, moment) }

    mutating func endBurst() { since = nil }

    /// Clears everything except the periodic scan.
    mutating func clear() {
        due = nil
        since = nil
    }
}
