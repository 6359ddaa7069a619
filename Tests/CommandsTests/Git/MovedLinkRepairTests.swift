import TestSupport
import Testing

/// Links that `slip check --fix` repairs after other programs have moved files.
@Suite struct MovedLinkRepairTests {
    private let console: Console
    private let git: GitFolder

    init() throws {
        console = try Console([".slipbox/config.yaml": "\n"])
        git = try console.makeRepository()
    }

    private func commit(_ number: Int64) throws { try git.commit("Change \(number)", at: 1_600_000_000 + number) }

    @Test func `a broken link is not repaired if its target was not moved`() throws {
        try console.write("pages/Index.md", "x\n")
        try console.write("pages/A.md", "my [[Pages]] plan\n")
        try console.write("u.md", "some text\n")
        try commit(1)
        try git.git(["mv", "u.md", "v.md"])
        try commit(2)
        console.slip("check", "--fix")
        #expect(try console.read("pages/A.md") == "my [[Pages]] plan\n")
    }

    @Test func `a relative link of a moved note is repaired if its target is still there`() throws {
        try console.write("A/one.md", "[two](./two.md) [[gone]] [[A]]\n")
        try console.write("A/two.md", "x\n")
        try commit(1)
        try console.write("B/x.md", "y\n")
        try git.git(["mv", "A/one.md", "B/one.md"])
        try commit(2)
        console.slip("check", "--fix")
        #expect(try console.read("B/one.md") == "[two](../A/two.md) [[gone]] [[A]]\n")
    }

    /// Words that are names of notes, of folders, or of nothing.
    private static let words = [
        "Index", "pages", "Pages", "one", "two", "sub", "three", "none", "pages/one", "sub/three",
    ]

    @Test(arguments: 0..<12)
    func `only links to moved files, and links of moved files, change after random moves`(_ seed: Int) throws {
        var random = FixedGenerator(UInt64(seed))
        var paths = ["pages/Index.md", "pages/one.md", "two.md", "sub/three.md", "sub/Index.md", "pages/sub/four.md"]
        for path in paths {
            let links = (0..<4).map { _ in "[[\(Self.words.randomElement(using: &random) ?? "")]]" }
            try console.write(path, "\(path) has its own text\n" + links.joined(separator: "\n") + "\n")
        }
        try commit(1)
        var moved: Set<String> = []
        for number in 0..<2 {
            let index = Int.random(in: paths.indices, using: &random)
            let (old, new) = (paths[index], "moved/new \(number).md")
            try console.makeFolder("moved")
            try git.git(["mv", old, new])
            try commit(Int64(2 + number))
            moved.formUnion([old, new])
            paths[index] = new
        }
        let names = Set(moved.map { $0.lowercased().replacing(".md", with: "") })
        let before = try paths.map { try console.read($0) }
        console.slip("check", "--fix")
        for (path, old) in zip(paths, before) where !moved.contains(path) {
            let lines = zip(old.split(separator: "\n"), try console.read(path).split(separator: "\n"))
            for (line, new) in lines where line != new {
                let target = line.dropFirst(2).dropLast(2).lowercased()
                #expect(names.contains { $0 == target || $0.hasSuffix("/\(target)") }, "\(path): \(line) became \(new)")
            }
        }
    }
}
