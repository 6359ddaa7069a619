import QueryLanguage
import RegularExpressions
import SQLite
import SourceText

/// Compiles a condition to one SQL expression over a row `n` of `note`.
///
/// Each leaf is a test that is never NULL, so NOT, AND and OR are SQL's own. A full-text leaf is
/// `n.id IN (SELECT rowid FROM fts WHERE fts MATCH ?)`, each word a quoted phrase in its value: FTS5 sees no structure
/// of the query, whose nesting its parser could not take.
struct QueryCompiler {
    /// Tests that SQL cannot do: SQL calls `slip_test(number, text)`, which calls the closure of that number.
    private(set) var tests: [([UInt8]) -> Bool] = []
    /// What has to be worked out before the statement is run, in this order.
    private(set) var steps: [QueryStep] = []
    private var nestedCount = 0
    private var scanCount = 0
    /// What has to hold of a row for what is compiled now to matter, and the step that reads for it, if there is one.
    private var scope: [SQLFragment] = []
    private var scan: Int?

    /// So many levels of parentheses and sub-selects stand in one statement.
    private static let depthLimit = 12

    /// `condition` as SQL.
    ///
    /// - Parameter matches: what the statement asks of each row besides, so that no other note is read.
    mutating func compile(_ condition: Condition, within matches: [TextMatch] = []) -> SQLFragment {
        scope = matches.isEmpty ? [] : [Self.match(matches)]
        return compile(condition, depth: 0)
    }

    private mutating func compile(_ condition: Condition, depth: Int) -> SQLFragment {
        if depth >= Self.depthLimit, condition.isCompound {
            let inner = compile(condition, depth: 0)
            nestedCount += 1
            steps.append(.nested(nestedCount, "SELECT n.id FROM note n WHERE \(inner)"))
            return SQLFragment(sql: "n.id IN (SELECT id FROM temp.nested\(nestedCount))")
        }
        switch condition {
        case .all: return "1"
        case .nothing: return "0"
        case .and(let parts): return conjunction(parts.flatMap(\.conjuncts), depth: depth)
        case .or(let parts):
            let branches = parts.flatMap(\.disjuncts)
            if branches.isEmpty { return "0" }
            let inside = depth + 1 + Self.levels(branches.count)
            return SQLFragment.joined(branches.map { compile($0, depth: inside) }, by: "OR")
        case .not(.not(let inner)): return compile(inner, depth: depth)
        case .not(let inner): return "(NOT \(compile(inner, depth: depth + 1)))"
        default: return leaf(condition, depth: depth)
        }
    }

    /// All have to hold. Plain words are asked for in one MATCH; what opens files comes last, so that it sees only the
    /// notes that pass everything else.
    private mutating func conjunction(_ parts: [Condition], depth: Int) -> SQLFragment {
        var matches: [TextMatch] = []
        var cheap: [Condition] = []
        var costly: [Condition] = []
        for part in parts {
            if case .text(let match) = part {
                matches.append(match)
            } else if part.opensFiles {
                costly.append(part)
            } else {
                cheap.append(part)
            }
        }
        var fragments: [SQLFragment] = []
        let inside = depth + 1 + Self.levels(parts.count) + (costly.isEmpty ? 0 : 4)
        if !matches.isEmpty { fragments.append(Self.match(matches)) }
        fragments += cheap.map { compile($0, depth: inside) }
        if fragments.isEmpty, costly.isEmpty { return "1" }
        let narrow = fragments.isEmpty ? nil : SQLFragment.joined(fragments, by: "AND")
        guard !costly.isEmpty else { return narrow ?? "1" }
        guard let narrow else { return SQLFragment.joined(costly.map { compile($0, depth: inside) }, by: "AND") }
        let wide = within(scope + [narrow]) { compiler in
            SQLFragment.joined(costly.map { compiler.compile($0, depth: inside) }, by: "AND")
        }
        // What was found by reading was looked for where the rest holds.
        if costly.contains(where: \.isScanned) { return wide }
        return "(\(narrow) AND \(wide))"
    }

    /// Compiles what matters only for rows of another scope.
    private mutating func within(
        _ inner: [SQLFragment], _ body: (inout QueryCompiler) -> SQLFragment
    ) -> SQLFragment {
        let outer = (scope, scan)
        (scope, scan) = (inner, nil)
        defer { (scope, scan) = outer }
        return body(&self)
    }

