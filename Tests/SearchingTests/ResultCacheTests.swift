import Foundation
import QueryLanguage
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing
import VaultFiles

/// The cache of results between the queries of one session.
@Suite struct ResultCacheTests {
    @Test(arguments: 1...6) func `cached results never change an answer`(seed: Int) throws {
        let world = try OracleWorld(seed: seed, notes: 60)
        let cachedSession = try VaultSession(world.session.vault, world.session.environment, messages: SilentMessages())
        try cachedSession.reuse(at: world.session.environment.now)
        var random = FixedGenerator(UInt64(seed) &* 31)
        // Few words, so that they recur.
        let words = world.vault.notes.prefix(12).flatMap { Words.list($0.title) }.filter { $0.count > 1 }
        func word() -> String { words[Int.random(in: 0..<words.count, using: &random)] }
        var queries: [String] = []
        for _ in 0..<60 {
            let (a, b, c) = (word(), word(), word())
            queries.append(
                [
                    "\(a)", "\(a) \(b)", "\(a) \(b) \(c.prefix(1))*", "\(a) \(b.prefix(2))*", "\"\(a) \(b)\" \(c)",
                    "\(a) -\(b)", "title:\(a) \(b)", "status:draft \(a) \(b)", "\(a) OR \(b)", "(\(a) OR \(b)) \(c)*",
                ][Int.random(in: 0..<10, using: &random)])
        }
        var found = 0
        for (number, query) in queries.enumerated() {
            if number % 12 == 11 {
                // The vault changes between queries.
                let text = "# \(word()) \(word())\n\n\(word()) \(word())\n"
                try Data(text.utf8).write(to: world.root.appendingPathComponent("late\(number).md"))
                try world.session.refresh()
                try cachedSession.refresh(at: world.session.environment.now)
            }
            var answers: [[String]] = []
            for session in [world.session, cachedSession] {
                try session.read { snapshot in
                    var options = SearchOptions(query: query, scope: .all, folder: .root)
                    options.extras.scores = found % 2 == 0
                    let search = try snapshot.prepare(options)
                    var rows: [String] = []
                    let all = try snapshot.run(search) { hit in
                        rows.append("\(hit.path.text) \(hit.result.score.map { String($0) } ?? "-")")
                        return true
                    }
                    #expect(all == nil || all == rows.count)
                    answers.append(rows)
                }
            }
            #expect(answers[0] == answers[1], "\(query)")
            found += answers[0].count
        }
        #expect(found > 60)
    }
}
