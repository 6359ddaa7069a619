import Foundation
import SourceText
import TestSupport
import Testing
import Web

@Suite struct GraphTests {
    private static func graph(_ random: inout FixedGenerator, _ count: Int) -> (Int, [LinkGraph.Link]) {
        var links: Set<LinkGraph.Link> = []
        for _ in 0..<(count * 2) {
            // Some notes have many links, and some none.
            let from = random.below(count)
            let to = random.below(random.below(count) + 1)
            if from % 7 != 0, to % 7 != 0, from != to { links.insert(LinkGraph.Link(from: from, to: to)) }
        }
        return (count, links.sorted { ($0.from, $0.to) < ($1.from, $1.to) })
    }

    @Test(arguments: [0, 1, 2, 3, 10, 60, 400])
    func `no two notes have the same place, and the places are the same each time`(count: Int) {
        var random = FixedGenerator(UInt64(count))
        let (notes, links) = Self.graph(&random, max(count, 1))
        let points = GraphLayout.points(of: count, count == 0 ? [] : links)
        #expect(points.count == count)
        #expect(points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        #expect(Set(points).count == count)
        #expect(GraphLayout.points(of: count, count == 0 ? [] : links) == points)
        _ = notes
    }

    @Test func `notes that link to each other stand nearer than those that do not`() {
        // Two rings with one link between them.
        let links =
            (0..<20).map { LinkGraph.Link(from: $0, to: ($0 + 1) % 20) }
            + (20..<40).map { LinkGraph.Link(from: $0, to: $0 == 39 ? 20 : $0 + 1) } + [LinkGraph.Link(from: 0, to: 20)]
        let points = GraphLayout.points(of: 40, links)
        func distance(_ a: Int, _ b: Int) -> Double {
            let (x, y) = (points[a].x - points[b].x, points[a].y - points[b].y)
            return (x * x + y * y).squareRoot()
        }
        let linked = links.map { distance($0.from, $0.to) }.reduce(0, +) / Double(links.count)
        let others = (0..<20).map { distance($0, 20 + ($0 + 10) % 20) }.reduce(0, +) / 20
        #expect(linked * 1.5 < others)
    }

    private static let nasty =
        "a \"quoted\" \\ <b>&amp;</b> </script><script>alert(1)</script> @DATA@ @TITLE@ \u{2028}\u{1}"

    private static var sample: LinkGraph {
        func node(_ path: String, _ title: String) -> LinkGraph.Node {
            LinkGraph.Node(
                path: VaultPath(path), title: title, status: "draft", keywords: ["x/y"], isFavorite: false,
                created: "2024-03-27", modified: "2024-03-28", words: 3, preview: nasty, address: "file:///tmp/a%20b.md"
            )
        }
        return LinkGraph(
            nodes: [node("a.md", nasty), node("F/b.md", "B")], links: [LinkGraph.Link(from: 0, to: 1)],
            broken: [LinkGraph.BrokenLink(from: 1, target: nasty)])
    }

    @Test func `what a title holds breaks no format`() throws {
        let graph = Self.sample
        #expect(graph.dot.split(separator: "\n").count == 6)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(graph.json.utf8)) as? [String: [[String: Any]]])
        #expect(json["notes"]?.first?["title"] as? String == Self.nasty)
        #expect(json["broken"]?.first?["target"] as? String == Self.nasty)
        let xml = graph.graphML
        #expect(!xml.contains("<b>") && xml.contains("&lt;b&gt;&amp;amp;"))
        #expect(xml.components(separatedBy: "<node ").count == 3)
    }

    @Test func `what a title holds moves no cursor`() {
        let sample = Self.sample
        let title = "a \u{1b}[31m \u{9b}31m \u{7} \u{202e} \\"
        let graph = LinkGraph(
            nodes: sample.nodes.map { node in
                var node = node
                node.title = title
                return node
            }, links: sample.links, broken: [])
        #expect(graph.dot.contains(#"label="a \\x1b[31m \\x9b31m \\x07 \\u{202e} \\""#))
        for text in [graph.dot, graph.graphML] {
            #expect(
                !text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) })
        }
    }

    @Test func `the page holds what it shows, and nothing in it ends a script`() throws {
        let page = GraphPage(
            Self.sample, vault: "A & <B>", generated: Moment(seconds: 0), statuses: ["draft"],
            colors: ["x/y": "#ff0000"]
        ).html
        #expect(page.contains("<h1 dir=\"auto\">A &amp; &lt;B&gt;</h1>"))
        #expect(!page.contains("alert(1)</script>"))
        #expect(page.contains("default-src 'none'"))
        let start = try #require(page.range(of: "id=\"data\">")).upperBound
        let end = try #require(page[start...].range(of: "</script>")).lowerBound
        let data = try #require(
            try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8)) as? [String: Any])
        let notes = try #require(data["notes"] as? [[String: Any]])
        #expect(notes[0]["title"] as? String == Self.nasty)
        #expect(notes[1]["folder"] as? Int == 1)
        #expect(data["folders"] as? [String] == ["", "F"])
        // Nothing is asked of any network.
        #expect(!page.contains("src=\"http") && !page.contains("url(http") && !page.contains("fetch("))
    }
}
