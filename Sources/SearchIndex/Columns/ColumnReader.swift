import SQLite
import SourceText

/// A reader of a column of numbers, either part by part as rows are requested, fastest in row order, or all at once.
final class ColumnReader {
    private let column: NoteColumn
    private let connection: Connection
    /// The upper bound of row numbers.
    let capacity: Int
    private var parts: [Int: [Int64]] = [:]
    /// The part used last, and its first row.
    private var part: [Int64] = []
    private var first = -1
    private var whole: [Int64]?
    /// The last read error, until `check()`.
    private var failure: (any Error)?

    /// - Parameter capacity: a multiple of `ColumnPart.size` above all row numbers.
    init(_ column: NoteColumn, _ connection: Connection, capacity: Int) {
        self.column = column
        self.connection = connection
        self.capacity = capacity
    }

    /// Returns the number of a row, or nil if it is out of range. The number is `absent` if it cannot be read: call
    /// `check()` after the last row.
    ///
    /// Complexity: O(1), except once for each part.
    func value(_ row: Int) -> Int64? {
        if row < 0 || row >= capacity { return nil }
        let offset = row &- first
        if offset >= 0, offset < part.count { return part[offset] }
        if let whole { return whole[row] }
        return load(row)
    }

    private func load(_ row: Int) -> Int64 {
        let (number, offset) = row.quotientAndRemainder(dividingBy: ColumnPart.size)
        if let known = parts[number] {
            part = known
        } else {
            var data = [Int64](repeating: column.absent, count: ColumnPart.size)
            do {
                try connection.columnPart(column.rawValue, part: number) {
                    $0.readNumbers(0, count: ColumnPart.size, into: &data, at: 0)
                }
            } catch {
                failure = error
                return column.absent
            }
            parts[number] = data
            part = data
        }
        first = number * ColumnPart.size
        return part[offset]
    }

    /// Throws the last read error once. The rows that could not be read are read again when they are requested.
    func check() throws {
        defer { failure = nil }
        if let failure { throw failure }
    }

    /// Returns the numbers of all rows, by row. Complexity: O(rows), once.
    func all() throws -> [Int64] {
        if let whole { return whole }
        var values = [Int64](repeating: column.absent, count: capacity)
        try connection.columnParts(column.rawValue, capacity: capacity) { row, part in
            row.readNumbers(0, count: ColumnPart.size, into: &values, at: part * ColumnPart.size)
        }
        whole = values
        return values
    }
}

/// The start index of each row's list among the numbers of all rows.
struct ListStarts {
    /// By row, and one more for the end.
    fileprivate let indices: [Int32]

    /// - Parameters:
    ///   - counts: the column with the length of each row's list.
    ///   - capacity: a multiple of `ColumnPart.size` above all row numbers.
    init(_ counts: NoteColumn, _ connection: Connection, capacity: Int) throws {
        var indices = [Int32](repeating: 0, count: capacity + 1)
        var lengths = [Int64](repeating: 0, count: ColumnPart.size)
        try connection.columnParts(counts.rawValue, capacity: capacity) { row, part in
            let first = part * ColumnPart.size
            if first < 0 || first >= capacity { return }
            for offset in lengths.indices { lengths[offset] = 0 }
            row.readNumbers(0, count: ColumnPart.size, into: &lengths, at: 0)
            for offset in lengths.indices { indices[first + offset + 1] = Int32(clamping: max(0, lengths[offset])) }
        }
        for row in 0..<capacity {
            // Lengths from a corrupt file may have any sum.
            let (sum, overflow) = indices[row].addingReportingOverflow(indices[row + 1])
            indices[row + 1] = overflow ? .max : sum
        }
        self.indices = indices
    }

    fileprivate var end: Int { Int(indices.last ?? 0) }
}

/// A list of numbers for each row, read all at once.
struct NumberLists {
    /// The index in `values` where each row's list starts, and one more for the end.
    private let starts: [Int32]
    let values: [Int32]

    /// 64 MiB: lengths from a corrupt file may have any sum.
    private static let mostReserved = 1 << 24

    init(_ column: NoteListColumn, _ connection: Connection, _ starts: ListStarts) throws {
        var values: [Int32] = []
        // An array that grows takes new memory several times, which the system has to clear.
        values.reserveCapacity(min(starts.end, Self.mostReserved))
        try connection.columnParts(column.rawValue, capacity: starts.indices.count - 1) { row, _ in
            row.appendNumbers(0, to: &values)
        }
        let end = Int32(clamping: values.count)
        // Lengths from a corrupt file are clamped to the available numbers.
        self.starts = starts.end > values.count ? starts.indices.map { min($0, end) } : starts.indices
        self.values = values
    }

    @inline(__always)
    func range(_ row: Int) -> Range<Int> {
        row >= 0 && row + 1 < starts.count ? Int(starts[row])..<Int(starts[row + 1]) : 0..<0
    }

    /// Returns the row whose list contains the value at an index. Complexity: O(log rows).
    func row(ofValueAt index: Int) -> Int {
        starts.indices.partitioningIndex { starts[$0] > Int32(truncatingIfNeeded: index) } - 1
    }

    @inline(__always)
    func list(_ row: Int) -> ArraySlice<Int32> { values[range(row)] }

    /// Adds each row whose list contains a number. Complexity: O(values), a few instructions each.
    func addRows(with number: Int32, to rows: inout RowSet) {
        guard let end = starts.last, end > 0 else { return }
        var row = 0
        for index in 0..<Int(end) where values[index] == number {
            while Int(starts[row + 1]) <= index { row += 1 }
            rows.insert(row)
        }
    }
}
