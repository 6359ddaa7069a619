import QueryLanguage
import RegularExpressions
import SQLite
import SourceText

/// Tests the texts of many notes; whoever can open notes is one.
package protocol ContentScanner: AnyObject {
    /// The notes that pass each of the tests.
    ///
    /// - Parameter list: calls what it is given with a few notes at a time; a note may come twice.
    /// - Throws: what `list` threw.
    func passing(
        _ tests: [ContentPredicate], _ list: (_ each: ([NoteCandidate]) throws -> Void) throws -> Void
    ) throws -> [Set<RowID>]
}

extension NoteIndex {
    /// Fills the tables that the statement of a compiled query needs.
    func fill(_ steps: [QueryStep]) throws {
        for step in steps {
            switch step {
            case .nested(let number, let select):
                let table = "temp.nested\(number)"
                try makeTable(table)
                try connection.run("INSERT INTO \(table) \(select.sql)", select.values)
            case .scan(let step):
                let passing =
                    try isExplaining
                    ? step.tests.map { _ in [] }
                    : scanner?.passing(step.tests.map(\.test)) { try list(step, $0) } ?? []
                for (index, test) in step.tests.enumerated() {
                    let table = "temp.scan\(test.table)"
                    try makeTable(table)
                    // One statement for all of them, in the order in which a table grows fastest.
                    let ids = passing[index].sorted().map { String($0.value) }.joined(separator: ",")
                    try connection.run(
                        "INSERT INTO \(table) SELECT value FROM json_each(?1)", [.text("[\(ids)]")])
                }
            }
        }
    }

    private func makeTable(_ table: String) throws {
        try connection.run("DROP TABLE IF EXISTS \(table)")
        try connection.run("CREATE TABLE \(table)(id INTEGER PRIMARY KEY)")
    }

    /// So many notes are handed on at once.
    private static let stretch = 64
    /// From so many notes on, all aliases and keywords of the vault are looked through, instead of each note's.
    private static let many = 2000

    /// Lists the notes of a step, then those again whose aliases or keywords pass a test.
    private func list(_ step: ScanStep, _ each: ([NoteCandidate]) throws -> Void) throws {
        var count = 0
        let scope = step.scope ?? "1"
        try list(scope, areSuspects: false) { candidates in
            count += candidates.count
            try each(candidates)
        }
        let names = tests.count
        tests.append(Self.nameTest(step.tests.map(\.test)))
        let keywords: SQLFragment =
            "SELECT id FROM term WHERE kind = \(TermKind.keyword) AND slip_test(\(.int(names)), name)"
        let suspects: SQLFragment =
            count < Self.many
            ? """
            (EXISTS (SELECT 1 FROM keyword k WHERE k.file = n.file AND k.term IN (\(keywords)))
                OR EXISTS (SELECT 1 FROM alias a WHERE a.file = n.file AND slip_test(\(.int(names)), a.name)))
            """
            : """
            n.file IN (SELECT file FROM keyword WHERE term IN (\(keywords))
                UNION ALL SELECT file FROM alias WHERE slip_test(\(.int(names)), name))
            """
        try list("(\(scope) AND \(suspects))", areSuspects: true, each)
    }

    private func list(
        _ scope: SQLFragment, areSuspects: Bool, _ each: ([NoteCandidate]) throws -> Void
    ) throws {
        let statement: SQLFragment = """
            SELECT n.id, f.path, n.title, f.fingerprint FROM note n CROSS JOIN file f ON f.id = n.file WHERE \(scope)
            """
        var candidates: [NoteCandidate] = []
        try connection.rows(statement.sql, statement.values) { row in
            candidates.append(
                NoteCandidate(
                    id: row.number(0), path: VaultPath(bytes: row.bytes(1)), title: row.bytes(2),
                    fingerprint: row.number(3), isSuspect: areSuspects))
            if candidates.count == Self.stretch {
                try each(candidates)
                candidates.removeAll(keepingCapacity: true)
            }
            return true
        }
        if !candidates.isEmpty { try each(candidates) }
    }

    /// Whether a name passes one of the tests.
    private static func nameTest(_ tests: [ContentPredicate]) -> ([UInt8]) -> Bool {
        var testers = tests.map { PartTester($0) }
        return { name in
            testers.indices.contains { testers[$0].passes(name, 0..<name.count) }
        }
    }
}
