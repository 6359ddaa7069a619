/// The cost of one run of a program: milliseconds from start to exit, milliseconds of user and system time, and peak
/// memory in megabytes (10^6 bytes).
struct Sample: Hashable, Sendable {
    var time: Double
    var processor: Double
    var memory: Double
}
