import Git
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Merges of notes by keys, compared with merges by lines.
@Suite struct NoteMergeTests {
    static let program = GitProgram(near: Array("/".utf8), GitFolder.variables)

    static func lines(
        _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ program: GitProgram = program
    ) throws -> MergedText {
        let merged = try LineMerge(program, markerSize: 7)(base: base, ours: ours, theirs: theirs)
        return MergedText(bytes: merged.bytes, hasConflicts: merged.hasConflicts)
    }

    static func merge(
        _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], showsBase: Bool = false
    ) throws -> MergedText {
        // Git uses the configured conflict style only inside a repository.
        let vault = showsBase ? try TemporaryVault() : nil
        try vault.map { _ = try GitFolder($0).git(["config", "merge.conflictStyle", "diff3"]) }
        let place = vault.map { GitProgram(near: $0.root, GitFolder.variables) } ?? program
        return try NoteMerge(.standard, .utc, markerSize: 7) { try lines($0, $1, $2, place) }
            .merge(base: base, ours: ours, theirs: theirs)
    }

    private func merge(_ base: String, _ ours: String, _ theirs: String, showsBase: Bool = false) throws -> (
        String, Bool
    ) {
        let merged = try Self.merge(Array(base.utf8), Array(ours.utf8), Array(theirs.utf8), showsBase: showsBase)
        return (String(decoding: merged.bytes, as: UTF8.self), merged.hasConflicts)
    }

    private func note(_ front: String, _ body: String = "Text\n") -> String { "---\n\(front)\n---\n\(body)" }

    /// Each row: the base, both sides, and the result, all as whole notes.
    @Test(arguments: [
        (
            "# T\n", "---\nkeywords: [a]\n---\n# T\n", "---\nkeywords: [b]\n---\n# T\n",
            "---\nkeywords: [a, b]\n---\n# T\n"
        ),
        ("# T\n", "---\na: 1\n---\n# T\n", "---\nb: 2\n---\n# T\n\nx\n", "---\na: 1\nb: 2\n---\n# T\n\nx\n"),
        ("# T\n", "---\na: 1\n---\n# T\n", "# U\n", "---\na: 1\n---\n# U\n"),
        ("", "---\na: 1\n---\nx\n", "---\nb: 1\n---\nx\n", "---\na: 1\nb: 1\n---\nx\n"),
    ])
    func `front matter that both sides add to a note is merged by keys`(
        base: String, ours: String, theirs: String, expected: String
    ) throws {
        #expect(try merge(base, ours, theirs) == (expected, false))
        let swapped = try merge(base, theirs, ours)
        #expect(!swapped.1 && swapped.0.count == expected.count, "\(swapped.0)")
    }

    @Test(arguments: [
        // Changes of different keys.
        ("a: 1\nb: 1", "a: 2\nb: 1", "a: 1\nb: 2", "a: 2\nb: 2"),
        // Keys that both sides add.
        ("a: 1", "a: 1\nb: 1", "a: 1\nc: 1", "a: 1\nb: 1\nc: 1"),
        ("a: 1", "a: 1\nb: 1", "a: 1\nb: 1\nc: 1", "a: 1\nb: 1\nc: 1"),
        // A key that one side removes next to one that the other changes.
        ("a: 1\nb: 1\nc: 1", "a: 1\nc: 1", "a: 1\nb: 1\nc: 2", "a: 1\nc: 2"),
        // Lists are merged as ordered sets, and keep their form.
        ("keywords: [a, b]", "keywords: [a, b, c]", "keywords: [b, d]", "keywords: [b, c, d]"),
        ("tags: a, b", "tags: a, b, c", "tags: a, b, d", "tags: a, b, c, d"),
        (
            "keywords:\n  - a\n  - b", "keywords:\n  - a\n  - x # mine\n  - b",
            "keywords:\n  - a\n  - y # theirs\n  - b",
            "keywords:\n  - a\n  - x # mine\n  - y # theirs\n  - b"
        ),
        ("keywords: [a]", "keywords:\n  - a\n  - b", "keywords: [a, c]", "keywords:\n  - a\n  - b\n  - c"),
        ("keywords: [a]", "keywords: [a, b]", "keywords:\n  - a\n  - c", "keywords:\n  - a\n  - c\n  - b"),
        ("other: [1, 2]", "other: [1, 2, 3]", "other: [2]", "other: [2, 3]"),
        // A keyword with and without its sign is one.
        ("tags: [a]", "tags: [a, \"#b\"]", "tags: [a, b]", "tags: [a, \"#b\"]"),
        ("tags: [a, b]", "tags: [a, b, c]", "tags: [a, \"#b\", d]", "tags: [a, b, c, d]"),
        // The later `modified` and the earlier `created` date.
        ("modified: 2024-01-01", "modified: 2024-03-01", "modified: 2024-02-01T10:00", "modified: 2024-03-01"),
        ("created: 2024-01-05", "created: 2024-01-03", "created: 2024-01-04", "created: 2024-01-03"),
        // Comments belong to the next key.
        ("a: 1\nb: 1", "# why\na: 2\nb: 1", "a: 1\n# so\nb: 2", "# why\na: 2\n# so\nb: 2"),
        // A block scalar.
        (
            "n: |\n  a\n  b\n  c\n  d\nm: 1", "n: |\n  A\n  b\n  c\n  d\nm: 1", "n: |\n  a\n  b\n  c\n  D\nm: 2",
            "n: |\n  A\n  b\n  c\n  D\nm: 2"
        ),
    ])
    func `front matter is merged key by key`(base: String, ours: String, theirs: String, expected: String) throws {
        let (text, hasConflicts) = try merge(note(base), note(ours), note(theirs))
        #expect(text == note(expected))
        #expect(!hasConflicts)
    }

    @Test func `a conflict covers only the lines of its key`() throws {
        let (text, hasConflicts) = try merge(
            note("a: 1\nstatus: draft\nb: 1"), note("a: 2\nstatus: review\nb: 1"), note("a: 1\nstatus: archived\nb: 2"))
        #expect(hasConflicts)
        #expect(text == note("a: 2\n<<<<<<< ours\nstatus: review\n=======\nstatus: archived\n>>>>>>> theirs\nb: 2"))
        let (shown, _) = try merge(
            note("status: draft"), note("status: review"), note("status: archived"), showsBase: true)
        #expect(shown.contains("||||||| base\nstatus: draft\n=======\n"))
    }

    @Test(arguments: [
        // A removed key with a new comment on the other side.
        ("a: 1\nb: 1\nc: 1", "a: 1\nc: 1", "a: 1\n# new\nb: 1\nc: 2"),
        // A removed and changed key; different comments; a list on two sides only; entries that both sides change.
        ("a: 1\nb: 1", "a: 1", "a: 1\nb: 2"), ("a: 1 # x", "a: 2 # y", "a: 3 # z"),
        ("other: 1", "other: [1]", "other: [2]"),
        // The same new key in different places, which a merge by lines would add twice.
        ("a: 1\nb: 1\nc: 1\nd: 1", "z: 1\na: 1\nb: 1\nc: 1\nd: 1", "a: 1\nb: 1\nc: 1\nd: 1\nz: 2"),
        ("keywords: [a] # x", "keywords: [a, b] # x", "keywords: [a, c] # z\nq: 1"),
        ("keywords:\n  - a # x", "keywords:\n  - a # y\n  - b", "keywords:\n  - a # z\n  - c"),
        // A number and a text.
        ("other: [1]", "other: [1, \"2\"]", "other: [1, 2]"),
    ])
    func `contradictory changes of a key are a conflict`(base: String, ours: String, theirs: String) throws {
        let (text, hasConflicts) = try merge(note(base), note(ours), note(theirs))
        #expect(hasConflicts, "\(text)")
    }

    @Test func `the merge takes line endings and the byte order mark from the side that changed them`() throws {
        let base = note("a: 1\nb: 1", "One\n\nTwo\n")
        let ours = base.replacing("a: 1", with: "a: 2").replacing("\n", with: "\r\n")
        let theirs = base.replacing("b: 1", with: "b: 2").replacing("Two\n", with: "Three")
        let (text, hasConflicts) = try merge(base, ours, theirs)
        #expect(!hasConflicts)
        #expect(text == "---\r\na: 2\r\nb: 2\r\n---\r\nOne\r\n\r\nThree")
        let (marked, _) = try merge(base, "\u{FEFF}" + base.replacing("a: 1", with: "a: 3"), theirs)
        #expect(marked == "\u{FEFF}---\na: 3\nb: 2\n---\nOne\n\nThree")
    }

    @Test(arguments: [
        // Unclosed front matter, a duplicate key, front matter that a side removed, a flow mapping, and none.
        ("---\na: 1\n", "---\na: 2\n", "---\na: 1\nb\n"),
        ("---\na: 1\na: 1\n---\n", "---\na: 2\na: 1\n---\n", "---\na: 1\na: 3\n---\n"),
        ("---\na: 1\n---\nText\n", "Text\n", "---\na: 2\n---\nText\n"),
        ("---\n{a: 1, b: 1}\n---\n", "---\n{a: 2, b: 1}\n---\n", "---\n{a: 1, b: 2}\n---\n"), ("a\n", "b\n", "c\n"),
    ])
    func `invalid front matter is merged by lines`(base: String, ours: String, theirs: String) throws {
        let sides = [base, ours, theirs].map { Array($0.utf8) }
        #expect(try Self.merge(sides[0], sides[1], sides[2]) == Self.lines(sides[0], sides[1], sides[2]))
    }

    @Test func `a conversion of line ends does not mix them`() throws {
        // Without front matter, and with a conflict.
        let (text, hasConflicts) = try merge("One\n\nTwo\n", "One\r\n\r\nTwo\r\n", "One\n\nThree\n")
        #expect(text == "One\r\n\r\nThree\r\n")
        #expect(!hasConflicts)
        let (marked, isMarked) = try merge("a\nb\n", "a\r\nx\r\n", "a\ny\n")
        #expect(isMarked)
        #expect(marked == "a\r\n<<<<<<< ours\r\nx\r\n=======\r\ny\r\n>>>>>>> theirs\r\n")
    }

    @Test(arguments: [
        // The comment of a key that theirs removes is then above the key that ours removes.
        ("# x\na: 1\nb: 1\nc: 1", "# x\na: 1\nc: 1", "# x\nb: 1\nc: 2", "# x\nc: 2")
    ])
    func `a removed key that the other side left alone is no conflict`(
        base: String, ours: String, theirs: String, expected: String
    ) throws {
        let (text, hasConflicts) = try merge(note(base), note(ours), note(theirs))
        #expect(text == note(expected))
        #expect(!hasConflicts)
    }

    @Test func `front matter is empty if each side removes the other's key`() throws {
        let (text, hasConflicts) = try merge(note("a: 1\nb: 1"), note("a: 1"), note("b: 1"))
        #expect(text == "---\n---\nText\n")
        #expect(!hasConflicts)
    }

    @Test func `the body is what git makes of the body alone`() throws {
        // The lines of the body also occur in the front matter, so that git aligns those of the whole file differently.
        let base = note("a: 1\nkeywords: [x]", "a: 1\nkeywords: [x]\n---\nb\n")
        let ours = note("a: 1\nkeywords: [x, y]", "a: 1\nkeywords: [x]\n---\nb\nc\n")
        let theirs = note("keywords: [x, z]", "a: 1\nkeywords: [x]\n---\nb\n")
        let (text, hasConflicts) = try merge(base, ours, theirs)
        #expect(text == note("keywords: [x, y, z]", "a: 1\nkeywords: [x]\n---\nb\nc\n"))
        #expect(!hasConflicts)
    }

    @Test func `a note that both sides add is merged`() throws {
        let (text, hasConflicts) = try merge("", note("a: 1\nkeywords: [x]"), note("b: 1\nkeywords: [y]"))
        #expect(text == note("a: 1\nb: 1\nkeywords: [x, y]"))
        #expect(!hasConflicts)
    }
}
