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
    mutating func set(_ row: RowID, _ value: Element, in connection: Connection) throws {
        let (part, offset) = row.value.quotientAndRemainder(dividingBy: Self.partSize)
        try load(part, connection)
        parts[part]?[Int(offset)] = value
    }

    /// A row's number as it will be once written.
    mutating func value(_ row: RowID, in connection: Connection) throws -> Element {
        let (part, offset) = row.value.quotientAndRemainder(dividingBy: Self.partSize)
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
            try connection.run(
                "INSERT OR REPLACE INTO \(table)(part, data) VALUES(?1, ?2)", [.int(part), .numbers(values)])
        }
        parts = [:]
    }
}

/// Reads a column, part by part as rows are asked for, best in their order.
final class NoteColumnReader<Element: FixedWidthInteger & BitwiseCopyable & Sendable> {
    private let statement: Statement
    private var parts: [Int64: [Element]] = [:]
    /// The part that was asked for last, and the first row of it.
    private var part: [Element] = []
    private var first: Int64 = .min
    /// What went wrong, where something did: rows were taken for none then.
    private(set) var failure: (any Error)?

    init(_ table: String, _ connection: Connection) throws {
        statement = try connection.prepare("SELECT data FROM \(table) WHERE part = ?1")
    }

    /// The number of a row; nil where there is no such row. Complexity: O(1) but for the first row of a part.
    func value(_ row: RowID) -> Element? {
        let offset = row.value &- first
        if offset >= 0, offset < part.count { return part[Int(offset)] }
        return load(row.value)
    }

    private func load(_ row: Int64) -> Element? {
        if row < 0 { return nil }
        let size = NoteColumn<Element>.partSize
        let (number, offset) = row.quotientAndRemainder(dividingBy: size)
        if parts[number] == nil {
            var data: [Element] = []
            do {
                try statement.rows([.int(number)]) { row in
                    data = row.numbers(0)
                    return false
                }
            } catch {
                failure = error
            }
            parts[number] = data
        }
        part = parts[number] ?? []
        first = number * size
        return offset < part.count ? part[Int(offset)] : nil
    }
}
