import QueryLanguage
import RegularExpressions
import SQLite
import SourceText

/// An evaluator of conditions by set operations on rows. Columns are filtered, and the full-text table and the name
/// tables return rows. Tests of single notes come last.
///
/// Each operand is evaluated within the rows that satisfy the previous ones, so cheap operands narrow the scope of
/// expensive ones.
struct ConditionEvaluator {
    let index: NoteIndex
    var connection: Connection { index.connection }
    let columns: NoteColumns
    /// The texts whose rows are already known.
    var known: [TextMatch: PhraseHits] = [:]

    init(_ index: NoteIndex) throws {
        self.index = index
        columns = try index.columns()
    }

    /// Returns the rows in `scope` that satisfy `condition`.
    ///
    /// - Parameter scope: the rows to search, or nil for all notes.
    func rows(_ condition: Condition, in scope: RowSet? = nil) throws -> RowSet {
        switch condition {
        case .all: return try scope ?? columns.liveRows()
        case .nothing: return RowSet(capacity: columns.capacity)
        case .and(let parts): return try conjunction(parts.flatMap(\.conjuncts), scope)
        case .or(let parts): return try disjunction(parts.flatMap(\.disjuncts), scope)
        case .not(let inner):
            let scope = try scope ?? columns.liveRows()
            return scope.subtracting(try rows(inner, in: scope))
        case .text(let match): return try matching([match], scope)
        case .attached(let match): return try attached(match, in: scope ?? columns.liveRows())
        case .like(let note):
            let found = try index.related(to: note).rows
            return scope?.intersection(found) ?? found
        default:
            if condition.isScanned { return try scan([condition], scope, joinsByOr: false) }
            return try leaf(condition, try scope ?? columns.liveRows())
        }
    }

    /// Returns the operands of an AND in evaluation order, each with the number of notes that remain after it. From the
    /// first operand that opens notes, the number is nil.
    ///
    /// Complexity: that of evaluating the operands that open no notes.
    func plan(for condition: Condition) throws -> [QueryPlanStep] {
        let groups = OperandGroups(condition.conjuncts)
        var scope: RowSet?
        var isOpen = false
        let texts = groups.texts.isEmpty ? [] : [Condition.and(groups.texts.map { .text($0) })]
        return try (texts + groups.ordered + groups.scanned).map { part in
            isOpen = isOpen || part.opensFiles
            if !isOpen { scope = try rows(part, in: scope) }
            var step = QueryPlanStep(source: part.source, part: part, remaining: isOpen ? nil : scope?.count)
            if !isOpen, case .linkWalk(let walk) = part { step.steps = try steps(of: walk).map(\.count) }
            return step
        }
    }

    /// Returns those of the found notes in `numbers` that satisfy all conditions, in the given order.
    func passing(_ conditions: [Condition], _ found: FoundNotes, numbers: [Int]) throws -> [Int] {
        var scope = RowSet(capacity: columns.capacity)
        for number in numbers { scope.insert(found.rows[number]) }
        let passing = try rows(.and(conditions), in: scope)
        return numbers.filter { passing.contains(found.rows[$0]) }
    }

    // MARK: AND, OR

    /// Returns the rows in `scope` that satisfy all operands, cheap ones first.
    private func conjunction(_ parts: [Condition], _ scope: RowSet?) throws -> RowSet {
        let groups = OperandGroups(parts)
        var scope = scope
        // Words come first, because a rare word leaves few rows for the other operands.
        if !groups.texts.isEmpty { scope = try matching(groups.texts, scope) }
        for part in groups.ordered {
            if let scope, scope.isEmpty { return scope }
            scope = try rows(part, in: scope)
        }
        if !groups.scanned.isEmpty { scope = try scan(groups.scanned, scope, joinsByOr: false) }
        return try scope ?? columns.liveRows()
    }

