import Searching
import SourceText
import TestSupport
import Testing

/// Where dates come from git, a note that slip moved has those it had, also where its links were written anew, until the
/// move is committed. What was moved slip knows by its own records, not by contents that are alike.
@Suite struct OwnMoveTests {
    private static let files = [
        "A.md": "to [B](F/B.md)\n", "F/B.md": "to [A](../A.md)\n", "F/C.md": "same\n", "F/D.md": "same\n",
        "F/G/E.md": "- [A](../../A.md)\n",
    ]
    /// What all of them were made at.
    private static let time: Int64 = 1_600_000_000

    private static func vault(_ files: [String: String] = files) throws -> TemporaryVault {
        let vault = try TemporaryVault(files, config: "dates: git\n")
        try GitFolder(vault).commit("one", at: time)
        try run(["index"], in: vault)
        return vault
    }

    fileprivate static func run(_ words: [String], in vault: TemporaryVault) throws {
        let result = try CommandLine.run(words, in: vault)
        #expect(result.status == 0, "\(words): \(result.errors)")
    }

    /// The notes that are as old as the commit.
    fileprivate static func old(_ vault: TemporaryVault) throws -> Set<String> {
        let result = try CommandLine.run(
            ["search", "created:<2020-10-01", "--scope", "all", "--format", "paths"], in: vault)
        return Set(result.output.split(separator: "\n").map(String.init))
    }

    private static func expect(_ found: Set<String>, _ wanted: Set<String>, _ comment: Comment) {
        #expect(found == wanted, "\(comment): \(found.symmetricDifference(wanted).sorted())")
    }

    fileprivate static func expectSound(_ vault: TemporaryVault, _ comment: Comment? = nil) throws {
        let result = try CommandLine.run(["index", "--verify"], in: vault)
        #expect(result.status == 0, "\(comment ?? ""): \(result.output)\(result.errors)")
    }

    private static let courses: [(commands: [[String]], old: Set<String>)] = [
        ([["mv", "F/B.md", "B.md"]], ["A.md", "B.md", "F/C.md", "F/D.md", "F/G/E.md"]),
        (
            [["mv", "F/B.md", "B.md"], ["mv", "B.md", "N/M/B2.md"]],
            ["A.md", "N/M/B2.md", "F/C.md", "F/D.md", "F/G/E.md"]
        ),
        ([["folder", "rename", "F", "N/M"]], ["A.md", "N/M/B.md", "N/M/C.md", "N/M/D.md", "N/M/G/E.md"]),
        (
            [["folder", "rename", "F/G", "H"], ["mv", "F/H/E.md", "E.md"], ["mv", "F/C.md", "C.md"]],
            ["A.md", "F/B.md", "C.md", "F/D.md", "E.md"]
        ),
        ([["mv", "F/B.md", "B.md"], ["undo"]], ["A.md", "F/B.md", "F/C.md", "F/D.md", "F/G/E.md"]),
        ([["mv", "F/B.md", "B.md"], ["undo"], ["redo"]], ["A.md", "B.md", "F/C.md", "F/D.md", "F/G/E.md"]),
        (
            [["mv", "F/B.md", "B.md"], ["mv", "B.md", "N.md"], ["undo"]],
            ["A.md", "B.md", "F/C.md", "F/D.md", "F/G/E.md"]
        ),
        // What was thrown away, and is there under its name again, is another note.
        (
            [["mv", "F/B.md", "B.md"], ["rm", "B.md", "--force"], ["new", "B"]],
            ["A.md", "F/C.md", "F/D.md", "F/G/E.md"]
        ),
    ]

    @Test(arguments: 0..<8) func `moves by slip keep the dates of git`(number: Int) throws {
        let course = Self.courses[number]
        // Looked at after each command, only at the end, and not before the index is built anew.
        for looks in [true, false] {
            let vault = try Self.vault()
            for command in course.commands {
                try Self.run(command, in: vault)
                if looks { _ = try Self.old(vault) }
            }
            Self.expect(try Self.old(vault), course.old, "\(course.commands)")
            try Self.expectSound(vault)
            try Self.run(["index", "--rebuild"], in: vault)
            Self.expect(try Self.old(vault), course.old, "\(course.commands), built anew")
            for file in vault.allFiles() where file.contains("/index.db") { try vault.remove(file) }
            Self.expect(try Self.old(vault), course.old, "\(course.commands), without an index")
            try Self.expectSound(vault)
        }
    }

