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
