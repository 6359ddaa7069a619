import BenchmarkSystem
import SourceText
import System

/// Makes the vault, runs the requested measurements, and prints the table.
enum Benchmark {
    /// - Returns: the exit status.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            if arguments.first == "yardstick" {
                try Yardstick.run(Array(arguments.dropFirst()))
            } else if arguments.contains("--help") || arguments.contains("-h") {
                print(Options.usage)
            } else {
                try run(Options(arguments))
            }
            return 0
        } catch {
            say("slip-bench: \(error)")
            return 2
        }
    }

    private static func say(_ text: String) { try? Files.writeAll(Array("\(text)\n".utf8), to: 2) }

    private static func run(_ options: Options) throws {
        let made = MadeVault(count: options.count)
        let workplace = Workplace(options.directory, count: options.judges ? 0 : options.count)
        guard let own = Files.realPath(Array("/proc/self/exe".utf8)) else { throw BenchmarkError("where am I?") }
        let ownPath = String(decoding: own, as: UTF8.self)
        let beside = String(ownPath.dropLast("slip-bench".count)) + "slip"
        var tools = Measurement.Tools(slip: options.slip ?? beside, own: ownPath)
        guard let slip = Files.realPath(Array(tools.slip.utf8)) else {
            throw BenchmarkError("there is no slip at '\(tools.slip)'; build it, or say --slip PATH")
        }
        tools.slip = String(decoding: slip, as: UTF8.self)
        if options.judges {
            try Files.makeDirectories(workplace.folder, mode: 0o700)
            return try Judge(slip: tools.slip, workplace, say: say).run()
        }

        let names = Set(Measurement.table(tools, workplace, made: made, bytes: 1).map { $0.name })
        if let strange = options.only.subtracting(names).min() {
            throw BenchmarkError("'\(strange)' is none of \(names.sorted().joined(separator: ", "))")
        }
        let bytes = try prepare(workplace, made, tools: tools)
        if options.talks {
            return try EditorBenchmark(slip: tools.slip, workplace, made, say: say).run()
        }
        if options.types { return try BrowserBenchmark(slip: tools.slip, workplace, made, say: say).run() }
        tools.isWatching = try help(of: tools.slip, workplace).contains("--watch")
        let chosen = Measurement.table(tools, workplace, made: made, bytes: bytes).filter {
            options.only.isEmpty || options.only.contains($0.name)
        }
        print("\(options.count) notes, \(Report.decimal(Double(bytes) / 1e6, 1)) MB, in \(workplace.vaultText)")
        var rows: [Report.Row] = []
        for measurement in chosen where !measurement.isWatched {
            rows += try measurement.run(workplace, options.runs, say: say)
        }
        rows += try watched(chosen.filter { $0.isWatched }, tools, workplace: workplace, runs: options.runs)
        // Restores the changed notes. If a run is interrupted, the next run notices.
        try Change(workplace: workplace, made: made).restoreTen()
        print(Report.table([Report.heads] + rows.map { Report.cells($0) }), terminator: "")
        if let path = options.json {
            try? Files.remove(Array(path.utf8))
            let facts = [("notes", Double(options.count)), ("bytes", Double(bytes))]
            try Files.create(Array(path.utf8), Array(Report.json(rows, facts: facts).utf8))
        }
    }

    /// Makes the vault and the databases of the yardsticks if they are missing. Each is made by a separate process,
    /// because the peak memory of a process is counted as its children's too.
    ///
    /// - Returns: the total size of the notes.
    private static func prepare(_ workplace: Workplace, _ made: MadeVault, tools: Measurement.Tools) throws -> Int64 {
        func call(_ words: [String]) throws {
            _ = try Program(words).run(workplace)
        }
        if !workplace.isWhole() {
            say("making \(workplace.count) notes in \(workplace.vaultText)")
            try Files.makeDirectories(workplace.folder, mode: 0o700)
            try call([tools.own, "yardstick", "make", workplace.parent, String(workplace.count)])
            ThisProcess.sleep(.seconds(3))
        }
        if (try? FileStatus(workplace.path("vault/.slipbox"))) == nil {
            try call([tools.slip, "init", workplace.vaultText])
        }
        if workplace.size("match.db") == 0 {
            say("making the database that SQLite is asked in")
            let words = [
                "insert", workplace.vaultText, workplace.text("match.new"), String(workplace.count), "lengths",
            ]
            try call([tools.own, "yardstick"] + words)
            try Files.rename(workplace.path("match.new"), workplace.path("match.db"))
        }
        if workplace.size("rows.txt") == 0 {
            try call([tools.own, "yardstick", "rows", workplace.vaultText, workplace.text("rows.txt")])
        }
        // Fills the page cache, and updates the index with this version of slip.
        try call([tools.own, "yardstick", "read", workplace.vaultText])
        try call([tools.slip, "index", "--vault", workplace.vaultText])
        let command = [
            tools.slip, "search", "@all", "--scope", "all", "--vault", workplace.vaultText, "--format", "jsonl",
        ]
        _ = try ChildProcess(command.map { Array($0.utf8) }, output: workplace.path("all.jsonl")).wait()
        return try TreeTally(workplace.vault).bytes
    }

    private static func help(of slip: String, _ workplace: Workplace) throws -> String {
        let output = workplace.path("output.txt")
        _ = try ChildProcess([slip, "help", "index"].map { Array($0.utf8) }, output: output).wait()
        return String(decoding: try Files.read(output).bytes, as: UTF8.self)
    }

    /// Runs measurements while `slip index --watch` is running.
    private static func watched(
        _ measurements: [Measurement], _ tools: Measurement.Tools, workplace: Workplace, runs: Int
    ) throws -> [Report.Row] {
        if !tools.isWatching || measurements.isEmpty {
            return try measurements.flatMap { try $0.run(workplace, runs, say: say) }
        }
        let output = workplace.path("watcher.txt")
        let command = [tools.slip, "index", "--watch", "--vault", workplace.vaultText]
        let watcher = try ChildProcess(command.map { Array($0.utf8) }, output: output, errors: output)
        defer {
            watcher.terminate()
            _ = try? watcher.wait()
        }
        // It prints a line when it is ready.
        for _ in 0..<600 where workplace.size("watcher.txt") == 0 { ThisProcess.sleep(.milliseconds(100)) }
        ThisProcess.sleep(.seconds(1))
        return try measurements.flatMap { try $0.run(workplace, runs, say: say) }
    }
}
