import SourceText
import TestSupport
import Testing

/// What holds for live blocks in any vault: a refresh reaches a state that a second one keeps, changes nothing outside of
/// the blocks, and lists what `slip search` finds.
struct LiveBlockPropertyTests {
    private static let queries = [
        "#a", "#b OR #c", "-#a", "sort:title", "sort:modified-", "status:draft limit:2", "links-to:this",
        "linked-from:this", "in:this", "#a view:count", "view:toc", "view:backlinks", "view:tree", "words:>3",
        "view:table fields:title,words,size,backlinks sort:path", "contains:zeta", "alpha view:passages", "self:yes #b",
        "backlinks:>0", "has:task view:tasks", "group:status", "statsu:x",
    ]

    private static func note(_ number: Int, _ random: inout FixedGenerator) -> String {
        let ends = ["\n", "\n", "\r\n"]
        let end = ends.randomElement(using: &random) ?? "\n"
        var lines = [
            "---", "title: \(["Alpha", "Zeta", "Eta <!-- x"].randomElement(using: &random) ?? "") \(number)", "---", "",
        ]
        for _ in 0..<Int.random(in: 1..<5, using: &random) {
            let prefix = ["", "", "- ", "> ", "> - ", "1. "].randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<6, using: &random) {
            case 0: lines += ["\(prefix)<!-- slip: \(queries.randomElement(using: &random) ?? "") -->"]
            case 1: lines += ["\(prefix)text #\(["a", "b", "c"].randomElement(using: &random) ?? "") alpha"]
            case 2: lines += ["\(prefix)[[n\(Int.random(in: 0..<6, using: &random))]] zeta", ""]
            case 3: lines += ["## Part \(number)", "![[n\(Int.random(in: 0..<6, using: &random))]]"]
            case 4: lines += ["- [ ] task \(number)", "```", "<!-- slip: #a -->", "```"]
            default: lines += ["\(prefix)<!-- slip: \(queries.randomElement(using: &random) ?? "") -->", "\(prefix)x"]
            }
        }
        return lines.joined(separator: end) + (Bool.random(using: &random) ? end : "")
    }

    /// Returns the lines outside of the blocks.
    private static func outside(_ text: String) -> String {
        let block = /(?s)(<!-- slip: [^\n\r]*? -->)[\r\n]+(?:(?!<!-- slip:).)*?<!-- \/slip [0-9a-f]{8} -->/
        return text.replacing(block.matchingSemantics(.unicodeScalar)) { $0.output.1 }
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 10_000 : 12))
    func `a refresh changes only the blocks, and a second one changes nothing`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed) + 77)
        var files: [String: String] = [:]
        for number in 0..<6 {
            files[(number % 2 == 0 ? "" : "f/") + "n\(number).md"] = Self.note(number, &random)
        }
        let console = try Console(files)
        // A query with an error is the reason for status 2.
        #expect(console.slip("refresh").status != 1)
        var after: [String: String] = [:]
        for (path, text) in files {
            let now = try console.read(path)
            after[path] = now
            #expect(Self.outside(now) == text, "\(seed) \(path): \(now)")
        }
        console.slip("refresh")
        let check = console.slip("refresh", "--check")
        #expect(check.status != 1 && check.output.isEmpty, "\(seed)")
        for (path, text) in after {
            let now = try console.read(path)
            #expect(now == text, "\(seed) \(path): \(text)\n->\n\(now)")
        }
        #expect(console.slip("index", "--verify").status == 0)
        #expect(console.slip("check", "--kind", "edited-block").output.isEmpty)
    }

    /// Queries of which most answers depend on single notes, so that a refresh need not answer them again.
    private static let localQueries = [
        "#a", "#b OR #c limit:2 sort:title", "-#a view:count",
        "status:draft sort:path view:table fields:title,status,rank",
        "rank:>2 sort:rank-", "links-to:this", "view:backlinks", "in:this view:tree", "has:task view:tasks",
        "view:tasks task:(due:<2024-05)", "is:favorite", "modified:today sort:title", "created:<2024-02",
        "words:>6 view:count",
        "contains:zeta", "title:alpha sort:words", "view:toc", "self:yes #b", "has:link -links-to:n1",
        "view:table fields:title,links,tasks,keywords #c", "links:>1 sort:links", "alpha sort:path", "is:orphan",
        "group:status",
        "path:f/ sort:modified", "linked-from:this", "task:(is:blocked) OR #a", "task:(due:<+12h) view:count",
        "modified:6h",
        "/zet[a]/ sort:title", "view:tasks sort:due #a",
    ]

    /// Changes a note, and rarely the names of notes, the configuration or the day.
    private static func change(_ console: Console, _ random: inout FixedGenerator) throws {
        let number = Int.random(in: 0..<8, using: &random)
        let path = (number % 2 == 0 ? "" : "f/") + "n\(number).md"
        let words = [
            "#a", "#b", "zeta", "alpha", "[[n1]]", "[[n2]]", "- [ ] t 📅 2024-04-01", "- [x] t", "## Part", "%% x %%",
        ]
        let keys = [
            "status: draft", "status: review", "rank: 1", "rank: 5", "favorite: true", "created: 2024-01-02",
            "tags: [c]",
        ]
        guard let text = try? console.read(path) else {
            return try console.write(path, "---\ntitle: New \(number)\n---\nnew #a\n")
        }
        switch Int.random(in: 0..<16, using: &random) {
        case 0: console.slip("rm", path, "--force")
        case 1: try console.write(path, text.replacing("title: ", with: "title: X"))
        case 2: console.slip("mv", path, "f/m\(number).md")
        case 3:
            let (day, hour) = (Int.random(in: 1..<4, using: &random), Int.random(in: 10..<24, using: &random))
            console.now = "2024-04-0\(day)T\(hour):00:00Z"
        case 4:
            let configurations = ["", "links: {form: markdown}\n", "links: {path: absolute}\n", "sort: title\n"]
            try console.write(".slipbox/config.yaml", configurations.randomElement(using: &random) ?? "")
        case 5: try console.write("p.canvas", "{\"nodes\": [], \"edges\": []}")
        case 6: console.slip("refresh", path)
        case 7: console.slip("undo")
        case 8..<12:
            let key = keys.randomElement(using: &random) ?? ""
            let name = key.prefix { $0 != ":" }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter {
                !$0.hasPrefix("\(name):")
            }
            if lines.first == "---" {
                try console.write(path, "---\n\(key)\n" + lines.dropFirst().joined(separator: "\n"))
            }
        default: try console.write(path, text + "\n\(words.randomElement(using: &random) ?? "")\n")
        }
    }

    /// `check` answers all queries. A refresh answers those that a change can affect.
    @Test(arguments: 0..<(LongTests.areWanted ? 3000 : 16))
    func `a refresh after changes finds the stale notes that a check finds`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed) + 1977)
        let console = try Console()
        for number in 0..<8 {
            var text = "---\ntitle: \(["Alpha", "Zeta"].randomElement(using: &random) ?? "") \(number)\n---\ntext\n"
            for _ in 0..<(number < 5 ? 2 : 0) {
                text += "\n<!-- slip: \(Self.localQueries.randomElement(using: &random) ?? "") -->\n\nmore\n"
            }
            try console.write((number % 2 == 0 ? "" : "f/") + "n\(number).md", text)
        }
        for step in 0..<8 {
            if Int.random(in: 0..<3, using: &random) > 0 { console.slip("refresh") }
            for _ in 0..<Int.random(in: 1..<3, using: &random) { try Self.change(console, &random) }
            let found = console.slip("refresh", "--check").output
            let stale = console.slip("check", "--kind", "stale-block", "--format", "json").output
            let paths = Set(stale.matches(of: /"path":\s*"([^"]*)"/).map { String($0.output.1) })
            #expect(Set(found.split(separator: "\n").map(String.init)) == paths, "\(seed) \(step): \(stale)")
        }
    }

    @Test(arguments: 0..<4) func `related notes do not depend on the history of the index`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed) + 31)
        let words = (0..<26).map { "w\($0)x" }
        func text(_ count: Int) -> String {
            (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
        }
        var files: [String: String] = [:]
        for number in 0..<20 {
            files["n\(number).md"] = "# \(text(2))\n\n\(text(3 + number % 8))\n\n<!-- slip: like:this -->\n"
        }
        let console = try Console(files)
        console.slip("refresh")
        #expect(console.slip("refresh").errors.contains("nothing to change"))
        for number in 0..<3 {
            try console.write("n\(number).md", console.read("n\(number).md") + "\n\(text(4))\n")
            console.slip("refresh")
        }
        #expect(console.slip("refresh").errors.contains("nothing to change"))
        console.slip("index", "--rebuild")
        #expect(console.slip("refresh", "--check").output.isEmpty)
    }

    @Test(arguments: [
        "#a", "#b OR #c", "-#a sort:title", "words:>3 sort:size limit:3", "contains:zeta", "group:none alpha",
    ])
    func `a block lists what search finds`(query: String) throws {
        if query.contains("group:") { return }
        var random = FixedGenerator(5)
        var files = ["i.md": "<!-- slip: \(query) view:table fields:path -->\n"]
        for number in 0..<12 { files["n\(number).md"] = Self.note(number, &random) }
        let console = try Console(files)
        console.slip("refresh")
        let listed = try console.read("i.md").split(separator: "\n").filter { $0.hasPrefix("| n") }.map {
            $0.dropFirst(2).dropLast(2)
        }
        let found = console.slip(
            "search",
            "(\(query.split(separator: " ").filter { !$0.contains("sort:") && !$0.contains("limit:") }.joined(separator: " "))) -name:i "
                + query.split(separator: " ").filter { $0.contains("sort:") || $0.contains("limit:") }.joined(
                    separator: " "))
        #expect(listed.joined(separator: "\n") == found.output.split(separator: "\n").joined(separator: "\n"))
    }
}
