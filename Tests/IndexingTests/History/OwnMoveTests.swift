import QueryLanguage
import Searching
import SourceText
import TestSupport
import Testing

/// With `dates: git`, a note that slip moved keeps its dates before the move is committed, also if the move rewrote its
/// links. slip finds the old name in its own records, not by comparing contents.
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

    @Test(arguments: 0..<8) func `moves by slip keep git dates`(number: Int) throws {
        let course = Self.courses[number]
        // Updates the index after each command, or only once at the end.
        for updatesEachTime in [true, false] {
            let vault = try Self.vault()
            for command in course.commands {
                try Self.run(command, in: vault)
                if updatesEachTime { _ = try Self.old(vault) }
            }
            Self.expect(try Self.old(vault), course.old, "\(course.commands)")
            try Self.expectSound(vault)
            try Self.run(["index", "--rebuild"], in: vault)
            Self.expect(try Self.old(vault), course.old, "\(course.commands), rebuilt")
            for file in vault.allFiles() where file.contains("/index.db") { try vault.remove(file) }
            Self.expect(try Self.old(vault), course.old, "\(course.commands), without an index")
            try Self.expectSound(vault)
        }
    }

    @Test func `the name of the last commit counts, not one before`() throws {
        let vault = try Self.vault(["a.md": "one two three four five six\n"])
        let folder = try GitFolder(vault.rootText, isNew: false)
        try Self.run(["mv", "a.md", "b.md"], in: vault)
        try folder.commit("two", at: Self.time + 100)
        try folder.write("b.md", "one two three four five six seven\n")
        try folder.commit("three", at: Self.time + 200)
        _ = try Self.old(vault)
        try Self.run(["mv", "b.md", "c.md"], in: vault)
        let history = try CommandLine.run(["history", "c.md"], in: vault)
        #expect(history.output.contains("three") && history.output.contains("one"), "\(history)")
        let modified = try CommandLine.run(["search", "modified:<2020-10-01", "-c"], in: vault)
        #expect(modified.output == "1\n")
        try Self.expectSound(vault)
    }

    @Test func `an undone move does not count as a move`() throws {
        let vault = try Self.vault(["a.md": "note of some length\n", "b.md": "x\n"])
        try Self.run(["mv", "a.md", "x.md"], in: vault)
        try Self.run(["undo"], in: vault)
        try Self.run(["set", "b.md", "k=1"], in: vault)
        try Self.run(["rm", "a.md", "--force"], in: vault)
        try vault.write("x.md", "quite another one\n")
        #expect(try Self.old(vault) == ["b.md"])
        try Self.expectSound(vault)
    }

    @Test func `a taken old name, and a name of a note that is no more, are no obstacles`() throws {
        let vault = try Self.vault(["Inbox.md": "see [a](a.md)\n", "a.md": "x\n", "gone.md": "y\n"])
        let folder = try GitFolder(vault.rootText, isNew: false)
        try vault.remove("gone.md")
        try folder.commit("two", at: Self.time + 100)
        try Self.run(["mv", "Inbox.md", "F/Old.md"], in: vault)
        try Self.run(["new", "Inbox"], in: vault)
        try Self.run(["mv", "a.md", "gone.md"], in: vault)
        for _ in 0..<2 {
            #expect(try Self.old(vault).isSuperset(of: ["F/Old.md", "gone.md"]))
            #expect(try CommandLine.run(["history", "gone.md"], in: vault).output.contains("one"))
            try Self.expectSound(vault)
            for file in vault.allFiles() where file.contains("/index.db") { try vault.remove(file) }
        }
    }

    @Test func `a note that is indexed during its move keeps its dates`() throws {
        let vault = try Self.vault()
        try Self.run(["mv", "F/B.md", "B.md"], in: vault)
        // As between the change of names and the end of the command.
        try vault.makeFolders(VaultPath(".slipbox/tmp"))
        try vault.rename(".slipbox/undo/1", ".slipbox/tmp/do-1")
        for file in vault.allFiles() where file.contains("/index.db") { try vault.remove(file) }
        let result = try CommandLine.run(["search", "created:<2020-10-01", "--format", "paths"], in: vault)
        #expect(result.output.split(separator: "\n").contains("B.md"), "\(result)")
    }

    @Test func `history of a moved note includes its commits before the move`() throws {
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

    @Test func `a note that takes the old name of a moved note does not take its dates`() throws {
        let vault = try Self.vault(["a.md": "a note of some length\n", "b.md": "x\n"])
        try vault.rename("a.md", "n.md")
        #expect(try Self.old(vault) == ["b.md", "n.md"])
        try vault.remove("n.md")
        #expect(try Self.old(vault) == ["b.md"])
        try vault.write("n.md", "quite another one\n")
        #expect(try Self.old(vault) == ["b.md"])
    }
}

