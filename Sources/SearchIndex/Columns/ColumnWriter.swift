import SQLite

/// A buffer that collects column values and writes them part by part.
///
/// Memory: the changed parts. Rows of a new index arrive in order, so completed parts are encoded early, except link
/// columns.
final class ColumnWriter {
    /// One part of all columns. Each column is loaded on first use.
    private final class PartBuffer {
        let number: Int
        var numbers = [[Int64]](repeating: [], count: NoteColumn.allCases.count)
        var lists: [NoteListColumn: [[Int64]]] = [:]

        init(_ number: Int) { self.number = number }
    }

    let connection: Connection
    /// Whether the index was empty at the start, so that nothing has to be read from it.
    private let isNew: Bool
    private var parts: [Int: PartBuffer] = [:]
    private var part = PartBuffer(-1)
    private var encoded: [(id: Int64, data: [UInt8])] = []

    init(_ connection: Connection, isNew: Bool) {
        self.connection = connection
        self.isNew = isNew
    }

    /// Sets the number of a row. `flush` writes it.
    func set(_ column: NoteColumn, _ row: RowID, value: Int64) throws {
        let offset = try select(row, column)
        part.numbers[Int(column.rawValue)][offset] = value
    }

    /// Returns the number of a row, including changes not yet written.
    func value(_ column: NoteColumn, _ row: RowID) throws -> Int64 {
        let offset = try select(row, column)
        return part.numbers[Int(column.rawValue)][offset]
    }

    func set(_ column: NoteListColumn, _ row: RowID, value: [Int64]) throws {
        let offset = try select(row, column)
        part.lists[column]?[offset] = value
        part.numbers[Int(column.counts.rawValue)][offset] = Int64(value.count)
    }

    /// Sets the lists of a row in columns that share their lengths.
    func set(_ values: [(column: NoteListColumn, list: [Int64])], _ row: RowID) throws {
        // A list is found by the lengths of those before it, so that all are read before a length changes.
        for (column, _) in values { _ = try select(row, column) }
        for (column, list) in values { try set(column, row, value: list) }
    }

    func value(_ column: NoteListColumn, _ row: RowID) throws -> [Int64] {
        let offset = try select(row, column)
        return part.lists[column]?[offset] ?? []
    }

    /// Encodes the previous part of a new index, if `row` begins a part. Its link columns are left, because they can
    /// still change.
    func advance(to row: RowID) {
        guard isNew, Int(row.value) % ColumnPart.size == 0, let part = parts[Int(row.value) / ColumnPart.size - 1]
        else {
            return
        }
        for column in NoteColumn.allCases where !column.isOfLinks { encode(column, of: part) }
        encode(NoteListColumn.keywords, of: part)
        encode(NoteListColumn.authors, of: part)
        for column in NoteListColumn.ofTasks { encode(column, of: part) }
    }

    /// Encodes the current part of a new index if it ends before `row`, because it can no longer change.
    func close(before row: RowID) {
        let number = Int(row.value) / ColumnPart.size
        guard isNew, part.number >= 0, part.number < number else { return }
        encode(part)
        parts[part.number] = nil
        part = PartBuffer(-1)
    }

    private func encode(_ part: PartBuffer) {
        for column in NoteColumn.allCases { encode(column, of: part) }
        for column in NoteListColumn.allCases { encode(column, of: part) }
    }

    /// Writes all changed parts.
    func flush() throws {
        for part in parts.values { encode(part) }
        for (id, data) in encoded.sorted(by: { $0.id < $1.id }) {
            if data.isEmpty {
                try connection.run("DELETE FROM columns WHERE id = ?1", [.int(id)])
            } else {
                try connection.run("INSERT OR REPLACE INTO columns(id, data) VALUES(?1, ?2)", [.int(id), .blob(data)])
            }
        }
        encoded = []
        parts = [:]
        part = PartBuffer(-1)
    }

    // MARK: Parts

    /// Makes the part of a row the current one and returns the row's offset in it.
    private func select(_ row: RowID) -> Int {
        let (number, offset) = Int(row.value).quotientAndRemainder(dividingBy: ColumnPart.size)
        if part.number != number {
            part = parts[number] ?? PartBuffer(number)
            parts[number] = part
        }
        return offset
    }

    private func select(_ row: RowID, _ column: NoteColumn) throws -> Int {
        let offset = select(row)
        if part.numbers[Int(column.rawValue)].isEmpty {
            var values = [Int64](repeating: column.absent, count: ColumnPart.size)
            if !isNew {
                try connection.columnPart(column.rawValue, part: part.number) {
                    $0.readNumbers(0, count: ColumnPart.size, into: &values, at: 0)
                }
            }
            part.numbers[Int(column.rawValue)] = values
        }
        return offset
    }

    private func select(_ row: RowID, _ column: NoteListColumn) throws -> Int {
        let offset = select(row)
        if part.lists[column] == nil {
            _ = try select(row, column.counts)
            var numbers: [Int32] = []
            if !isNew {
                try connection.columnPart(column.rawValue, part: part.number) { $0.appendNumbers(0, to: &numbers) }
            }
            part.lists[column] = ColumnCoding.lists(numbers, part.numbers[Int(column.counts.rawValue)])
        }
        return offset
    }

    private func encode(_ column: NoteColumn, of part: PartBuffer) {
        let values = part.numbers[Int(column.rawValue)]
        if values.isEmpty { return }
        add(ColumnCoding.encode(values, absent: column.absent), ColumnPart.id(column.rawValue, part.number))
        part.numbers[Int(column.rawValue)] = []
    }

    private func encode(_ column: NoteListColumn, of part: PartBuffer) {
        guard let lists = part.lists.removeValue(forKey: column) else { return }
        add(ColumnCoding.encode(lists), ColumnPart.id(column.rawValue, part.number))
    }

    private func add(_ data: [UInt8]?, _ id: Int64) {
        if data != nil || !isNew { encoded.append((id, data ?? [])) }
    }
}
