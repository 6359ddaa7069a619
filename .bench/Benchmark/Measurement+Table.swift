import BenchmarkSystem
import System

extension Measurement {
    /// The programs that are measured or compared with. Nil if not installed.
    struct Tools: Sendable {
        var slip: String
        /// This program.
        var own: String
        var sqlite = MeasuredProgram.installed("sqlite3")
        var ripgrep = MeasuredProgram.installed("rg")
        var find = MeasuredProgram.installed("find")
        var isWatching = false

        func ripgrep(_ words: [String], in workspace: Workspace) -> MeasuredProgram? {
            ripgrep.map { MeasuredProgram([$0, "--no-config"] + words + [workspace.vaultText]) }
        }
    }

    static func table(_ tools: Tools, _ workspace: Workspace, made: GeneratedVault, bytes: Int64) -> [Measurement] {
        let queries = Queries(made)
        let change = Change(workspace: workspace, made: made)
        let vault = workspace.vaultText
        let match = workspace.text("match.db")
        let bulk = workspace.bulkWorkspace
        let index = "vault/.slipbox/index.db"

        func slip(_ words: String...) -> MeasuredProgram { MeasuredProgram([tools.slip] + words + ["--vault", vault]) }
        func search(_ query: String, _ words: String...) -> MeasuredProgram {
            MeasuredProgram([tools.slip, "search", query, "--scope", "all", "--vault", vault] + words)
        }
        /// Returns a search that queries only the index, without a scan of the files.
        func noSync(_ query: String, _ words: String...) -> MeasuredProgram {
            MeasuredProgram([tools.slip, "search", query, "--scope", "all", "--vault", vault, "--no-sync"] + words)
        }
        func baseline(_ words: String..., reports: Bool = false) -> MeasuredProgram {
            MeasuredProgram([tools.own, "yardstick"] + words, reports: reports)
        }
        func sqlite(_ words: String...) -> MeasuredProgram? { tools.sqlite.map { MeasuredProgram([$0] + words) } }
        func ripgrep(_ words: String...) -> MeasuredProgram? { tools.ripgrep(words, in: workspace) }
        func best(_ expression: String) -> MeasuredProgram {
            baseline("match", match, "best", expression, reports: true)
        }
        func count(_ expression: String) -> MeasuredProgram {
            baseline("match", match, "count", expression, reports: true)
        }

        let start = MeasuredProgram([tools.slip, "version"])
        let walk = baseline("walk", vault)
        let insert = baseline("insert", vault, workspace.text("insert.db"), String(workspace.count))
        let build = slip("index", "--rebuild")
        var check = slip("check")
        check.acceptsNoResults = true
        let quiet = search(queries.rare)
        let half = "\"\(queries.half)\""
        let two = "\"\(queries.half)\" AND \"\(queries.second)\""
        let prefix = "\"\(queries.prefix)\" *"
        let phrase = "\"\(queries.phrase)\""
        let dropCaches: @Sendable () throws -> Void = { try Files.dropCaches() }
        let withoutShell = tools.sqlite == nil ? "sqlite3 is not installed" : nil
        let withoutRipgrep = tools.ripgrep == nil ? "rg is not installed" : nil

        return [
            Measurement(
                name: "walk", title: "yardstick: the bare walk, beside find", subject: walk,
                baseline: tools.find.map { MeasuredProgram([$0, vault, "-printf", "%s %T@ %p\\n"]) },
                comparison: .ratio(atMost: 1.1), obstacle: tools.find == nil ? "find is not installed" : nil),
            Measurement(
                name: "insert", title: "yardstick: the bare insertion less the shell's, beside rg", subject: insert,
                baseline: ripgrep("-c", queries.half),
                base: sqlite(
                    workspace.text("shell.db"), "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF",
                    "CREATE VIRTUAL TABLE fts USING fts5(title, body)", ".mode ascii",
                    ".import \(workspace.text("rows.txt")) fts"
                )?.with(before: { try? Files.remove(workspace.path("shell.db")) }),
                repeats: .few, comparison: .ratioBeyondBase(atMost: 3), obstacle: withoutShell ?? withoutRipgrep),
            Measurement(
                name: "build", title: "first index", subject: build, baseline: insert, repeats: .few,
                comparison: .ratio(atMost: 1.3),
                derived: [DerivedFigure(title: "first index: memory", comparison: .memory(atMost: 200))]),
            Measurement(
                name: "size", title: "size of the index to that of the notes", subject: slip("index"),
                repeats: .some, comparison: .share({ Double(workspace.size(index)) / Double(bytes) }, atMost: 0.75)),
            Measurement(
                name: "cold", title: "first index, cold files; beside one reading thread's insertion",
                subject: build.with(before: dropCaches), baseline: insert.with(before: dropCaches), repeats: .few,
                comparison: .ratio(atMost: 0.6),
                obstacle: Files.canDropCaches ? nil : "/proc/sys/vm/drop_caches cannot be written"),
            Measurement(
                name: "start", title: "process start", subject: start, baseline: sqlite(match, "SELECT 1"),
                comparison: .ratio(atMost: nil), obstacle: withoutShell),
            Measurement(
                name: "search", title: "rare word, nothing changed", subject: quiet, baseline: walk,
                base: noSync(queries.rare), comparison: .ratioBeyondBase(atMost: 1.35)),
            Measurement(
                name: "rare", title: "rare word, --no-sync", subject: noSync(queries.rare),
                baseline: sqlite(match, "SELECT rowid FROM fts('\"\(queries.rare)\"') ORDER BY rank LIMIT 20"),
                comparison: .ratio(atMost: nil), obstacle: withoutShell),
            Measurement(
                name: "ten", title: "rare word, ten notes changed; beside none changed",
                subject: quiet.with(before: { try change.changeTen() }), baseline: quiet, repeats: .some,
                comparison: .more(atMost: 10)),
            Measurement(
                name: "awaited", title: "rare word, a new note with 1000 links to it; beside none",
                subject: quiet.with(before: { try change.addMissingNote() }, after: { try change.removeMissingNote() }),
                // Runs twice: the first run removes the note from the index again.
                baseline: quiet.with(before: { _ = try quiet.run(workspace) }), repeats: .some,
                comparison: .more(atMost: 10)),
            Measurement(
                name: "check", title: "check, nothing changed", subject: check, repeats: .some,
                comparison: .time(atMost: 300)),
            Measurement(
                name: "check", title: "check, ten notes changed; beside none changed",
                subject: check.with(before: { try change.changeTen() }), baseline: check,
                repeats: .some, comparison: .more(atMost: 50)),
            Measurement(
                name: "bulk",
                title: "a key set in \(Workspace.bulkCount) notes; beside writing these, flushed together",
                subject: MeasuredProgram([tools.slip, "set", "--query", "@all", "bulk=1", "--vault", bulk.vaultText])
                    .with(before: { try bulk.makeVault(slip: tools.slip) }),
                baseline: baseline("rewrite", bulk.vaultText), repeats: .few, comparison: .ratio(atMost: 1.5)),
            Measurement(
                name: "half", title: "word in half the notes, 20 best; beside bm25()",
                subject: noSync(queries.half, "--limit", "20"), baseline: best(half), base: start,
                comparison: .ratioBeyondBase(atMost: 0.25)),
            Measurement(
                name: "two", title: "two words, 20 best; beside bm25()",
                subject: noSync("\(queries.half) \(queries.second)", "--limit", "20"), baseline: best(two), base: start,
                comparison: .ratioBeyondBase(atMost: 0.4)),
            Measurement(
                name: "prefix", title: "a prefix, 20 best; beside bm25()",
                subject: noSync("\(queries.prefix)*", "--limit", "20"), baseline: best(prefix), base: start,
                comparison: .ratioBeyondBase(atMost: 0.4)),
            Measurement(
                name: "phrase", title: "a phrase, 20 best; beside its count",
                subject: noSync(phrase, "--limit", "20"), baseline: count(phrase), base: start,
                comparison: .ratioBeyondBase(atMost: 1.25)),
            Measurement(
                name: "newest", title: "word in half the notes, 20 newest; beside its count",
                subject: noSync(queries.half, "--limit", "20", "--sort", "created"), baseline: count(half), base: start,
                comparison: .ratioBeyondBase(atMost: 3)),
            Measurement(
                name: "count", title: "word in half the notes, --count; beside its count",
                subject: noSync(queries.half, "--count"), baseline: count(half), base: start,
                comparison: .ratioBeyondBase(atMost: nil)),
            Measurement(
                name: "suggest", title: "suggest keyword:…, --no-sync", subject: slip("suggest", "#a", "--no-sync"),
                comparison: .time(atMost: nil)),
            Measurement(
                name: "keywords", title: "keyword list, --no-sync", subject: slip("keyword", "list", "--no-sync"),
                comparison: .time(atMost: nil)),
            Measurement(
                name: "folders", title: "folder tree, --no-sync", subject: slip("folder", "tree", "--no-sync"),
                comparison: .time(atMost: nil)),
            Measurement(
                name: "properties", title: "property list, --no-sync", subject: slip("property", "list", "--no-sync"),
                comparison: .time(atMost: nil)),
            Measurement(
                name: "jsonl", title: "all notes as JSON lines", subject: search("@all", "--format", "jsonl"),
                repeats: .some,
                comparison: .rate(bytes: { Double(workspace.size("all.jsonl")) }, atLeast: 60)),
        ] + scanTable(tools, workspace, queries: queries) + watchedTable(tools, workspace, queries: queries)
            + queryTable(tools, workspace, queries: queries) + blockTable(tools, workspace, made: made)
    }
}
