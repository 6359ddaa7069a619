import Arguments
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip sql`: a statement over tables of the notes.
enum SQLCommand {
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case table, csv, tsv, json, jsonl }

    struct OptionValues: Sendable {
        var format: OutputFormat?
        var timeout: Int?
        var showsSchema = false
    }

    static let command = SlipCommand(
        "sql", "Run an SQL statement over tables of the notes.", words: ["[STATEMENT]"],
        options: [
            .value(
                "format", short: "f", "FORMAT", \.format,
                "Set the output format (default: table on a terminal, otherwise tsv)."),
            .value("timeout", "SECONDS", \.timeout, "Stop the statement after SECONDS (default: 10)."),
            .flag("schema", \.showsSchema, "Print the tables and their columns."),
        ],
        discussion: """
            STATEMENT is one SELECT, as SQLite understands it; '-' reads it from standard input. It can only read the
            tables of the whole vault that --schema prints, and the function search('QUERY'), which has the columns path
            and score. The exit status is 1 if there are no rows.
            """,
        values: { OptionValues() },
        run: { values, words, context in
            if values.showsSchema { return try context.print(PublicTable.schema) }
            let timeout = try SearchCommand.atLeast(1, values.timeout, name: "timeout") ?? 10
            let statement = try statement(words, in: context)
            TableQuery.prepareProcess()
            try context.read { snapshot in
                var result = ResultTable(values.format, context)
                try TableQuery(snapshot, timeout: timeout).run(statement) {
                    result.begin($0)
                } row: {
                    try result.add($0)
                }
                try result.end()
            }
        })

    private static func statement(_ words: [String], in context: CommandContext) throws -> String {
        if words.isEmpty {
            throw UsageError.other("a statement is missing", help: "slip sql 'SELECT path, title FROM notes'")
        }
        if words != ["-"] { return words.joined(separator: " ") }
        return String(decoding: try context.input(), as: UTF8.self)
    }
}

/// The rows of a statement in an output format.
private struct ResultTable {
    private let format: SQLCommand.OutputFormat
    private let context: CommandContext
    private var names: [String] = []
    private var listing = Listing([])
    private var array = JSONWriter()
    private var rows = 0
    /// The bytes of the rows that are kept until the widths of the columns are known.
    private var kept = 0
    private static let mostKept = 64 << 20

    init(_ format: SQLCommand.OutputFormat?, _ context: CommandContext) {
        self.format = format ?? (context.host.outputIsTerminal ? .table : .tsv)
        self.context = context
    }

    mutating func begin(_ names: [String]) {
        self.names = names
        listing = Listing(names.map { SafeText.escaped($0) })
    }

    /// Writes the heading, which is not printed above an error: the first row is there, or there are none.
    private func writeHeading() throws {
        if format == .csv || format == .tsv { try write(names.map { Array($0.utf8) }) }
    }

    mutating func add(_ row: [TableCell]) throws {
        rows += 1
        if rows == 1 { try writeHeading() }
        switch format {
        case .csv, .tsv: try write(row.map(Self.bytes))
        case .table:
            kept += row.reduce(0) { $0 + Self.bytes($1).count + 64 }
            if kept > Self.mostKept {
                throw VaultError("the table is larger than 64 MB", help: "use --format csv, tsv or jsonl, or a LIMIT")
            }
            listing.add(row.map(Self.cell))
        case .json, .jsonl: try context.write(Array((rows == 1 || format == .jsonl ? opening : ",\n").utf8) + json(row))
        }
    }

    func end() throws {
        context.status = rows == 0 ? 1 : 0
        if rows == 0 { try writeHeading() }
        switch format {
        case .table:
            context.page()
            for line in listing.lines(context.style, isTerminal: true) { try context.print(line) }
        case .json: try context.print(rows == 0 ? "[]" : "]")
        case .csv, .tsv, .jsonl: break
        }
    }

    private var opening: String { format == .json ? "[" : "" }

    private func write(_ fields: [[UInt8]]) throws {
        try context.write(
            format == .csv ? Table.csv(fields, isShown: context.host.outputIsTerminal) : Table.tsv(fields))
    }

    private func json(_ row: [TableCell]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            for (name, value) in zip(names, row) {
                switch value {
                case .null: json.field(name, String?.none)
                case .number(let number):
                    json.key(name)
                    json.raw(number)
                case .text(let bytes): json.field(name, String(decoding: bytes, as: UTF8.self))
                }
            }
        }
        return json.drain() + (format == .jsonl ? [Byte.newline] : [])
    }

    private static func bytes(_ value: TableCell) -> [UInt8] {
        switch value {
        case .null: []
        case .number(let number): Array(number.utf8)
        case .text(let bytes): bytes
        }
    }

    private static func cell(_ value: TableCell) -> Listing.Cell {
        if case .number(let number) = value, let number = Int(number) { return .number(number) }
        return .text(SafeText.escaped(String(decoding: bytes(value), as: UTF8.self)))
    }
}
