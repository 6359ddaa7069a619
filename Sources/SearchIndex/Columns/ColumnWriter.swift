import SQLite

/// Gathers what columns are to say, and writes it part by part.
///
/// Memory: the parts that were touched; of a new index, whose rows come in their order, those behind are kept as they
/// will be written, but for what links say.
final class ColumnWriter {
    /// A part of every column, each there once it was asked for.
    private final class Part {
        let number: Int
        var numbers = [[Int64]](repeating: [], count: NoteColumn.allCases.count)
        var lists: [NoteListColumn: [[Int64]]] = [:]

        init(_ number: Int) { self.number = number }
    }

    private let connection: Connection
    /// Whether there was nothing at the start, so that what is not known here is not there.
    private let isNew: Bool
    private var parts: [Int: Part] = [:]
    /// The part that was asked for last.
    private var part = Part(-1)
    private var encoded: [(id: Int64, data: [UInt8])] = []

    init(_ connection: Connection, isNew: Bool) {
        self.connection = connection
        self.isNew = isNew
    }

    /// Sets a row's number, to be written by `flush`.
    func set(_ column: NoteColumn, _ row: RowID, _ value: Int64) throws {
        let offset = try turn(to: row, column)
        part.numbers[Int(column.rawValue)][offset] = value
    }

    /// A row's number as it will be once written.
    func value(_ column: NoteColumn, _ row: RowID) throws -> Int64 {
        let offset = try turn(to: row, column)
        return part.numbers[Int(column.rawValue)][offset]
    }

    func set(_ column: NoteListColumn, _ row: RowID, _ value: [Int64]) throws {
        let offset = try turn(to: row, column)
        part.lists[column]?[offset] = value
        part.numbers[Int(column.counts.rawValue)][offset] = Int64(value.count)
    }

    func value(_ column: NoteListColumn, _ row: RowID) throws -> [Int64] {
        let offset = try turn(to: row, column)
        return part.lists[column]?[offset] ?? []
    }

    /// Of a new index: only what links say is still to come for rows before this one.
    func advance(to row: RowID) {
        guard isNew, Int(row.value) % ColumnPart.size == 0, let part = parts[Int(row.value) / ColumnPart.size - 1]
        else {
            return
        }
        for column in NoteColumn.allCases where !column.isOfLinks { encode(column, of: part) }
        encode(NoteListColumn.keywords, of: part)
        encode(NoteListColumn.authors, of: part)
    }

    /// Of a new index: nothing is to come for the parts before that of a row.
    func close(before row: RowID) {
        let number = Int(row.value) / ColumnPart.size
        guard isNew, part.number >= 0, part.number < number else { return }
        encode(part)
        parts[part.number] = nil
        part = Part(-1)
    }

    private func encode(_ part: Part) {
        for column in NoteColumn.allCases { encode(column, of: part) }
        for column in NoteListColumn.allCases { encode(column, of: part) }
    }

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
        part = Part(-1)
    }

    // MARK: Parts

    /// Makes `part` the one that holds a row, and answers where in it.
    private func turn(to row: RowID) -> Int {
        let (number, offset) = Int(row.value).quotientAndRemainder(dividingBy: ColumnPart.size)
        if part.number != number {
            part = parts[number] ?? Part(number)
            parts[number] = part
        }
        return offset
    }

    private func turn(to row: RowID, _ column: NoteColumn) throws -> Int {
        let offset = turn(to: row)
        if part.numbers[Int(column.rawValue)].isEmpty {
            var values = [Int64](repeating: column.absent, count: ColumnPart.size)
            try read(column.rawValue) { $0.readNumbers(0, count: ColumnPart.size, into: &values, at: 0) }
            part.numbers[Int(column.rawValue)] = values
        }
        return offset
    }

    private func turn(to row: RowID, _ column: NoteListColumn) throws -> Int {
        let offset = turn(to: row)
        if part.lists[column] == nil {
            _ = try turn(to: row, column.counts)
            var numbers: [Int32] = []
            try read(column.rawValue) { $0.appendNumbers(0, to: &numbers) }
            part.lists[column] = ColumnCoding.lists(numbers, part.numbers[Int(column.counts.rawValue)])
        }
        return offset
    }

    private func read(_ column: Int64, _ body: (borrowing Row) -> Void) throws {
        if isNew { return }
        let id = ColumnPart.id(column, part.number)
        try connection.rows("SELECT data FROM columns WHERE id = ?1", [.int(id)]) { row in
            body(row)
            return false
        }
    }

    private func encode(_ column: NoteColumn, of part: Part) {
        let values = part.numbers[Int(column.rawValue)]
        if values.isEmpty { return }
        add(ColumnCoding.encode(values, absent: column.absent), ColumnPart.id(column.rawValue, part.number))
        part.numbers[Int(column.rawValue)] = []
    }

    private func encode(_ column: NoteListColumn, of part: Part) {
        guard let lists = part.lists.removeValue(forKey: column) else { return }
        add(ColumnCoding.encode(lists), ColumnPart.id(column.rawValue, part.number))
    }

    private func add(_ data: [UInt8]?, _ id: Int64) {
        if data != nil || !isNew { encoded.append((id, data ?? [])) }
    }
}
