import SourceText

/// The order of the units that both sides add at one place.
struct AdditionOrder {
    /// An added unit, with its index on each side that adds it.
    struct Addition {
        var ours: Int?
        var theirs: Int?
    }

    let additions: [Addition]
    let isSorted: Bool

    /// - Parameter theirsFirst: whether theirs come before ours, for a second try.
    init(
        ours: (text: MergeText, units: Range<Int>), theirs: (text: MergeText, units: Range<Int>), theirsFirst: Bool
    ) {
        if !theirsFirst, let sorted = Self.sorted(ours, theirs) {
            additions = sorted
            isSorted = true
            return
        }
        isSorted = false
        let (left, right) = (Self.paths(ours), Self.paths(theirs))
        var additions: [Addition] = []
        var position = (ours: 0, theirs: 0)
        func add(_ ours: Range<Int>, _ theirs: Range<Int>, starts: (Int, Int)) {
            let own = ours.map { Addition(ours: starts.0 + $0) }
            let other = theirs.map { Addition(theirs: starts.1 + $0) }
            additions += theirsFirst ? other + own : own + other
        }
        let starts = (ours.units.lowerBound, theirs.units.lowerBound)
        let end = SequenceDifference.Change(old: left.count..<left.count, new: right.count..<right.count)
        for change in SequenceDifference.changes(from: left, to: right) + [end] {
            while position.ours < change.old.lowerBound {
                additions.append(Addition(ours: starts.0 + position.ours, theirs: starts.1 + position.theirs))
                position = (position.ours + 1, position.theirs + 1)
            }
            add(change.old, change.new, starts: starts)
            position = (change.old.upperBound, change.new.upperBound)
        }
        self.additions = additions
    }

    /// Returns the key of each unit with those of the units that contain it. Equal units are the same addition only in
    /// the same place.
    private static func paths(_ side: (text: MergeText, units: Range<Int>)) -> [[UInt8]] {
        var paths: [[UInt8]] = []
        for index in side.units {
            let unit = side.text.units[index]
            let above = unit.parent.flatMap { side.units.contains($0) ? paths[$0 - side.units.lowerBound] : nil }
            // A long path is cut, since a deep list would need quadratic memory.
            paths.append(Array((above ?? []).suffix(1000)) + [0] + unit.key)
        }
        return paths
    }

    // MARK: Times and dates

    /// An added unit with the units inside it.
    private struct Group {
        var units: Range<Int>
        var time: String
        var isOurs: Bool
    }

    /// Returns both sides' additions sorted by the times or dates at their start. Returns nil if some have none, or if a
    /// side does not have them in order, with the neighbors of the place.
    private static func sorted(
        _ ours: (text: MergeText, units: Range<Int>), _ theirs: (text: MergeText, units: Range<Int>)
    ) -> [Addition]? {
        guard let own = groups(ours, isOurs: true), let other = groups(theirs, isOurs: false),
            let first = own.first, let second = other.first,
            ours.text.units[first.units.lowerBound].shape == theirs.text.units[second.units.lowerBound].shape,
            let (left, right) = neighbors(ours, own), let (left2, right2) = neighbors(theirs, other)
        else { return nil }
        let times = (left + own.map(\.time) + right, left2 + other.map(\.time) + right2)
        guard let comesBefore = EntryTime.order(times.0, times.1) else { return nil }
        var (merged, rest): ([Group], ArraySlice<Group>) = ([], other[...])
        for group in own {
            while let next = rest.first, comesBefore(next.time, group.time) {
                merged.append(next)
                rest = rest.dropFirst()
            }
            // The same entry of both sides is left to the comparison of units.
            if let next = rest.first, next.time == group.time,
                ours.text.units[group.units.lowerBound].key == theirs.text.units[next.units.lowerBound].key
            {
                return nil
            }
            merged.append(group)
        }
        return (merged + rest).flatMap { group in
            group.units.map { group.isOurs ? Addition(ours: $0) : Addition(theirs: $0) }
        }
    }

    /// Returns the added units that are in no other, each with the units inside it. Returns nil if one does not start
    /// with a time or date.
    private static func groups(_ side: (text: MergeText, units: Range<Int>), isOurs: Bool) -> [Group]? {
        var groups: [Group] = []
        for index in side.units {
            if let parent = side.text.units[index].parent, side.units.contains(parent) {
                guard !groups.isEmpty else { return nil }
                groups[groups.count - 1].units = groups[groups.count - 1].units.lowerBound..<index + 1
                continue
            }
            guard let time = EntryTime.text(side.text.words(index)) else { return nil }
            groups.append(Group(units: index..<index + 1, time: time, isOurs: isOurs))
        }
        let shapes = Set(groups.map { side.text.units[$0.units.lowerBound].shape })
        return shapes.count == 1 ? groups : nil
    }

    /// Returns the times of the siblings before and after the additions, if there are some. Returns nil if one has no
    /// time.
    private static func neighbors(
        _ side: (text: MergeText, units: Range<Int>), _ groups: [Group]
    ) -> (before: [String], after: [String])? {
        let units = side.text.units
        let root = units[groups[0].units.lowerBound]
        var before = side.units.lowerBound - 1
        while before >= 0, units[before].parent != root.parent, let parent = units[before].parent { before = parent }
        var after = side.units.upperBound
        if after < units.count, units[after].parent != root.parent { after = units.count }
        var times: [[String]] = [[], []]
        for (place, index) in [before, after].enumerated() where units.indices.contains(index) {
            guard units[index].parent == root.parent, units[index].shape == root.shape else { continue }
            guard let time = EntryTime.text(side.text.words(index)) else { return nil }
            times[place] = [time]
        }
        return (times[0], times[1])
    }
}

extension MergeUnit {
    /// Two units of the same shape are of one list, one table or one level of headings.
    var shape: Shape { Shape(kind: kind, containers: containers, startsItem: startsItem) }

    struct Shape: Hashable {
        var kind: UnitKind
        var containers: [Enclosure]
        var startsItem: Bool
    }
}
