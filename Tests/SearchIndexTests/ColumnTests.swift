import QueryLanguage
import SQLite
import SourceText
import TestSupport
import Testing

@testable import SearchIndex
@testable import Searching

/// Columns agree with the tables that they repeat, and decoding returns what was encoded.
@Suite struct ColumnTests {
    // MARK: Coding

    /// Numbers of the widths that a part may have.
    private static let ranges: [ClosedRange<Int64>] = [
        0...0, 0...1, -128...127, -129...128, -32_768...32_767, 0...70_000, -2_147_483_648...2_147_483_647,
        0...4_294_967_295, .min ... .max,
    ]

    @Test(arguments: ranges) func `a column that was written is read back, part by part and as a whole`(
        range: ClosedRange<Int64>
    ) throws {
        var random = FixedGenerator(4)
        let connection = try Connection(Array(":memory:".utf8), .create)
        try connection.execute(Schema.tables)
        var model: [Int: Int64] = [:]
        for _ in 0..<3 {
            let writer = ColumnWriter(connection, isNew: false)
            for _ in 0..<400 {
                let row = Int.random(in: 1..<5000, using: &random)
                // A part that has become empty is one that is not there.
                model[row] = row < 1024 ? 0 : Int64.random(in: range, using: &random)
                try writer.set(.size, RowID(Int64(row)), value: model[row] ?? 0)
                #expect(try writer.value(.size, RowID(Int64(row))) == model[row])
            }
            try writer.flush()
            let whole = try ColumnReader(.size, connection, capacity: 5000).all()
            let reader = ColumnReader(.size, connection, capacity: 5000)
            for row in 0..<5000 {
                #expect(whole[row] == model[row] ?? 0)
                #expect(reader.value(row) == model[row] ?? 0)
            }
            #expect(reader.value(5000) == nil && reader.value(-1) == nil)
        }
    }

    @Test func `a part whose reading was interrupted is read again`() throws {
        let connection = try Connection(Array(":memory:".utf8), .create)
        try connection.execute(Schema.tables)
        let writer = ColumnWriter(connection, isNew: false)
        try writer.set(.size, RowID(3), value: 7)
        try writer.flush()
        let reader = ColumnReader(.size, connection, capacity: 5000)
        let interrupter = Interrupter(connection)
        connection.interrupter = interrupter
        interrupter.interrupt()
        #expect(reader.value(3) == 0)
        let error = #expect(throws: SQLiteError.self) { try reader.check() }
        #expect(error?.isInterrupt == true)
        connection.interrupter = nil
        #expect(reader.value(3) == 7)
        try reader.check()
    }