    private func disjunction(_ parts: [Condition], _ scope: RowSet?) throws -> RowSet {
        let groups = OperandGroups(parts, gathersKeywords: true)
        var found = RowSet(capacity: columns.capacity)
        if !groups.texts.isEmpty { found = try matching(groups.texts, scope, joinsByOr: true) }
        if groups.others.isEmpty, groups.scanned.isEmpty, groups.keywords.isEmpty { return found }
        let scope = try scope ?? columns.liveRows()
        if !groups.keywords.isEmpty { found.formUnion(try keywords(groups.keywords, scope)) }
        for part in groups.ordered {
            found.formUnion(try rows(part, in: scope.subtracting(found)))
        }
        if !groups.scanned.isEmpty {
            found.formUnion(try scan(groups.scanned, scope.subtracting(found), joinsByOr: true))
        }
        return found
    }

    /// The operands of an AND or OR, grouped by the strategy that evaluates them.
    private struct OperandGroups {
        /// Evaluated by one full-text query.
        var texts: [TextMatch] = []
        /// Evaluated by reading each file once.
        var scanned: [Condition] = []
        /// Evaluated by one read of the keyword column (OR only).
        var keywords: [Condition] = []
        var others: [Condition] = []

        init(_ parts: [Condition], gathersKeywords: Bool = false) {
            for part in parts {
                switch part {
                case .text(let match): texts.append(match)
                case .keyword where gathersKeywords: keywords.append(part)
                default: if part.isScanned { scanned.append(part) } else { others.append(part) }
                }
            }
        }

        /// The other operands, cheapest first.
        var ordered: [Condition] {
            others.map { (part: $0, source: $0.source) }.sorted { $0.source < $1.source }.map(\.part)
        }
    }

    // MARK: Text

    /// Returns the rows that contain all texts, or at least one if `joinsByOr`.
    private func matching(_ texts: [TextMatch], _ scope: RowSet?, joinsByOr: Bool = false) throws -> RowSet {
        // The full-text table returns the rows of all notes.
        let scope = try columns.isLimited ? scope ?? columns.liveRows() : scope
        if texts.contains(where: \.includesAttachments) {
            return try matchingAnywhere(texts, scope, joinsByOr: joinsByOr)
        }
        let sets = texts.compactMap { known[$0]?.rows }
        if sets.count == texts.count, let first = sets.first {
            let found = sets.dropFirst().reduce(into: first) { found, rows in
                if joinsByOr { found.formUnion(rows) } else { found.formIntersection(rows) }
            }
            return scope?.intersection(found) ?? found
        }
        var found = RowSet(capacity: columns.capacity)
        let hasLong = texts.contains { LongPhrase($0) != nil }
        let range = scope?.range ?? 0..<columns.capacity
        // In a small part of the rows, FTS5 skips most of each word's list.
        let isNarrow = range.count < columns.capacity / 16
        if hasLong || (texts.count == 1 || joinsByOr) && !isNarrow && !texts.contains(where: \.isPrefix) {
            for (number, text) in texts.enumerated() {
                let rows = try index.phrases.rows(of: text)
                if joinsByOr || number == 0 { found.formUnion(rows) } else { found.formIntersection(rows) }
            }
        } else {
            let expression = joinsByOr ? TextQuery.any(texts) : TextQuery.all(texts)
            try connection.rows(
                "SELECT rowid FROM fts WHERE fts MATCH ?1 AND rowid >= ?2 AND rowid < ?3",
                [.text(expression), .int(range.lowerBound), .int(range.upperBound)]
            ) {
                found.insert(Int(truncatingIfNeeded: $0.int(0)))
                return true
            }
        }
        if let scope { return found.intersection(scope) }
        // The full-text table also returns deleted rows.
        if try !index.hasOtherRows { return found }
        let lengths = columns.reader(.length)
        found = found.filter { lengths.value($0) ?? 0 > 0 }
        try lengths.check()
        return found
    }

