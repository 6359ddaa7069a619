import SQLite
import SourceText

/// The columns of a snapshot of the index, each read on first use, and values derived from them.
final class NoteColumns {
    private let connection: Connection
    /// The upper bound of row numbers, a multiple of the part size.
    let capacity: Int
    private var readers: [NoteColumn: ColumnReader] = [:]
    private var lists: [NoteListColumn: NumberLists] = [:]
    private var starts: [NoteColumn: ListStarts] = [:]
    /// The number of lists read singly. One costs a thousandth of reading all lists of a hundred parts.
    private var singleLists = 0
    private static let mostSingleLists = 100
    private var properties: [String: PropertyColumn] = [:]
    /// The only notes of which conditions may know, or nil for all.
    private let limit: RowSet?
    private var live: RowSet?
    private var rowsByFile: [Int32]?
    private var backlinkCounts: [Int64]?

    /// - Throws: `SQLiteError` for an impossible number of rows, which indicates corruption.
    init(_ connection: Connection, _ totals: Connection.Totals, limit: RowSet? = nil) throws {
        self.connection = connection
        self.limit = limit
        let next = totals.next
        let last = try connection.first("SELECT max(id) FROM note") { $0.int(0) } ?? 0
        // At most a sixth of the rows are deleted, apart from those of the latest changes.
        guard next > last, next / 4 <= max(last, 1_000_000) else {
            throw SQLiteError.damage("\(next) cannot be the next row", in: "meta")
        }
        // A multiple of the part size, so that every row a set can contain has a value in each column.
        capacity = (Int(next) + ColumnPart.size - 1) / ColumnPart.size * ColumnPart.size
    }

    func reader(_ column: NoteColumn) -> ColumnReader {
        if let reader = readers[column] { return reader }
        let reader = ColumnReader(column, connection, capacity: capacity)
        readers[column] = reader
        return reader
    }

    func all(_ column: NoteColumn) throws -> [Int64] { try reader(column).all() }

    func all(_ column: NoteListColumn) throws -> NumberLists {
        if let lists = lists[column] { return lists }
        let starts = try starts[column.counts] ?? ListStarts(column.counts, connection, capacity: capacity)
        self.starts[column.counts] = starts
        let read = try NumberLists(column, connection, starts)
        lists[column] = read
        return read
    }

    /// Returns the values of a property, regardless of the spelling of its name.
    func property(_ name: String) throws -> PropertyColumn {
        let key = FrontMatterKey.identity(name)
        if let column = properties[key] { return column }
        let read = try PropertyColumn(name, connection, self)
        properties[key] = read
        return read
    }

    /// Returns whether the values of a property were read already.
    func hasRead(property name: String) -> Bool { properties[FrontMatterKey.identity(name)] != nil }

    /// Returns the list of one row. Reads only its part, or the whole column after many such reads.
    func list(_ column: NoteListColumn, _ row: Int) throws -> [Int64] {
        singleLists += 1
        if singleLists > Self.mostSingleLists { _ = try all(column) }
        if let lists = lists[column] { return lists.list(row).map { Int64($0) } }
        let (part, offset) = row.quotientAndRemainder(dividingBy: ColumnPart.size)
        let counts = reader(column.counts)
        var numbers: [Int32] = []
        try connection.columnPart(column.rawValue, part: part) { $0.appendNumbers(0, to: &numbers) }
        let lengths = ((row - offset)...row).map { counts.value($0) ?? 0 }
        try counts.check()
        return ColumnCoding.lists(numbers, lengths).last ?? []
    }

    var isLimited: Bool { limit != nil }

    /// Returns the number of those rows of which conditions may know, for rows that are not deleted.
    func count(_ rows: RowSet) throws -> Int { isLimited ? rows.intersection(try liveRows()).count : rows.count }

    /// Whether a note is among those of which conditions may know.
    func knows(_ row: Int) -> Bool { limit?.contains(row) ?? true }

    /// Returns the rows that are not deleted, and of which conditions may know.
    func liveRows() throws -> RowSet {
        if let live { return live }
        let files = try all(.file)
        let rows = RowSet(capacity: capacity) { files[$0] != 0 && limit?.contains($0) ?? true }
        live = rows
        return rows
    }

