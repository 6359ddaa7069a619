import QueryLanguage
import SQLite
import SourceText

/// The rows that contain a text, and its frequency in each. Found in one pass of FTS5.
struct PhraseHits {
    private(set) var rows: RowSet
    /// The ranked rows in order. `frequencies` is parallel (`Ranker.frequency`).
    private(set) var ranked: [Int32] = []
    private(set) var frequencies: [Double] = []
    /// The concatenated positions in the ranked rows, as `TokenPosition`, or nil if not requested.
    private(set) var positions: [UInt32]?
    /// The end index of each ranked row in `positions`.
    private var positionEnds: [Int] = []
    /// Whether positions were requested but exceed the limit. `PairReader` then reads them row by row.
    private(set) var hasTooManyPositions = false
    private let maximumPositions: Int

    init(capacity: Int, storesPositions: Bool, maximumPositions: Int = .max) {
        rows = RowSet(capacity: capacity)
        self.maximumPositions = maximumPositions
        if storesPositions { positions = [] }
    }

    var wantsPositions: Bool { positions != nil || hasTooManyPositions }

    mutating func removePositions() {
        positions = nil
        positionEnds = []
        hasTooManyPositions = false
    }

    /// Adds the current row of a query for the text.
    @inline(__always)
    mutating func add(_ context: borrowing FTSContext, _ scope: RowSet?, ranker: Ranker) {
        let row = Int(truncatingIfNeeded: context.row)
        // A deleted row has length 0.
        let length = ranker.length(row)
        if length == 0 { return }
        rows.insert(row)
        if let scope, !scope.contains(row) { return }
        var occurrences = Ranker.Occurrences(.single)
        if positions != nil {
            context.forEachPlace { column, offset in
                occurrences.add(FTSColumn(rawValue: column))
                positions?.append(TokenPosition.make(column, offset))
            }
        } else {
            context.forEachPlace { column, _ in occurrences.add(FTSColumn(rawValue: column)) }
        }
        add(row, frequency: ranker.frequency(occurrences, row, length: length))
    }

    /// Adds a row with the positions found in it.
    mutating func add(_ row: Int64, at found: [UInt32], scope: RowSet?, ranker: Ranker) {
        let row = Int(truncatingIfNeeded: row)
        let length = ranker.length(row)
        if length == 0 { return }
        rows.insert(row)
        if let scope, !scope.contains(row) { return }
        var occurrences = Ranker.Occurrences(.single)
        for position in found { occurrences.add(TokenPosition.column(position)) }
        positions?.append(contentsOf: found)
        add(row, frequency: ranker.frequency(occurrences, row, length: length))
    }

    private mutating func add(_ row: Int, frequency: Double) {
        ranked.append(Int32(truncatingIfNeeded: row))
        frequencies.append(frequency)
        guard let count = positions?.count else { return }
        positionEnds.append(count)
        if count > maximumPositions {
            removePositions()
            hasTooManyPositions = true
        }
    }

    /// Returns the positions in a ranked row, given the row's index.
    func positions(_ number: Int) -> ArraySlice<UInt32> {
        guard let positions else { return [] }
        return positions[(number == 0 ? 0 : positionEnds[number - 1])..<positionEnds[number]]
    }

    /// Returns the rows that also contain another text, with the average frequency of both and without positions.
    func meeting(_ other: PhraseHits) -> PhraseHits {
        var both = PhraseHits(rows: rows.intersection(other.rows))
        var position = 0
        for (number, row) in ranked.enumerated() {
            while position < other.ranked.count, other.ranked[position] < row { position += 1 }
            if position == other.ranked.count { break }
            if other.ranked[position] == row {
                both.add(Int(row), frequency: (frequencies[number] + other.frequencies[position]) / 2)
            }
        }
        return both
    }

    private init(rows: RowSet) {
        self.rows = rows
        maximumPositions = .max
    }

    /// Returns the positions in a row. Complexity: O(log rows).
    func positions(inRow row: Int) -> ArraySlice<UInt32> {
        let number = (0..<ranked.count).partitioningIndex { ranked[$0] >= row }
        return number < ranked.count && Int(ranked[number]) == row ? positions(number) : []
    }
}
