import SourceText
import System

/// The times of a kind of request, with limits for the median, the 90th percentile and the maximum, in milliseconds.
/// Nil: no limit.
struct LatencyRow {
    var title: String
    var times: [Double]
    var median: Double?
    var ninety: Double? = nil
    var worst: Double?

    private var cells: [String] {
        let sorted = times.sorted()
        let middle = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        let ninetieth = sorted.isEmpty ? 0 : sorted[sorted.count * 9 / 10]
        let last = sorted.last ?? 0
        let isMet =
            middle <= median ?? .infinity && ninetieth <= ninety ?? .infinity && last <= worst ?? .infinity
        let limits = [median, ninety, worst]
        let target =
            limits.contains { $0 != nil }
            ? limits.map { $0.map { Report.decimal($0, 0) } ?? "–" }.joined(separator: ", ") : ""
        return [
            title, Report.decimal(middle, 2), Report.decimal(ninetieth, 2), Report.decimal(last, 1), target,
            target.isEmpty ? "" : isMet ? "yes" : "NO",
        ]
    }

    static func table(_ name: String, _ rows: [LatencyRow]) -> String {
        Report.table([[name, "median ms", "90 % ms", "worst ms", "target", "met"]] + rows.map(\.cells))
    }

    /// Calls `body` with the numbers from 0, and returns the duration of each call in milliseconds.
    static func measure(_ times: Int, _ body: (Int) throws -> Void) rethrows -> [Double] {
        let clock = ContinuousClock()
        return try (0..<times).map { number in
            let start = clock.now
            try body(number)
            return (clock.now - start) / .milliseconds(1)
        }
    }
}

extension PipedProcess {
    /// Returns the process's anonymous memory, and its memory including mapped files, in megabytes.
    func memory() throws -> (own: Double, whole: Double) {
        var status = [UInt8](repeating: 0, count: 1 << 14)
        let count = try Files.read(Array("/proc/\(processIdentifier)/status".utf8), into: &status)
        status.removeSubrange(count...)
        func value(_ name: String) -> Double {
            let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) }
            return Double(line?.filter(\.isNumber) ?? "") ?? 0
        }
        return (value("RssAnon:") / 1024, value("VmRSS:") / 1024)
    }
}
