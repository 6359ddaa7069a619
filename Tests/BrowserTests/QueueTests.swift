import Foundation
import Indexing
import QueryLanguage
import Searching
import SourceText
import System
import Terminal
import TestSupport
import Testing
import VaultFiles

@testable import Browser

/// Tests of the worker's thread with the requests that typing sends.
@Suite(.waits) struct QueueTests {
    private static func request(_ query: String, _ revision: Int) -> BrowserSearch {
        BrowserSearch(
            query: query, isTyping: true, place: BrowserPlace(.all, .root), limit: 60, visible: 20, width: 60,
            revision: revision)
    }

    /// Returns the results up to the complete ones of a revision, or those of the first 10 seconds.
    private static func answers(
        _ queue: BrowserQueue, until revision: Int, withPartial: Bool = false
    ) -> [BrowserResults] {
        var found: [BrowserResults] = []
        for _ in 0..<500 {
            for answer in queue.takeResponses() {
                if case .found(let results) = answer, withPartial || !results.isPartial { found.append(results) }
                if case .failed(let text, _) = answer { Issue.record("\(text)") }
            }
            if found.contains(where: { $0.request.revision == revision && !$0.isPartial }) { break }
            ThisProcess.sleep(.milliseconds(20))
        }
        return found
    }

    private static func queue(_ console: Console) throws -> BrowserQueue {
        let vault = try Vault(root: Array(console.directory.path.utf8))
        let environment = Environment(variables: [:], directory: vault.root, now: Moment(seconds: 0), calendar: .utc)
        let interruption = Interruption()
        return BrowserQueue(try WakePipe(), interruption) {
            BrowserWorker(
                [BrowserVault(vault)], environment, scans: ScanLimit(), messages: SilentMessages(),
                interruption: interruption,
                now: { Moment(seconds: 0) })
        }
    }

    @Test func `a search for one letter is answered despite constant update requests`() throws {
        let console = try Console(["a.md": "apple\n", "b.md": "box\n"])
        let queue = try Self.queue(console)
        defer { queue.end() }
        queue.send(.search(Self.request("a", 1)))
        for _ in 0..<10 { queue.send(.update) }
        #expect(Self.answers(queue, until: 1).last?.total == 1)
    }

    /// 400 notes with 300 to 400 words that begin alike.
    private static var manyWords: [String: String] {
        let words = (0..<400).map { "word\($0)" }
        let notes = (0..<400).map { ("n\($0).md", words[($0 % 100)...].joined(separator: " ") + "\n") }
        return Dictionary(uniqueKeysWithValues: notes)
    }

    @Test func `notes with a frequent word are shown before a search for its first letter`() throws {
        var files = Self.manyWords
        for number in 0..<5 { files["n\(number).md", default: ""] += "rare\n" }
        let console = try Console(files)
        let queue = try Self.queue(console)
        defer { queue.end() }
        queue.send(.search(Self.request("rare", 1)))
        _ = Self.answers(queue, until: 1)
        let request = Self.request("rare w", 2)
        queue.send(.firstResults(request))
        queue.send(.search(request))
        let found = Self.answers(queue, until: 2, withPartial: true)
        #expect(found.map(\.isPartial) == [true, false])
        let sets = found.map { Set($0.rows.compactMap { $0.hit?.path }) }
        #expect(sets.allSatisfy { $0.count == 5 && $0 == sets[0] })
    }

    @Test func `near matches and hints follow the results`() throws {
        let console = try Console(["a.md": "---\nstatus: draft\n---\napple\n"])
        let queue = try Self.queue(console)
        defer { queue.end() }
        var request = Self.request("status:revew", 1)
        request.isTyping = false
        queue.send(.search(request))
        let first = try #require(Self.answers(queue, until: 1).last)
        #expect(first.total == 0 && first.hints.isEmpty)
        request.includesNearMatches = true
        queue.send(.search(request))
        let second = try #require(Self.answers(queue, until: 1).last)
        #expect(second.total == 0)
        let printed = console.slip("search", "status:revew").errors.split(separator: "\n").dropFirst()
        #expect(second.hints == printed.map { String($0.drop { $0 == " " }) } && !second.hints.isEmpty)
    }

    @Test func `the last of many searches is answered after interruptions`() throws {
        let console = try Console(Self.manyWords)
        let queue = try Self.queue(console)
        defer { queue.end() }
        for round in 0..<20 {
            for (index, query) in ["w", "wo", "wor", "word", "word3", "word39"].enumerated() {
                queue.send(.search(Self.request(query, round * 10 + index)))
                if round % 3 == 0 { ThisProcess.sleep(.milliseconds(round)) }
                if round % 4 == 0 { queue.send(.update) }
            }
            let last = Self.answers(queue, until: round * 10 + 5).last
            #expect(last?.request.query == "word39" && last?.total == 400, "round \(round)")
        }
    }

    @Test func `a query with an error lets the search of the results on the screen finish`() throws {
        var state = try BrowserStage(Console(["a.md": "box\n"])).state
        func request(_ effects: [BrowserEffect]) throws -> BrowserSearch {
            let requests = effects.compactMap { effect -> BrowserSearch? in
                if case .send(.search(let request)) = effect { request } else { nil }
            }
            return try #require(requests.last)
        }
        func results(_ request: BrowserSearch, isPartial: Bool) -> BrowserResponse {
            .found(
                BrowserResults(
                    request: request, rows: [], total: 0, available: 0, fetched: 0, isPartial: isPartial))
        }
        let first = try request(state.update(.terminal(.key(Key("b")))))
        _ = state.update(.response(results(first, isPartial: true)))
        let refused = try request(state.update(.terminal(.key(Key("(")))))
        let fault = QueryFault(Diagnostic(.query, at: 1..<2, "unclosed", severity: .error))
        let repeated = try request(state.update(.response(.refused(fault, refused))))
        #expect(repeated.query == "b" && repeated.revision > refused.revision)
        _ = state.update(.response(results(repeated, isPartial: false)))
        #expect(state.list.results?.isPartial == false && state.line.fault != nil)
        // A refusal of the repeated query itself does not repeat it once more.
        let effects = state.update(.response(.refused(fault, repeated)))
        #expect(!effects.contains { if case .send(.search) = $0 { true } else { false } })
    }
}