/// Random moves, undos and redos among few names, so that names are used several times. Each note was created in another
/// commit, so its date identifies it. The test keeps its own list of where each note is now.
@Suite struct RandomMoveTests {
    /// Where each note is.
    private typealias Places = [String]

    private static let names = ["a.md", "F/b.md", "F/c.md", "F/G/d.md", "H/e.md"]
    private static let free = ["m.md", "F/m.md", "N/m.md", "F/G/o.md", "o.md"]

    private struct Course {
        var places: Places
        private var made: [Places] = []
        private var undone: [Places] = []

        init(_ places: Places) { self.places = places }

        /// The next command, and what it makes of the places; nil where there is nothing to do.
        mutating func next(_ random: inout FixedGenerator) -> [String]? {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...4:
                let note = Int.random(in: places.indices, using: &random)
                let taken = Set(places)
                let names = (RandomMoveTests.names + RandomMoveTests.free).filter { !taken.contains($0) }
                guard let name = names.randomElement(using: &random) else { return nil }
                defer {
                    made.append(places)
                    undone = []
                    places[note] = name
                }
                return ["mv", places[note], name]
            case 5, 6:
                if made.isEmpty { return nil }
                let count = Int.random(in: 1...min(3, made.count), using: &random)
                for _ in 0..<count {
                    undone.append(places)
                    places = made.removeLast()
                }
                return ["undo", "\(count)"]
            default:
                if undone.isEmpty { return nil }
                let count = Int.random(in: 1...min(3, undone.count), using: &random)
                for _ in 0..<count {
                    made.append(places)
                    places = undone.removeLast()
                }
                return ["redo", "\(count)"]
            }
        }
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 300 : 8)) func `every note has the history of its commit`(
        seed: Int
    ) throws {
        var random = FixedGenerator(UInt64(seed))
        let vault = try TemporaryVault(config: "dates: git\n")
        let folder = try GitFolder(vault)
        for (number, name) in Self.names.enumerated() {
            try vault.makeFolders(VaultPath(name).folder)
            // Some notes have equal contents. Some have links, which a move rewrites.
            try vault.write(name, number < 3 ? "[a](/a.md) [b](/F/b.md) [d](/F/G/d.md)\n" : "note of some length\n")
            try folder.commit("commit \(number)", at: 1_600_000_000 + Int64(number))
        }
        _ = try vault.session()
        var course = Course(Self.names)
        var told = "seed \(seed)"
        func check() throws {
            let session = try vault.session()
            try session.read { snapshot in
                for (number, path) in course.places.enumerated() {
                    // A path of the last commit has the dates that git knows for that path.
                    let origin = Self.names.firstIndex(of: path) ?? number
                    let created = try snapshot.note(VaultPath(path))?.created.seconds
                    #expect(created == 1_600_000_000 + Int64(origin), "\(told): \(path)")
                }
            }
        }
        for _ in 0..<14 {
            guard let command = course.next(&random) else { continue }
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
