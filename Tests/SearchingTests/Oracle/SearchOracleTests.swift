import Foundation
import QueryLanguage
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// Random queries in random vaults, compared with an evaluation in plain Swift that shares no code with the product.
///
/// `SLIP_ORACLE_VAULTS` and `SLIP_ORACLE_QUERIES` raise the counts, `SLIP_ORACLE_SEED` moves the first seed.
@Suite struct SearchOracleTests {
    static func setting(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? usual
    }
    static let vaults = setting("SLIP_ORACLE_VAULTS", 8)
    static let queries = setting("SLIP_ORACLE_QUERIES", 150)
    static let firstSeed = setting("SLIP_ORACLE_SEED", 1)

    @Test func `every query finds the notes that the oracle finds`() throws {
        var reports = OracleReports()
        for seed in Self.firstSeed..<(Self.firstSeed + Self.vaults) {
            let world = try OracleWorld(seed: seed)
            var generator = QueryGenerator(random: FixedGenerator(UInt64(seed) &* 7919), vault: world.vault)
            for number in 0..<Self.queries {
                let tree = generator.tree()
                reports.check(tree, world, seed: UInt64(number), place: world.place(number))
            }
        }
        #expect(reports.texts.isEmpty, "\(reports.summary)")
    }
}

extension SearchOracleTests {
    @Test func `every note contains the text that was written to it`() throws {
        var faults: [String] = []
        for seed in Self.firstSeed..<(Self.firstSeed + Self.vaults) {
            let world = try OracleWorld(seed: seed)
            let search = SearchOptions(query: "", scope: .all, folder: .root)
            var hits: [NoteHit] = []
            _ = try world.session.read { snapshot in
                try snapshot.run(snapshot.prepare(search)) { hit in
                    hits.append(hit)
                    return true
                }
            }
            for hit in hits {
                guard let note = world.vault.notes.first(where: { $0.path == hit.path.text }) else {
                    faults.append("unknown \(hit.path.text)")
                    continue
                }
                func compare<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
                    if found != expected {
                        faults.append(
                            "\(what): \(found), not \(expected), of \(note.path) [\(world.zone)]\n\(note.fileText)")
                    }
                }
                compare("title", hit.title, note.title)
                compare("status", hit.status, note.status)
                compare("keywords", Set(hit.keywords), Set(note.keywords))
                compare("favorite", hit.isFavorite, note.isFavorite)
                compare("created", Int(hit.created.seconds), note.created)
                compare("modified", Int(hit.modified.seconds), note.modified)
                compare("id", hit.id, note.id)
                compare("order", hit.order, note.order.map(Int64.init))
                compare("aliases", hit.aliases, note.aliases)
                compare("words", hit.counts.words, note.words)
                compare("size", Int(hit.counts.size), note.size)
                compare("tasks", [hit.counts.openTasks, hit.counts.doneTasks], [note.openTasks, note.doneTasks])
                let links = hit.links.map { "\($0.path?.text ?? "-") \($0.isAmbiguous)" }.sorted()
                let written = note.links.map { link in
                    if case .note(let index) = link.leadsTo {
                        return "\(world.vault.notes[index].path) \(link.isAmbiguous)"
                    }
                    return "- false"
                }
                compare("links", links, written.sorted())
                compare(
                    "attachments", hit.attachments.filter(\.exists).map(\.path.text).sorted(),
                    note.attachments.compactMap { if case .file(let file) = $0.leadsTo { file } else { nil } }.sorted())
                compare(
                    "missing", hit.attachments.filter { !$0.exists }.count,
                    note.attachments.count { $0.leadsTo == .missing })
            }
        }
        #expect(faults.isEmpty, "\(faults.count) faults\n\(faults.prefix(20).joined(separator: "\n"))")
    }
}

/// An open random vault on disk, which is deleted with this object.
final class OracleWorld {
    private static let places = [
        ("Europe/Warsaw", "2024-03-31T02:30:00Z"), ("UTC", "2024-03-31T12:00:00Z"),
        ("America/New_York", "2024-11-03T05:30:00Z"), ("Asia/Kolkata", "2025-01-01T00:10:00Z"),
        ("America/Sao_Paulo", "2018-11-05T03:00:00Z"), ("Australia/Lord_Howe", "2024-04-07T01:00:00Z"),
        ("Pacific/Apia", "2012-01-03T11:00:00Z"), ("Europe/Warsaw", "2024-10-28T23:59:59Z"),
        // Clocks that change at midnight, or are half an hour off.
        ("America/Havana", "2024-11-04T12:00:00Z"), ("Africa/Cairo", "2024-04-26T10:00:00Z"),
        ("America/St_Johns", "2010-11-07T05:00:00Z"),
    ]

    let vault: OracleVault
    let session: VaultSession
    let root: URL
    let zone: String

