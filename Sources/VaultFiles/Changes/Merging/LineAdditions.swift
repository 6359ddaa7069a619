import SourceText

/// A merge of lines that both sides add to one paragraph, such as a log whose entries are lines.
struct LineAdditions {
    let bytes: [UInt8]
    let isSorted: Bool

    private typealias Line = ArraySlice<UInt8>

    /// Fails if a side changed or removed a line.
    init?(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
        let (base, ours, theirs) = (base.linesWithEnds, ours.linesWithEnds, theirs.linesWithEnds)
        guard let left = Self.additions(base, ours), let right = Self.additions(base, theirs) else { return nil }
        var lines: [Line] = []
        var isSorted = false
        for place in 0...base.count {
            let (own, other) = (left[place] ?? [], right[place] ?? [])
            let neighbors = (place > 0 ? base[place - 1] : nil, place < base.count ? base[place] : nil)
            if let sorted = Self.sorted(own, other, between: neighbors) {
                isSorted = true
                lines += sorted
            } else {
                lines += Self.joined(own, other)
            }
            if place < base.count { lines.append(base[place]) }
        }
        bytes = lines.flatMap { $0 }
        self.isSorted = isSorted
    }

    /// Returns the lines that a side adds before each line of the base. Returns nil if it changed others.
    private static func additions(_ base: [Line], _ side: [Line]) -> [Int: [Line]]? {
        var additions: [Int: [Line]] = [:]
        for change in SequenceDifference.changes(from: base, to: side) {
            guard change.old.isEmpty else { return nil }
            additions[change.old.lowerBound] = Array(side[change.new])
        }
        return additions
    }

    /// Returns our lines and then theirs, but equal ones once.
    private static func joined(_ ours: [Line], _ theirs: [Line]) -> [Line] {
        var lines: [Line] = []
        var position = 0
        for change in SequenceDifference.changes(from: ours, to: theirs) {
            lines += ours[position..<change.old.upperBound] + theirs[change.new]
            position = change.old.upperBound
        }
        return lines + ours[position...]
    }

    /// Returns the lines of both sides sorted by the times or dates at their start, if all have some and are in order.
    private static func sorted(_ ours: [Line], _ theirs: [Line], between neighbors: (Line?, Line?)) -> [Line]? {
        if ours.isEmpty || theirs.isEmpty || !Set(ours).isDisjoint(with: theirs) { return nil }
        func times(_ lines: [Line]) -> [String]? {
            let times = lines.map { line in
                line.split(whereSeparator: \.isWhiteSpace).first.flatMap {
                    EntryTime.text([UnitWords.Word(space: [], text: Array($0))])
                }
            }
            return times.contains(nil) ? nil : times.compactMap { $0 }
        }
        func inPlace(_ lines: [Line]) -> [Line] {
            [neighbors.0].compactMap { $0 } + lines + [neighbors.1].compactMap { $0 }
        }
        guard let all = times(inPlace(ours)), let others = times(inPlace(theirs)),
            let comesBefore = EntryTime.order(all, others), let left = times(ours), let right = times(theirs)
        else { return nil }
        var merged: [Line] = []
        var next = 0
        for (line, time) in zip(ours, left) {
            while next < theirs.count, comesBefore(right[next], time) {
                merged.append(theirs[next])
                next += 1
            }
            merged.append(line)
        }
        return merged + theirs[next...]
    }
}
