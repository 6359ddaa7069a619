import SQLite
import SourceText
import System

/// `slip-bench judge --links DIR`: removes links from the notes of real vaults, one at a time, and reports how often
/// `slip related` finds their targets, beside BM25 of the note's title and of its whole text.
struct LinkJudge {
    /// A link of a note to another one, which is the only one between them.
    private struct HiddenLink {
        var source: String
        var target: String
        /// The text of the source without the link.
        var text: [UInt8]
        /// The other notes that the source is linked with. No engine may return them.
        var linked: Set<String>
    }

    /// The number of links to hide in all vaults together.
    private static let hiddenLinks = 1000
    private static let shown = 10

    let slip: String
    let workspace: Workspace
    let folders: [String]
    let log: (String) -> Void

    /// Copies the notes of each vault, hides links there, and prints the table.
    func run() throws {
        var lines = [["vault", "notes", "links", "slip related", "BM25 of the title", "BM25 of the note"]]
        var all = [Judgement(), Judgement(), Judgement()]
        for folder in folders {
            let vault = try VaultCopy(of: folder, named: "links", workspace, slip: slip)
            log("hiding links in \(vault.text)")
            let texts = try BaselineTexts(vault.notes, database: workspace.path("links.db"))
            let links = try hiddenLinks(in: vault, count: (Self.hiddenLinks + folders.count - 1) / folders.count)
            var judgements = [Judgement(), Judgement(), Judgement()]
            for link in links {
                let path = vault.root + Array("/\(link.source)".utf8)
                let before = try Files.read(path).bytes
                try Files.replace(path, link.text, mode: 0o644)
                defer { try? Files.replace(path, before, mode: 0o644) }
                let rankings = [
                    try related(link.source, in: vault.text),
                    try texts.ranking(for: link.source, link.text, without: link.linked, onlyTitle: true),
                    try texts.ranking(for: link.source, link.text, without: link.linked, onlyTitle: false),
                ]
                for (number, ranking) in rankings.enumerated() {
                    judgements[number].add(ranking.firstIndex(of: link.target).map { $0 + 1 })
                }
            }
            let name = folder.split(separator: "/").last.map(String.init) ?? folder
            lines.append([name, String(vault.notes.count), String(links.count)] + judgements.map(\.text))
            for number in all.indices { all[number].add(judgements[number]) }
        }
        lines.append(["all", "", String(all[0].count)] + all.map(\.text))
        print(Report.table(lines), terminator: "")
        print("each: first / ten / MRR; the target for slip related is 45 % among the first ten")
    }

    private func related(_ note: String, in vault: String) throws -> [String] {
        var command = MeasuredProgram([
            slip, "related", "--vault", vault, "--quiet", "--limit", String(Self.shown), "--format", "json",
            "\(vault)/\(note)",
        ])
        command.acceptsNoResults = true
        return try JSONValue(parsing: command.output(workspace))?.values(ofProperty: "path").map(\.plainText) ?? []
    }

    // MARK: Vaults

    /// Returns `count` links of different pairs of notes, or fewer if the vault does not have as many.
    private func hiddenLinks(in vault: VaultCopy, count: Int) throws -> [HiddenLink] {
        let output = try MeasuredProgram([
            slip, "search", "--vault", vault.text, "--scope", "all", "--sort", "path", "--format", "jsonl",
            "--fields", "path,links",
        ]).output(workspace)
        var links: [String: [String: [(text: String, line: Int)]]] = [:]
        var neighbors: [String: Set<String>] = [:]
        for line in output.split(separator: "\n") {
            guard let note = JSONValue(parsing: String(line)), let path = note["path"]?.plainText else { continue }
            guard case .array(let list)? = note["links"] else { continue }
            for link in list {
                guard let target = link["path"]?.plainText, target != path, vault.notes[target] != nil else { continue }
                let place = (link["target"]?.plainText ?? "", Int(link["line"]?.plainText ?? "") ?? 0)
                links[path, default: [:]][target, default: []].append(place)
                neighbors[path, default: []].insert(target)
                neighbors[target, default: []].insert(path)
            }
        }
        // A note is chosen first, and then one of its links. Otherwise most links would be those of a few indexes.
        var rest = links.mapValues { $0.keys.sorted() }
        var sources = links.keys.sorted()
        var random = SeededRandom(37)
        var hidden: [HiddenLink] = []
        while hidden.count < count, !sources.isEmpty {
            let place = random.below(sources.count)
            let source = sources[place]
            guard let targets = rest[source], !targets.isEmpty else {
                sources.remove(at: place)
                continue
            }
            let target = random.pick(targets)
            rest[source]?.removeAll { $0 == target }
            // A link back would give the target away.
            if links[target]?[source] != nil { continue }
            var text = vault.notes[source] ?? []
            let isRemoved = (links[source]?[target] ?? []).allSatisfy {
                Self.remove($0.text, line: $0.line, from: &text)
            }
            if !isRemoved { continue }
            let linked = (neighbors[source] ?? []).subtracting([target]).union([source])
            hidden.append(HiddenLink(source: source, target: target, text: text, linked: linked))
        }
        return hidden
    }