    @Test func `lists of numbers are read back, whole and one at a time`() throws {
        var random = FixedGenerator(5)
        let connection = try Connection(Array(":memory:".utf8), .create)
        try connection.execute(Schema.tables + "INSERT INTO meta(name, value) VALUES('next', 4000);")
        var model: [Int: [Int64]] = [:]
        for _ in 0..<4 {
            let writer = ColumnWriter(connection, isNew: false)
            for _ in 0..<200 {
                let row = Int.random(in: 1..<4000, using: &random)
                let count = Int.random(in: 0...5, using: &random)
                model[row] = (0..<count).map { _ in Int64.random(in: 0...2_000_000_000, using: &random) }
                try writer.set(.targets, RowID(Int64(row)), value: model[row] ?? [])
            }
            try writer.flush()
            let columns = try NoteColumns(connection, connection.totals())
            let single = try NoteColumns(connection, connection.totals())
            let lists: NumberLists = try columns.all(.targets)
            for row in 0..<4000 {
                #expect(lists.list(row).map { Int64($0) } == model[row] ?? [])
                if row % 37 == 0 { #expect(try single.list(.targets, row) == model[row] ?? []) }
            }
        }
    }

    @Test func `a damaged part is read as far as it goes`() throws {
        let connection = try Connection(Array(":memory:".utf8), .create)
        try connection.execute(
            Schema.tables
                + """
                INSERT INTO meta(name, value) VALUES('next', 2000);
                INSERT INTO columns(id, data) VALUES
                    (\(ColumnPart.id(NoteColumn.words.rawValue, 0)), x'010203'),
                    (\(ColumnPart.id(NoteColumn.words.rawValue, 900)), zeroblob(1024)),
                    (\(ColumnPart.id(NoteColumn.targets.rawValue, 0)), CAST(zeroblob(2048) || x'00' AS BLOB)),
                    (\(ColumnPart.id(NoteListColumn.targets.rawValue, 0)), x'01');
                """)
        let columns = try NoteColumns(connection, connection.totals())
        #expect(try columns.all(.words).prefix(2000).allSatisfy { $0 == 0 })
        let lists: NumberLists = try columns.all(.targets)
        #expect((0..<2000).allSatisfy { lists.list($0).isEmpty })
    }

    /// What another program, or a bit that fell over, may have made of an index, while SQLite finds nothing wrong with it.
    private static let damages = [
        "UPDATE columns SET data = CAST(x'00' || zeroblob(1022) || x'FF' AS BLOB) WHERE id = \(NoteColumn.keywords.rawValue << 32)",
        "UPDATE columns SET data = CAST(zeroblob(8191) || x'7F' AS BLOB) WHERE id = \(NoteColumn.targets.rawValue << 32)",
        "UPDATE columns SET data = CAST(replace(hex(zeroblob(1024)), '00', char(255)) AS BLOB)",
        "UPDATE columns SET data = randomblob(8192)", "UPDATE columns SET data = randomblob(1024)",
        "UPDATE columns SET data = x''", "DELETE FROM columns",
        "UPDATE meta SET value = 9223372036854775807 WHERE name = 'next'",
        "UPDATE meta SET value = -5 WHERE name = 'next'", "UPDATE meta SET value = 1099511627776 WHERE name = 'next'",
        "UPDATE meta SET value = 2 WHERE name = 'next'", "UPDATE meta SET value = 'x' WHERE name = 'next'",
        "UPDATE term SET id = id + 1099511627776", "UPDATE term SET id = 9223372036854775807 WHERE id = 1",
        "UPDATE note SET file = 9223372036854775807 WHERE id = 1",
        "INSERT INTO file(id, path, path_hash, kind, fingerprint, hash) VALUES(9223372036854775807, 'z', 0, 3, 0, 0)",
        "INSERT INTO recent(row, words) SELECT value, zeroblob(300) FROM json_each('[1001,1002]')",
        "UPDATE vocabulary SET lengths = randomblob(40)", "UPDATE vocabulary SET words = x'00', weights = x'01'",
    ]

    @Test(arguments: damages) func `an index with invalid numbers causes no crash`(damage: String) throws {
        let vault = try TemporaryVault()
        for number in 0..<20 {
            let text =
                "---\nkeywords: [k, l\(number)]\norder: \(number)\n---\n[[Note \(number + 1)]] ![](p.png) alpha\n"
            try vault.writeDeep("a/Note \(number).md", text)
        }
        try vault.write("p.png", "x")
        TemporaryVault.settle()
        _ = try vault.session()
        try vault.session().index.connection.execute(damage)
        for round in 0..<2 {
            let session = try vault.session()
            for query in IndexDump.queries + ["nosuchword", "sort:path", "sort:title", "group:day", "group:keyword k"] {
                // Any result or error is fine, since the damage need not be detectable. Only a crash is a fault.
                _ = try? session.read { snapshot in
                    let search = try snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root))
                    if let group = search.presentation.group {
                        _ = try CollectionSearch(search, in: snapshot).sections(by: group)
                    }
                    try snapshot.run(search) { _ in true }
                    _ = try snapshot.count(search)
                    _ = try snapshot.zeroResultHints.hints(search)
                }
            }
            _ = try? session.read { snapshot in _ = try Suggestions(snapshot).list("al", limit: 10) }
            try vault.write("a/Note 3.md", "changed \(round)\n")
        }
    }

    // MARK: Comparison with the tables

    /// What each column of numbers says of a note `n`, as its tables have it.
    private static let sources: [NoteColumn: String] = [
        .file: "n.file", .folder: "n.folder", .status: "n.status", .keys: "n.known_keys", .created: "n.created",
        .modified: "n.modified", .words: "n.words", .size: "n.size", .openTasks: "n.open_tasks",
        .headings: "n.headings", .order: "ifnull(n.ord, -9223372036854775808)",
        .links: "(SELECT count(*) FROM link l WHERE l.file = n.file AND l.attachment = 0)",
        .attachments: "(SELECT count(*) FROM link l WHERE l.file = n.file AND l.attachment = 1)",
        .targets: "(SELECT count(DISTINCT l.target) FROM link l WHERE l.file = n.file AND l.target IS NOT NULL)",
    ]

    /// When a note has a feature.
    private static let features: [(NoteFeatures, String)] = [
        (.favorite, "n.flags & 1"), (.malformed, "n.flags & 2"), (.conflict, "n.flags & 4"),
        (.ownCreated, "n.flags & 8"), (.ownModified, "n.flags & 16"), (.empty, "n.words = 0"),
        (.openTask, "n.open_tasks > 0"), (.doneTask, "n.done_tasks > 0"),
        (.alias, "EXISTS (SELECT 1 FROM alias a WHERE a.file = n.file)"),
        (
            .attachment,
            "EXISTS (SELECT 1 FROM link l WHERE l.file = n.file AND l.attachment = 1 AND l.target IS NOT NULL)"
        ),
        (
            .image,
            "EXISTS (SELECT 1 FROM link l JOIN file t ON t.id = l.target WHERE l.file = n.file AND t.kind = 2)"
        ),
        (
            .linksToNote,
            "EXISTS (SELECT 1 FROM link l WHERE l.file = n.file AND l.attachment = 0 AND l.target IS NOT NULL)"
        ),
        (.broken, "EXISTS (SELECT 1 FROM link l WHERE l.file = n.file AND l.state = 1)"),
        (.ambiguous, "EXISTS (SELECT 1 FROM link l WHERE l.file = n.file AND l.attachment = 0 AND l.state = 2)"),
    ]

    @Test(arguments: [31, 32, 33] as [UInt64]) func `every column says of every note what its tables say`(
        seed: UInt64
    ) throws {
        let vault = try TemporaryVault()
        let changer = VaultChanger(vault, seed: seed)
        for _ in 0..<60 { changer.change() }
        for _ in 0..<6 {
            for _ in 0..<8 { changer.change() }
            let connection = try vault.session().index.connection
            let columns = try NoteColumns(connection, connection.totals())
            var rows: [Int] = []
            for (column, source) in Self.sources {
                let values = try columns.all(column)
                rows = []
                try connection.rows("SELECT n.id, \(source) FROM note n ORDER BY n.id") { row in
                    rows.append(Int(row.int(0)))
                    #expect(values[Int(row.int(0))] == row.int(1), "\(column) of row \(row.int(0))")
                    return true
                }
            }
            #expect(try columns.liveRows().rows == rows)
            let features = try columns.all(.features)
            for (feature, source) in Self.features {
                try connection.rows("SELECT n.id, (\(source)) <> 0 FROM note n") { row in
                    let has = features[Int(row.int(0))] & feature.rawValue != 0
                    #expect(has == row.bool(1), "feature \(feature.rawValue) of row \(row.int(0))")
                    return true
                }
            }
            let backlinks = try columns.backlinks()
            try connection.rows(
                "SELECT n.id, (SELECT count(DISTINCT l.file) FROM link l WHERE l.target = n.file) FROM note n"
            ) { row in
                #expect(backlinks[Int(row.int(0))] == row.int(1))
                return true
            }
            let titles = try columns.all(.titlePrefix)
            let names = try columns.all(.namePrefix)
            try connection.rows("SELECT n.id, n.title, f.path FROM note n JOIN file f ON f.id = n.file") { row in
                let name = VaultPath(bytes: row.bytes(2)).name.text
                #expect(titles[Int(row.int(0))] == SortPrefix.number(of: NaturalOrder.key(row.text(1))))
                #expect(names[Int(row.int(0))] == SortPrefix.number(of: NaturalOrder.key(name)))
                return true
            }
        }
    }

    // MARK: Order

    @Test func `the beginnings of keys are in the order of the keys`() {
        var random = FixedGenerator(6)
        for _ in 0..<2000 {
            func key() -> [UInt8] {
                (0..<Int.random(in: 0...10, using: &random)).map { _ in
                    [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                }
            }
            let (left, right) = (key(), key())
            let (first, second) = (SortPrefix.number(of: left), SortPrefix.number(of: right))
            if first != second { #expect((first < second) == left.lexicographicallyPrecedes(right)) }
        }
    }

    @Test func `sets of rows are sets`() {
        var random = FixedGenerator(7)
        for capacity in [1, 63, 64, 65, 200] {
            var model: Set<Int> = []
            var rows = RowSet(capacity: capacity)
            var others = RowSet(capacity: capacity)
            var otherModel: Set<Int> = []
            for _ in 0..<capacity {
                let row = Int.random(in: -2..<capacity + 70, using: &random)
                rows.insert(row)
                if row >= 0, row < (capacity + 63) / 64 * 64 { model.insert(row) }
                let other = Int.random(in: 0..<capacity, using: &random)
                others.insert(other)
                otherModel.insert(other)
            }
            #expect(rows.rows == model.sorted() && rows.count == model.count && rows.isEmpty == model.isEmpty)
            #expect(rows.intersection(others).rows == model.intersection(otherModel).sorted())
            #expect(rows.subtracting(others).rows == model.subtracting(otherModel).sorted())
            var union = rows
            union.formUnion(others)
            #expect(union.rows == model.union(otherModel).sorted())
            #expect(rows.filter { $0.isMultiple(of: 3) }.rows == model.filter { $0.isMultiple(of: 3) }.sorted())
            #expect(
                RowSet(capacity: capacity) { $0.isMultiple(of: 5) }.rows
                    == (0..<capacity).filter { $0.isMultiple(of: 5) })
            #expect(!rows.contains(-1) && !rows.contains(100_000))
        }
    }
}
