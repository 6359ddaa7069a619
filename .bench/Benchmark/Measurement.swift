/// One measurement: the programs to run, and how to judge their times. It fills a row of the benchmark's table, and one
/// for each derived figure.
struct Measurement: Sendable {
    /// How often the programs run: about half as often as requested, as often, or three times as often.
    enum Repeats: Sendable {
        /// For runs of seconds.
        case few
        /// For runs of tenths of a second.
        case some
        /// For runs of milliseconds.
        case many

        func runs(_ requested: Int) -> Int {
            switch self {
            case .few: (requested + 1) / 2
            case .some: requested
            case .many: requested * 3
            }
        }
    }

    /// Another figure that is derived from the same runs.
    struct DerivedFigure: Sendable {
        var title: String
        var comparison: Comparison
    }

    /// The name for `--only`.
    var name: String
    var title: String
    var subject: MeasuredProgram
    /// The program to compare with. Nil if the measured time is judged alone.
    var baseline: MeasuredProgram?
    /// The program whose time is subtracted from the subject's.
    var base: MeasuredProgram?
    var repeats = Repeats.many
    var comparison: Comparison
    var derived: [DerivedFigure] = []
    /// The reason why it cannot run here.
    var obstacle: String?
    /// Whether a watcher must be running.
    var isWatched = false
}
