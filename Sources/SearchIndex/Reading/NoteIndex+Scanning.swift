import QueryLanguage
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
    /// So many notes are handed on at once.
    private static let stretch = 64

    /// Lists notes, then those again whose aliases or keywords pass a test.
    func list(
        _ scope: RowSet, _ tests: [ContentPredicate], _ each: ([NoteCandidate]) throws -> Void
    ) throws {
        try list(scope, areSuspects: false, each)
        let suspects = try suspects(tests).intersection(scope)
        if !suspects.isEmpty { try list(suspects, areSuspects: true, each) }
    }

    /// The notes one of whose aliases or keywords passes one of the tests. Complexity: O(aliases + keywords).
    private func suspects(_ tests: [ContentPredicate]) throws -> RowSet {
        var testers = tests.map { PartTester($0) }
        func passes(_ name: [UInt8]) -> Bool {
            testers.indices.contains { testers[$0].passes(name, 0..<name.count) }
        }
        let columns = try columns()
        var found = try columns.rows { each in
            try connection.rows("SELECT file, name FROM alias") { row in
                if passes(row.bytes(1)) { each(row.int(0)) }
                return true
            }
        }
        var terms: Set<Int64> = []
        try connection.rows(sql: "SELECT id, name FROM term WHERE kind = \(TermKind.keyword)") { row in
            if passes(row.bytes(1)) { terms.insert(row.int(0)) }
            return true
        }
        if terms.isEmpty { return found }
        let keywords: NumberLists = try columns.all(.keywords)
        found.formUnion(try columns.alive().filter { keywords.list($0).contains { terms.contains(Int64($0)) } })
        return found
    }

    private func list(
        _ scope: RowSet, areSuspects: Bool, _ each: ([NoteCandidate]) throws -> Void
    ) throws {
        let statement = try connection.prepare(
            """
            SELECT f.path, n.title, f.fingerprint FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id = ?1
            """)
        var candidates: [NoteCandidate] = []
        try scope.forEach { row in
            try statement.rows([.int(row)]) {
                candidates.append(
                    NoteCandidate(
                        id: RowID(Int64(row)), path: VaultPath(bytes: $0.bytes(0)), title: $0.bytes(1),
                        fingerprint: $0.number(2), isSuspect: areSuspects))
                return false
            }
            if candidates.count == Self.stretch {
                try each(candidates)
                // Those belong to whoever works on them now.
                candidates = []
            }
        }
        if !candidates.isEmpty { try each(candidates) }
    }
}
