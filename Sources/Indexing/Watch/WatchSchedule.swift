/// When a watcher has something to do by itself, in milliseconds of `Waiting.now()`.
struct WatchSchedule {
    /// When the index is to be brought up to date at the latest; nil where nothing calls for it.
    private(set) var due: Int64?
    /// When the burst of events began that is waited out now.
    private var since: Int64?
    /// When the whole vault is walked again, whatever was heard of it.
    var nextSweep: Int64 = 0

    /// Whether a burst of events is waited out.
    var isInBurst: Bool { since != nil }

    /// The next moment at which something is to be done, or may be over.
    func next(before others: Int64?) -> Int64 { [due, nextSweep, others].compactMap { $0 }.min() ?? nextSweep }

    /// Something was heard of: it is seen to when no event comes for a while, and in a burst without an end after a
    /// longer one.
    mutating func hear(at now: Int64, _ settings: WatchSettings) {
        let begun = since ?? now
        since = begun
        due = min(now + settings.quiet, begun + settings.patience)
    }

    /// To be done then, whatever was planned.
    mutating func set(to moment: Int64?) { due = moment }

    /// To be done then, or earlier where that was planned.
    mutating func bringForward(to moment: Int64) { due = min(due ?? .max, moment) }

    /// The burst is over, and seen to.
    mutating func endBurst() { since = nil }

    /// Nothing is to be done but the next sweep.
    mutating func clear() {
        due = nil
        since = nil
    }
}
