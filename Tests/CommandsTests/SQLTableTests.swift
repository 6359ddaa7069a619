import SourceText
import TestSupport
import Testing

/// The tables of `slip sql`, compared with `slip show --format json` and `slip task list` for random vaults.
@Suite struct SQLTableTests {
    /// Random notes whose values look like other types.
    private static func notes(_ random: inout FixedGenerator) -> [String: String] {
        let values = [
            "007", "\"007\"", "\"2\"", "1.50", "1e3", "-0", "true", "\"true\"", "null", "2026-01-02", "''", "[]", "{}",
            "x y",
            "[1, \"1\", 01, null]", "{a: \"1\", b: {c: 2}}", "[{d: 3}, 4]", "\"a'b\"", "日本", "\"\\t\"",
            "9007199254740993",
        ]
        let texts = [
            "[[n1]]", "[[gone]]", "[a](F/n2.md)", "![](p.png)", "![[q.png]]", "#tag/a", "*em* `code`", "%%[[n3]]%%",
            "plain words",
        ]
        let tasks = [
            "call", "pay 📅 2026-01-02", "x ⏫ 🔁 every day", "y ✅ 2026-01-03", "z 🆔 t1 🛫 2026-02-01",
            "[due:: 2026-03-04] w",
        ]
        var notes = ["p.png": "x"]
        for number in 0..<12 {
            var lines = ["---"]
            for key in ["k", "l", "m", "status", "id", "aliases", "keywords", "order", "favorite"]
            where Int.random(in: 0..<3, using: &random) == 0 {
                lines.append("\(key): \(values.randomElement(using: &random) ?? "")")
            }
            lines += ["---", "# Title \(number)"]
            for _ in 0..<Int.random(in: 0..<6, using: &random) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: lines.append("## Part \(texts.randomElement(using: &random) ?? "")")
                case 1:
                    lines.append(
                        "- [\(Bool.random(using: &random) ? "x" : " ")] \(tasks.randomElement(using: &random) ?? "")")
                default:
                    lines.append(
                        (0..<3).compactMap { _ in texts.randomElement(using: &random) }.joined(separator: " ") + "\n")
                }
            }
            notes[Bool.random(using: &random) ? "n\(number).md" : "F/n\(number).md"] =
                lines.joined(separator: "\n") + "\n"
        }
        return notes
    }

    private static func members(_ value: JSONValue) -> [(name: String, value: JSONValue)] {
        if case .object(let members) = value { members.map { ($0.name, $0.value) } } else { [] }
    }

    private static func entries(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let values)? = value { values } else { [] }
    }

    /// A value as a column of a table has it.
    private static func cell(_ value: JSONValue?) -> String {
        switch value {
        case .bool(let value)?: value ? "1" : "0"
        case .string(let text)?: "'\(text)'"
        case .number(let text)?: number(text)
        default: "null"
        }
    }

    /// A number as SQLite writes it: `-0` and `1e3` are 0 and 1000.
    private static func number(_ text: String) -> String {
        (Int(text) ?? Double(text).flatMap { Int(exactly: $0) }).map { "\($0)" } ?? text
    }

    /// The rows of `properties` for a value.
    private static func cells(_ value: JSONValue, key: String, item: Int = 0) -> [[String]] {
        switch value {
        case .object(let members) where !members.isEmpty:
            return members.flatMap { cells($0.value, key: "\(key).\($0.name)", item: item) }
        case .array(let values) where !values.isEmpty:
            return values.enumerated().flatMap { cells($0.element, key: key, item: $0.offset) }
        case .bool: return [["'\(key)'", "\(item)", cell(value), "'bool'"]]
        case .number: return [["'\(key)'", "\(item)", cell(value), "'number'"]]
        case .string(let text) where !text.isEmpty: return [["'\(key)'", "\(item)", cell(value), "'text'"]]
        default: return [["'\(key)'", "\(item)", "null", "'null'"]]
        }
    }

    /// The rows of each table that a note has, by what `slip show` prints.
    private static func rows(of note: JSONValue) -> [String: [[String]]] {
        let path = cell(note["path"])
        let columns = [
            "title", "folder", "status", "favorite", "created", "modified", "id", "order", "words", "size", "hash",
        ]
        let tasks = ["open", "done"].map { cell(note["tasks"]?[$0]) }
        return [
            "notes": [[path] + columns.map { cell(note[$0]) } + tasks],
            "keywords": entries(note["keywords"]).map { [path, cell($0)] },
            "links": entries(note["links"]).map { [path, cell($0["line"]), cell($0["target"]), cell($0["path"])] },
            "headings": entries(note["headings"]).map {
                [path, cell($0["line"]), cell($0["level"]), cell($0["text"])]
            },
            "attachments": entries(note["attachments"]).map {
                [path, cell($0["path"]), $0["exists"] == .bool(true) ? "0" : "1"]
            },
            "properties": members(note["properties"] ?? .null).flatMap { cells($0.value, key: $0.name) }.map {
                [path] + $0
            },
        ]
    }

    private static let columns = [
        "notes":
            "path, title, folder, status, favorite, created, modified, id, \"order\", words, size, hash, open_tasks, done_tasks",
        "keywords": "path, keyword", "links": "path, line, target, target_path", "headings": "path, line, level, text",
        "attachments": "DISTINCT path, file, missing", "properties": "path, key, item, value, type",
        "tasks":
            "path, line, status, text, due, scheduled, start, created, completion, cancelled, priority, repeat, id",
    ]

    private func table(_ name: String, _ console: Console) -> [[String]] {
        let sql = "SELECT \(Self.columns[name] ?? "") FROM \(name)"
        let found = console.slip("sql", sql, "--format", "json")
        #expect(found.status < 2, "\(found.errors)")
        return Self.entries(JSONValue(parsing: found.output)).map { row in
            Self.members(row).map { Self.cell($0.value) }
        }
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 500 : 6)) func `each column has the value of its member in JSON`(
        seed: Int
    ) throws {
        var random = FixedGenerator(UInt64(seed))
        let console = try Console(Self.notes(&random))
        var wanted: [String: [[String]]] = [:]
        for path in console.slip("search", "--format", "paths").output.split(separator: "\n") {
            let shown = try #require(JSONValue(parsing: console.slip("show", String(path), "--format", "json").output))
            wanted.merge(Self.rows(of: shown)) { $0 + $1 }
        }
        let listed = console.slip("task", "list", "is:open OR is:done OR is:cancelled", "--format", "json")
        let names = (Self.columns["tasks"] ?? "").split(separator: ", ").map(String.init)
        wanted["tasks"] = Self.entries(JSONValue(parsing: listed.output)).map { task in
            names.map { Self.cell(task[$0]) }
        }
        for name in Self.columns.keys.sorted() {
            let found = table(name, console).map { $0.joined(separator: "|") }.sorted()
            let rows = (wanted[name] ?? []).map { $0.joined(separator: "|") }.sorted()
            #expect(found == rows, "\(name): \(difference(found, rows))")
        }
    }
}
