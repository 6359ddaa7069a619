package import SourceText

/// Merges three versions of a note: the front matter key by key, the body by lines.
///
/// Where merging by lines has nothing left to decide and the keys agree with it, the result is that, byte for byte. Where
/// a side's front matter cannot be read, or sides differ in whether there is one, lines alone decide: never a guess.
package struct NoteMerge {
    /// Merges by lines, as git does.
    package typealias MergeLines = (_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) throws -> Merged

    package struct Merged: Hashable, Sendable {
        package var bytes: [UInt8]
        package var hasConflicts: Bool

        package init(bytes: [UInt8], hasConflicts: Bool) {
            self.bytes = bytes
            self.hasConflicts = hasConflicts
        }
    }

    private let keys: KeyNames
    private let calendar: LocalCalendar
    private let markerSize: Int
    private let mergeLines: MergeLines

    /// - Parameters:
    ///   - keys: every name of the keys that mean something.
    ///   - calendar: for dates without a zone.
    ///   - markerSize: of how many signs conflict markers are made.
    package init(
        _ keys: KeyNames, _ calendar: LocalCalendar, markerSize: Int, mergeLines: @escaping MergeLines
    ) {
        self.keys = keys
        self.calendar = calendar
        self.markerSize = markerSize
        self.mergeLines = mergeLines
    }

    package func merge(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws -> Merged {
        if ours == theirs || base == theirs { return Merged(bytes: ours, hasConflicts: false) }
        if base == ours { return Merged(bytes: theirs, hasConflicts: false) }
        let lines = try mergeLines(base, ours, theirs)
        let forms = [base, ours, theirs].map { TextForm($0) }
        // Where a side changed how lines end, or a mark at the start, what else it changed shows in one form alone.
        guard let form = TextForm.merged(forms[0], forms[1], forms[2], isNew: base.isEmpty) else { return lines }
        let texts = zip([base, ours, theirs], forms).map { $1.plain($0) }
        guard let sides = sides(texts) else { return lines }
        let keys = try mergeKeys(sides, showsBase: lines.hasConflicts && showsBase(lines.bytes))
        // Nil where lines make front matter that cannot be read, such as a key twice.
        let whole = lines.hasConflicts ? nil : MergeSide(TextForm(lines.bytes).plain(lines.bytes))
        if let whole, keys.hasConflicts || agrees(whole, with: keys) { return lines }
        let body =
            try whole.map { Merged(bytes: $0.body, hasConflicts: false) }
            ?? Self.merged(sides.base.body, sides.ours.body, sides.theirs.body).map {
                Merged(bytes: $0, hasConflicts: false)
            } ?? mergeLines(sides.base.body, sides.ours.body, sides.theirs.body)
        let plain = keys.front + body.bytes
        let merged = Merged(bytes: form.formed(plain), hasConflicts: keys.hasConflicts || body.hasConflicts)
        // What cannot be read back as it was meant was a guess.
        if !keys.hasConflicts, !isRead(plain, as: keys) { return lines }
        return merged
    }

    // MARK: Sides

    private struct Sides {
        var base: MergeSide
        var ours: MergeSide
        var theirs: MergeSide
    }

    /// The three versions as they are merged by keys; nil where they are not of one kind, or cannot be read.
    private func sides(_ texts: [[UInt8]]) -> Sides? {
        guard let ours = MergeSide(texts[1]), let theirs = MergeSide(texts[2]) else { return nil }
        // Both made the note: nothing stands for what it was before.
        if texts[0].isEmpty { return Sides(base: MergeSide.nothing, ours: ours, theirs: theirs) }
        guard let base = MergeSide(texts[0]) else { return nil }
        return Sides(base: base, ours: ours, theirs: theirs)
    }

    /// What became of the front matter.
    private struct MergedKeys {
        /// From the opening line to the closing one.
        var front: [UInt8] = []
        var hasConflicts = false
        /// What each key is to be in the end, by identity; nil for one that is to be gone. Of those in conflict nothing is
        /// known.
        var expected: [String: MergeBlock?] = [:]
    }

    private func mergeKeys(_ sides: Sides, showsBase: Bool) throws -> MergedKeys {
        var merged = MergedKeys()
        merged.front = Self.chosen(sides.base.opening, sides.ours.opening, sides.theirs.opening)
        for key in order(sides) {
            let blocks = (sides.base[key], sides.ours[key], sides.theirs[key])
            let outcome = try MergeBlock.merge(
                base: blocks.0, ours: blocks.1, theirs: blocks.2, as: kind(key, blocks), mergeLines: mergeLines)
            switch outcome {
            case .block(let block):
                merged.front += (block?.lead ?? []) + (block?.own ?? [])
                merged.expected.updateValue(block, forKey: key)
            case .conflict(let lead, let base, let ours, let theirs):
                merged.hasConflicts = true
                merged.front += lead + conflict(base, ours, theirs, showsBase)
            }
        }
        // Comments behind the last key, and the line that closes.
        let tail = Self.merged(sides.base.tail, sides.ours.tail, sides.theirs.tail)
        if let tail {
            merged.front += tail
        } else {
            merged.hasConflicts = true
            merged.front += conflict(sides.base.tail, sides.ours.tail, sides.theirs.tail, showsBase)
        }
        merged.front += Self.chosen(sides.base.closing, sides.ours.closing, sides.theirs.closing)
        return merged
    }

    /// Ours, unless theirs alone is another.
    private static func chosen(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
        ours == base ? theirs : ours
    }

    /// The one that changed; nil where both did, differently.
    static func merged(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
        if ours == theirs || theirs == base { return ours }
        return ours == base ? theirs : nil
    }

    /// Whether git's own conflicts show what both sides began from: the person's `merge.conflictStyle`.
    private func showsBase(_ bytes: [UInt8]) -> Bool {
        let mark = [UInt8](repeating: Byte.bar, count: markerSize) + [Byte.space]
        return bytes.split(separator: Byte.newline).contains { $0.starts(with: mark) }
    }

    private func conflict(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ showsBase: Bool) -> [UInt8] {
        func mark(_ sign: Character, _ label: String) -> [UInt8] {
            Array((String(repeating: sign, count: markerSize) + (label.isEmpty ? "" : " \(label)") + "\n").utf8)
        }
        var text = mark("<", "ours") + ours
        if showsBase { text += mark("|", "base") + base }
        return text + mark("=", "") + theirs + mark(">", "theirs")
    }

    // MARK: Order

    /// The keys in the order in which they stand in the end: that of the side that has changed it, each key of the other
    /// behind the one that it follows there.
    private func order(_ sides: Sides) -> [String] {
        let (base, ours, theirs) = (sides.base.keys, sides.ours.keys, sides.theirs.keys)
        let common = Set(base).intersection(ours)
        let isKept = base.filter { common.contains($0) } == ours.filter { common.contains($0) }
        var order = isKept && !base.isEmpty ? theirs : ours
        let others = isKept && !base.isEmpty ? ours : theirs
        for (index, key) in others.enumerated() where !order.contains(key) {
            let before = others[..<index].last { order.contains($0) }
            var place = before.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            // Of what both put in the same place ours comes first.
            if others == theirs { while place < order.count, !theirs.contains(order[place]) { place += 1 } }
            order.insert(key, at: place)
        }
        return order + base.filter { !order.contains($0) }
    }

    private func kind(_ identity: String, _ blocks: (MergeBlock?, MergeBlock?, MergeBlock?)) -> MergeBlock.Kind {
        let name = blocks.1?.name ?? blocks.2?.name ?? blocks.0?.name ?? identity
        switch keys.name(name)?.key {
        case .created: return .earlier { moment($0) }
        case .modified: return .later { moment($0) }
        case .some(let key) where key.isList: return .list
        default:
            let present = [blocks.0, blocks.1, blocks.2]
            return present.allSatisfy { $0?.isSequence ?? false } ? .list : .plain
        }
    }

    private func moment(_ text: String) -> Moment? { DateText(text)?.moment(in: calendar) }

    // MARK: Looking back

    /// Whether what lines made of the note says of each key what the keys' own merge says; of one that this cannot decide
    /// lines may.
    private func agrees(_ side: MergeSide, with keys: MergedKeys) -> Bool {
        for (key, block) in keys.expected {
            let found = side[key]
            guard (found == nil) == (block == nil) else { return false }
            if let found, let block, !found.says(block) { return false }
        }
        return true
    }

    private func isRead(_ plain: [UInt8], as keys: MergedKeys) -> Bool {
        guard let side = MergeSide(plain), side.keys.count == keys.expected.values.count(where: { $0 != nil }) else {
            return false
        }
        return side.keys.allSatisfy { key in
            guard let found = side[key], let block = keys.expected[key] ?? nil else { return false }
            return found.says(block)
        }
    }
}
