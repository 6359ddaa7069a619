import Foundation
import TestSupport
import Testing

/// Factors of the ranking.
@Suite struct RankTests {
    @Test func `adjacent words in a heading rank above the same words apart`() throws {
        let filler = String(repeating: "filler text of no account ", count: 10)
        let terminal = try Console([
            "apart.md": "## Drawer\n\nwooden \(filler)\n\n## Wooden\n\ndrawer wooden\n",
            "heading.md": "## Wooden drawer\n\n\(filler)\n\(filler)\n",
            "other.md": filler,
        ])
        #expect(terminal.slip("search", "wooden drawer").output == "heading.md\napart.md\n")
        // In reverse order the words are nowhere adjacent.
        #expect(
            !terminal.slip("search", "--explain", "drawer wooden").output.contains("heading.md\n          adjacent")
        )
    }

    @Test func `the longer of two notes with the same title does not rank lower`() throws {
        let filler = String(repeating: "of many other things ", count: 60)
        let terminal = try Console([
            "clip/Winter garden plants.md": "frost. \(filler) garden plants need frost\n",
            "sum/Winter garden plants.md": "short\n", "x.md": filler,
        ])
        #expect(terminal.slip("search", "garden plants").output.hasPrefix("clip/"))
    }

    @Test func `a match in a shorter title ranks higher`() throws {
        let terminal = try Console([
            "a.md": "---\ntitle: Garden plants of the winter and the spring and the summer\n---\nx\n",
            "b.md": "---\ntitle: Garden plants\n---\nx y z\n", "c.md": "---\ntitle: Other\n---\n",
        ])
        #expect(terminal.slip("search", "plants").output == "b.md\na.md\n")
    }

    @Test func `words of different aliases or columns are not adjacent`() throws {
        let terminal = try Console([
            "n.md": "---\ntitle: slip\naliases: [slip, box]\n---\n`slip` box\n", "m.md": "slip box\n",
        ])
        let explained = terminal.slip("search", "--explain", "slip box").output
        let notes = explained.components(separatedBy: "  n.md\n")
        #expect(notes.count == 2 && !notes[1].components(separatedBy: ".md")[0].contains("adjacent"), "\(explained)")
        #expect(explained.contains("slip box adjacent: body"))
    }

    @Test func `the listed parts of a score add up to the score`() throws {
        let terminal = try Console.sample()
        for query in ["slip box", "notes writing cards", "zettelkasten \"slip box\" drawer", "note*"] {
            var sums: [(whole: Double, parts: Double)] = []
            let lines = terminal.slip("search", "--explain", query).output.components(separatedBy: "\n")
            for line in lines.drop(while: { !$0.hasPrefix("scores of the first notes") }).dropFirst() {
                let indent = line.prefix { $0 == " " }.count
                let number = Double(line.split(separator: " ").first ?? "")
                guard let number else { continue }
                if indent < 8 {
                    sums.append((number, 0))
                } else if !sums.isEmpty {
                    sums[sums.count - 1].parts += number
                }
            }
            #expect(!sums.isEmpty)
            for sum in sums { #expect(abs(sum.whole - sum.parts) < 0.04, "\(query): \(sum)") }
        }
    }
}
