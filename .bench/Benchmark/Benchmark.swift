import BenchmarkSystem
import SourceText
import System

/// Makes the vault, runs the requested measurements, and prints the table.
enum Benchmark {
    static func run(_ arguments: [String]) -> Int32 {
        do {
            if arguments.first == "yardstick" {
                try BaselineCommand.run(Array(arguments.dropFirst()))
            } else if arguments.contains("--help") || arguments.contains("-h") {
                print(Options.usage)
            } else {
                try run(Options(arguments))
            }
            return 0
        } catch {
            log("slip-bench: \(error)")
            return 2
        }
    }

    private static func log(_ text: String) { try? Files.writeAll(Array("\(text)\n".utf8), to: 2) }

    private static func run(_ options: Options) throws {
        let made = GeneratedVault(count: options.count)
        let hasOwnVault = options.judges || options.vault != nil
        let workspace = Workspace(options.directory, count: hasOwnVault ? 0 : options.count)
        let ownPath = String(decoding: try ThisProcess.executable(), as: UTF8.self)
        let beside = String(ownPath.dropLast("slip-bench".count)) + "slip"
        var tools = Measurement.Tools(slip: options.slip ?? beside, own: ownPath)
        guard let slip = Files.realPath(Array(tools.slip.utf8)) else {
            throw BenchmarkError("there is no slip at '\(tools.slip)'; build it, or say --slip PATH")
        }
        tools.slip = String(decoding: slip, as: UTF8.self)
        if let vault = options.vault {
            guard let file = options.questions else {
                throw BenchmarkError("'--vault' needs a file with questions: slip-bench agents --vault DIR FILE")
            }
            try Files.makeDirectories(workspace.folder, mode: 0o700)
            return try AgentQuestions(
                slip: tools.slip, workspace: workspace, vault: vault, file: file, log: log
            ).run()
        }
        if options.judges {
            try Files.makeDirectories(workspace.folder, mode: 0o700)
            if !options.linkVaults.isEmpty {
                return try LinkJudge(
                    slip: tools.slip, workspace: workspace, folders: options.linkVaults, log: log
                ).run()
            }
            if options.collections.isEmpty {
                return try Judge(slip: tools.slip, workspace: workspace, log: log).run()
            }
            let collections = try options.collections.map { try JudgedCollection($0) }
            return try CollectionJudge(slip: tools.slip, workspace: workspace, collections: collections, log: log).run()
        }

        let names = Set(Measurement.table(tools, workspace, made: made, bytes: 1).map { $0.name })
        if let strange = options.only.subtracting(names).min() {
            throw BenchmarkError("'\(strange)' is none of \(names.sorted().joined(separator: ", "))")
        }
        let bytes = try prepare(workspace, made, tools: tools)
        switch options.server {
        case .editor: return try EditorBenchmark(slip: tools.slip, workspace: workspace, made: made, log: log).run()
        case .browse: return try BrowserBenchmark(slip: tools.slip, workspace: workspace, made: made, log: log).run()
        case .agents: return try AgentBenchmark(slip: tools.slip, workspace: workspace, made: made, log: log).run()
        case .web: return try WebBenchmark(slip: tools.slip, workspace: workspace, made: made, log: log).run()
        // Measurements of commands follow.
        case .latency: try LatencyBenchmark(slip: tools.slip, workspace: workspace, made: made).run()
        case nil: break
        }
        tools.isWatching = try MeasuredProgram([tools.slip, "help", "index"]).output(workspace).contains("--watch")
        let chosen = Measurement.table(tools, workspace, made: made, bytes: bytes).filter {
            options.only.isEmpty || options.only.contains($0.name)
        }
        print("\(options.count) notes, \(Report.decimal(Double(bytes) / 1e6, 1)) MB, in \(workspace.vaultText)")
        var rows: [Report.Row] = []
        for measurement in chosen where !measurement.isWatched {
            rows += try measurement.run(workspace, options.runs, log: log)
        }
        rows += try watched(chosen.filter { $0.isWatched }, tools, workspace: workspace, runs: options.runs)
        // Restores the changed notes. If a run is interrupted, the next run notices.
        try Change(workspace: workspace, made: made).restoreTen()
        print(Report.table([Report.header] + rows.map { Report.cells($0) }), terminator: "")
        if let path = options.json {
            try? Files.remove(Array(path.utf8))
            let facts = [("notes", Double(options.count)), ("bytes", Double(bytes))]
            try Files.create(Array(path.utf8), Array(Report.json(rows, facts: facts).utf8))
        }
    }

    /// Makes the vault and the databases of the baselines if they are missing. Each is made by a separate process,
    /// because the peak memory of a process is counted as its children's too.
    ///
    /// - Returns: the total size of the notes.
    private static func prepare(_ workspace: Workspace, _ made: GeneratedVault, tools: Measurement.Tools) throws
        -> Int64
    {
        func call(_ words: [String]) throws { _ = try MeasuredProgram(words).run(workspace) }
        if !workspace.isComplete() {
            log("making \(workspace.count) notes in \(workspace.vaultText)")
            try Files.makeDirectories(workspace.folder, mode: 0o700)
            try call([tools.own, "yardstick", "make", workspace.parent, String(workspace.count)])
            ThisProcess.sleep(.seconds(3))
        }
        if (try? FileStatus(workspace.path("vault/.slipbox"))) == nil {
            try call([tools.slip, "init", workspace.vaultText])
        }
        if workspace.size("match.db") == 0 {
            log("making the database that SQLite is asked in")
            let words = [
                "insert", workspace.vaultText, workspace.text("match.new"), String(workspace.count), "lengths",
            ]
            try call([tools.own, "yardstick"] + words)
            try Files.rename(workspace.path("match.new"), workspace.path("match.db"))
        }
        if workspace.size("rows.txt") == 0 {
            try call([tools.own, "yardstick", "rows", workspace.vaultText, workspace.text("rows.txt")])
        }
        // Fills the page cache, and updates the index with this version of slip.
        try call([tools.own, "yardstick", "read", workspace.vaultText])
        try call([tools.slip, "index", "--vault", workspace.vaultText])
        let command = [
            tools.slip, "search", "@all", "--scope", "all", "--vault", workspace.vaultText, "--format", "jsonl",
        ]
        _ = try ChildProcess(command.map { Array($0.utf8) }, output: workspace.path("all.jsonl")).wait()
        return try TreeTally(workspace.vault).bytes
    }

    /// Runs measurements while `slip index --watch` is running. Without a watcher if that version of slip has none.
    private static func watched(
        _ measurements: [Measurement], _ tools: Measurement.Tools, workspace: Workspace, runs: Int
    ) throws -> [Report.Row] {
        if !tools.isWatching || measurements.isEmpty {
            return try measurements.flatMap { try $0.run(workspace, runs, log: log) }
        }
        let output = workspace.path("watcher.txt")
        let command = [tools.slip, "index", "--watch", "--vault", workspace.vaultText]
        let watcher = try ChildProcess(command.map { Array($0.utf8) }, output: output, errors: output)
        defer {
            watcher.terminate()
            _ = try? watcher.wait()
        }
        // It prints a line when it is ready.
        for _ in 0..<600 where workspace.size("watcher.txt") == 0 { ThisProcess.sleep(.milliseconds(100)) }
        ThisProcess.sleep(.seconds(1))
        return try measurements.flatMap { try $0.run(workspace, runs, log: log) }
    }
}
