/// Histories made of chance, written as `git fast-import` reads them. Names and contents are few, so that notes come back,
/// trade places and are changed on both sides.
package struct RandomHistory {
    private var random: FixedGenerator
    private let branches: Bool
    private var marks = 0
    /// Of contents that have nothing in common.
    private var families = 0
    /// The files of each head, by name: the number of their content.
    private var heads: [(mark: Int, files: [String: Int])] = []
    private var stream: [UInt8] = []

    package init(seed: UInt64, branches: Bool) {
        random = FixedGenerator(seed &+ 4711)
        self.branches = branches
    }

    static func content(_ number: Int) -> String {
        // Long and different enough for git to recognize a renamed file by its content.
        var random = FixedGenerator(UInt64(number / 8))
        let words = (0..<30).map { _ in String(random.next(), radix: 36) }
        let front = number % 3 == 0 ? "---\nkeywords: [k\(number / 8 % 4), side]\n---\n" : ""
        return front + words.joined(separator: "\n") + "\nend \(number % 8)\n"
    }

    package mutating func make(in folder: GitFolder, commits: Int) throws {
        heads = [(0, [:])]
        for number in 0..<commits {
            let head = branches ? Int.random(in: 0..<heads.count, using: &random) : 0
            if branches, heads.count > 1, Int.random(in: 0..<5, using: &random) == 0 {
                merge(head, number)
            } else {
                if branches, number > 3, heads.count < 4, Int.random(in: 0..<5, using: &random) == 0 {
                    heads.append(heads[head])
                }
                change(head, number)
            }
        }
        while heads.count > 1 { merge(0, commits + heads.count) }
        add("reset refs/heads/main\nfrom :\(heads[0].mark)\n\n")
        try folder.git(["fast-import", "--quiet"], input: stream)
        try folder.git(["reset", "--quiet", "--hard", "main"])
    }

    private mutating func newContent() -> Int {
        families += 1
        return families * 8
    }

    private mutating func add(_ text: String) { stream += Array(text.utf8) }

    private mutating func begin(_ number: Int, _ parents: [Int]) {
        marks += 1
        let name = ["Ada", "Bob", "Çelik"][number % 3]
        add("commit refs/heads/work\nmark :\(marks)\n")
        let zone = ["+0000", "-0730", "+1345"][number % 3]
        add("author \(name) <\(name.lowercased())@example.org> \(1_600_000_000 + number * 1000) \(zone)\n")
        add("committer C <c@example.org> \(1_600_000_000 + number * 1000) +0000\ndata 1\nx\n")
        for (index, parent) in parents.enumerated() where parent > 0 {
            add("\(index == 0 ? "from" : "merge") :\(parent)\n")
        }
    }

    private mutating func put(_ name: String, _ number: Int) {
        let text = Self.content(number)
        add("M 100644 inline \(name)\ndata \(text.utf8.count)\n\(text)\n")
    }

    private mutating func change(_ head: Int, _ number: Int) {
        begin(number, [heads[head].mark])
        var files = heads[head].files
        // Each name once: `git log --follow` takes a copy for a move. A commit that moves a file and creates another
        // under the old name looks like a copy.
        let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            "n\(Int.random(in: 0..<12, using: &random)).md"
        }
        for name in Set(names).sorted() {
            switch Int.random(in: 0..<10, using: &random) {
            case 0 where files[name] != nil:
                files[name] = nil
                add("D \(name)\n")
            case 1...2 where files[name] != nil && !branches:
                // A fresh name: of two that trade places git may see either.
                let new = "m\(number)-\(name)"
                var content = files[name] ?? 0
                files[name] = nil
                add("D \(name)\n")
                if Bool.random(using: &random) { content = content / 8 * 8 + (content + 1) % 8 }
                files[new] = content
                put(new, content)
            default:
                let old = files[name]
                let content = old.map { $0 / 8 * 8 + ($0 + 1) % 8 } ?? newContent()
                files[name] = content
                put(name, content)
            }
        }
        add("\n")
        heads[head] = (marks, files)
    }

    /// Merges another head into one: file by file either side's, now and then neither's.
    private mutating func merge(_ head: Int, _ number: Int) {
        var other = Int.random(in: 0..<heads.count, using: &random)
        if other == head { other = (head + 1) % heads.count }
        if heads[head].mark == heads[other].mark {
            heads.remove(at: other)
            return
        }
        begin(number, [heads[head].mark, heads[other].mark])
        var files: [String: Int] = [:]
        for name in Set(heads[head].files.keys).union(heads[other].files.keys).sorted() {
            let sides = [heads[head].files[name], heads[other].files[name]]
            var chosen = sides[Int.random(in: 0..<2, using: &random)]
            if Int.random(in: 0..<12, using: &random) == 0 { chosen = newContent() }
            files[name] = chosen
        }
        add("deleteall\n")
        for (name, content) in files.sorted(by: { $0.key < $1.key }) { put(name, content) }
        add("\n")
        heads[head] = (marks, files)
        heads.remove(at: other)
    }
}
