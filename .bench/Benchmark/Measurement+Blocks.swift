import SourceText
import System

/// A generated vault with live blocks and with three tasks in each note.
private struct BlockVault: Sendable {
    let workspace: Workspace
    let made: GeneratedVault
    let slip: String

    private static let blocks = 500
    private var marker: [UInt8] { workspace.path("blocks.made") }
    private static let version = Array("1\n".utf8)

    /// Makes the vault, unless it is there.
    func prepare() throws {
        if (try? Files.read(marker).bytes) == Self.version { return }
        try workspace.make()
        for note in 0..<made.count {
            let file = workspace.vault + [Byte.slash] + made.path(ofNote: note)
            let day = Moment(seconds: made.created(note)).rfc3339.prefix(10)
            let tasks = "- [ ] write \(note) 📅 \(day)\n- [ ] read \(note)\n- [x] print \(note) ✅ \(day)\n"
            try Files.remove(file)
            try Files.create(file, made.text(ofNote: note) + Array(tasks.utf8))
        }
        try Files.makeDirectories(workspace.path("vault/Boards"))
        for number in 0..<Self.blocks {
            let text = "# Board \(number)\n\nWords.\n\n<!-- slip: \(query(number)) -->\n"
            try Files.create(workspace.path("vault/Boards/board \(number).md"), Array(text.utf8))
        }
        for words in [["init", workspace.vaultText], ["refresh"], ["refresh"]] {
            let place = words[0] == "init" ? [] : ["--vault", workspace.vaultText]
            _ = try MeasuredProgram([slip] + words + place).run(workspace)
        }
        try? Files.remove(marker)
        try Files.create(marker, Self.version)
    }

    /// Returns the query of a block: lists, tables, counts and trees, by keyword, status, date and words.
    private func query(_ number: Int) -> String {
        let keyword = made.keyword(number % 60)
        let word = String(decoding: made.vocabulary.words[2000 + number], as: UTF8.self)
        return [
            "status:draft #\(keyword) sort:modified limit:5 view:table fields:title,modified", "#\(keyword) view:count",
            "status:review #\(keyword) limit:10 sort:title", "\(word) sort:created limit:10",
            "created:<2023 #\(keyword) view:tree", "links-to:this", "#\(keyword) view:tasks sort:due limit:5",
        ][number % 7]
    }

    /// Appends a line to a note.
    func change() throws {
        let file = workspace.vault + [Byte.slash] + made.path(ofNote: made.count / 2)
        let text = try Files.read(file).bytes
        try Files.remove(file)
        try Files.create(file, text + Array("changed \(LocalZone.now().microseconds)\n".utf8))
        // Certainly older than the next scan.
        ThisProcess.sleep(.milliseconds(150))
    }
}

extension Measurement {
    /// Measurements of live blocks and tasks, in a vault with 500 blocks and three tasks in each note.
    static func blockTable(_ tools: Tools, _ workspace: Workspace, made: GeneratedVault) -> [Measurement] {
        let blocks = Workspace("\(workspace.parent)/blocks", count: made.count)
        let vault = BlockVault(workspace: blocks, made: made, slip: tools.slip)
        func slip(_ words: String...) -> MeasuredProgram {
            MeasuredProgram([tools.slip] + words + ["--vault", blocks.vaultText])
        }
        let search = slip("search", Queries(made).rare, "--scope", "all")
        let prepare: @Sendable () throws -> Void = { try vault.prepare() }
        let change: @Sendable () throws -> Void = {
            try vault.prepare()
            try vault.change()
        }
        return [
            Measurement(
                name: "refresh", title: "500 live blocks refreshed, one note changed; beside a search after the same",
                subject: slip("refresh").with(before: change), baseline: search.with(before: change), repeats: .some,
                comparison: .more(atMost: 50)),
            Measurement(
                name: "tasks", title: "20 of all open tasks, --no-sync; beside a search, --no-sync",
                subject: slip("task", "list", "--limit", "20", "--no-sync").with(before: prepare),
                baseline: slip("search", Queries(made).rare, "--scope", "all", "--no-sync").with(before: prepare),
                comparison: .more(atMost: 10)),
        ]
    }
}
