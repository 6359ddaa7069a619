import QueryLanguage
import SQLite
import SourceText

/// Lists notes in batches for tests that open their files (`ContentScanner`). It reads only the index.
struct ScanReader {
    let index: NoteIndex

    private static let batchSize = 64

    /// Lists the notes of a scope, then again, as suspects, those with an alias or keyword that passes a test.
    func list(_ scope: RowSet, _ tests: [ContentPredicate], each: ([NoteCandidate]) throws -> Void) throws {
        try list(scope, areSuspects: false, each)
        let suspects = try suspects(tests, in: scope)
        if !suspects.isEmpty { try list(suspects, areSuspects: true, each) }
    }

    /// Returns the notes in a scope with an alias or keyword that passes a test. Complexity: O(aliases + keywords).
    private func suspects(_ tests: [ContentPredicate], in scope: RowSet) throws -> RowSet {
        var testers = tests.map { PartTester($0) }
        func passes(_ name: [UInt8]) -> Bool {
            testers.indices.contains { testers[$0].passes(name, 0..<name.count) }
        }
        let columns = try index.columns()
        let features = try columns.all(.features)
        let withAlias = scope.filter { NoteFeatures(rawValue: features[$0]).contains(.alias) }
        var found: RowSet
        if withAlias.count * 8 > columns.capacity {
            // For most of the notes, reading the whole table is faster.
            found = try columns.rows { each in
                try index.connection.rows("SELECT file, name FROM alias") { row in
                    if passes(row.bytes(1)) { each(row.int(0)) }
                    return true
                }
            }.intersection(scope)
        } else {
            let statement = try index.connection.prepare(
                "SELECT a.name FROM note n CROSS JOIN alias a ON a.file = n.file WHERE n.id = ?1")
            found = try withAlias.filter { row in
                var passesOne = false
                try statement.rows([.int(row)]) {
                    passesOne = passes($0.bytes(0))
                    return !passesOne
                }
                return passesOne
            }
        }
        var terms: Set<Int64> = []
        try index.connection.rows(sql: "SELECT id, name FROM term WHERE kind = \(TermKind.keyword)") { row in
            if passes(row.bytes(1)) { terms.insert(row.int(0)) }
            return true
        }
        if terms.isEmpty { return found }
        let keywords: NumberLists = try columns.all(.keywords)
        found.formUnion(scope.filter { keywords.list($0).contains { terms.contains(Int64($0)) } })
        return found
    }

    private func list(_ scope: RowSet, areSuspects: Bool, _ each: ([NoteCandidate]) throws -> Void) throws {
        let statement = try index.connection.prepare(
            """
            SELECT f.path, n.title, f.fingerprint FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id = ?1
            """)
        let features = try index.columns().all(.features)
        var candidates: [NoteCandidate] = []
        try scope.forEach { row in
            try statement.rows([.int(row)]) {
                candidates.append(
                    NoteCandidate(
                        id: RowID(Int64(row)), path: $0.path(0), title: $0.bytes(1),
                        fingerprint: $0.number(2), isSuspect: areSuspects,
                        hasLiveBlocks: NoteFeatures(rawValue: features[row]).contains(.liveBlock)))
                return false
            }
            if candidates.count == Self.batchSize {
                try index.connection.checkInterruption()
                try each(candidates)
                // A new array, because the receiver still uses the old one.
                candidates = []
            }
        }
        if !candidates.isEmpty { try each(candidates) }
    }
}

extension NoteIndex {
    var scans: ScanReader { ScanReader(index: self) }
}
