import SourceText

/// The benchmark's results as a table and as JSON.
package struct Report: Sendable {
    package struct Row: Sendable {
        package var name: String
        package var title: String
        package var time: Series
        package var processor: Series
        package var memory: Series
        package var yardstick: Series?
        /// Nil if the yardstick prints its own time.
        package var yardstickProcessor: Series?
        package var base: Series?
        package var verdict: Comparison.Verdict
        /// The reason why there are no figures.
        package var obstacle: String?

        package init(
            name: String, title: String, time: Series, processor: Series = Series([]), memory: Series = Series([]),
            yardstick: Series? = nil, yardstickProcessor: Series? = nil, base: Series? = nil,
            verdict: Comparison.Verdict, obstacle: String? = nil
        ) {
            self.name = name
            self.title = title
            self.time = time
            self.processor = processor
            self.memory = memory
            self.yardstick = yardstick
            self.yardstickProcessor = yardstickProcessor
            self.base = base
            self.verdict = verdict
            self.obstacle = obstacle
        }
    }

    package static let heads = [
        "measurement", "median ms", "min–max", "cpu ms", "yardstick ms", "its cpu", "less ms", "result", "target",
        "met",
    ]

    /// Returns the cells of a row, with times in milliseconds.
    package static func cells(_ row: Row) -> [String] {
        if let obstacle = row.obstacle { return [row.title, "–", obstacle] }
        func median(_ series: Series?) -> String { series.map { decimal($0.median, 1) } ?? "" }
        return [
            row.title, decimal(row.time.median, 1), "\(decimal(row.time.least, 1))–\(decimal(row.time.most, 1))",
            decimal(row.processor.median, 1), median(row.yardstick), median(row.yardstickProcessor), median(row.base),
            row.verdict.text,
            row.verdict.target, row.verdict.isMet.map { $0 ? "yes" : "NO" } ?? "",
        ]
    }

    /// Formats lines of cells in columns, the first left-aligned and the others right-aligned. A shorter line ends with
    /// the reason for missing figures, which may extend beyond its column.
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
        func write(_ key: String, _ series: Series?, to json: inout JSONWriter) {
            guard let series, !series.sorted.isEmpty else { return }
            json.key(key)
            json.object { json in
                for (name, value) in [("median", series.median), ("min", series.least), ("max", series.most)] {
                    json.key(name)
                    json.number(value)
                }
            }
        }
        json.object { json in
            for (key, value) in facts {
                json.key(key)
                json.number(value)
            }
            json.key("measurements")
            json.array { json in
                for row in rows {
                    json.object { json in
                        json.key("name")
                        json.string(row.name)
                        json.key("title")
                        json.string(row.title)
                        if let obstacle = row.obstacle {
                            json.key("missing")
                            json.string(obstacle)
                            return
                        }
                        write("milliseconds", row.time, to: &json)
                        write("processor", row.processor, to: &json)
                        write("megabytes", row.memory, to: &json)
                        write("yardstick", row.yardstick, to: &json)
                        write("yardstickProcessor", row.yardstickProcessor, to: &json)
                        write("less", row.base, to: &json)
                        json.key("result")
                        json.number(row.verdict.value)
                        json.key("target")
                        json.string(row.verdict.target)
                        json.key("met")
                        if let isMet = row.verdict.isMet { json.bool(isMet) } else { json.null() }
                    }
                }
            }
        }
        return json.text + "\n"
    }
}