    init(seed: Int, notes: Int = 30) throws {
        let (zone, time) = Self.places[seed % Self.places.count]
        self.zone = zone
        let now = try #require(ISO8601DateFormatter().date(from: time))
        let calendar = OracleCalendar(
            zone: try #require(TimeZone(identifier: zone)), now: Int(now.timeIntervalSince1970))
        var maker = NoteGenerator(random: FixedGenerator(UInt64(seed)), calendar: calendar)
        var vault = maker.vault(notes)
        var generator = QueryGenerator(random: FixedGenerator(UInt64(seed) &* 104_729), vault: vault)
        for number in 0..<4 {
            let tree = generator.tree(depth: 1)
            let text = tree.text(&generator.random)
            vault.searches.append(("saved\(number)", text, tree.found(all: vault.all)))
            generator = QueryGenerator(random: generator.random, vault: vault)
        }
        root = TestFolder.new("oracle")
        try vault.write(to: root)
        self.vault = vault
        // After this time no later change can have the same timestamps, so notes are not parsed again.
        Thread.sleep(forTimeInterval: 0.06)
        session = try vault.session(at: root)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    /// Returns the scope and folder of a query, mostly the whole vault.
    func place(_ number: Int) -> (Scope, String) {
        let folders = vault.folders.sorted()
        let folder = folders[number % folders.count]
        return switch number % 7 {
        case 0: (.folder, folder)
        case 1: (.here, folder)
        default: (.all, folder)
        }
    }

    func notes(in place: (Scope, String)) -> Set<Int> {
        let (scope, folder) = place
        return vault.found {
            switch scope {
            case .all: true
            case .folder: folder.isEmpty || $0.folder == folder || $0.folder.hasPrefix(folder + "/")
            case .here: $0.folder == folder
            }
        }
    }

    enum Answer: Equatable { case found(Set<Int>, count: Int), refused(String), failed(String) }

    /// Returns the results of the product.
    func answer(_ query: String, _ place: (Scope, String)) -> Answer {
        do {
            let paths = try paths(query, place)
            let found = Set(paths.list.compactMap { path in vault.notes.firstIndex { $0.path == path } })
            if found.count != paths.list.count { return .failed("the same note twice, or one unknown: \(paths.list)") }
            return .found(found, count: paths.count)
        } catch let error as QueryError {
            return .refused(error.diagnostic.message)
        } catch {
            return .failed("\(error)")
        }
    }

    func paths(_ query: String, _ place: (Scope, String) = (.all, "")) throws -> (list: [String], count: Int) {
        let folder = VaultPath(place.1)
        return try session.read { snapshot in
            let search = try snapshot.prepare(SearchOptions(query: query, scope: place.0, folder: folder))
            var list: [String] = []
            try snapshot.run(search) { hit in
                list.append(hit.path.text)
                return true
            }
            return (list, try snapshot.count(search))
        }
    }
}

/// Differences from the oracle, each reduced to a minimal query.
struct OracleReports {
    private(set) var texts: [String] = []
    private var seen: Set<String> = []

    var summary: String { "\(texts.count) disagreements\n" + texts.prefix(60).joined(separator: "\n") }

    mutating func check(
        _ tree: QueryTree, _ world: OracleWorld, seed: UInt64, shrinks: Bool = true, place: (Scope, String) = (.all, "")
    ) {
        func disagreement(_ tree: QueryTree) -> String? {
            var random = FixedGenerator(seed)
            let query = tree.text(&random)
            let expected = tree.found(all: world.vault.all)?.intersection(world.notes(in: place))
            switch (world.answer(query, place), expected) {
            case (.found(let found, let count), let expected?):
                if found == expected && count == found.count { return nil }
                func names(_ notes: Set<Int>) -> String {
                    notes.sorted().prefix(2).map { index in
                        let note = world.vault.notes[index]
                        return "    \(note.path)\n"
                            + note.fileText.split(separator: "\n", omittingEmptySubsequences: false)
                            .map { "      | \($0)\n" }.joined()
                    }.joined()
                }
                let saved = world.vault.searches.filter { query.contains("@\($0.name)") }
                return
                    "QUERY \(query)\(saved.map { " {@\($0.name) = \($0.query)}" }.joined())   [\(world.zone)] \(place) found \(found.count) count \(count) expected \(expected.count)\n"
                    + "  too many:\n\(names(found.subtracting(expected)))"
                    + "  missing:\n\(names(expected.subtracting(found)))"
            case (.refused(let message), nil):
                return Self.mentionsInternals(message) ? "QUERY \(query) says: \(message)" : nil
            case (.refused(let message), _): return "QUERY \(query)   refused: \(message)"
            case (.failed(let message), _): return "QUERY \(query)   FAILED: \(message)"
            case (.found(let found, _), nil): return "QUERY \(query)   not refused, found \(found.count)"
            }
        }
        guard var report = disagreement(tree) else { return }
        var tree = tree
        var includesNearMatches = shrinks
        while includesNearMatches {
            includesNearMatches = false
            for smaller in tree.smaller {
                if let found = disagreement(smaller) {
                    (tree, report, includesNearMatches) = (smaller, found, true)
                    break
                }
            }
        }
        if seen.insert(report).inserted { texts.append(report) }
    }

    /// Returns whether a message mentions internals.
    static func mentionsInternals(_ message: String) -> Bool {
        ["sql", "fts5", "swift"].contains { message.lowercased().contains($0) }
    }
}
