import Notes
import SourceText

/// A key of front matter with its lines, and the comments and other lines that stand above it.
struct MergeBlock {
    /// As written.
    let name: String
    let identity: String
    /// What stands above the key since the one before.
    var lead: [UInt8]
    /// The key's own lines.
    var own: [UInt8]

    init(name: String, lead: [UInt8], own: [UInt8]) {
        self.name = name
        identity = FrontMatterKey.identity(name)
        self.lead = lead
        self.own = own
    }

    /// How two changes of one key are put together.
    enum Kind {
        case plain
        /// As sets in order.
        case list
        case earlier((String) -> Moment?)
        case later((String) -> Moment?)
    }

    enum Outcome {
        /// Nil where the key is gone.
        case block(MergeBlock?)
        /// What stands above all of them, and the lines of each side.
        case conflict(lead: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8])
    }

    // MARK: What it says

    private var mark: [UInt8] { Self.mark }
    private static let mark = Array("---\n".utf8)

    /// The lines as front matter of their own.
    private var document: [UInt8] { Self.mark + own + Self.mark }

    private var entries: [YAMLEntry] { FrontMatter(document).mapping.entries }

    private var value: YAMLValue? { entries.first?.value }

    /// Whether the lines are one entry, by themselves too.
    var isWhole: Bool {
        let entries = entries
        return entries.count == 1 && FrontMatterKey.identity(entries[0].key) == identity
    }

    var isSequence: Bool { if case .sequence = value?.content { true } else { false } }

    /// Whether two say the same, however they are written.
    func says(_ other: MergeBlock) -> Bool {
        if own == other.own { return true }
        guard let value, let otherValue = other.value, !value.holdsOpaque, !otherValue.holdsOpaque else { return false }
        return Self.text(value) == Self.text(otherValue)
    }

    private static func text(_ value: YAMLValue) -> String {
        var json = JSONWriter()
        value.write(to: &json)
        return json.text
    }

    // MARK: Merging

    static func merge(
        base: MergeBlock?, ours: MergeBlock?, theirs: MergeBlock?, as kind: Kind, mergeLines: NoteMerge.MergeLines
    ) throws -> Outcome {
        func lines(_ block: MergeBlock?) -> [UInt8] { (block?.lead ?? []) + (block?.own ?? []) }
        let all = (lines(base), lines(ours), lines(theirs))
        let conflict = Outcome.conflict(lead: [], base: all.0, ours: all.1, theirs: all.2)
        if all.1 == all.2 || all.2 == all.0 { return .block(ours) }
        if all.1 == all.0 { return .block(theirs) }
        // One took it out and the other changed it.
        guard var result = ours, let theirs else { return conflict }
        // Of what only one has above a key that both made it is that; else the one that changed.
        let leads = (base?.lead ?? [], result.lead, theirs.lead)
        guard let lead = NoteMerge.merged(leads.0, leads.1, leads.2) else { return conflict }
        result.lead = lead
        let old = base?.own ?? []
        if let own = NoteMerge.merged(old, result.own, theirs.own) {
            result.own = own
            return .block(result)
        }
        let own: [UInt8]?
        switch kind {
        case .list: own = list(base, result, theirs: theirs)
        case _ where result.says(theirs): own = result.standsFor(theirs, base: base) ? result.own : nil
        case .earlier(let read): own = chosen(base, result, theirs, read) { $0 < $1 }
        case .later(let read): own = chosen(base, result, theirs, read) { $0 > $1 }
        case .plain: own = try long(base, result, theirs: theirs, mergeLines)
        }
        guard let own else { return .conflict(lead: lead, base: old, ours: result.own, theirs: theirs.own) }
        result.own = own
        return .block(result)
    }

    /// The lines of the side whose date comes first.
    private static func chosen(
        _ base: MergeBlock?, _ ours: MergeBlock, _ theirs: MergeBlock, _ read: (String) -> Moment?,
        _ comesFirst: (Moment, Moment) -> Bool
    ) -> [UInt8]? {
        guard let own = ours.value?.text.flatMap(read), let other = theirs.value?.text.flatMap(read) else { return nil }
        let (first, second) = comesFirst(other, own) ? (theirs, ours) : (ours, theirs)
        return first.standsFor(second, base: base) ? first.own : nil
    }

    /// A text of several lines, in which each side changed others.
    private static func long(
        _ base: MergeBlock?, _ ours: MergeBlock, theirs: MergeBlock, _ mergeLines: NoteMerge.MergeLines
    ) throws -> [UInt8]? {
        guard let base, [base, ours, theirs].allSatisfy({ $0.own.count { $0 == Byte.newline } > 1 }) else { return nil }
        let merged = try mergeLines(base.own, ours.own, theirs.own)
        if merged.hasConflicts { return nil }
        let block = MergeBlock(name: ours.name, lead: [], own: merged.bytes)
        return block.isWhole && block.value?.holdsOpaque == false ? merged.bytes : nil
    }

    // MARK: Lists

    /// Entries of a list, in order.
    private var items: [String]? {
        guard let value, !value.holdsOpaque else { return nil }
        switch value.content {
        case .null: return []
        case .mapping, .opaque: return nil
        case .sequence(let values, _):
            // Lists in lists and mappings are no entries that could be told apart.
            let texts = values.map(\.text)
            return texts.contains(nil) ? nil : texts.compactMap { $0 }
        case .scalar: return value.listEntries(in: document).map(\.text)
        }
    }

    /// What either added, less what either took out, in the form of the side that changed it.
    private static func list(_ base: MergeBlock?, _ ours: MergeBlock, theirs: MergeBlock) -> [UInt8]? {
        guard let old = base.map({ $0.items }) ?? [], let own = ours.items, let other = theirs.items else { return nil }
        // Where only theirs wrote it in another form, that form is kept.
        let turns = base != nil && ours.form == base?.form && theirs.form != base?.form
        let (main, side) = turns ? (theirs, ours) : (ours, theirs)
        let (mainItems, sideItems) = turns ? (other, own) : (own, other)
        let taken = old.filter { !sideItems.contains($0) && mainItems.contains($0) }
        let added = sideItems.filter { !old.contains($0) && !mainItems.contains($0) }
        if let lines = lines(base, main, side, taken: taken, added: added) { return lines }
        // An entry a line, and both changed the lines of one.
        if main.itemLines != nil, side.itemLines != nil { return nil }
        guard main.standsFor(side, base: base) else { return nil }
        if taken.isEmpty, added.isEmpty { return main.own }
        var changes: [FrontMatterChange] = []
        if !taken.isEmpty { changes.append(FrontMatterChange([main.name], .take(taken))) }
        if !added.isEmpty { changes.append(FrontMatterChange([main.name], .add(added))) }
        // What cannot be edited without guessing is the person's to decide.
        guard let edits = try? FrontMatterEditor(main.document).edits(changes) else { return nil }
        var text = main.document
        for edit in edits.reversed() { text.replaceSubrange(edit.range, with: edit.replacement) }
        return Array(text.dropFirst(mark.count).dropLast(mark.count))
    }

    private enum Form: Hashable { case sequence(YAMLStyle), scalar, other }

    private var form: Form {
        switch value?.content {
        case .sequence(_, let style): .sequence(style)
        case .scalar: .scalar
        default: .other
        }
    }

    /// The lines of each entry of a list that has one below the other, with the comments above it; nil for any other form.
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

    /// A list that has an entry a line merged line by line, each entry with the comments above it; nil where any of the
    /// sides is written otherwise, or both changed the lines of one entry.
    private static func lines(
        _ base: MergeBlock?, _ main: MergeBlock, _ side: MergeBlock, taken: [String], added: [String]
    ) -> [UInt8]? {
        guard let own = main.itemLines, let other = side.itemLines else { return nil }
        let old = base?.itemLines
        if let base, base.isSequence, old == nil { return nil }
        func indent(_ lines: [UInt8]) -> Int { lines.prefix { $0 == Byte.space }.count }
        guard Set((own.items + other.items).map { indent($0.lines) }).count == 1,
            let head = merged(old?.head, own.head, other.head), let tail = merged(old?.tail, own.tail, other.tail)
        else { return nil }
        var items: [(text: String, lines: [UInt8])] = []
        for item in own.items where !taken.contains(item.text) {
            let theirs = other.items.first { $0.text == item.text }?.lines ?? item.lines
            let before = old?.items.first { $0.text == item.text }?.lines
            guard let lines = merged(before, item.lines, theirs) else { return nil }
            items.append((item.text, lines))
        }
        let known = Set(old?.items.map(\.text) ?? [])
        for text in added {
            guard let place = other.items.firstIndex(where: { $0.text == text }) else { return nil }
            // Behind the entry that it follows there, and behind those that this side put in the same place.
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

    private static func merged(_ base: [UInt8]?, _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
        NoteMerge.merged(base ?? [], ours, theirs)
    }

    // MARK: Comments

    /// The comments beside the value.
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

    /// Whether the lines of this side can stand for both: the other wrote no comment of its own beside the value.
    private func standsFor(_ side: MergeBlock, base: MergeBlock?) -> Bool {
        side.comments.subtracting(comments).isSubset(of: base?.comments ?? [])
    }
}
