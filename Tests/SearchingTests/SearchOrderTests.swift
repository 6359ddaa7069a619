import Foundation
import QueryLanguage
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// Sorting and sections, compared with an order in plain Swift.
@Suite struct SearchOrderTests {
    /// The value that a sort key compares.
    private enum Key {
        case number(Double), date(Double), text(String)
    }

    private static func key(_ name: String, _ note: OracleNote) -> Key? {
        switch name {
        case "title": return .text(note.title)
        case "path": return .text(note.path)
        case "name": return .text(note.name)
        case "folder": return .text(note.folder)
        case "favorite": return .number(note.isFavorite ? 1 : 0)
        case "links": return .number(Double(note.links.count))
        case "attachments": return .number(Double(note.attachments.count))
        case "keywords": return .number(Double(note.keywords.count))
        case "tasks": return .number(Double(note.openTasks))
        case "headings": return .number(Double(note.headings.count))
        case "created": return .number(Double(note.created))
        case "modified": return .number(Double(note.modified))
        case "words": return .number(Double(note.words))
        case "size": return .number(Double(note.size))
        case "backlinks": return .number(Double(note.backlinks.count))
        case "order": return note.order.map { .number(Double($0)) }
        case "status":
            if let rank = Vocabulary.statuses.firstIndex(of: note.status) { return .number(Double(rank)) }
            return .text(note.status)
        default:
            switch note.properties[name] {
            case .number(let number, _): return .number(number)
            case .date(let moment, _): return .date(Double(moment))
            case .text(let text), .flag(_, let text): return .text(text)
            default: return nil
            }
        }
    }

    private static let keys = [
        "title", "created", "modified", "path", "name", "folder", "favorite", "links", "attachments", "keywords",
        "tasks",
        "headings", "status", "order", "words", "size", "backlinks", "priority", "author",
        "due",
    ]

    /// Returns whether `a` comes before `b`.
    private static func precedes(_ a: OracleNote, _ b: OracleNote, _ keys: [(name: String, sign: String)]) -> Bool? {
        for (name, sign) in keys {
            switch (key(name, a), key(name, b)) {
            case (nil, nil): continue
            case (_, nil): return true
            case (nil, _): return false
            case (.number(let x)?, .number(let y)?), (.date(let x)?, .date(let y)?):
                if x == y { continue }
                let ascends = sign.isEmpty ? name == "status" : sign == "+"
                return ascends ? x < y : x > y
            case (.text(let x)?, .text(let y)?):
                guard let isBefore = OracleText.precedes(x, y) else { continue }
                return sign == "-" ? !isBefore : isBefore
            case (.number?, _): return name != "status" || sign != "-"
            case (_, .number?): return name == "status" && sign == "-"
            case (.date?, _): return true
            case (_, .date?): return false
            }
        }
        if a.created != b.created { return a.created > b.created }
        return OracleText.precedes(a.path, b.path) ?? (a.path < b.path)
    }