    @Test func `a history is told under the new name`() throws {
        let vault = try Self.vault()
        try Self.run(["mv", "F/B.md", "B.md"], in: vault)
        let history = try CommandLine.run(["history", "B.md"], in: vault)
        #expect(history.status == 0 && history.output.contains("one"), "\(history)")
    }

    @Test func `moves by others outlive the building of an index as far as it can be read`() throws {
        let vault = try Self.vault(["a.md": "a note of some length\n", "b.md": "x\n"])
        try vault.rename("a.md", "n.md")
        #expect(try Self.old(vault) == ["b.md", "n.md"])
        try Self.expectSound(vault)
        try Self.run(["index", "--rebuild"], in: vault)
        #expect(try Self.old(vault) == ["b.md", "n.md"])
        try Self.expectSound(vault)
    }

    @Test func `a note that takes the name of a moved one that went has dates of its own`() throws {
        let vault = try Self.vault(["a.md": "a note of some length\n", "b.md": "x\n"])
        try vault.rename("a.md", "n.md")
        #expect(try Self.old(vault) == ["b.md", "n.md"])
        try vault.remove("n.md")
        #expect(try Self.old(vault) == ["b.md"])
        try vault.write("n.md", "quite another one\n")
        #expect(try Self.old(vault) == ["b.md"])
    }
}

/// Moves at random, taken back and made again, against where each note is by what was said.
@Suite struct RandomMoveTests {
    /// Where the notes of the commit are; nil for one in the trash.
    private typealias Places = [String?]

    private struct Course {
        var places: Places
        private var made: [Places] = []
        private var undone: [Places] = []

        init(_ places: Places) { self.places = places }

        /// The next command, and what it makes of the places; nil where there is nothing to do.
        mutating func next(_ step: Int, _ random: inout FixedGenerator) -> [String]? {
            let note = Int.random(in: places.indices, using: &random)
            switch (Int.random(in: 0..<8, using: &random), places[note]) {
            case (0...2, let path?):
                let folder = ["", "F/", "F/G/", "N\(step)/"].randomElement(using: &random) ?? ""
                return change(["mv", path, "\(folder)m\(step).md"]) { $0[note] = "\(folder)m\(step).md" }
            case (3, let path?) where path.contains("/"):
                let folder = path.prefix { $0 != "/" }
                return change(["folder", "rename", String(folder), "R\(step)"]) { places in
                    places = places.map { path in
                        path.map { $0.hasPrefix("\(folder)/") ? "R\(step)\($0.dropFirst(folder.count))" : $0 }
                    }
                }
            case (4, let path?): return change(["rm", path, "--force"]) { $0[note] = nil }
            case (5, _):
                guard let last = made.popLast() else { return nil }
                undone.append(places)
                places = last
                return ["undo"]
            case (6, _):
                guard let last = undone.popLast() else { return nil }
                made.append(places)
                places = last
                return ["redo"]
            default: return nil
            }
        }

        private mutating func change(_ command: [String], _ body: (inout Places) -> Void) -> [String] {
            made.append(places)
            undone = []
            body(&places)
            return command
        }
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 300 : 6)) func `every note keeps the date of its commit`(
        seed: Int
    ) throws {
        var random = FixedGenerator(UInt64(seed))
        let names = ["a.md", "F/b.md", "F/c.md", "F/G/d.md", "H/e.md"]
        let text = "[a](/a.md) [b](/F/b.md) [d](/F/G/d.md)\n"
        let vault = try TemporaryVault(
            Dictionary(uniqueKeysWithValues: names.map { ($0, text) }), config: "dates: git\n")
        try GitFolder(vault).commit("one", at: 1_600_000_000)
        _ = try vault.session()
        var course = Course(names)
        var told = "seed \(seed)"
        func check() throws {
            let found = try OwnMoveTests.old(vault)
            let wanted = Set(course.places.compactMap { $0 })
            #expect(found == wanted, "\(told): \(found.symmetricDifference(wanted).sorted())")
        }
        for step in 0..<14 {
            guard let command = course.next(step, &random) else { continue }
            told += "; \(command.joined(separator: " "))"
            try OwnMoveTests.run(command, in: vault)
            if Bool.random(using: &random) { try check() }
        }
        try check()
        try OwnMoveTests.expectSound(vault, "\(told)")
        for file in vault.allFiles() where file.contains("/index.db") { try vault.remove(file) }
        told += "; without an index"
        try check()
    }
}
