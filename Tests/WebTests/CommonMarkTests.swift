import Foundation
import Notes
import Testing
import Web

/// The examples of the CommonMark specification, from the file that `SLIPBOX_COMMONMARK` names. `.ci/commonmark` runs
/// this test.
struct CommonMarkTests {
    private static let file = ProcessInfo.processInfo.environment["SLIPBOX_COMMONMARK"]

    /// The examples that differ by design, as Promises.md explains: wiki links, and addresses without brackets.
    private static let differences: Set<Int> = [550, 561, 592, 604, 610, 613, 614]

    @Test(.enabled(if: file != nil)) func `the examples render as specified`() throws {
        let path = try #require(Self.file)
        let examples = Self.examples(try String(contentsOfFile: path, encoding: .utf8))
        #expect(examples.count > 600)
        var different: [Int] = []
        for (number, example) in examples.enumerated() {
            var options = HTMLRenderer.Options()
            options.allowsHTML = true
            let html = HTMLRenderer.html(BlockNode.all(in: Array(example.markdown.utf8), from: 0), options)
            if html != example.html { different.append(number + 1) }
        }
        print("\(examples.count - different.count) of \(examples.count) examples render as specified")
        for number in different where !Self.differences.contains(number) {
            Issue.record("example \(number): \(examples[number - 1].markdown)")
        }
    }

    /// Returns the examples of a specification, in which `→` is a tab.
    private static func examples(_ text: String) -> [(markdown: String, html: String)] {
        let fence = String(repeating: "`", count: 32)
        var examples: [(markdown: String, html: String)] = []
        var parts: [[Substring]]?
        for line in text.replacing("→", with: "\t").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(fence + " example") {
                parts = [[]]
            } else if line == fence, let found = parts {
                let texts = found.map { $0.map { $0 + "\n" }.joined() }
                if texts.count == 2 { examples.append((texts[0], texts[1])) }
                parts = nil
            } else if line == ".", parts?.count == 1 {
                parts?.append([])
            } else if let last = parts?.indices.last {
                parts?[last].append(line)
            }
        }
        return examples
    }
}
