import Notes
package import SourceText

/// A merge of three versions of a note: front matter key by key, body by lines, and by structure where lines conflict
/// (`BodyMerge`). If the merge by lines has no conflicts and agrees with the merge by keys, its result is used unchanged.
/// If a front matter cannot be parsed, or a side has removed it, only lines are merged.
package struct NoteMerge {
    private let keys: KeyNames
    private let calendar: LocalCalendar
    private let markerSize: Int
    private let labels: Labels
    private let mergeLines: MergedText.MergeLines
    private let usesStructure: Bool

    /// The names of the versions in conflict markers.
    package struct Labels: Sendable {
        package var ours: String
        package var theirs: String

        package init(ours: String, theirs: String) { (self.ours, self.theirs) = (ours, theirs) }

        package static let standard = Labels(ours: "ours", theirs: "theirs")
    }

    /// - Parameters:
    ///   - keys: the names of the known keys.
    ///   - calendar: the calendar for dates without a zone.
    ///   - markerSize: the number of characters in conflict markers.
    ///   - labels: the names in the markers of conflicts that are not merged by lines.
    ///   - usesStructure: whether bodies that conflict by lines are merged by structure.
    ///   - mergeLines: merges lines, with conflict markers.
    package init(
        _ keys: KeyNames, _ calendar: LocalCalendar, markerSize: Int, labels: Labels = .standard,
        usesStructure: Bool = true, mergeLines: @escaping MergedText.MergeLines
    ) {
        self.keys = keys
        self.calendar = calendar
        self.markerSize = markerSize
        self.labels = labels
        self.mergeLines = mergeLines
        self.usesStructure = usesStructure
    }

    package func merge(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws -> MergedText {
        if ours == theirs || base == theirs { return MergedText(bytes: ours, hasConflicts: false) }
        if base == ours { return MergedText(bytes: theirs, hasConflicts: false) }
        var lines = try mergeLines(base, ours, theirs)
        let forms = [base, ours, theirs].map { TextForm($0) }
        // If a side changed the line ends or the byte order mark, its other changes are only visible in a common form.
        guard let form = TextForm.merged(base: forms[0], ours: forms[1], theirs: forms[2], isNew: base.isEmpty) else {
            return lines
        }
        let texts = zip([base, ours, theirs], forms).map { $1.plain($0) }
        // Git compares line ends too, so every line of a converted side differs, and the result may mix line ends.
        if Set(forms).count > 1, lines.hasConflicts || TextForm(lines.bytes).lineEnd == .mixed {
            lines = try mergeLines(texts[0], texts[1], texts[2])
            lines.bytes = form.applied(to: lines.bytes)
        }
        guard let sides = sides(texts) else {
            guard lines.hasConflicts, texts.allSatisfy(Self.hasNoFrontMatter) else { return lines }
            guard var merged = try mergeBodies(base: texts[0], ours: texts[1], theirs: texts[2], lines: lines) else {
                return lines
            }
            merged.bytes = form.applied(to: merged.bytes)
            return merged
        }
        let keys = try mergeKeys(sides, showsBase: lines.hasConflicts && showsBase(lines.bytes))
        // Nil if the merge by lines makes front matter that cannot be parsed, such as a duplicate key.
        let whole = lines.hasConflicts ? nil : MergeSide(TextForm(lines.bytes).plain(lines.bytes))
        if let whole, keys.hasConflicts || agrees(whole, with: keys) { return lines }
        let body = try mergeBodies(sides, whole: whole)
        let plain = keys.front + body.bytes
        var merged = MergedText(bytes: form.applied(to: plain), hasConflicts: keys.hasConflicts || body.hasConflicts)
        let frontLines = keys.front.count { $0 == Byte.newline }
        merged.decisions = body.decisions.map { MergeDecision(rule: $0.rule, line: $0.line + frontLines) }
        // A result that is not parsed as expected is discarded.
        if !keys.hasConflicts, !isParsed(plain, as: keys) { return lines }
        return merged
    }

    // MARK: Bodies

    /// - Parameter whole: the whole note, if it can be merged by lines.
    private func mergeBodies(_ sides: Sides, whole: MergeSide?) throws -> MergedText {
        let (base, ours, theirs) = (sides.base.body, sides.ours.body, sides.theirs.body)
        if let body = Self.merged(base: base, ours: ours, theirs: theirs) {
            return MergedText(bytes: body, hasConflicts: false)
        }
        let body = try mergeLines(base, ours, theirs)
        if !body.hasConflicts { return body }
        // Git may align the lines of the whole file differently from those of the body.
        if let whole { return MergedText(bytes: whole.body, hasConflicts: false) }
        return try mergeBodies(base: base, ours: ours, theirs: theirs, lines: body) ?? body
    }

    /// The number of conflicts for which git is run. For more, starting the processes takes too long.
    private static let maximumGitConflicts = 50

    /// Merges bodies by structure. Returns nil if that leaves more conflicts than the merge by lines, or as many with no
    /// fewer lines.
    private func mergeBodies(
        base: [UInt8], ours: [UInt8], theirs: [UInt8], lines: MergedText
    ) throws -> MergedText? {
        if !usesStructure { return nil }
        var count = 0
        var showsBase = false
        let merge = try BodyMerge(base: base, ours: ours, theirs: theirs) { base, ours, theirs in
            count += 1
            if count > Self.maximumGitConflicts {
                let text = conflictText(base: base, ours: ours, theirs: theirs, showsBase: showsBase)
                return MergedText(bytes: text, hasConflicts: true)
            }
            let merged = try mergeLines(base, ours, theirs)
            showsBase = self.showsBase(merged.bytes)
            return merged
        }
        guard let merged = merge?.merged else { return nil }
        return !merged.hasConflicts || conflicts(merged.bytes) < conflicts(lines.bytes) ? merged : nil
    }

    /// Returns the number of conflicts that are marked in a text, and the number of their lines.
    private func conflicts(_ text: [UInt8]) -> (count: Int, lines: Int) {
        func mark(_ sign: UInt8) -> [UInt8] { [UInt8](repeating: sign, count: markerSize) + [Byte.space] }
        let (start, end) = (mark(Byte.less), mark(Byte.greater))
        var (count, lines, isInside) = (0, 0, false)
        for line in text.linesWithEnds {
            if line.starts(with: start) { (count, isInside) = (count + 1, true) }
            if isInside { lines += 1 }
            if line.starts(with: end) { isInside = false }
        }
        return (count, lines)
    }

    private static func hasNoFrontMatter(_ text: [UInt8]) -> Bool {
        let front = FrontMatter(text)
        return front.block == nil && front.conflicts.isEmpty
    }

    // MARK: Sides

    private struct Sides {
        var base: MergeSide
        var ours: MergeSide
        var theirs: MergeSide

        /// Returns a part of our version, or of their version if only they changed it.
        func changed(_ part: KeyPath<MergeSide, [UInt8]>) -> [UInt8] {
            ours[keyPath: part] == base[keyPath: part] ? theirs[keyPath: part] : ours[keyPath: part]
        }
    }

    /// Returns the parts of the three versions (base, ours, theirs), or nil if one cannot be parsed key by key.
    private func sides(_ texts: [[UInt8]]) -> Sides? {
        let isMissing = texts.map(Self.hasNoFrontMatter)
        if isMissing.allSatisfy({ $0 }) { return nil }
        /// A version without front matter is all body, if there was none before.
        func side(_ number: Int) -> MergeSide? {
            isMissing[0] && isMissing[number] ? MergeSide(body: texts[number]) : MergeSide(texts[number])
        }
        guard let base = side(0), let ours = side(1), let theirs = side(2) else { return nil }
        return Sides(base: base, ours: ours, theirs: theirs)
    }

    private struct MergedFrontMatter {
        var front: [UInt8] = []
        var hasConflicts = false
        /// The merged blocks by key, nil for a removed key. Keys in conflict are missing.
        var expected: [String: MergeBlock?] = [:]
    }

    private func mergeKeys(_ sides: Sides, showsBase: Bool) throws -> MergedFrontMatter {
        var merged = MergedFrontMatter()
        merged.front = sides.changed(\.opening)
        let known = Set(sides.base.blocks.flatMap { $0.lead.linesWithEnds } + sides.base.tail.linesWithEnds)
        for key in order(sides) {
            let blocks = (sides.base[key], sides.ours[key], sides.theirs[key])
            let outcome = try MergeBlock.merge(
                base: blocks.0, ours: blocks.1, theirs: blocks.2, by: mergeMethod(of: key, blocks),
                known: known, mergeLines: mergeLines)
            switch outcome {
            case .block(let block):
                merged.front += block.lead + block.own
                merged.expected.updateValue(block, forKey: key)
            case .removed(let lead):
                merged.front += lead
                merged.expected.updateValue(nil, forKey: key)
            case .conflict(let lead, let base, let ours, let theirs):
                merged.hasConflicts = true
                merged.front += lead + conflictText(base: base, ours: ours, theirs: theirs, showsBase: showsBase)
            }
        }
        let tail = Self.merged(base: sides.base.tail, ours: sides.ours.tail, theirs: sides.theirs.tail)
        if let tail {
            merged.front += tail
        } else {
            merged.hasConflicts = true
            merged.front += conflictText(
                base: sides.base.tail, ours: sides.ours.tail, theirs: sides.theirs.tail, showsBase: showsBase)
        }
        merged.front += sides.changed(\.closing)
        return merged
    }

    /// Returns the version that changed, or nil if both changed differently.
    static func merged(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
        if ours == theirs || theirs == base { return ours }
        return ours == base ? theirs : nil
    }

    /// Returns whether the conflicts in the result of git's merge show the base, as the user's `merge.conflictStyle`
    /// requires.
    private func showsBase(_ bytes: [UInt8]) -> Bool {
        let mark = [UInt8](repeating: Byte.bar, count: markerSize) + [Byte.space]
        return bytes.split(separator: Byte.newline).contains { $0.starts(with: mark) }
    }

    private func conflictText(base: [UInt8], ours: [UInt8], theirs: [UInt8], showsBase: Bool) -> [UInt8] {
        func mark(_ sign: Character, _ label: String) -> [UInt8] {
            Array((String(repeating: sign, count: markerSize) + (label.isEmpty ? "" : " \(label)") + "\n").utf8)
        }
        var text = mark("<", labels.ours) + ours
        if showsBase { text += mark("|", "base") + base }
        return text + mark("=", "") + theirs + mark(">", labels.theirs)
    }

    // MARK: Order

    /// Returns the keys in the order of the side that changed it. Each additional key of the other side follows its
    /// predecessor there.
    private func order(_ sides: Sides) -> [String] {
        let (base, ours, theirs) = (sides.base.keys, sides.ours.keys, sides.theirs.keys)
        let common = Set(base).intersection(ours)
        let isKept = base.filter { common.contains($0) } == ours.filter { common.contains($0) }
        var order = isKept && !base.isEmpty ? theirs : ours
        let others = isKept && !base.isEmpty ? ours : theirs
        for (index, key) in others.enumerated() where !order.contains(key) {
            let before = others[..<index].last { order.contains($0) }
            var place = before.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            // Our keys come first if both sides added keys in the same place.
            if others == theirs { while place < order.count, !theirs.contains(order[place]) { place += 1 } }
            order.insert(key, at: place)
        }
        return order + base.filter { !order.contains($0) }
    }

    private func mergeMethod(
        of identity: String, _ blocks: (MergeBlock?, MergeBlock?, MergeBlock?)
    ) -> MergeBlock.MergeMethod {
        let name = blocks.1?.name ?? blocks.2?.name ?? blocks.0?.name ?? identity
        switch keys.name(name)?.key {
        case .created: return .earlier { moment($0) }
        case .modified: return .later { moment($0) }
        case .keywords: return .list(of: .keyword)
        case .some(let key) where key.isList: return .list(of: .text)
        default:
            let present = [blocks.0, blocks.1, blocks.2]
            return present.allSatisfy { $0?.isSequence ?? false } ? .list(of: .value) : .plain
        }
    }

    private func moment(_ text: String) -> Moment? { (DateText(ofNote: text) ?? DateText(text))?.moment(in: calendar) }

    // MARK: Verification

    /// Returns whether the merge by lines has the same values as the merge by keys. Keys in conflict are not compared.
    private func agrees(_ side: MergeSide, with keys: MergedFrontMatter) -> Bool {
        for (key, block) in keys.expected {
            let found = side[key]
            guard (found == nil) == (block == nil) else { return false }
            if let found, let block, !found.isEquivalent(to: block) { return false }
        }
        return true
    }

    private func isParsed(_ plain: [UInt8], as keys: MergedFrontMatter) -> Bool {
        guard let side = MergeSide(plain), side.keys.count == keys.expected.values.count(where: { $0 != nil }) else {
            return false
        }
        return side.keys.allSatisfy { key in
            guard let found = side[key], let block = keys.expected[key] ?? nil else { return false }
            return found.isEquivalent(to: block)
        }
    }
}