    /// Returns the same rows as `matching`, for texts of which some may be in attachments.
    private func matchingAnywhere(_ texts: [TextMatch], _ scope: RowSet?, joinsByOr: Bool) throws -> RowSet {
        let scope = try scope ?? columns.liveRows()
        var found: RowSet?
        for text in texts {
            var rows = try known[text]?.rows.intersection(scope) ?? matching([text.withoutAttachments], scope)
            if text.includesAttachments { rows.formUnion(try attached(text, in: scope)) }
            if joinsByOr { rows.formUnion(found ?? rows) } else if let found { rows.formIntersection(found) }
            found = rows
        }
        return found ?? scope
    }

    /// Returns the rows of notes that reference an attachment with a text.
    private func attached(_ text: TextMatch, in scope: RowSet) throws -> RowSet {
        var found = RowSet(capacity: columns.capacity)
        try index.attachments.forEachRow(of: text) { found.insert($0) }
        return found.intersection(scope)
    }

    // MARK: Files

    /// Returns the rows of notes whose text passes all tests, or at least one if `joinsByOr`. Each file is read once, if
    /// its words in the index show that it may pass.
    private func scan(_ conditions: [Condition], _ scope: RowSet?, joinsByOr: Bool) throws -> RowSet {
        let tests = conditions.compactMap(\.contentPredicate)
        let scope = try ScanScope.rows(
            passing: tests, in: scope ?? columns.liveRows(), joinsByOr: joinsByOr, connection,
            capacity: columns.capacity)
        if scope.isEmpty { return RowSet(capacity: columns.capacity) }
        let passing = try index.scanner?.passing(tests) { each in try index.scans.list(scope, tests, each: each) } ?? []
        let sets = passing.map { ids in
            var set = RowSet(capacity: columns.capacity)
            for id in ids { set.insert(Int(id.value)) }
            return set.intersection(scope)
        }
        guard var result = sets.first else { return RowSet(capacity: columns.capacity) }
        for set in sets.dropFirst() { if joinsByOr { result.formUnion(set) } else { result.formIntersection(set) } }
        return result
    }
}

extension Condition {
    /// The test that is passed to the content scanner.
    fileprivate var contentPredicate: ContentPredicate? {
        switch self {
        case .contains(let text): .contains(text)
        case .regex(let pattern): .regex(pattern)
        case .whole(let part, let text): .whole(part, text)
        case .matches(let part, let pattern): .matches(part, pattern)
        default: nil
        }
    }

    /// Whether columns and small tables are enough to evaluate the condition.
    var isCheap: Bool { source < .fullText }

    /// Whether the condition tests the names of each note.
    var isLookup: Bool {
        switch self {
        case .path, .name, .fileName, .whole, .matches: source == .names
        default: false
        }
    }

    /// The most expensive source that the condition needs.
    var source: QueryPlanStep.Source {
        switch self {
        case .state(let state) where state.dependsOnGit: .git
        case .since: .git
        case .all, .nothing, .favorite, .time, .has, .state, .task, .number: .columns
        case .by, .status, .folder, .keyword, .key, .property, .alias, .attachment, .id: .tables
        case .linksTo(.note), .linkedFrom(.note): .tables
        case .linksTo(.query(let inner)), .linkedFrom(.query(let inner)): max(.columns, inner.source)
        case .linkWalk(let walk): max(.columns, walk.ends.query?.source ?? .columns)
        case .taskTest(let test): test.isInColumns ? .columns : .fullText
        case .not(let inner), .hasTask(let inner), .ofNote(let inner): inner.source
        case .and(let parts), .or(let parts): parts.map(\.source).max() ?? .columns
        case .text, .attached, .like: .fullText
        case .path, .name, .fileName, .whole(.title, _), .matches(.title, _), .matches(.name, _): .names
        case .contains, .regex, .whole, .matches: .files
        }
    }
}
