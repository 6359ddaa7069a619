import QueryLanguage
import RegularExpressions
import SQLite
import SourceText

/// The evaluation of conditions other than AND, OR and NOT. Each function returns the rows in `scope` that satisfy the
/// condition.
extension ConditionEvaluator {
    func leaf(_ condition: Condition, _ scope: RowSet) throws -> RowSet {
        switch condition {
        case .all, .nothing, .and, .or, .not, .text, .attached, .contains, .regex, .like:
            return try rows(condition, in: scope)
        case .keyword: return try keywords([condition], scope)
        case .status(let status):
            return try terms(of: .status, terms("kind = \(TermKind.status) AND folded = \(.text(status))"), scope)
        case .favorite(let value):
            let favorites = try having(.favorite, scope)
            return value ? favorites : scope.subtracting(favorites)
        case .time(let field, let range): return try times(field.column, range, in: scope)
        case .folder(let folder, let deep): return try inFolder(folder, deep: deep, scope)
        case .has(let feature): return try has(feature, scope)
        case .key(let name): return try key(name, scope)
        case .state(let state): return try self.state(state, scope)
        case .hasTask(let inner): return try withTask(inner, scope)
        case .taskTest, .ofNote: return RowSet(capacity: columns.capacity)
        case .task(let isDone): return try having(isDone ? .doneTask : .openTask, scope)
        case .attachment(let pattern): return try attachment(pattern, scope)
        case .linksTo(.note(let path)):
            return try files("SELECT file FROM link WHERE target = (\(try file(path)))", scope)
        case .linkedFrom(.note(let path)):
            return try files("SELECT target FROM link WHERE target IS NOT NULL AND file = (\(try file(path)))", scope)
        case .linksTo(.query(let inner)):
            let ends = try rows(inner)
            var found = RowSet(capacity: columns.capacity)
            try columns.forEachLink { from, to in if ends.contains(to) { found.insert(from) } }
            return found.intersection(scope)
        case .linkedFrom(.query(let inner)):
            let ends = try rows(inner)
            var found = RowSet(capacity: columns.capacity)
            try columns.forEachLink { from, to in if ends.contains(from) { found.insert(to) } }
            return found.intersection(scope)
        case .linkWalk(let walk):
            let steps = try steps(of: walk)
            return steps.reduce(into: RowSet(capacity: columns.capacity)) { $0.formUnion($1) }.intersection(scope)
        case .number(let field, let range): return try numbers(field, range, in: scope)
        case .property(let key, let test): return try property(key, test, in: scope)
        case .alias(let pattern):
            return try files("SELECT file, folded FROM alias", scope) { pattern.matches(folded: $0.bytes(1)) }
        case .id(.exact(let id)):
            // Ids are among the names by which references are resolved.
            let hash = NameKey.hash(Array(id.utf8))
            return try files(
                """
                SELECT n.file, n.ident FROM name m CROSS JOIN note n ON n.file = m.file
                WHERE m.name_hash = \(.number(hash)) AND n.ident IS NOT NULL
                """, scope
            ) { NameKey.fold($0.bytes(1)) == Array(id.utf8) }
        case .id: return try each(condition, key(FrontMatterKey.id.rawValue, scope))
        case .since(let commit): return try inWorkTree(.since(commit), scope)
        case .by(let words, let isPrefix): return try by(words, isPrefix: isPrefix, scope)
        case .name(.exact(let name), _):
            let keys = NameKey.fileName(Array(name.utf8))
            let isNamed = SQLFragment.joined(keys.map { "name_hash = \(.number($0))" }, by: "OR")
            return try each(condition, files("SELECT file FROM name WHERE \(isNamed)", scope))
        case .name, .fileName, .path, .whole, .matches: return try each(condition, scope)
        }
    }

    /// Returns the rows of notes with a task that satisfies a condition.
    private func withTask(_ condition: Condition, _ scope: RowSet) throws -> RowSet {
        let evaluator = try TaskEvaluator(self)
        return evaluator.tasks.notes(of: try evaluator.rows(condition, in: evaluator.tasks.tasks(of: scope)))
    }