    /// How deep the parentheses are that join so many parts.
    private static func levels(_ parts: Int) -> Int { Int.bitWidth - max(parts - 1, 0).leadingZeroBitCount }

    /// Rows that hold all of `matches`.
    private static func match(_ matches: [TextMatch]) -> SQLFragment {
        let expression = matches.map(expression).joined(separator: " AND ")
        return "n.id IN (SELECT rowid FROM fts WHERE fts MATCH \(.text(expression)))"
    }

    /// One text leaf in FTS5's syntax: https://sqlite.org/fts5.html#full_text_query_syntax
    ///
    /// The words are folded and hold letters, digits and marks alone, so that the quotes cannot be left.
    static func expression(_ match: TextMatch) -> String {
        let phrase = "\"\(match.words.joined(separator: " "))\"\(match.isPrefix ? " *" : "")"
        return match.part == .any ? "(\(phrase))" : "({\(match.part.rawValue)} : \(phrase))"
    }

    // MARK: Leaves

    private mutating func leaf(_ condition: Condition, depth: Int) -> SQLFragment {
        switch condition {
        case .all, .nothing, .and, .or, .not: return compile(condition, depth: depth)
        case .text(let match): return Self.match([match])
        case .contains(let text): return read(.contains(text))
        case .regex(let pattern): return read(.regex(pattern))
        case .whole(.title, let text): return test("n.title") { Folding.fold($0, 0..<$0.count) == Array(text.utf8) }
        case .whole(let part, let text): return read(.whole(part, text))
        case .matches(.title, let pattern): return matches(pattern, "n.title")
        case .matches(.name, let pattern): return matches(pattern, Self.path) { VaultPath(bytes: $0).stem.bytes }
        case .matches(let part, let pattern): return read(.matches(part, pattern))
        case .keyword(let pattern, let nested): return keyword(pattern, nested)
        case .status(let status): return "n.status IN (\(Self.terms(.status)) AND folded = \(.text(status)))"
        case .favorite(let value): return value ? Self.flag(.favorite) : "(NOT \(Self.flag(.favorite)))"
        case .time(.created, let range): return Self.time("n.created", range)
        case .time(.modified, let range): return Self.time("n.modified", range)
        case .folder(let folder, let deep): return Self.folder(folder, deep)
        case .has(let feature): return Self.has(feature)
        case .key(let name): return Self.key(name)
        case .state(let state): return Self.state(state)
        case .task(let isDone): return isDone ? "n.done_tasks > 0" : "n.open_tasks > 0"
        case .attachment(let pattern): return attachment(pattern)
        case .linksTo(let end):
            return "n.file IN (SELECT l.file FROM link l WHERE l.target IN (\(files(end, depth: depth))))"
        case .linkedFrom(let end):
            return
                "n.file IN (SELECT l.target FROM link l WHERE l.target IS NOT NULL AND l.file IN (\(files(end, depth: depth))))"
        case .number(let field, let range): return Self.numberTest(field.source.expression, range)
        case .property(let key, let test): return property(key, test)
        case .name(let pattern, let withExtension): return name(pattern, withExtension)
        case .path(.words(let words)):
            return test(Self.path) { Self.holds(words, in: $0) }
        case .path(.glob(let glob)):
            return test(Self.path) { glob.matches(Folding.fold($0, 0..<$0.count)) }
        case .path(.regex(let pattern)): return matches(pattern, Self.path)
        case .id(let pattern): return value(pattern, "slip_fold(ifnull(n.ident, ''))", orElse: "n.ident IS NOT NULL")
        case .alias(let pattern): return "n.file IN (SELECT file FROM alias WHERE \(value(pattern, "folded")))"
        }
    }

    /// The path of the note `n`.
    private static let path: StaticString = "(SELECT path FROM file WHERE id = n.file)"

    /// The numbers of names of a kind; more conditions may follow.
    private static func terms(_ kind: TermKind) -> SQLFragment {
        "SELECT id FROM term WHERE kind = \(kind)"
    }

    private static func flag(_ flag: NoteFlags) -> SQLFragment { "(n.flags & \(.int(flag.rawValue)) <> 0)" }

    private mutating func test(_ column: StaticString, _ body: @escaping ([UInt8]) -> Bool) -> SQLFragment {
        tests.append(body)
        return "slip_test(\(.int(tests.count - 1)), \(raw: column))"
    }

