import Notes
import Testing
import VaultFiles

/// Merges of bodies in which each side's change is right alone, and both together are not. A merge makes a conflict, or
/// what both sides meant.
@Suite struct MergeIntentTests {
    private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> (text: String, isClean: Bool) {
        let merged = try NoteMergeTests.merge(Array(base.utf8), Array(ours.utf8), Array(theirs.utf8))
        return (String(decoding: merged.bytes, as: UTF8.self), !merged.hasConflicts)
    }

    /// Merges in both orders, and expects conflicts.
    private func expectConflict(_ base: String, _ ours: String, _ theirs: String) throws {
        for (own, other) in [(ours, theirs), (theirs, ours)] {
            let (text, isClean) = try merge(base, own, other)
            #expect(!isClean, "\(text)")
        }
    }

    private static let table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    private static let newTable = "| x | y |\n|---|---|\n| 8 | 9 |\n"

    // MARK: Lists and tables

    @Test func `two tables stay apart if one side removes the text between them`() throws {
        let base = "Between.\n\n" + Self.table
        for change in [Self.table, Self.table + "| 3 | 4 |\n"] {
            let expected = Self.newTable + "\n" + change
            #expect(try merge(base, Self.newTable + "\n" + base, change) == (expected, true))
            #expect(try merge(base, change, Self.newTable + "\n" + base) == (expected, true))
        }
    }

    @Test(arguments: [("- x\n", "- [ ] a\n"), ("1. x\n2. y\n", "1. a\n2. b\n")])
    func `two lists do not become one`(new: String, old: String) throws {
        try expectConflict("Between.\n\n" + old, new + "\nBetween.\n\n" + old, old)
    }

    @Test(arguments: ["Para.\n", "> quote\n", "```\ncode\n```\n", "---\n", "| a |\n|---|\n"])
    func `an added item stays in its list`(block: String) throws {
        let list = "- a\n- b\n"
        let expected = list + "- c\n\n" + block
        #expect(try merge(list, list + "\n" + block, list + "- c\n") == (expected, true))
        #expect(try merge(list, list + "- c\n", list + "\n" + block) == (expected, true))
    }

    @Test func `an added item does not stay alone where the other side moves its list`() throws {
        let (table, list) = ("| a |\n|---|\n| b |\n| c |\n| d |\n", "- one\n- two\n")
        try expectConflict(table + "\n" + list, "Text.\n\n" + list + "- three\n", list + "- four\n\n" + table)
    }

    // MARK: Moves and deletions

    private static let one = "## One\n\nText one.\n"
    private static let two = "## Two\n\nText two.\n"
    private static let three = "## Three\n\nText three.\n"

    @Test(arguments: ["Secret number 123.\n", "Secret number 124.\n"])
    func `a move does not undo a deletion`(moved: String) throws {
        let base = "# T\n\n\(Self.one)\nSecret number 123.\n\n\(Self.two)\n\(Self.three)"
        try expectConflict(
            base, "# T\n\n\(Self.one)\n\(Self.two)\n\(Self.three)",
            "# T\n\n\(Self.two)\n\(Self.three)\n\(Self.one)\n\(moved)")
    }

    @Test(arguments: [
        // A paragraph between moved blocks.
        (
            "# T\n\nText.\n\n## Plan\n\nObsolete paragraph.\n\n- a\n- b\n- c\n",
            "# T\n\nText.\n\n- a\n- b\n- c\n\n## Plan\n\nObsolete paragraph.\n",
            "# T\n\nText.\n\n## Plan\n\n- a\n- b\n- c\n"
        ),
        // An item of a list that the other side moves and edits.
        (
            "- apple one\n- pear two\n- plum three\n\nText.\n", "- pear two\n- plum three\n\nText.\n",
            "Text.\n\n- red apple one\n- pear two\n- blue plum three\n"
        ),
        (
            "- a one\n  - secret\n  - kept\n- b two\n- c three\n", "- a one\n  - kept\n- b two\n- c three\n",
            "- b two\n- c three\n- a one more\n  - secret\n  - kept\n"
        ),
        // An item of a list that the other side deletes.
        ("- a one\n- b two\n- c three\n\nText.\n", "- b two\n- c three\n- a one\n\nNew text.\n", "Text.\n"),
        // A row of a table that gets a column where it is moved to.
        (
            "Text.\n\n## T\n\n| a | b |\n|---|---|\n| one | two |\n| three | four |\n\n## End\n\nLast.\n",
            "Text.\n\n## T\n\n| a | b |\n|---|---|\n| one | two |\n\n## End\n\nLast.\n",
            "Text.\n\n## End\n\nLast.\n\n## T\n\n| a | b | c |\n|---|---|---|\n| one | two | 1 |\n| three | four | 2 |\n"
        ),
    ])
    func `a deleted block does not come back`(base: String, ours: String, theirs: String) throws {
        try expectConflict(base, ours, theirs)
    }

    @Test(arguments: ["The plan is to go.\n", "The new plan is to go.\n"])
    func `a block that both sides move to different places is not there twice`(moved: String) throws {
        let (section, rest, last) = ("## Sec\n\n", "Rest of sec.\n", "## Tee\n\n- l\n- m\n")
        try expectConflict(
            section + "The plan is to go.\n\n" + rest + "\n" + last, section + rest + "\n" + last + "\n" + moved,
            last + "\n" + section + "The plan is to go.\n\n" + rest)
    }

    // MARK: Labels

