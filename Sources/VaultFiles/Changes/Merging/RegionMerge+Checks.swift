import SourceText

/// Checks that nothing is lost and nothing is repeated.
extension RegionMerge {
    /// Whether no line is lost and none is doubled, apart from units that mix the words of both sides.
    var keepsLines: Bool {
        func lines(_ text: MergeText, _ range: Range<Int>, without side: KeyPath<Versions<Range<Int>>, Range<Int>>)
            -> [ArraySlice<UInt8>: Int]
        {
            let left = Set(mixed.flatMap { $0[keyPath: side] })
            return Self.lines(range.filter { !left.contains($0) }.map { text.text($0) })
        }
        let old = lines(texts.base, units.base, without: \.base)
        let own = lines(texts.ours, units.ours, without: \.ours)
        let other = lines(texts.theirs, units.theirs, without: \.theirs)
        // A conflict contains the lines of both sides.
        let mixedUnits = Set(mixed.flatMap(\.ours)), mixedTheirs = Set(mixed.flatMap(\.theirs))
        let merged = Self.lines(
            pieces.filter { piece in
                !piece.units.ours.contains { mixedUnits.contains($0) }
                    && !piece.units.theirs.contains { mixedTheirs.contains($0) }
            }.compactMap(\.text))
        let conflicts = pieces.filter { $0.text == nil }
        let marked = [
            Self.lines(conflicts.map { texts.ours.text($0.units.ours) }),
            Self.lines(conflicts.map { texts.theirs.text($0.units.theirs) }),
        ]
        for line in Set(own.keys).union(other.keys).union(merged.keys) {
            let (before, left, right) = (old[line] ?? 0, own[line] ?? 0, other[line] ?? 0)
            let found = merged[line] ?? 0
            let shown = found + max(marked[0][line] ?? 0, marked[1][line] ?? 0)
            if shown < max(left - max(0, before - right), right - max(0, before - left)) { return false }
            if found > max(left, right, left + right - before) { return false }
        }
        return true
    }

    /// Whether a unit that both sides add, at different places of one list or section, is there twice.
    var repeatsUnits: Bool {
        let (own, other) = (paths(texts.ours, units.ours), paths(texts.theirs, units.theirs))
        let old = Set(paths(texts.base, units.base).values)
        let common = Set(own.values).intersection(other.values).subtracting(old).filter { path in
            path.last?.contains { $0.isLetter || $0.isDigit || $0 > 0x7F } ?? false
        }
        if common.isEmpty { return false }
        func counts(_ paths: some Sequence<[[UInt8]]>) -> [[[UInt8]]: Int] {
            paths.reduce(into: [:]) { counts, path in if common.contains(path) { counts[path, default: 0] += 1 } }
        }
        let (left, right) = (counts(own.values), counts(other.values))
        let found = pieces.filter { $0.text != nil }.compactMap { piece in
            piece.units.ours.first.flatMap { own[$0] } ?? piece.units.theirs.first.flatMap { other[$0] }
        }
        return counts(found).contains { path, count in count > max(left[path] ?? 0, right[path] ?? 0) }
    }

    /// Whether one side completed a recurring task, so that the next one is above or below it, and the other side changed more
    /// than the box. The change may belong to both.
    func dividesRecurringTask(_ all: Versions<Range<Int>>) -> Bool {
        func words(_ text: MergeText, _ unit: Int) -> UnitWords { UnitWords(text.units[unit], text.text(unit)) }
        let base = words(texts.base, all.base.lowerBound)
        guard base.taskProperties[.repeat] != nil else { return false }
        func isCompleted(_ text: MergeText, _ unit: Int) -> Bool {
            guard words(text, unit).box != base.box else { return false }
            return [unit - 1, unit + 1].contains { next in
                guard text.units.indices.contains(next), text.units[next].startsItem else { return false }
                let other = words(text, next)
                return other.box == base.box && other.words.map(\.text) == base.words.map(\.text)
            }
        }
        func changesMore(_ text: MergeText, _ unit: Int) -> Bool {
            func content(_ words: UnitWords) -> [[[UInt8]]] {
                let dates = [TaskProperty.done, .cancelled].map { Array($0.rawValue.utf8) }
                return [words.words.map(\.text)]
                    + words.properties.filter { !dates.contains(UnitWords.name($0)) }.map { $0.map(\.text) }
            }
            return content(words(text, unit)) != content(base)
        }
        let (own, other) = (all.ours.lowerBound, all.theirs.lowerBound)
        return isCompleted(texts.ours, own) && changesMore(texts.theirs, other)
            || isCompleted(texts.theirs, other) && changesMore(texts.ours, own)
    }

    /// Returns the key of each unit after those of the units of the region that contain it.
    private func paths(_ text: MergeText, _ range: Range<Int>) -> [Int: [[UInt8]]] {
        range.reduce(into: [:]) { paths, unit in
            let above = text.units[unit].parent.flatMap { paths[$0] } ?? []
            // A long path is cut, since a deep list would need quadratic memory.
            paths[unit] = above.suffix(10) + [text.units[unit].key]
        }
    }

    /// Returns how often each line occurs, without white space around it and blank lines.
    private static func lines(_ texts: [[UInt8]]) -> [ArraySlice<UInt8>: Int] {
        var counts: [ArraySlice<UInt8>: Int] = [:]
        for text in texts {
            for line in text.split(separator: Byte.newline) {
                let words = line.drop(while: \.isWhiteSpace)
                let end = words.lastIndex { !$0.isWhiteSpace } ?? words.startIndex
                if !words.isEmpty { counts[words[words.startIndex...end], default: 0] += 1 }
            }
        }
        return counts
    }
}
