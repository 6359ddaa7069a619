extension Measurement {
    /// Runs the programs alternately, so that disturbances affect all of them equally.
    ///
    /// - Parameter requested: the number of runs that the user requested. See `Repeats`.
    /// - Returns: a row for each figure of the measurement. If it cannot run here, one row with the obstacle.
    func run(_ workspace: Workspace, _ requested: Int, log: (String) -> Void) throws -> [Report.Row] {
        if let obstacle {
            let verdict = Comparison.Verdict(value: .nan, text: "", target: "", isMet: nil)
            return [Report.Row(name: name, title: title, time: Series([]), verdict: verdict, obstacle: obstacle)]
        }
        log("measuring: \(title)")
        // Warms the caches once, for programs that run often.
        if repeats != .few { for program in [subject, baseline, base] { _ = try program?.run(workspace) } }
        var samples: [[Sample]] = [[], [], []]
        for _ in 0..<repeats.runs(requested) {
            for (number, program) in [subject, baseline, base].enumerated() {
                if let program { samples[number].append(try program.run(workspace)) }
            }
        }
        let series = samples.map { Series($0.map { $0.time }) }
        let memory = Series(samples[0].map { $0.memory })
        return ([DerivedFigure(title: title, comparison: comparison)] + derived).map { figure in
            Report.Row(
                name: name, title: figure.title, time: series[0], processor: Series(samples[0].map { $0.processor }),
                memory: memory, baseline: baseline.map { _ in series[1] },
                baselineProcessor: baseline.flatMap { $0.reports ? nil : Series(samples[1].map { $0.processor }) },
                base: base.map { _ in series[2] },
                verdict: figure.comparison.verdict(
                    subject: series[0].median, baseline: baseline.map { _ in series[1].median },
                    base: base.map { _ in series[2].median }, memory: memory.maximum))
        }
    }
}
