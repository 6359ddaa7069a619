import QueryLanguage
import SQLite
import SourceText
import System
import VaultFiles

/// A value in a row of a result.
package enum TableCell: Hashable, Sendable {
    case null
    /// A number as JSON writes it.
    case number(String)
    /// Text or a blob. Paths need not be UTF-8.
    case text([UInt8])

    init(_ value: SQLValue) {
        switch value {
        case .int(let number): self = .number(String(number))
        case .real(let number): self = number.isFinite ? .number("\(number)") : .text(Array("\(number)".utf8))
        case .text(let bytes), .blob(let bytes): self = .text(bytes)
        case .null: self = .null
        }
    }
}

/// `slip sql`: one statement over the public tables of a vault.
package struct TableQuery {
    /// The table function that finds notes, and its columns.
    package static let function = (name: "search", columns: ["path", "score"])

    private let snapshot: VaultSnapshot
    /// In seconds.
    private let timeout: Int

    package init(_ snapshot: VaultSnapshot, timeout: Int) {
        self.snapshot = snapshot
        self.timeout = timeout
    }

    /// Makes SQLite count memory, without which a statement has no memory limit. Must be called before a vault is opened.
    package static func prepareProcess() { Connection.countMemory() }

    /// Runs a statement.
    ///
    /// - Parameters:
    ///   - columns: called once with the names of the columns.
    ///   - row: called with the values of each row.
    /// - Throws: `VaultError` if the statement is wrong, is not allowed or reaches a limit, and `QueryError` for a query
    ///   in `search('…')`.
    package func run(
        _ sql: String, columns: ([String]) throws -> Void, row: ([TableCell]) throws -> Void
    ) throws {
        let end = Waiting.now() + Int64(timeout) * 1000
        let isLate: @Sendable () -> Bool = { Waiting.now() >= end }
        let all = try prepare("")
        let search = TableFunction(Self.function.name, columns: Self.function.columns) { query in
            try snapshot.hits(of: prepare(query)).filter { !$0.isFile }.map { hit in
                [.text(hit.path.bytes), hit.result.score.map { .real($0) } ?? .null]
            }
        }
        // The statement's own limit does not reach the index, which search('…') and the tables read.
        let interruption = Interruption()
        let timer = StatementTimer(end) { interruption.interrupt() }
        defer { timer.cancel() }
        do {
            try interruption.during([snapshot]) {
                try run(sql, search, all: all, isLate: isLate, columns: columns, row: row)
            }
        } catch let failure as UserDatabase.Failure {
            throw error(failure, sql)
        } catch  where Interruption.isCause(of: error) && isLate() {
            throw self.error(.timeLimit, sql)
        }
    }

    private func run(
        _ sql: String, _ search: TableFunction, all: VaultSearch, isLate: @escaping @Sendable () -> Bool,
        columns: ([String]) throws -> Void, row: ([TableCell]) throws -> Void
    ) throws {
        let database = try UserDatabase(
            PublicTable.schema, tables: PublicTable.allCases.map(\.rawValue), search, .init(isLate: isLate))
        try database.run(sql) { names in
            let tables = Set(names.compactMap { PublicTable(rawValue: $0) })
            // Lists, such as the links of each note, take most of the time.
            let notes = tables.isSubset(of: [.tasks, .headings, .commits]) ? all.withoutLists : all
            try PublicTableFiller(snapshot, database.connection, tables).fill(with: notes) {
                if isLate() { throw UserDatabase.Failure.timeLimit }
            }
        } columns: {
            try columns($0)
        } row: { values in
            try row((0..<values.count).map { TableCell(values.value($0)) })
            return true
        }
    }

    private func prepare(_ query: String) throws -> VaultSearch {
        var options = SearchOptions(query: query, scope: .all, folder: .root)
        // The order of rows decides nothing, but the same statement gives the same output.
        options.sort = query.isEmpty ? "path" : nil
        options.detailed = query.isEmpty
        return try snapshot.prepare(options)
    }

    private func error(_ failure: UserDatabase.Failure, _ sql: String) -> VaultError {
        let tables = "tables: \(PublicTable.allCases.map(\.rawValue).joined(separator: ", ")); see: slip sql --schema"
        switch failure {
        case .invalid(let message, let offset):
            if let fault = StatementFault(message) {
                return VaultError(
                    SafeText.escaped(fault.message),
                    help: fault.help.map { "\($0)\($0.hasSuffix("?") ? "" : ";") \(tables)" } ?? tables)
            }
            let place = offset.map { " at '\(SafeText.escaped(String(sql.utf8.dropFirst($0).prefix(20)) ?? ""))'" }
            return VaultError("the statement is wrong: \(SafeText.escaped(message))\(place ?? "")", help: tables)
        case .notAllowed(let what):
            return VaultError(
                "the statement is not allowed \(SafeText.escaped(what)): only the tables of 'slip sql --schema' can be read",
                help: tables)
        case .severalStatements:
            return VaultError("there are several statements", help: "give one statement")
        case .parameter:
            return VaultError("the statement has a parameter", help: "write the value instead of '?' or ':name'")
        case .tooLong:
            return VaultError("the statement is longer than 1 MB, or contains a null byte", help: "shorten it")
        case .tooLarge:
            return VaultError("a value of the statement is larger than 512 kB", help: "shorten it with substr()")
        case .timeLimit:
            return VaultError("the statement takes longer than \(timeout) s", help: "for more time: --timeout SECONDS")
        case .memoryLimit:
            return VaultError("the statement needs too much memory", help: "select fewer or shorter columns")
        }
    }
}
