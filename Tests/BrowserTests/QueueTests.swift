import Foundation
import Indexing
import Searching
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

@testable import Browser

/// Tests of the worker's thread with the requests that typing sends.
@Suite struct QueueTests {
    private static func request(_ query: String, _ revision: Int) -> SearchRequest {
        SearchRequest(
            query: query, isTyping: true, place: .wholeVault, limit: 60, visible: 20, width: 60,
            revision: revision)
    }

    /// Returns the results up to those of a revision, or those of the first 10 seconds.
    private static func answers(_ queue: BrowserQueue, until revision: Int) -> [BrowserResults] {
        var found: [BrowserResults] = []
        for _ in 0..<500 {
            for answer in queue.takeResponses() {
                if case .found(let results) = answer, !results.isPartial { found.append(results) }
                if case .failed(let text, _) = answer { Issue.record("\(text)") }
            }
            if found.contains(where: { $0.request.revision == revision }) { break }
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
                vault, environment, scans: ScanLimit(), messages: SilentMessages(), interruption: interruption,
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

    @Test func `the last of many searches is answered after interruptions`() throws {
        let words = (0..<400).map { "word\($0)" }
        var files: [String: String] = [:]
        for number in 0..<300 { files["n\(number).md"] = words[(number % 100)...].joined(separator: " ") + "\n" }
        let console = try Console(files)
        let queue = try Self.queue(console)
        defer { queue.end() }
        for round in 0..<20 {
            for (index, query) in ["w", "wo", "wor", "word", "word3", "word39"].enumerated() {
                queue.send(.search(Self.request(query, round * 10 + index)))
                if round % 3 == 0 { ThisProcess.sleep(.milliseconds(round)) }
                if round % 4 == 0 { queue.send(.update) }
            }
            let last = Self.answers(queue, until: round * 10 + 5).last
            #expect(last?.request.query == "word39" && last?.total == 300, "round \(round)")
        }
    }
}
