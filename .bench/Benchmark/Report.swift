import SourceText

/// The benchmark's results as a table and as JSON.
package struct Report: Sendable {
    package struct Row: Sendable {
        package var name: String
        package var title: String
        package var time: Series
        package var processor = Series([])
        package var memory = Series([])
        package var baseline: Series?
        /// Nil if the baseline prints its own time.
        package var baselineProcessor: Series?
        package var base: Series?
        package var verdict: Comparison.Verdict
        /// The reason why there are no figures.
        package var obstacle: String?
    }

    package static let header = [
        "measurement", "median ms", "min–max", "cpu ms", "yardstick ms", "its cpu", "less ms", "result", "target",
        "met",
    ]

    /// Returns the cells of a row, with times in milliseconds.
    package static func cells(_ row: Row) -> [String] {
        if let obstacle = row.obstacle { return [row.title, "–", obstacle] }
        func median(_ series: Series?) -> String { series.map { decimal($0.median, 1) } ?? "" }
        return [
            row.title, decimal(row.time.median, 1), "\(decimal(row.time.minimum, 1))–\(decimal(row.time.maximum, 1))",
            decimal(row.processor.median, 1), median(row.baseline), median(row.baselineProcessor), median(row.base),
            row.verdict.text,
            row.verdict.target, row.verdict.isMet.map { $0 ? "yes" : "NO" } ?? "",
        ]
    }

    /// Formats lines of cells in columns, the first left-aligned and the others right-aligned. The first line sets the
    /// number of columns. A shorter line ends with the reason for missing figures, which may extend beyond its column.
    package static func table(_ lines: [[String]]) -> String {
        let columns = lines.first?.count ?? 0
        // The last cell of a shorter line does not affect the widths.
        let widths = (0..<columns).map { column in
            lines.map { column < ($0.count == columns ? columns : $0.count - 1) ? $0[column].count : 0 }
                .max() ?? 0
        }
        return lines.map { cells in
            var line = ""
            for (column, cell) in cells.enumerated() {
                let room = String(repeating: " ", count: max(0, widths[column] - cell.count))
                let isLast = column == cells.count - 1
                let isLeft = column == 0 || isLast && cells.count < columns
                line += (column == 0 ? "" : "  ") + (isLeft ? cell + (isLast ? "" : room) : room + cell)
            }
            return line + "\n"
        }.joined()
    }

    /// Returns a number rounded to `digits` decimals, or a dash if it is not finite.
    package static func decimal(_ value: Double, _ digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
        guard value.isFinite, let whole = Int(exactly: (value * scale).rounded()) else { return "–" }
        if digits == 0 { return String(whole) }
        let fraction = String(whole.magnitude % UInt(scale))
        return (whole < 0 ? "-" : "") + "\(whole.magnitude / UInt(scale))."
            + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    package static func json(_ rows: [Row], facts: [(String, Double)]) -> String {
        var json = JSONWriter()
        json.object { json in
            for (key, value) in facts { json.field(key, value) }
            json.objects("measurements", of: rows) { row, json in write(row, to: &json) }
        }
        return json.text + "\n"
    }

    private static func write(_ row: Row, to json: inout JSONWriter) {
        json.field("name", row.name)
        json.field("title", row.title)
        if let obstacle = row.obstacle { return json.field("missing", obstacle) }
        let series = [
            ("milliseconds", row.time), ("processor", row.processor), ("megabytes", row.memory),
            ("yardstick", row.baseline), ("yardstickProcessor", row.baselineProcessor), ("less", row.base),
        ]
        for case (let name, let series?) in series where !series.sorted.isEmpty {
            json.object(name) { json in
                json.field("median", series.median)
                json.field("min", series.minimum)
                json.field("max", series.maximum)
            }
        }
        json.field("result", row.verdict.value)
        json.field("target", row.verdict.target)
        json.field("met")
        if let isMet = row.verdict.isMet { json.bool(isMet) } else { json.null() }
    }
}
