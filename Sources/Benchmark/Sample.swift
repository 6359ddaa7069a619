/// What one run of a program took: milliseconds from start to end, milliseconds of user and system time, and megabytes
/// (10^6 bytes) of memory at the most.
struct Sample: Hashable, Sendable {
    var time: Double
    var processor: Double
    var memory: Double
}