    /// Whether a regular expression matches in a column, or in the part of it that `part` takes out.
    private mutating func matches(
        _ pattern: Pattern, _ column: StaticString, part: @escaping ([UInt8]) -> [UInt8] = { $0 }
    ) -> SQLFragment {
        var matcher = Matcher(pattern)
        return test(column) {
            let text = part($0)
            return matcher.matches(text, in: text.indices)
        }
    }

    /// The notes whose text passes, of those in the scope; all tests of a scope are made in one reading.
    private mutating func read(_ test: ContentPredicate) -> SQLFragment {
        scanCount += 1
        let table = scanCount
        if let scan, case .scan(var step) = steps[scan] {
            step.tests.append((table, test))
            steps[scan] = .scan(step)
        } else {
            let holds = scope.isEmpty ? nil : SQLFragment.joined(scope, by: "AND")
            scan = steps.count
            steps.append(.scan(ScanStep(scope: holds, tests: [(table, test)])))
        }
        return SQLFragment(sql: "n.id IN (SELECT id FROM temp.scan\(table))")
    }

    private mutating func value(
        _ pattern: ValuePattern, _ column: StaticString, orElse condition: StaticString? = nil
    ) -> SQLFragment {
        let matches: SQLFragment
        switch pattern {
        case .exact(let text): matches = "\(raw: column) = \(.text(text))"
        case .glob(let glob): matches = test(column) { glob.matches($0) }
        }
        return condition.map { "(\(raw: $0) AND \(matches))" } ?? matches
    }

    private mutating func keyword(_ pattern: ValuePattern, _ nested: Bool) -> SQLFragment {
        let names: SQLFragment
        switch pattern {
        case .exact(let text) where nested:
            // '0' follows '/': the keys between are those nested in it.
            names = "(folded = \(.text(text)) OR (folded >= \(.text(text + "/")) AND folded < \(.text(text + "0"))))"
        case .glob(let glob) where nested:
            // It may match what the keyword is nested in as well.
            names = test("folded") { key in
                glob.matches(key) || key.indices.contains { key[$0] == Byte.slash && glob.matches(Array(key[..<$0])) }
            }
        default: names = value(pattern, "folded")
        }
        return "n.file IN (SELECT file FROM keyword WHERE term IN (\(Self.terms(.keyword)) AND \(names)))"
    }

    private mutating func name(_ pattern: ValuePattern, _ withExtension: Bool) -> SQLFragment {
        test(Self.path) { bytes in
            let path = VaultPath(bytes: bytes)
            return (withExtension ? [path.stem, path.name] : [path.stem]).contains {
                pattern.matches(folded: Folding.fold($0.bytes, 0..<$0.bytes.count))
            }
        }
    }

    private mutating func attachment(_ pattern: ValuePattern) -> SQLFragment {
        let matches = test("ifnull(f.path, l.reference)") { bytes in
            let name = VaultPath(bytes: bytes).name.bytes
            return pattern.matches(folded: Folding.fold(name, 0..<name.count))
        }
        return """
            n.file IN (SELECT l.file FROM link l LEFT JOIN file f ON f.id = l.target
                WHERE l.attachment <> 0 AND \(matches))
            """
    }

    private mutating func files(_ end: Condition.LinkEnd, depth: Int) -> SQLFragment {
        switch end {
        case .note(let path):
            return
                "SELECT id FROM file WHERE path_hash = \(.number(NameKey.path(path))) AND path = \(.text(path.bytes))"
        case .query(let condition):
            let inner = within([]) { $0.compile(condition, depth: depth + 4) }
            return "SELECT n.file FROM note n WHERE \(inner)"
        }
    }

    private static func holds(_ words: [String], in path: [UInt8]) -> Bool {
        let found = Words.tokens(of: path, in: 0..<path.count).map { String(decoding: $0.text, as: UTF8.self) }
        guard found.count >= words.count else { return false }
        return (0...found.count - words.count).contains { Array(found[$0..<$0 + words.count]) == words }
    }

    private static func time(_ column: StaticString, _ range: TimeRange) -> SQLFragment {
        var parts: [SQLFragment] = []
        if let lower = range.lower { parts.append("\(raw: column) >= \(.int(lower.microseconds))") }
        if let upper = range.upper { parts.append("\(raw: column) < \(.int(upper.microseconds))") }
        return parts.isEmpty ? "1" : SQLFragment.joined(parts, by: "AND")
    }