    @Test func `notes are in the order that the oracle gives`() throws {
        var reports: [String] = []
        for seed in SearchOracleTests.firstSeed..<(SearchOracleTests.firstSeed + SearchOracleTests.vaults) {
            let world = try OracleWorld(seed: seed)
            var random = FixedGenerator(UInt64(seed))
            var generator = QueryGenerator(random: random, vault: world.vault)
            for _ in 0..<(SearchOracleTests.queries / 4) {
                let keys = (0..<(1 + random.below(3))).map { _ in
                    (name: random.pick(Self.keys), sign: random.pick(["", "", "+", "-"]))
                }
                if keys.contains(where: { name in
                    ["priority", "author", "due"].contains(name.name) && !generator.isProperty(name.name)
                }) {
                    continue
                }
                var tree = QueryTree.leaf(generator.state())
                if random.once(in: 2) { tree = .or([tree, .leaf(generator.dates())]) }
                guard let found = tree.found(all: world.vault.all) else { continue }
                let order = found.map { world.vault.notes[$0] }
                    .sorted { Self.precedes($0, $1, keys) ?? false }.map(\.path)
                let sort = keys.map { $0.name + $0.sign }.joined(separator: ",")
                let query = "(" + tree.text(&random) + ") sort:\(sort)"
                let offset = random.once(in: 3) ? random.below(4) : 0
                let limit = random.once(in: 3) ? 1 + random.below(10) : 100
                let window = Array(order.dropFirst(offset).prefix(limit))
                let text =
                    query + (offset > 0 ? " offset:\(offset)" : "") + (limit < 100 ? " limit:\(limit)" : "")
                let answer = try world.paths(text)
                if answer.list != window {
                    let at = zip(answer.list, window).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
                    reports.append(
                        "\(text)  at \(at): \(answer.list.dropFirst(at).prefix(2)), not \(window.dropFirst(at).prefix(2))"
                    )
                }
                if answer.count != found.count { reports.append("\(text) counts \(answer.count), not \(found.count)") }
            }
        }
        #expect(reports.isEmpty, "\(reports.count) faults\n\(reports.prefix(40).joined(separator: "\n"))")
    }

    // MARK: Sections

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Returns the labels of a note's sections with their ranks.
    private static func labels(_ group: String, _ note: OracleNote, _ calendar: OracleCalendar) -> [(String, Int)] {
        let wall = calendar.wall(note.created)
        let month = "\(wall.year)-\(OracleCalendar.two(wall.month))"
        switch group {
        case "status":
            let rank = Vocabulary.statuses.firstIndex(of: note.status)
            return [(rank == nil ? note.status : note.status.capitalized, rank ?? 9)]
        case "day":
            return [
                (
                    OracleCalendar.text(wall),
                    -calendar.utcSeconds(.init(year: wall.year, month: wall.month, day: wall.day))
                )
            ]
        case "month": return [(month, -(wall.year * 12 + wall.month))]
        case "year": return [("\(wall.year)", -wall.year)]
        case "folder": return [(note.folder.isEmpty ? "/" : note.folder, 0)]
        case "keyword": return note.keywords.isEmpty ? [("(none)", .max)] : note.keywords.map { ($0, 0) }
        case "author":
            return [note.properties["author"]?.text.map { ($0, 0) } ?? ("(none)", .max)]
        default:
            let now = calendar.wall(calendar.now)
            func start(_ days: Int) -> Int { calendar.day(now, adding: days) }
            if note.created >= start(1) { return [("Later", -1)] }
            if note.created >= start(0) { return [("Today", 0)] }
            if note.created >= start(-1) { return [("Yesterday", 1)] }
            if note.created >= start(-7) { return [("Previous 7 Days", 2)] }
            if note.created >= start(-30) { return [("Previous 30 Days", 3)] }
            if wall.year == now.year { return [(Self.months[wall.month - 1], 20 - wall.month)] }
            return [("\(wall.year)", 10_000 - wall.year)]
        }
    }

    private static let groups = ["status", "day", "month", "year", "period", "folder", "keyword", "author"]

    @Test func `sections contain the notes that the oracle gives`() throws {
        var reports: [String] = []
        let count = max(5, SearchOracleTests.vaults / 4)
        for seed in SearchOracleTests.firstSeed..<(SearchOracleTests.firstSeed + count) {
            let world = try OracleWorld(seed: seed)
            for group in Self.groups {
                if group == "author", !world.vault.notes.contains(where: { $0.properties["author"] != nil }) {
                    continue
                }
                if let report = try Self.report(group, world) { reports.append(report) }
            }
        }
        #expect(reports.isEmpty, "\(reports.count) faults\n\(reports.prefix(20).joined(separator: "\n"))")
    }