    // MARK: Columns

    /// Returns the rows with at least one of the features.
    private func having(_ features: NoteFeatures, _ scope: RowSet) throws -> RowSet {
        let values = try columns.all(.features)
        return scope.filter { values[$0] & features.rawValue != 0 }
    }

    /// Returns the rows whose number is greater than `least`.
    private func above(_ least: Int64, _ column: NoteColumn, in scope: RowSet) throws -> RowSet {
        let values = try columns.all(column)
        return scope.filter { values[$0] > least }
    }

    /// Returns the rows whose time is in `range`, without its upper bound. Rows without a commit are excluded.
    private func times(_ column: NoteColumn, _ range: TimeRange, in scope: RowSet) throws -> RowSet {
        let values = try columns.all(column)
        let lower = range.lower?.microseconds ?? .min
        let upper = range.upper?.microseconds ?? .max
        let isOpen = range.upper == nil
        let absent = column == .committed ? column.absent : nil
        return scope.filter { values[$0] != absent && values[$0] >= lower && (isOpen || values[$0] < upper) }
    }

    private func has(_ feature: Condition.Feature, _ scope: RowSet) throws -> RowSet {
        switch feature {
        case .attachment: return try having(.attachment, scope)
        case .image: return try having(.image, scope)
        case .keyword:
            return try above(0, .keywords, in: scope)
        case .link: return try above(0, .links, in: scope)
        case .backlink:
            let counts = try columns.backlinks()
            return scope.filter { counts[$0] > 0 }
        case .task: return try having(.tasks, scope)
        case .heading: return try above(0, .headings, in: scope)
        case .alias: return try having(.alias, scope)
        }
    }

    private func state(_ state: Condition.State, _ scope: RowSet) throws -> RowSet {
        switch state {
        case .favorite: return try having(.favorite, scope)
        case .orphan:
            let counts = try columns.backlinks()
            let linking = try columns.isLimited ? linkingToKnown(scope) : having(.linksToNote, scope)
            return scope.subtracting(linking).filter { counts[$0] == 0 }
        case .broken: return try having(.broken, scope)
        case .ambiguous: return try having(.ambiguous, scope)
        case .malformed: return try having(.malformed, scope)
        case .conflict: return try having(.conflict, scope)
        case .empty: return try having(.empty, scope)
        case .dirty: return try inWorkTree(.dirty, scope)
        case .untracked: return try inWorkTree(.untracked, scope)
        }
    }

    /// Returns the notes that link to a note that searches know, or to a folder with such notes.
    private func linkingToKnown(_ scope: RowSet) throws -> RowSet {
        var linking = try rows(.linksTo(.query(.all)), in: scope)
        let others = try having(.linksToNote, scope).subtracting(linking)
        if others.isEmpty { return linking }
        var folders: Set<VaultPath> = [.root]
        try connection.rows("SELECT n.id, f.path FROM note n CROSS JOIN file f ON f.id = n.file") { row in
            guard columns.knows(Int(row.int(0))) else { return true }
            for folder in sequence(first: row.path(1).folder, next: { $0.folder }) {
                if !folders.insert(folder).inserted { break }
            }
            return true
        }
        let files = try columns.all(.file)
        let linkingToFolders = try others.filter { row in
            try connection.all(
                "SELECT f.path FROM link l CROSS JOIN file f ON f.id = l.target WHERE l.file = ?1 AND f.kind = ?2",
                [.int(files[row]), .kind(FileKind.folder)]
            ) { $0.path(0) }.contains(where: folders.contains)
        }
        linking.formUnion(linkingToFolders)
        return linking
    }

    /// Returns the notes for which git confirms `condition`.
    private func inWorkTree(_ condition: WorkTreeCondition, _ scope: RowSet) throws -> RowSet {
        let paths = try index.workTree?.paths(condition) ?? []
        return try columns.rows { each in
            for path in paths { if let file = try connection.file("id", at: path, { $0.int(0) }) { each(file) } }
        }.intersection(scope)
    }