    @Test(arguments: [
        ("[^1]: One.\n", "[^2]: Ours.\n", "[^2]: Theirs.\n"), ("[a]: http://a\n", "[b]: http://o\n", "[B]: http://t\n"),
    ])
    func `two definitions of one label are a conflict`(base: String, ours: String, theirs: String) throws {
        try expectConflict(base, base + ours, base + theirs)
        try expectConflict(
            "Text.\n\nEnd.\n\n" + base, "Text.\n\nOurs.\n\nEnd.\n\n" + base + ours,
            "Text.\n\nEnd.\n\nTheirs.\n\n" + base + theirs)
    }

    // MARK: Inline markup

    @Test(arguments: [
        ("[b c d e f g](u.md)", "[e f g h i j](v.md)"), ("[[b c d e f g]]", "[[e f g h i j]]"),
        ("`b c d e f g`", "`e f g h i j`"), ("**b c d e f g**", "`e f g h i j`"),
        ("<!-- b c d e f g -->", "<!-- e f g h i j -->"), ("**b c d e f g**", "**e f g h i j**"),
        ("~~b c d e f g~~", "~~e f g h i j~~"),
    ])
    func `markup that would overlap is a conflict`(ours: String, theirs: String) throws {
        let words = "a b c d e f g h i j k"
        let texts = [
            words, words.replacing("b c d e f g", with: ours), words.replacing("e f g h i j", with: theirs),
        ]
        for text in [{ "- \($0)\n" }, { "| a |\n|---|\n| \($0) |\n" }] as [(String) -> String] {
            try expectConflict(text(texts[0]), text(texts[1]), text(texts[2]))
        }
    }

    @Test(arguments: [
        ("- [a b](x) c d e\n", "- [a b](y) c d e\n", "- [a b](x) c d E\n", "- [a b](y) c d E\n"),
        ("- a b c d e f\n", "- **a b** c d e f\n", "- a b c d `e f`\n", "- **a b** c d `e f`\n"),
        ("- [a b c d](x)\n", "- [a b c d](y)\n", "- [A b c d](x)\n", "- [A b c d](y)\n"),
    ])
    func `markup of different words is merged`(base: String, ours: String, theirs: String, expected: String) throws {
        #expect(try merge(base, ours, theirs) == (expected, true))
    }

    // MARK: Tasks

    private static let plants = "- [ ] water plants 🔁 every week 📅 2025-02-01\n"
    private static let next = "- [ ] water plants 🔁 every week 📅 2025-02-08\n"
    private static let watered = "- [x] water plants 🔁 every week 📅 2025-02-01 ✅ 2025-02-01\n"

    @Test func `the tick of a recurring task belongs to the occurrence that the other side completed`() throws {
        let ticked = "- [x] water plants 🔁 every week 📅 2025-02-01\n"
        for ours in [Self.next + Self.watered, Self.watered + Self.next] {
            #expect(try merge(Self.plants, ours, ticked) == (ours, true))
            #expect(try merge(Self.plants, ticked, ours) == (ours, true))
        }
    }

    @Test(arguments: [
        "- [ ] water plants 🔁 every week 📅 2025-02-08\n- [x] water plants 🔁 every week 📅 2025-02-01 ✅ 2025-02-03\n",
        "- [-] water plants 🔁 every week 📅 2025-02-01 ❌ 2025-02-02\n",
        "- [ ] water all plants 🔁 every week 📅 2025-02-01\n",
        "- [ ] water plants ⏫ 🔁 every week 📅 2025-02-01\n",
    ])
    func `a recurring task that one side completes and the other changes is a conflict`(theirs: String) throws {
        try expectConflict(Self.plants, Self.next + Self.watered, theirs)
    }

    @Test(arguments: [
        ("⏫", "🔽"), ("📅 2025-02-01", "[due:: 2025-02-05]"), ("📅 2025-02-01", "🗓️ 2025-02-05"),
        ("✅ 2025-02-01", "(completion:: 2025-02-05)"), ("[due:: 2025-02-01]", "[Due::2025-02-05]"),
    ])
    func `a property of a task that both sides set differently is a conflict`(ours: String, theirs: String) throws {
        try expectConflict("- [ ] pay rent\n", "- [ ] pay rent \(ours)\n", "- [ ] pay rent \(theirs)\n")
    }

    @Test func `equal tasks that the sides tick at different places are both ticked`() throws {
        let (open, ticked) = ("- [ ] meditate for an hour\n", "- [x] meditate for an hour\n")
        #expect(try merge(open + open, ticked + open, open + ticked) == (ticked + ticked, true))
    }

    // MARK: Live blocks

    /// Returns a live block whose hash is that of the line, or of another one.
    private static func block(_ query: String, _ line: String, hashOf other: String? = nil) -> String {
        "<!-- slip: \(query) -->\n- \(line)\n<!-- /slip \(LiveBlock.hash(of: ["- " + (other ?? line)])) -->\n"
    }

    @Test func `generated lines of live blocks are ours, with the query of the side that changed it`() throws {
        let (base, refreshed) = (Self.block("#a", "x"), Self.block("#a", "y"))
        #expect(try merge(base, refreshed, Self.block("#a", "z")) == (refreshed, true))
        let changed = Self.block("#b", "z")
        #expect(try merge(base, refreshed, changed) == (changed, true))
        #expect(try merge(base, changed, refreshed) == (changed, true))
    }

    @Test func `two queries of a live block, and lines edited by hand, are a conflict`() throws {
        let base = Self.block("#a", "x")
        try expectConflict(base, Self.block("#b", "y"), Self.block("#c", "z"))
        try expectConflict(base, Self.block("#a", "y"), Self.block("#a", "by hand", hashOf: "x"))
    }
}