    /// Returns the difference between the sections of a vault and the oracle's.
    private static func report(_ group: String, _ world: OracleWorld) throws -> String? {
        let sections = try world.session.read { snapshot in
            let search = try snapshot.prepare(
                SearchOptions(query: "group:\(group) sort:title", scope: .all, folder: .root))
            return try CollectionSearch(search, in: snapshot).sections(by: #require(search.presentation.group)).sections
        }
        // Labels that differ only in case and diacritics are one section.
        var expected: [String: (rank: Int, label: String, paths: [String])] = [:]
        let sorted = world.vault.notes.sorted { precedes($0, $1, [("title", "")]) ?? false }
        for note in sorted {
            for (label, rank) in labels(group, note, world.vault.calendar) {
                expected[OracleText.fold(label), default: (rank, label, [])].paths.append(note.path)
            }
        }
        let order = expected.values.sorted { a, b in
            a.rank == b.rank ? OracleText.precedes(a.label, b.label) ?? false : a.rank < b.rank
        }
        let found = sections.map { "\(OracleText.fold($0.label)): \($0.notes.map(\.path.text))" }
        let wanted = order.map { "\(OracleText.fold($0.label)): \($0.paths)" }
        if found == wanted { return nil }
        let at = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, wanted.count)
        return "\(group) [\(world.zone)] at \(at):\n    \(found.dropFirst(at).prefix(2))\n"
            + "    \(wanted.dropFirst(at).prefix(2))"
    }

    // MARK: Saved searches and titles

    @Test(
        arguments: [
            ("@short", 2), ("@short limit:3", 3), ("(@short)", nil), ("@short OR @all", nil), ("@short @all", nil),
            ("-@short", 0), ("limit:5 limit:4", 4), ("@all limit:1", 1),
        ] as [(String, Int?)])
    func `the limit of a saved search applies only if it is the whole query`(query: String, limit: Int?) throws {
        let world = try OracleWorld(seed: 4)
        let answer = try world.paths(query)
        #expect(answer.list.count == limit ?? world.vault.notes.count)
        #expect(answer.count == (query == "-@short" ? 0 : world.vault.notes.count))
    }

    @Test func `a note whose title, file name or alias equals the query ranks first`() throws {
        for seed in 1..<4 {
            let world = try OracleWorld(seed: seed)
            for name in world.vault.notes.flatMap({ [$0.title, $0.stem] + $0.aliases }) {
                let words = OracleText.words(name)
                if name.contains("\"") || words.isEmpty { continue }
                for query in ["\"\(name)\"", words.map { "\"\($0)\"" }.joined(separator: " ")] {
                    let list = try world.paths(query).list
                    let titled = Set(
                        world.vault.notes.filter { note in
                            ([note.title, note.stem] + note.aliases).contains { OracleText.words($0) == words }
                        }.map(\.path))
                    #expect(Set(list.prefix(titled.count)) == titled, "\(query)")
                }
            }
        }
    }