    /// Removes a link with its label, and returns false if it is not `[[target…]]` or `[label](target…)` in its line.
    private static func remove(_ target: String, line: Int, from text: inout [UInt8]) -> Bool {
        var start = 0
        for _ in 1..<max(line, 1) {
            guard let end = text[start...].firstIndex(of: Byte.newline) else { return false }
            start = end + 1
        }
        let lineRange = start..<(text[start...].firstIndex(of: Byte.newline) ?? text.count)
        func find(_ part: String, from: Int) -> Range<Int>? {
            let part = Array(part.utf8)
            guard part.count <= lineRange.upperBound - from else { return nil }
            return (from...(lineRange.upperBound - part.count)).first { text[$0..<$0 + part.count].elementsEqual(part) }
                .map { $0..<$0 + part.count }
        }
        if let open = find("[[\(target)", from: start), let close = find("]]", from: open.upperBound) {
            text.removeSubrange(open.lowerBound..<close.upperBound)
            return true
        }
        guard let open = find("](\(target)", from: start), let close = find(")", from: open.upperBound),
            let label = text[start..<open.lowerBound].lastIndex(of: Byte.leftBracket)
        else { return false }
        text.removeSubrange(label..<close.upperBound)
        return true
    }
}

/// The titles and the texts of notes in an FTS5 table.
private final class BaselineTexts {
    private let connection: Connection
    private let paths: [String]
    private let notes: [String: [UInt8]]

    /// As many words as a query of FTS5 can have without much loss: those of longer notes are cut.
    private static let mostWords = 1000

    init(_ notes: [String: [UInt8]], database path: [UInt8]) throws {
        self.notes = notes
        paths = notes.keys.sorted()
        try? Files.remove(path)
        connection = try Connection(path, .create)
        try connection.execute("BEGIN; CREATE VIRTUAL TABLE fts USING fts5(title, body)")
        for (number, path) in paths.enumerated() {
            try connection.run(
                "INSERT INTO fts(rowid, title, body) VALUES(?1, ?2, ?3)",
                [.int(number), .text(Self.title(path)), .text(String(decoding: notes[path] ?? [], as: UTF8.self))])
        }
        try connection.execute("COMMIT")
    }

    private static func title(_ path: String) -> String {
        String((path.split(separator: "/").last ?? "").dropLast(".md".count))
    }

    /// Returns the notes that BM25 finds with the words of a note, best first.
    func ranking(
        for note: String, _ text: [UInt8], without linked: Set<String>, onlyTitle: Bool
    ) throws -> [String] {
        let words = Words.list(onlyTitle ? Self.title(note) : String(decoding: text, as: UTF8.self))
        var seen: Set<String> = []
        let distinct = words.filter { seen.insert($0).inserted }.prefix(Self.mostWords)
        if distinct.isEmpty { return [] }
        var found: [String] = []
        try connection.rows(
            "SELECT rowid FROM fts WHERE fts MATCH ?1 ORDER BY bm25(fts)",
            [.text(distinct.map { "\"\($0)\"" }.joined(separator: " OR "))]
        ) { row in
            let path = paths[Int(row.int(0))]
            if !linked.contains(path) { found.append(path) }
            return found.count < 10
        }
        return found
    }
}
