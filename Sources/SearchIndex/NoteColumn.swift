import SQLite

/// One number for each row of the full-text table, in parts of a table of its own, so that what ranks or sorts many
/// rows has them at hand without fetching each.
///
/// Complexity: a change rewrites one part; reading all is a copy of memory.
struct NoteColumn<Element: FixedWidthInteger & BitwiseCopyable & Sendable> {
    /// Rows in a part: it fits a page or two of the database.
    static var partSize: Int64 { 1024 }

    private let table: String
    private var parts: [Int64: [Element]] = [:]

    init(_ table: String) { self.table = table }

    /// Notes a row's number, to be written by `flush`.
    mutating func set(_ row: Int64, _ value: Element, in connection: Connection) throws {
        let (part, offset) = row.quotientAndRemainder(dividingBy: Self.partSize)
        try load(part, connection)
        parts[part]?[Int(offset)] = value
    }

    /// A row's number as it will be once written.
    mutating func value(_ row: Int64, in connection: Connection) throws -> Element {
        let (part, offset) = row.quotientAndRemainder(dividingBy: Self.partSize)
        try load(part, connection)
        return parts[part]?[Int(offset)] ?? 0
    }

    private mutating func load(_ part: Int64, _ connection: Connection) throws {
        if parts[part] != nil { return }
        let known: [Element] =
            try connection.first("SELECT data FROM \(table) WHERE part = ?1", [.int(part)]) { $0.numbers(0) } ?? []
        // Whatever the file says, each part is whole here.
        let missing = max(0, Int(Self.partSize) - known.count)
        parts[part] = known + repeatElement(0, count: missing)
    }

    mutating func flush(to connection: Connection) throws {
        for (part, values) in parts.sorted(by: { $0.key < $1.key }) {
            try connection.run("INSERT OR REPLACE INTO \(table) VALUES(?1, ?2)", [.int(part), .numbers(values)])
        }
        parts = [:]
    }

    /// The numbers of all rows, by their row number; 0 where there is none.
    static func all(_ table: String, _ connection: Connection) throws -> [Element] {
        var values: [Element] = []
        try connection.rows("SELECT part, data FROM \(table) ORDER BY part") { row in
            let start = Int(row.int(0) * partSize)
            if values.count < start { values += repeatElement(0, count: start - values.count) }
            row.appendNumbers(1, to: &values)
            return true
        }
        return values
    }
}
