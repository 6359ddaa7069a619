import Notes
import SourceText

/// The lines of one front matter key in one version of a note, with the comments and other lines above it.
struct MergeBlock {
    let name: String
    let identity: String
    /// The lines between the previous key and this one.
    var lead: [UInt8]
    var own: [UInt8]

    init(name: String, lead: [UInt8], own: [UInt8]) {
        self.name = name
        identity = FrontMatterKey.identity(name)
        self.lead = lead
        self.own = own
    }

    /// The way to merge values that both sides changed.
    enum MergeMethod {
        case plain
        /// Merged as ordered sets.
        case list(of: EntryKind)
        /// The earlier date wins. The function reads a date.
        case earlier((String) -> Moment?)
        case later((String) -> Moment?)
    }

    /// The kind of the entries of a list, by which they are equal.
    enum EntryKind {
        /// Equal without the `#` too.
        case keyword
        case text
        /// A number is not equal to a text with its digits.
        case value
    }

    /// The result of merging one key.
    enum MergeResult {
        case block(MergeBlock)
        /// The key is removed, but not these lines above it.
        case removed(lead: [UInt8])
        /// The lines above the key, and the key's lines of each version.
        case conflict(lead: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8])
    }

    // MARK: Content

    private var mark: [UInt8] { Self.mark }
    private static let mark = Array("---\n".utf8)

    private var document: [UInt8] { Self.mark + own + Self.mark }

    private var entries: [YAMLEntry] { FrontMatter(document).mapping.entries }

    private var value: YAMLValue? { entries.first?.value }

    /// Whether the lines are exactly one entry when parsed separately.
    var isWhole: Bool {
        let entries = entries
        return entries.count == 1 && FrontMatterKey.identity(entries[0].key) == identity
    }

    var isSequence: Bool { if case .sequence = value?.content { true } else { false } }

    /// Returns whether two blocks have the same value, in any notation.
    func isEquivalent(to other: MergeBlock) -> Bool {
        if own == other.own { return true }
        guard let value, let otherValue = other.value, !value.hasOpaque, !otherValue.hasOpaque else { return false }
        return Self.text(value) == Self.text(otherValue)
    }

    private static func text(_ value: YAMLValue) -> String {
        var json = JSONWriter()
        value.write(to: &json)
        return json.text
    }

    // MARK: Merging

    /// Merges one key.
    ///
    /// - Parameter known: the lines between the keys of the base.
    static func merge(
        base: MergeBlock?, ours: MergeBlock?, theirs: MergeBlock?, by method: MergeMethod,
        known: Set<ArraySlice<UInt8>>, mergeLines: MergedText.MergeLines
    ) throws -> MergeResult {
        func lines(_ block: MergeBlock?) -> [UInt8] { (block?.lead ?? []) + (block?.own ?? []) }
        let all = (lines(base), lines(ours), lines(theirs))
        let conflict = MergeResult.conflict(lead: [], base: all.0, ours: all.1, theirs: all.2)
        if all.1 == all.2 || all.2 == all.0 { return ours.map { .block($0) } ?? .removed(lead: []) }
        if all.1 == all.0 { return theirs.map { .block($0) } ?? .removed(lead: []) }
        guard var result = ours, let theirs else {
            // One side removed the key. The other left it alone if the lines above it are those of a removed neighbor.
            guard let base, let other = ours ?? theirs, other.own == base.own, other.lead.ends(with: base.lead) else {
                return conflict
            }
            let lead = Array(other.lead.dropLast(base.lead.count))
            return known.isSuperset(of: lead.linesWithEnds) ? .removed(lead: lead) : conflict
        }
        // The lines above a key that both sides added come from the side that has some.
        let leads = (base?.lead ?? [], result.lead, theirs.lead)
        guard let lead = NoteMerge.merged(base: leads.0, ours: leads.1, theirs: leads.2) else { return conflict }
        result.lead = lead
        let old = base?.own ?? []
        if let own = NoteMerge.merged(base: old, ours: result.own, theirs: theirs.own) {
            result.own = own
            return .block(result)
        }
        let own: [UInt8]?
        switch method {
        case .list(let kind): own = list(base: base, ours: result, theirs: theirs, of: kind)
        case _ where result.isEquivalent(to: theirs):
            own = result.coversComments(of: theirs, base: base) ? result.own : nil
        case .earlier(let read): own = first(base: base, ours: result, theirs: theirs, read: read) { $0 < $1 }
        case .later(let read): own = first(base: base, ours: result, theirs: theirs, read: read) { $0 > $1 }
        case .plain: own = try multiline(base: base, ours: result, theirs: theirs, mergeLines: mergeLines)
        }
        guard let own else { return .conflict(lead: lead, base: old, ours: result.own, theirs: theirs.own) }
        result.own = own
        return .block(result)
    }

    /// Returns the lines of the side whose date comes first in the given order. Returns nil if a value is no date, or
    /// if comments of the other side would be lost.
    private static func first(
        base: MergeBlock?, ours: MergeBlock, theirs: MergeBlock, read: (String) -> Moment?,
        _ comesFirst: (Moment, Moment) -> Bool
    ) -> [UInt8]? {
        guard let own = ours.value?.text.flatMap(read), let other = theirs.value?.text.flatMap(read) else { return nil }
        let (first, second) = comesFirst(other, own) ? (theirs, ours) : (ours, theirs)
        return first.coversComments(of: second, base: base) ? first.own : nil
    }

    /// Merges a text of several lines if each side changed other lines. Returns nil if this is not possible.
    private static func multiline(
        base: MergeBlock?, ours: MergeBlock, theirs: MergeBlock, mergeLines: MergedText.MergeLines
    ) throws -> [UInt8]? {
        guard let base, [base, ours, theirs].allSatisfy({ $0.own.count { $0 == Byte.newline } > 1 }) else { return nil }
        let merged = try mergeLines(base.own, ours.own, theirs.own)
        if merged.hasConflicts { return nil }
        let block = MergeBlock(name: ours.name, lead: [], own: merged.bytes)
        return block.isWhole && block.value?.hasOpaque == false ? merged.bytes : nil
    }

    // MARK: Lists

    /// The entries of a list, in order, or nil if the value is not a list of texts.
    private var items: [String]? {
        guard let value, !value.hasOpaque else { return nil }
        switch value.content {
        case .null: return []
        case .mapping, .opaque: return nil
        case .sequence(let values, _):
            // Nested lists and mappings cannot be compared as texts.
            let texts = values.map(\.text)
            return texts.contains(nil) ? nil : texts.compactMap { $0 }
        case .scalar: return value.listEntries(in: document).map(\.text)
        }
    }

    /// Returns the lines of a list with all added entries and without the removed ones, in the notation of the side
    /// that changed it. Returns nil if the lists cannot be merged.
    private static func list(
        base: MergeBlock?, ours: MergeBlock, theirs: MergeBlock, of kind: EntryKind
    ) -> [UInt8]? {
        guard let old = base.map({ $0.items }) ?? [], let own = ours.items, let other = theirs.items else { return nil }
        // Entries are compared and edited as texts.
        if case .value = kind, hasAmbiguousTexts([base, ours, theirs]) { return nil }
        func identity(_ text: String) -> String { if case .keyword = kind { Keyword.normalized(text) } else { text } }
        // Their notation is kept if only they changed it.
        let turns = base != nil && ours.form == base?.form && theirs.form != base?.form
        let (main, side) = turns ? (theirs, ours) : (ours, theirs)
        let (mainItems, sideItems) = turns ? (other, own) : (own, other)
        let known = Set(old.map(identity))
        let (mainKeys, sideKeys) = (Set(mainItems.map(identity)), Set(sideItems.map(identity)))
        let taken = mainItems.filter { known.contains(identity($0)) && !sideKeys.contains(identity($0)) }
        let added = sideItems.filter { !known.contains(identity($0)) && !mainKeys.contains(identity($0)) }
        if let lines = lines(base: base, main: main, side: side, taken: taken, added: added) { return lines }
        // Both lists have one entry per line, and both sides changed the lines of the same entry.
        if main.itemLines != nil, side.itemLines != nil { return nil }
        guard main.coversComments(of: side, base: base) else { return nil }
        if taken.isEmpty, added.isEmpty { return main.own }
        var changes: [FrontMatterChange] = []
        if !taken.isEmpty { changes.append(FrontMatterChange([main.name], .take(taken))) }
        if !added.isEmpty { changes.append(FrontMatterChange([main.name], .add(added))) }
        // The user must merge a list that cannot be edited safely.
        guard let edits = try? FrontMatterEditor(main.document).edits(changes) else { return nil }
        var text = main.document
        for edit in edits.reversed() { text.replaceSubrange(edit.range, with: edit.replacement) }
        return Array(text.dropFirst(mark.count).dropLast(mark.count))
    }

    /// Returns whether different values of lists have the same text, such as `2` and `"2"`.
    private static func hasAmbiguousTexts(_ blocks: [MergeBlock?]) -> Bool {
        var values: [String: String] = [:]
        for block in blocks {
            guard case .sequence(let entries, _)? = block?.value?.content else { continue }
            for entry in entries {
                guard let name = entry.text else { continue }
                let value = text(entry)
                if values.updateValue(value, forKey: name) ?? value != value { return true }
            }
        }
        return false
    }

    private enum Notation: Hashable { case sequence(YAMLStyle), scalar, other }

    private var form: Notation {
        switch value?.content {
        case .sequence(_, let style): .sequence(style)
        case .scalar: .scalar
        default: .other
        }
    }

    /// The lines of each entry of a list with one entry per line, with the comments above them, or nil for other lists.
    private var itemLines: (head: [UInt8], items: [(text: String, lines: [UInt8])], tail: [UInt8])? {
        guard case .sequence(let values, let style) = value?.content, style != .flow, !values.isEmpty else {
            return nil
        }
        let document = document
        func start(of range: Range<Int>) -> Int {
            var index = range.lowerBound
            while index > 0, document[index - 1] != Byte.newline { index -= 1 }
            return index
        }
        func end(of range: Range<Int>) -> Int { min(document.lineEnd(from: range.upperBound) + 1, document.count) }
        let keyEnd = min(document.lineEnd(from: Self.mark.count) + 1, document.count)
        var items: [(text: String, lines: [UInt8])] = []
        var cursor = keyEnd
        for value in values {
            guard let text = value.text, start(of: value.range) >= cursor else { return nil }
            items.append((text, Array(document[cursor..<end(of: value.range)])))
            cursor = end(of: value.range)
        }
        return (
            Array(document[Self.mark.count..<keyEnd]), items,
            Array(document[cursor..<(document.count - Self.mark.count)])
        )
    }

    /// Merges lists with one entry per line, each entry with the comments above it.
    ///
    /// - Parameters:
    ///   - main: the side whose lines are kept.
    ///   - taken: the entries that the other side removed.
    ///   - added: the entries that the other side added.
    /// - Returns: nil if a side uses another notation, or if both sides changed the lines of the same entry.
    private static func lines(
        base: MergeBlock?, main: MergeBlock, side: MergeBlock, taken: [String], added: [String]
    ) -> [UInt8]? {
        guard let own = main.itemLines, let other = side.itemLines else { return nil }
        let old = base?.itemLines
        if let base, base.isSequence, old == nil { return nil }
        func indent(_ lines: [UInt8]) -> Int { lines.prefix { $0 == Byte.space }.count }
        guard Set((own.items + other.items).map { indent($0.lines) }).count == 1,
            let head = NoteMerge.merged(base: old?.head ?? [], ours: own.head, theirs: other.head),
            let tail = NoteMerge.merged(base: old?.tail ?? [], ours: own.tail, theirs: other.tail)
        else { return nil }
        var items: [(text: String, lines: [UInt8])] = []
        for item in own.items where !taken.contains(item.text) {
            let theirs = other.items.first { $0.text == item.text }?.lines ?? item.lines
            let before = old?.items.first { $0.text == item.text }?.lines
            guard let lines = NoteMerge.merged(base: before ?? [], ours: item.lines, theirs: theirs) else { return nil }
            items.append((item.text, lines))
        }
        let known = Set(old?.items.map(\.text) ?? [])
        for text in added {
            guard let place = other.items.firstIndex(where: { $0.text == text }) else { return nil }
            // An added entry follows its predecessor in the other list, and entries that this side added in the same
            // place.
            let before = other.items[..<place].last { item in items.contains { $0.text == item.text } }
            var index = before.flatMap { item in items.firstIndex { $0.text == item.text } }.map { $0 + 1 } ?? 0
            while index < items.count, !known.contains(items[index].text), !added.contains(items[index].text) {
                index += 1
            }
            items.insert(other.items[place], at: index)
        }
        if items.isEmpty { return nil }
        let lines = head + items.flatMap(\.lines) + tail
        return MergeBlock(name: main.name, lead: [], own: lines).items == items.map(\.text) ? lines : nil
    }

    // MARK: Comments

    private var comments: Set<[UInt8]> {
        guard let value else { return [] }
        let document = document
        let parts = [
            document[mark.count..<max(mark.count, value.range.lowerBound)],
            document[value.range.upperBound..<(document.count - mark.count)],
        ]
        var found: Set<[UInt8]> = []
        for line in parts.flatMap({ $0.split(separator: Byte.newline) }) {
            if let start = line.firstIndex(of: Byte.hash) { found.insert(Array(line[start...])) }
        }
        return found
    }

    /// Returns whether the lines of this side can replace those of the other without loss. The other must not have
    /// added comments that are not here too.
    private func coversComments(of side: MergeBlock, base: MergeBlock?) -> Bool {
        side.comments.subtracting(comments).isSubset(of: base?.comments ?? [])
    }
}

extension [UInt8] {
    fileprivate func ends(with bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