    static func folder(_ folder: VaultPath, _ deep: Bool) -> SQLFragment {
        if folder.isRoot { return deep ? "1" : "n.folder = 0" }
        let itself: SQLFragment = "path = \(.text(folder.bytes))"
        if !deep { return "n.folder = (SELECT id FROM file WHERE kind = \(FileKind.folder) AND \(itself))" }
        return """
            n.folder IN (SELECT id FROM file WHERE kind = \(FileKind.folder) AND (\(itself) OR (path > \(.text(folder.bytes + [Byte.slash]))
                AND path < \(.text(folder.bytes + [Byte.slash + 1])))))
            """
    }

    private static func has(_ feature: Condition.Feature) -> SQLFragment {
        switch feature {
        case .attachment: "n.file IN (SELECT file FROM link WHERE attachment <> 0 AND target IS NOT NULL)"
        case .image:
            "n.file IN (SELECT l.file FROM link l JOIN file f ON f.id = l.target WHERE f.kind = \(FileKind.image))"
        case .keyword: "n.file IN (SELECT file FROM keyword)"
        case .link: "n.file IN (SELECT file FROM link WHERE attachment = 0)"
        case .backlink: "n.file IN (SELECT target FROM link WHERE target IS NOT NULL)"
        case .task: "n.open_tasks + n.done_tasks > 0"
        case .heading: "n.headings > 0"
        case .alias: "n.file IN (SELECT file FROM alias)"
        }
    }

    private static func key(_ name: String) -> SQLFragment {
        if let key = FrontMatterKey(named: name) { return "n.known_keys & \(.int(NoteRows.bit(key))) <> 0" }
        return """
            n.file IN (SELECT file FROM property WHERE term IN (\(terms(.property)) AND folded = \(NoteIndex.key(name)))
                AND kind <> \(PropertyKind.null))
            """
    }

    private static func state(_ state: Condition.State) -> SQLFragment {
        switch state {
        case .favorite: flag(.favorite)
        case .orphan:
            """
            (n.file NOT IN (SELECT file FROM link WHERE attachment = 0 AND target IS NOT NULL)
                AND n.file NOT IN (SELECT target FROM link WHERE attachment = 0 AND target IS NOT NULL))
            """
        case .broken:
            "n.file IN (SELECT file FROM link WHERE state <> \(LinkState.resolved) AND state = \(LinkState.broken))"
        case .ambiguous:
            "n.file IN (SELECT file FROM link WHERE state <> \(LinkState.resolved) AND state = \(LinkState.ambiguous) AND attachment = 0)"
        case .malformed: flag(.malformed)
        case .conflict: flag(.conflict)
        case .empty: "n.words = 0"
        }
    }

    /// Whether a column that may be null lies in the range; null never does.
    private static func numberTest(_ column: SQLFragment, _ range: NumberRange) -> SQLFragment {
        var parts: [SQLFragment] = []
        if let lower = range.lower {
            parts.append(range.lowerIncluded ? "\(column) >= \(.real(lower))" : "\(column) > \(.real(lower))")
        }
        if let upper = range.upper {
            parts.append(range.upperIncluded ? "\(column) <= \(.real(upper))" : "\(column) < \(.real(upper))")
        }
        return "ifnull(\(SQLFragment.joined(parts.isEmpty ? ["1"] : parts, by: "AND")), 0)"
    }

    private mutating func property(_ key: String, _ test: PropertyTest) -> SQLFragment {
        var ways: [SQLFragment] = []
        if let text = test.text {
            let kinds: SQLFragment = "kind NOT IN (\(PropertyKind.valueless))"
            ways.append("(\(kinds) AND \(value(text, "folded")))")
        }
        if let regex = test.regex {
            let kinds: SQLFragment = "kind NOT IN (\(PropertyKind.valueless))"
            ways.append("(\(kinds) AND \(matches(regex, "text")))")
        }
        if let truth = test.truth {
            ways.append(truth ? "folded IN ('true', 'yes', 'on')" : "folded IN ('false', 'no', 'off')")
        }
        if let number = test.number { ways.append(Self.numberTest("number", number)) }
        if let time = test.time { ways.append("(time IS NOT NULL AND \(Self.time("time", time)))") }
        if ways.isEmpty { return "0" }
        return """
            n.file IN (SELECT file FROM property WHERE term IN (\(Self.terms(.property)) AND folded = \(NoteIndex.key(key)))
                AND \(SQLFragment.joined(ways, by: "OR")))
            """
    }
}