    /// Returns the notes with an author whose name or address contains the words in sequence.
    private func by(_ words: [String], isPrefix: Bool, _ scope: RowSet) throws -> RowSet {
        func matches(_ text: String) -> Bool { Words.list(text).contains(sequence: words, isPrefix: isPrefix) }
        var authors: Set<Int64> = []
        try connection.rows(sql: "SELECT id, name, address FROM git_author") { row in
            if matches(row.text(1)) || matches(row.text(2)) { authors.insert(row.int(0)) }
            return true
        }
        return try rows(with: authors, in: .authors, scope)
    }

    private func numbers(_ field: Field.Number, _ range: NumberRange, in scope: RowSet) throws -> RowSet {
        guard let wanted = range.wholeNumbers else { return RowSet(capacity: columns.capacity) }
        let values = try numbers(field)
        return scope.filter { values[$0] != .min && wanted.contains(values[$0]) }
    }

    /// Returns the numbers of all rows, with `.min` for none.
    func numbers(_ field: Field.Number) throws -> [Int64] {
        switch field.source {
        case .column(let column): return try columns.all(column)
        case .backlinks: return try columns.backlinks()
        }
    }

    // MARK: Terms

    /// Returns the ids of matching terms.
    private func terms(
        _ condition: SQLFragment, where matches: ([UInt8]) -> Bool = { _ in true }
    ) throws -> Set<Int64> {
        var found: Set<Int64> = []
        try connection.rows(sql: "SELECT id, folded FROM term WHERE \(condition)") { row in
            if matches(row.bytes(1)) { found.insert(row.int(0)) }
            return true
        }
        return found
    }

    /// Returns the notes in `scope` with a keyword that meets one of the `keyword` conditions, in one pass. A nested
    /// condition is also met by the keywords below one that meets it. Other conditions are ignored.
    func keywords(_ conditions: [Condition], _ scope: RowSet) throws -> RowSet {
        var found: Set<Int64> = []
        for case .keyword(let pattern, let nested) in conditions {
            switch pattern {
            case .exact(let text):
                let isMeant: SQLFragment = nested ? .isOrIsNested(in: text) : "folded = \(.text(text))"
                found.formUnion(try terms("kind = \(TermKind.keyword) AND \(isMeant)"))
            case .glob(let glob):
                // The pattern may also match a parent of the keyword.
                found.formUnion(
                    try terms("kind = \(TermKind.keyword)") { name in
                        glob.matches(name)
                            || nested
                                && name.indices.contains { name[$0] == Byte.slash && glob.matches(Array(name[..<$0])) }
                    })
            }
        }
        return try rows(with: found, in: .keywords, scope)
    }

    /// Returns the rows whose number in the column is one of the ids.
    private func terms(of column: NoteColumn, _ terms: Set<Int64>, _ scope: RowSet) throws -> RowSet {
        if terms.isEmpty { return RowSet(capacity: columns.capacity) }
        let values = try columns.all(column)
        if terms.count == 1, let only = terms.first { return scope.filter { values[$0] == only } }
        let marks = Marks(terms)
        return scope.filter { marks[values[$0]] }
    }

    /// Returns the rows whose list contains one of some numbers.
    private func rows(with numbers: Set<Int64>, in column: NoteListColumn, _ scope: RowSet) throws -> RowSet {
        if numbers.isEmpty { return RowSet(capacity: columns.capacity) }
        let lists: NumberLists = try columns.all(column)
        if numbers.count <= 4, scope.count * 4 > columns.capacity {
            // Reading all values in order is faster than finding the list of each row.
            var found = RowSet(capacity: columns.capacity)
            for number in numbers.compactMap({ Int32(exactly: $0) }) { lists.addRows(with: number, to: &found) }
            return found.intersection(scope)
        }
        let marks = Marks(numbers)
        return scope.filter { row in lists.range(row).contains { marks[Int64(lists.values[$0])] } }
    }

    /// A set of mostly small numbers.
    private struct Marks {
        private var table = NumberTable()

        init(_ numbers: Set<Int64>) { for number in numbers { table[number] = 1 } }

        @inline(__always)
        subscript(number: Int64) -> Bool { table[number] != nil }
    }

