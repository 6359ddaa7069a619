extension Measurement {
    /// Runs the programs alternately, so that disturbances affect all of them equally.
    ///
    /// - Returns: a row for each figure of the measurement.
    func run(_ workplace: Workplace, _ asked: Int, say: (String) -> Void) throws -> [Report.Row] {
        if let obstacle {
            let verdict = Comparison.Verdict(value: .nan, text: "", target: "", isMet: nil)
            return [Report.Row(name: name, title: title, time: Series([]), verdict: verdict, obstacle: obstacle)]
        }
        say("measuring: \(title)")
        // Warms the caches once, for programs that run often.
        if repeats != .few { for program in [subject, yardstick, base] { _ = try program?.run(workplace) } }
        var samples: [[Sample]] = [[], [], []]
        for _ in 0..<repeats.runs(asked) {
            for (number, program) in [subject, yardstick, base].enumerated() {
                if let program { samples[number].append(try program.run(workplace)) }
            }
        }
        let series = samples.map { Series($0.map { $0.time }) }
        let memory = Series(samples[0].map { $0.memory })
        return ([Also(title: title, comparison: comparison)] + also).map { figure in
            Report.Row(
                name: name, title: figure.title, time: series[0], processor: Series(samples[0].map { $0.processor }),
                memory: memory, yardstick: yardstick.map { _ in series[1] },
                yardstickProcessor: yardstick.flatMap { $0.reports ? nil : Series(samples[1].map { $0.processor }) },
                base: base.map { _ in series[2] },
                verdict: figure.comparison.verdict(
                    subject: series[0].median, yardstick: yardstick.map { _ in series[1].median },
                    base: base.map { _ in series[2].median }, memory: memory.most))
        }
    }
}
