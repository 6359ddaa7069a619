/// A sequence of scalars that are reordered and composed together: a base and the scalars bound to it.
///
/// This is Unicode Normalization Form C (UAX #15) of folded text. A cluster starts with a scalar that composes with
/// nothing before it, and contains all bound scalars that follow. Scalars outside therefore cannot change it.
struct FoldingCluster {
    private(set) var scalars: [UInt32] = []
    private(set) var sources: [Int] = []
    private var ranks: [UInt32] = []
    private var keys: [UInt64] = []

    mutating func removeAll() {
        scalars.removeAll(keepingCapacity: true)
        sources.removeAll(keepingCapacity: true)
        ranks.removeAll(keepingCapacity: true)
    }

    /// Decomposes a folded scalar and adds its parts. All parts get the same source offset.
    ///
    /// - Parameter source: the offset of the source character in the unfolded text.
    mutating func add(_ scalar: UInt32, _ source: Int, table: FoldingTable) {
        guard let pair = Self.pair(of: scalar) else {
            scalars.append(scalar)
            sources.append(source)
            ranks.append(table[scalar].rank)
            return
        }
        // Recursion is at most three deep, which depends on Unicode data only.
        add(pair.first, source, table: table)
        add(pair.second, source, table: table)
    }

    /// Removes the marks that folding drops, sorts the other ones in canonical order, and composes. Returns the last
    /// base of the cluster, or `base` if the cluster has none.
    ///
    /// - Parameter base: the base before the cluster.
    ///
    /// Complexity: O(n log n) in the scalars of the cluster.
    mutating func normalize(after base: FoldingTable.Entry, _ table: FoldingTable) -> FoldingTable.Entry {
        let last = dropMarks(after: base, table)
        sortMarks()
        compose()
        return last
    }

    private mutating func dropMarks(after base: FoldingTable.Entry, _ table: FoldingTable) -> FoldingTable.Entry {
        var base = base
        var kept = 0
        for index in scalars.indices {
            let entry = table[scalars[index]]
            if entry.isMark, base.takesNoMarks {
                guard base.target == Folding.cyrillicI, entry.target == Folding.breve else { continue }
                base = table[Folding.cyrillicShortI]
            } else if entry.rank == 0 {
                base = entry
            }
            scalars[kept] = scalars[index]
            sources[kept] = sources[index]
            ranks[kept] = ranks[index]
            kept += 1
        }
        scalars.removeLast(scalars.count - kept)
        sources.removeLast(sources.count - kept)
        ranks.removeLast(ranks.count - kept)
        return base
    }

    private mutating func sortMarks() {
        var start = 0
        while start < scalars.count {
            if ranks[start] == 0 {
                start += 1
                continue
            }
            var end = start + 1
            var isSorted = true
            while end < scalars.count, ranks[end] != 0 {
                if ranks[end] < ranks[end - 1] { isSorted = false }
                end += 1
            }
            if !isSorted { sortMarks(start..<end) }
            let source = sources[max(start - 1, 0)]
            for index in start..<end { sources[index] = source }
            start = end
        }
    }

    /// Sorts marks by rank, keeping the order of marks with the same rank.
    private mutating func sortMarks(_ range: Range<Int>) {
        keys.removeAll(keepingCapacity: true)
        for index in range { keys.append(UInt64(ranks[index]) << 56 | UInt64(index) << 21 | UInt64(scalars[index])) }
        keys.sort()
        for (index, key) in zip(range, keys) {
            scalars[index] = UInt32(truncatingIfNeeded: key & 0x1F_FFFF)
            ranks[index] = UInt32(truncatingIfNeeded: key >> 56)
        }
    }

    private mutating func compose() {
        var kept = 0
        var starter = -1
        var last: UInt32 = 0
        for index in scalars.indices {
            let rank = ranks[index]
            if starter >= 0, last < rank || last == 0,
                let composite = Self.composite(scalars[starter], scalars[index])
            {
                scalars[starter] = composite
                continue
            }
            if rank == 0 { starter = kept }
            last = rank
            scalars[kept] = scalars[index]
            sources[kept] = sources[index]
            kept += 1
        }
        scalars.removeLast(scalars.count - kept)
        sources.removeLast(sources.count - kept)
    }

    // MARK: Pairs

    /// Returns the composite of two scalars. Hangul follows section 3.12 of the Unicode Standard.
    private static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
        let lead = first &- 0x1100
        let vowel = second &- 0x1161
        if lead < 19, vowel < 21 { return 0xAC00 + (lead * 21 + vowel) * 28 }
        let syllable = first &- 0xAC00
        let trail = second &- 0x11A7
        if syllable < 11172, syllable % 28 == 0, trail > 0, trail < 28 { return first + trail }
        let firsts = FoldingData.firsts
        let seconds = FoldingData.seconds
        let index = (0..<firsts.count).partitioningIndex { (firsts[$0], seconds[$0]) >= (first, second) }
        guard index < firsts.count, firsts[index] == first, seconds[index] == second else { return nil }
        return FoldingData.composites[index]
    }

    /// Returns the two scalars that compose to `composite`, or nil if there are none. A Hangul syllable is not
    /// decomposed, since it composes only at its end.
    private static func pair(of composite: UInt32) -> (first: UInt32, second: UInt32)? {
        let order = FoldingData.byComposite
        let composites = FoldingData.composites
        let place = (0..<order.count).partitioningIndex { composites[Int(order[$0])] >= composite }
        guard place < order.count else { return nil }
        let index = Int(order[place])
        guard composites[index] == composite else { return nil }
        return (FoldingData.firsts[index], FoldingData.seconds[index])
    }
}