    /// Returns whether some row that is known and not deleted has one of some bits in a column.
    ///
    /// Complexity: O(rows), in the memory of one part.
    func hasLiveRow(_ column: NoteColumn, with bits: Int64) throws -> Bool {
        let files = reader(.file)
        var numbers = [Int64](repeating: 0, count: ColumnPart.size)
        var isFound = false
        try connection.columnParts(column.rawValue, capacity: capacity) { row, part in
            if isFound { return }
            for offset in numbers.indices { numbers[offset] = 0 }
            row.readNumbers(0, count: ColumnPart.size, into: &numbers, at: 0)
            isFound = numbers.indices.contains { offset in
                let number = part * ColumnPart.size + offset
                return numbers[offset] & bits != 0 && knows(number) && files.value(number) ?? 0 != 0
            }
        }
        try files.check()
        return isFound
    }

    /// Returns the row of the note in each file, by file id, or -1 if the file is not a note.
    private func byFile() throws -> [Int32] {
        if let rowsByFile { return rowsByFile }
        let files = try all(.file)
        let most = try connection.first("SELECT max(id) FROM file") { $0.int(0) } ?? 0
        guard most < Int32.max else { throw SQLiteError.damage("\(most) cannot be a file's number", in: "file") }
        var rows = [Int32](repeating: -1, count: Int(most) + 1)
        try liveRows().forEach {
            if files[$0] > 0, files[$0] < rows.count { rows[Int(files[$0])] = Int32(truncatingIfNeeded: $0) }
        }
        rowsByFile = rows
        return rows
    }

    /// Returns the rows of the notes in files. Other files have no row.
    func rows(ofFiles list: (_ each: (Int64) -> Void) throws -> Void) throws -> RowSet {
        let rows = try byFile()
        var result = RowSet(capacity: capacity)
        try list { file in
            if file > 0, file < rows.count, rows[Int(file)] >= 0 { result.insert(Int(rows[Int(file)])) }
        }
        return result
    }

    /// Returns a function from a file id to the row of its note.
    func fileRows() throws -> (Int64) -> Int? {
        let rows = try byFile()
        return { file in file > 0 && file < rows.count && rows[Int(file)] >= 0 ? Int(rows[Int(file)]) : nil }
    }

    /// Calls `body` with the row of each note and the row of each note that it links to.
    /// Complexity: O(links).
    func forEachLink(_ body: (_ from: Int, _ to: Int) -> Void) throws {
        let rows = try byFile()
        let targets: NumberLists = try all(.targets)
        try liveRows().forEach { row in
            for index in targets.range(row) {
                let file = Int(targets.values[index])
                if file > 0, file < rows.count, rows[file] >= 0 { body(row, Int(rows[file])) }
            }
        }
    }

    /// Returns the attachments that notes reference, each with the number of these notes.
    ///
    /// Complexity: O(links + attachments).
    func attachments() throws -> [(file: Int64, path: VaultPath, notes: Int)] {
        let features = try all(.features)
        let targets: NumberLists = try all(.targets)
        var counts: [Int32: Int] = [:]
        try liveRows().forEach { row in
            if features[row] & NoteFeatures.attachment.rawValue == 0 { return }
            for file in targets.list(row) { counts[file, default: 0] += 1 }
        }
        var found: [(file: Int64, path: VaultPath, notes: Int)] = []
        // The index file_attachment contains only attachments.
        try connection.rows(sql: "SELECT id, path FROM file WHERE kind IN (\(FileKind.attachments))") { row in
            if let notes = counts[Int32(truncatingIfNeeded: row.int(0))] {
                found.append((row.int(0), row.path(1), notes))
            }
            return true
        }
        return found
    }

    /// Returns the files that each canvas references.
    func canvasTargets() throws -> [Set<Int64>] {
        try connection.all(sql: "SELECT id FROM file WHERE kind = \(FileKind.canvas)") { $0.int(0) }.map { canvas in
            Set(
                try connection.all(
                    "SELECT target FROM link WHERE file = ?1 AND target IS NOT NULL", [.int(canvas)]
                ) { $0.int(0) })
        }
    }

    /// Returns the number of notes, and unless they are limited also of canvases, that link to the note of each row.
    func backlinks() throws -> [Int64] {
        if let backlinkCounts { return backlinkCounts }
        var counts = [Int64](repeating: 0, count: capacity)
        try forEachLink { _, to in counts[to] += 1 }
        let rows = try byFile()
        let canvases = isLimited ? [] : try canvasTargets()
        for file in canvases.joined() where file > 0 && file < rows.count && rows[Int(file)] >= 0 {
            counts[Int(rows[Int(file)])] += 1
        }
        backlinkCounts = counts
        return counts
    }
}
