/// A line of the benchmark's table.
struct Measurement: Sendable {
    /// How often the programs run, for each time that was asked for.
    enum Repeats: Sendable {
        /// Seconds a run.
        case few
        /// Tenths of a second.
        case some
        /// Milliseconds.
        case many

        func runs(_ asked: Int) -> Int {
            switch self {
            case .few: (asked + 1) / 2
            case .some: asked
            case .many: asked * 3
            }
        }
    }

    /// What else is read off the same runs.
    struct Also: Sendable {
        var title: String
        var comparison: Comparison
    }

    /// For `--only`.
    var name: String
    var title: String
    var subject: Program
    /// Nil where the measured time stands for itself.
    var yardstick: Program?
    /// What is not to count of the subject's time.
    var base: Program?
    var repeats = Repeats.many
    var comparison: Comparison
    var also: [Also] = []
    /// Why it cannot be run here.
    var obstacle: String?
    /// Whether a watcher has to run meanwhile.
    var isWatched = false
}
