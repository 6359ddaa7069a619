import SourceText

/// The units of a side that correspond to those of the base, in one region.
struct UnitAlignment {
    enum UnitState: Equatable {
        /// The unit is there, and differs in layout at most.
        case same(Int)
        /// Units of the side replace `run`, a range of the base.
        case changed(Range<Int>, run: Range<Int>)
        case removed
    }

    /// The states of the base's units, the first of them at index 0.
    private(set) var states: [UnitState]
    /// The units that the side adds before each unit of the base, and after the last one.
    private(set) var additions: [Range<Int>]

    /// The largest number of pairs of units that are compared by their words.
    private static let maximumPairs = 2500
    /// The share of common words from which a unit counts as a changed version of another.
    static let minimumSimilarity = 0.5
    /// The score of units of one shape that have no words in common, so that items are not paired with paragraphs.
    private static let shapeScore = 0.001
    /// The score of a property of a task that is the same on both sides, which decides between texts that are equal.
    private static let propertyScore = 0.0001

    init(_ base: (text: MergeText, units: Range<Int>), _ side: (text: MergeText, units: Range<Int>)) {
        states = Array(repeating: .removed, count: base.units.count)
        additions = (0...base.units.count).map { _ in side.units.lowerBound..<side.units.lowerBound }
        let (old, new) = (Array(base.text.units[base.units]), Array(side.text.units[side.units]))
        let (first, start) = (base.units.lowerBound, side.units.lowerBound)
        var position = (old: 0, new: 0)
        func keep(to end: Int) {
            while position.old < end {
                states[position.old] = .same(start + position.new)
                position = (position.old + 1, position.new + 1)
            }
        }
        for change in SequenceDifference.changes(from: old.map(\.key), to: new.map(\.key)) {
            keep(to: change.old.lowerBound)
            position = (change.old.upperBound, change.new.upperBound)
            var runs: [SequenceDifference.Change] = []
            var last = (old: change.old.lowerBound, new: change.new.lowerBound)
            for pair in Self.pairs(change, base: base.text, side: side.text, offsets: (first, start)) {
                runs.append(.init(old: last.old..<pair.old, new: last.new..<pair.new))
                runs.append(.init(old: pair.old..<pair.old + 1, new: pair.new..<pair.new + 1))
                last = (pair.old + 1, pair.new + 1)
            }
            runs.append(.init(old: last.old..<change.old.upperBound, new: last.new..<change.new.upperBound))
            for run in runs { add(run, first: first, start: start) }
        }
        keep(to: old.count)
    }

    private mutating func add(_ run: SequenceDifference.Change, first: Int, start: Int) {
        let new = start + run.new.lowerBound..<start + run.new.upperBound
        if new.isEmpty { return }
        if run.old.isEmpty {
            additions[run.old.lowerBound] = new
            return
        }
        let old = first + run.old.lowerBound..<first + run.old.upperBound
        for index in run.old { states[index] = .changed(new, run: old) }
    }

    /// Returns pairs of similar units, in the order of both sides, with the highest sum of similarities.
    private static func pairs(
        _ change: SequenceDifference.Change, base: MergeText, side: MergeText, offsets: (old: Int, new: Int)
    ) -> [(old: Int, new: Int)] {
        let (rows, columns) = (change.old.count, change.new.count)
        guard rows > 0, columns > 0, rows * columns <= maximumPairs else { return [] }
        var numbers = WordNumbers()
        let old = change.old.map { numbers.sorted(base.words(offsets.old + $0)) }
        let new = change.new.map { numbers.sorted(side.words(offsets.new + $0)) }
        let oldProperties = change.old.map { base.properties(offsets.old + $0) }
        let newProperties = change.new.map { side.properties(offsets.new + $0) }
        func score(_ row: Int, _ column: Int) -> Double {
            let left = base.units[offsets.old + change.old.lowerBound + row]
            let right = side.units[offsets.new + change.new.lowerBound + column]
            guard left.kind == right.kind else { return 0 }
            let similarity = WordNumbers.similarity(old[row], new[column])
            if similarity < minimumSimilarity { return left.shape == right.shape ? shapeScore : 0 }
            // Of a recurring task and its next occurrence, the one with the same date is meant.
            let kept = oldProperties[row].intersection(newProperties[column])
            return similarity + propertyScore * Double(kept.count)
        }
        var best = [[Double]](repeating: [Double](repeating: 0, count: columns + 1), count: rows + 1)
        var scores = best
        for row in (0..<rows).reversed() {
            for column in (0..<columns).reversed() {
                scores[row][column] = score(row, column)
                best[row][column] = max(
                    best[row + 1][column], best[row][column + 1], best[row + 1][column + 1] + scores[row][column])
            }
        }
        var pairs: [(old: Int, new: Int)] = []
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            if scores[row][column] > 0, best[row][column] == best[row + 1][column + 1] + scores[row][column] {
                pairs.append((change.old.lowerBound + row, change.new.lowerBound + column))
                (row, column) = (row + 1, column + 1)
            } else if best[row][column] == best[row + 1][column] {
                row += 1
            } else {
                column += 1
            }
        }
        return pairs
    }

    /// Returns the smallest range of the base around `unit` that contains all its runs.
    func run(around unit: Int, first: Int) -> Range<Int> {
        if case .changed(_, let run) = states[unit - first] { return run }
        return unit..<unit + 1
    }
}