    private static func paths(_ query: String, _ vault: TemporaryVault) throws -> [String] {
        let session = try vault.session()
        return try session.read { snapshot in
            var paths: [String] = []
            let search = try snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root))
            try snapshot.run(search) { hit in
                paths.append(hit.path.text)
                return true
            }
            return paths
        }
    }

    @Test func `a name with punctuation ranks first, also if the note is new`() throws {
        let vault = try TemporaryVault()
        _ = try vault.session()
        let names = [
            "alias.md": "---\naliases: [\"alpha!\"]\n---\n", "title.md": "---\ntitle: (alpha)\n---\n", "alpha!.md": "",
        ]
        for (name, text) in names { try vault.write(name, text + "x\n") }
        for number in 0..<6 {
            try vault.write(
                "n\(number).md", "---\ntitle: alpha alpha alpha beta\naliases: [alpha alpha alpha gamma]\n---\nalpha\n")
        }
        for _ in 0..<2 {
            #expect(Set(try Self.paths("alpha", vault).prefix(3)) == Set(names.keys))
            for (name, text) in names { try vault.write(name, text + "changed \(Int.random(in: 1...9999))\n") }
        }
    }

    @Test func `numbers of any size are distinguished`() throws {
        let vault = try TemporaryVault()
        let orders = ["-9223372036854775808", "-1", "9007199254740992", "9007199254740993", "9223372036854775807"]
        for (number, order) in orders.enumerated() { try vault.write("n\(number).md", "---\norder: \(order)\n---\n") }
        try vault.write("none.md", "x\n")
        #expect(try Self.paths("order:<-100", vault) == ["n0.md"])
        #expect(Set(try Self.paths("order:>9007199254740992", vault)) == ["n3.md", "n4.md"])
        #expect(try Self.paths("order:>1000 order:<=9007199254740992", vault) == ["n2.md"])
        #expect(try Self.paths("order:<1.5 order:>-1.5", vault) == ["n1.md"])
        #expect(try Self.paths("sort:order+", vault) == (0..<5).map { "n\($0).md" } + ["none.md"])
        #expect(try Self.paths("sort:order", vault) == (0..<5).reversed().map { "n\($0).md" } + ["none.md"])
    }

    @Test func `paths are sorted by their natural order keys`() throws {
        var random = FixedGenerator(77)
        let parts = ["a", "b", "a b", "a!", "a／b", "a0", "a10", "a2", "Ä", "ab", "abcdefghi", "abcdefgh", "abcdefghij"]
        for _ in 0..<12 {
            let vault = try TemporaryVault()
            var paths: Set<String> = []
            for _ in 0..<40 {
                let depth = Int.random(in: 0...3, using: &random)
                let folder = (0..<depth).map { _ in parts.randomElement(using: &random) ?? "a" }
                let name = (parts.randomElement(using: &random) ?? "a") + ".md"
                let path = (folder + [name]).joined(separator: "/")
                try vault.writeDeep(path, "alpha\n")
                paths.insert(path)
            }
            let wanted = paths.sorted {
                let (left, right) = (NaturalOrder.key($0), NaturalOrder.key($1))
                return left == right
                    ? Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) : left.lexicographicallyPrecedes(right)
            }
            // Notes with equal keys are sorted by creation date, which this test ignores.
            let keys = { (paths: [String]) in paths.map { NaturalOrder.key($0) } }
            #expect(keys(try Self.paths("sort:path", vault)) == keys(wanted))
            #expect(keys(try Self.paths("sort:path-", vault)) == keys(wanted.reversed()))
            for limit in [1, 3, 10] {
                #expect(
                    keys(try Self.paths("sort:path limit:\(limit) offset:2", vault))
                        == keys(Array(wanted.dropFirst(2).prefix(limit))))
                let last = wanted.reversed().dropFirst(1).prefix(limit)
                #expect(keys(try Self.paths("sort:path- limit:\(limit) offset:1", vault)) == keys(Array(last)))
            }
        }
    }

    @Test func `conditions that read each note find the same with and without a limit`() throws {
        let vault = try TemporaryVault()
        for number in 0..<1500 {
            try vault.writeDeep("f\(number % 7)/note \(number).md", "# Title \(number * 7919 % 1500)\n")
        }
        for query in ["name:*99*", "path:f3/**", "title:/77$/", "name:*zz*", "title:/1499/", "path:**4*9*"] {
            for sort in ["created", "title", "path-"] {
                let all = try Self.paths("\(query) sort:\(sort)", vault)
                for limit in [1, 5, 40] {
                    #expect(try Self.paths("\(query) sort:\(sort) limit:\(limit)", vault) == Array(all.prefix(limit)))
                }
                #expect(
                    try Self.paths("\(query) sort:\(sort) limit:9 offset:4", vault) == Array(all.dropFirst(4).prefix(9))
                )
            }
        }
    }
}