    private func inFolder(_ folder: VaultPath, deep: Bool, _ scope: RowSet) throws -> RowSet {
        if folder.isRoot, deep { return scope }
        var folders: Set<Int64> = []
        if folder.isRoot {
            folders = [0]
        } else {
            let isMeant: SQLFragment = deep ? .isOrIsInside(folder) : "f.path = \(.text(folder.bytes))"
            try connection.rows(
                sql: "SELECT f.id FROM file f WHERE f.kind = \(FileKind.folder) AND \(isMeant)"
            ) { row in
                folders.insert(row.int(0))
                return true
            }
        }
        return try terms(of: .folder, folders, scope)
    }

    // MARK: Tables

    /// Returns the notes of the files that a statement selects, filtered by a test.
    private func files(
        _ statement: SQLFragment, _ scope: RowSet, where matches: (borrowing Row) -> Bool = { _ in true }
    ) throws -> RowSet {
        try columns.rows { each in
            try connection.rows(sql: statement) { row in
                if matches(row) { each(row.int(0)) }
                return true
            }
        }.intersection(scope)
    }

    /// Returns a statement with the id of a file, without a row for a note of which conditions may not know.
    private func file(_ path: VaultPath) throws -> SQLFragment {
        if columns.isLimited, let row = try index.links.row(of: path), !columns.knows(row) { return "SELECT NULL" }
        return "SELECT f.id FROM file f WHERE \(.isFile(path))"
    }

    /// Returns the rows with a front matter key, known to slip or not.
    private func key(_ name: String, _ scope: RowSet) throws -> RowSet {
        if let key = FrontMatterKey(named: name) {
            let values = try columns.all(.keys)
            let bit = key.bit
            return scope.filter { values[$0] & bit != 0 }
        }
        if columns.hasRead(property: name) {
            return try columns.property(name).rows(capacity: columns.capacity) { $0.kind != .null }
                .intersection(scope)
        }
        return try files(
            "SELECT file FROM property WHERE \(try index.connection.isOfProperty(name)) AND kind <> \(PropertyKind.null)",
            scope)
    }

    private func property(_ key: String, _ test: PropertyTest, in scope: RowSet) throws -> RowSet {
        var matcher = test.regex.map { Matcher($0) }
        return try columns.property(key).rows(capacity: columns.capacity) { $0.passes(test, &matcher) }
            .intersection(scope)
    }

    /// Returns the notes that reference an existing or missing file with such a name.
    private func attachment(_ pattern: ValuePattern, _ scope: RowSet) throws -> RowSet {
        func matches(_ path: [UInt8]) -> Bool {
            let name = VaultPath(bytes: path).name.bytes
            return pattern.matches(folded: Folding.fold(name, 0..<name.count))
        }
        let files = try columns.all(.file)
        let counts = try columns.all(.attachments)
        let missing = try connection.prepare(
            "SELECT reference FROM link WHERE file = ?1 AND attachment <> 0 AND target IS NULL")
        var found = try having(.broken, scope).filter { row in
            var passes = false
            if counts[row] == 0 { return passes }
            try missing.rows([.int(files[row])]) {
                passes = matches($0.bytes(0))
                return !passes
            }
            return passes
        }
        let wanted = Set(try columns.attachments().filter { matches($0.path.bytes) }.map(\.file))
        found.formUnion(try rows(with: wanted, in: .targets, having(.attachment, scope)))
        return found
    }

    // MARK: One note at a time

    /// Evaluates a condition that needs the row of each note. Complexity: one lookup for each row of the scope.
    private func each(_ condition: Condition, _ scope: RowSet) throws -> RowSet {
        var test = RowTest(condition)
        if scope.count * 8 > columns.capacity {
            // For most of the notes, scanning the whole table is faster.
            return try columns.rows { each in
                try connection.rows(sql: test.all) { row in
                    if test.passes(row) { each(row.int(1)) }
                    return true
                }
            }.intersection(scope)
        }
        let statement = try connection.prepare(test.statement)
        return try scope.filter { row in try statement.first([.int(row)]) { test.passes($0) } ?? false }
    }
}
