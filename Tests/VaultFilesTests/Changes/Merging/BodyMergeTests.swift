import Testing
import VaultFiles

/// Merges of bodies by the structure of Markdown.
@Suite struct BodyMergeTests {
    private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> (text: String, merged: MergedText) {
        let merged = try NoteMergeTests.merge(Array(base.utf8), Array(ours.utf8), Array(theirs.utf8))
        return (String(decoding: merged.bytes, as: UTF8.self), merged)
    }

    @Test(arguments: [
        // Additions at one place: list items, paragraphs, rows, sections, definitions.
        ("- a\n", "- a\n- ours\n", "- a\n- theirs\n", "- a\n- ours\n- theirs\n"),
        ("a\n", "a\n\nOurs.\n", "a\n\nTheirs.\n", "a\n\nOurs.\n\nTheirs.\n"),
        ("a\n", "Ours.\n\na\n", "Theirs.\n\na\n", "Ours.\n\nTheirs.\n\na\n"),
        (
            "| a | b |\n|---|---|\n| 1 | 2 |\n", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
            "| a | b |\n|---|---|\n| 1 | 2 |\n| 5 | 6 |\n", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n"
        ),
        ("# T\n\na\n", "# T\n\na\n\n## O\n\no\n", "# T\n\na\n\n## P\n\nt\n", "# T\n\na\n\n## O\n\no\n\n## P\n\nt\n"),
        ("[a]: b\n", "[a]: b\n[o]: o\n", "[a]: b\n[t]: t\n", "[a]: b\n[o]: o\n[t]: t\n"),
        ("> - a\n", "> - a\n> - o\n", "> - a\n> - t\n", "> - a\n> - o\n> - t\n"),
        // Lists stay tight or loose.
        ("- a\n\nEnd\n", "- a\n- o\n\nEnd\n", "- a\n- t\n\nEnd\n", "- a\n- o\n- t\n\nEnd\n"),
        ("- a\n\n- b\n", "- a\n\n- b\n\n- o\n", "- a\n\n- b\n\n- t\n", "- a\n\n- b\n\n- o\n\n- t\n"),
        // Equal additions once, with those of each side around them.
        ("- a\n", "- a\n- o\n- x\n", "- a\n- x\n- t\n", "- a\n- o\n- x\n- t\n"),
        ("a\n", "a\n\n## Log\n\n- o\n", "a\n\n## Log\n\n- t\n", "a\n\n## Log\n\n- o\n- t\n"),
        // A nested item stays inside its item, and a paragraph in its section.
        ("- a\n", "- a\n- o\n", "- a\n  - t\n", "- a\n  - t\n- o\n"),
        ("# A\n\na\n", "# A\n\na\n\n# B\n\nb\n", "# A\n\na\n\nMore.\n", "# A\n\na\n\nMore.\n\n# B\n\nb\n"),
        // Lines of a paragraph.
        ("a\nb\n", "a\nb\no\n", "a\nb\nt\n", "a\nb\no\nt\n"),
        ("a\nb\n", "a\nb\no\nx\n", "a\nb\nx\nt\n", "a\nb\no\nx\nt\n"),
        ("- a\n  b\n", "- a\n  o\n  b\n", "- a\n  t\n  b\n", "- a\n  o\n  t\n  b\n"),
        // A note that both sides create.
        ("", "# Day\n\n- ours\n", "# Day\n\n- theirs\n", "# Day\n\n- ours\n- theirs\n"),
    ])
    func `both sides' additions are kept`(base: String, ours: String, theirs: String, expected: String) throws {
        let (text, merged) = try merge(base, ours, theirs)
        #expect(text == expected)
        #expect(!merged.hasConflicts)
        #expect(merged.usesStructure)
    }

    @Test(arguments: [
        ("- [ ] x ^b\n", "- [x] x ✅ 2026-03-02 ^b\n", "- [ ] x ⏫ ^b\n", "- [x] x ✅ 2026-03-02 ⏫ ^b\n"),
        ("- [ ] x ^b\n", "- [ ] x ⏫ ^b\n", "- [ ] x y ^b\n", "- [ ] x y ⏫ ^b\n"),
        (
            "- [ ] x 📅 2026-03-01 ^b\n", "- [x] x 📅 2026-03-01 ^b\n", "- [ ] x 📅 2026-03-01 #u ^b\n",
            "- [x] x 📅 2026-03-01 #u ^b\n"
        ),
        ("- [ ] x #g\n", "- [ ] x 📅 2026-03-01 #g\n", "- [ ] x #g #t\n", "- [ ] x 📅 2026-03-01 #g #t\n"),
    ])
    func `the identifier of a task stays at its end`(base: String, ours: String, theirs: String, expected: String)
        throws
    {
        let (text, merged) = try merge(base, ours, theirs)
        #expect(text == expected)
        #expect(!merged.hasConflicts)
        let (other, _) = try merge(base, theirs, ours)
        #expect(Set(other.split(whereSeparator: \.isWhitespace)) == Set(expected.split(whereSeparator: \.isWhitespace)))
        #expect(other.hasSuffix("^b\n") == expected.hasSuffix("^b\n"), "\(other)")
    }

    @Test func `hashtags before a property are no words, and two identifiers are a conflict`() throws {
        let (text, merged) = try merge(
            "- [ ] call Ada #home\n", "- [x] call Ada #home ✅ 2024-01-02\n", "- [ ] call Ada Lovelace #home\n")
        #expect(text == "- [x] call Ada Lovelace #home ✅ 2024-01-02\n" && !merged.hasConflicts)
        #expect(try merge("- [ ] x\n", "- [ ] x ^a\n", "- [ ] x ^b\n").merged.hasConflicts)
    }

    @Test(arguments: [
        ("- a b #x\n", "- [ ] a b #x\n", "- a b c #x\n", "- [ ] a b c #x\n"),
        ("- [ ] task\n", "- [ ] task 📅 2026-01-02\n", "- task 📅 2026-01-02\n", "- task 📅 2026-01-02\n"),
    ])
    func `a check box that one side adds or removes doubles no property`(
        base: String, ours: String, theirs: String, expected: String
    ) throws {
        let (text, merged) = try merge(base, ours, theirs)
        #expect(text == expected && !merged.hasConflicts, "\(text)")
    }

    @Test func `a line without an end has no line ends`() throws {
        let (text, merged) = try merge("- a\r\n", "- a\r\n- o\r\n", "- a c")
        #expect(text == "- a c\r\n- o" && !merged.hasConflicts)
        #expect(try merge("- a\r\n", "- a c", "- a\r\n- o\r\n").text == "- a c\r\n- o")
    }

    @Test(arguments: [
        ("- 09:00 a\n", "- 09:00 a\n- 11:30 o\n", "- 09:00 a\n- 10:15 t\n", "- 09:00 a\n- 10:15 t\n- 11:30 o\n"),
        (
            "## 2024-01-03\n\na\n", "## 2024-01-05\n\no\n\n## 2024-01-03\n\na\n",
            "## 2024-01-07\n\nt\n\n## 2024-01-03\n\na\n",
            "## 2024-01-07\n\nt\n\n## 2024-01-05\n\no\n\n## 2024-01-03\n\na\n"
        ),
        ("09:00 a\n", "09:00 a\n11:30 o\n", "09:00 a\n10:15 t\n", "09:00 a\n10:15 t\n11:30 o\n"),
        // With the items below them.
        (
            "- 9:00 a\n", "- 9:00 a\n- 11:30 o\n  - more\n", "- 9:00 a\n- 10:15 t\n  - other\n",
            "- 9:00 a\n- 10:15 t\n  - other\n- 11:30 o\n  - more\n"
        ),
        // Neighbors without a time, or out of order.
        ("- a\n", "- a\n- 11:30 o\n", "- a\n- 10:15 t\n", "- a\n- 11:30 o\n- 10:15 t\n"),
        ("- 12:00 a\n", "- 12:00 a\n- 11:30 o\n", "- 12:00 a\n- 14:15 t\n", "- 12:00 a\n- 11:30 o\n- 14:15 t\n"),
    ])
    func `additions with times are put in order`(base: String, ours: String, theirs: String, expected: String) throws {
        let (text, merged) = try merge(base, ours, theirs)
        #expect(text == expected)
        #expect(!merged.hasConflicts)
    }

    @Test(arguments: [
        ("1. a\n", "1. a\n2. o\n", "1. a\n2. t\n", "1. a\n2. o\n3. t\n"),
        ("1. a\n2. z\n", "1. a\n2. o\n3. z\n", "1. a\n2. t\n3. z\n", "1. a\n2. o\n3. t\n4. z\n"),
        ("1. a\n", "1. a\n1. o\n", "1. a\n1. t\n", "1. a\n1. o\n1. t\n"),
        (
            "8) a\n\n   more\n", "8) a\n\n   more\n9) o\n", "8) a\n\n   more\n9) t\n",
            "8) a\n\n   more\n9) o\n10) t\n"
        ),
        // Both renumber the rest, which is not in conflict.
        (
            "1. a\n2. b\n3. c\n4. d\n5. e\n", "1. a\n2. o\n3. b\n4. c\n5. d\n6. e\n",
            "1. a\n2. t\n3. b\n4. c\n5. d\n6. e\n", "1. a\n2. o\n3. t\n4. b\n5. c\n6. d\n7. e\n"
        ),
    ])
    func `ordered lists continue their numbers`(base: String, ours: String, theirs: String, expected: String) throws {
        let (text, merged) = try merge(base, ours, theirs)
        #expect(text == expected)
        #expect(!merged.hasConflicts)
    }

    @Test(arguments: [
        // Neighbors.
        (
            "- one\n- two\n- three\n", "- one!\n- two\n- three\n", "- one\n- two!\n- three\n",
            "- one!\n- two!\n- three\n"
        ),
        ("- a\n- b\n- c\n", "- a\n- c\n", "- a\n- b\n- c!\n", "- a\n- c!\n"),
        ("# A\ntext\n", "# B\ntext\n", "# A\ntext and more\n", "# B\ntext and more\n"),
        // Words of an item and cells of a row.
        ("- one two three\n", "- 1 two three\n", "- one two 3\n", "- 1 two 3\n"),
        (
            "| a | b |\n|---|---|\n| c | d |\n", "| a | b |\n|---|---|\n| x | d |\n",
            "| a | b |\n|---|---|\n| c | y |\n",
            "| a | b |\n|---|---|\n| x | y |\n"
        ),
        // Sentences.
        (
            "One a. Two b. Three c.\n", "One A. Two b. Three c.\n", "One a. Two b. Three C.\n",
            "One A. Two b. Three C.\n"
        ),
        ("One a. Two b.\n", "One a. New o. Two b.\n", "One a. Two c.\n", "One a. New o. Two c.\n"),
        ("これは本です。私は行く。\n", "これは紙です。私は行く。\n", "これは本です。私は帰る。\n", "これは紙です。私は帰る。\n"),
        // Tasks.
        ("- [ ] call Ada\n", "- [x] call Ada\n", "- [ ] call Ada Lovelace\n", "- [x] call Ada Lovelace\n"),
        (
            "- [ ] call Ada\n", "- [x] call Ada ✅ 2024-01-02\n", "- [ ] call Ada Lovelace 📅 2024-02-01\n",
            "- [x] call Ada Lovelace ✅ 2024-01-02 📅 2024-02-01\n"
        ),
        (
            "- [ ] call Ada [due:: 2024-01-01]\n", "- [x] call Ada [due:: 2024-01-01]\n",
            "- [ ] call Ada [due:: 2024-02-01]\n", "- [x] call Ada [due:: 2024-02-01]\n"
        ),
        // Layout.
        ("one two three four\n", "one two\nthree four\n", "one two three 4\n", "one two\nthree 4\n"),
        ("- a b c\n", "* a b c\n", "- a b d\n", "* a b d\n"),
        (
            "| a | b |\n|---|---|\n| c | d |\n", "| a | b |\n|---|---|\n| c   | d |\n",
            "| a | b |\n|---|---|\n| c | y |\n",
            "| a | b |\n|---|---|\n| c   | y |\n"
        ),
        // One side moves what the other changes.
        (
            "- first item\n- b\n- c\n- d\n- e\n", "- b\n- c\n- d\n- e\n- first item\n",
            "- first new item\n- b\n- c\n- d\n- e\n",
            "- b\n- c\n- d\n- e\n- first new item\n"
        ),
    ])
    func `changes of different parts are both made`(
        base: String, ours: String, theirs: String, expected: String
    ) throws {
        let (text, merged) = try merge(base, ours, theirs)
        #expect(text == expected)
        #expect(!merged.hasConflicts)
        // Wherever the sides' changes do not depend on an order, they can change places.
        #expect(try merge(base, theirs, ours).merged.hasConflicts == false)
    }

    @Test(arguments: [
        ("A plain sentence.\n", "A fine sentence.\n", "A bad sentence.\n"),
        ("A plain sentence with words.\n", "A fine sentence with words.\n", "A plain sentence with verbs.\n"),
        ("- one two three\n", "- one 2 three\n", "- one two2 three\n"),
        ("- これは本です\n", "- これは紙です\n", "- あれは本です\n"),
        ("- one two three\n", "- one 2 three\n", "- one two\n"),
        ("- a\n- b c d\n- e\n", "- a\n- e\n", "- a\n- b c D\n- e\n"),
        ("```\na\nb\n```\n", "```\nA\nb\n```\n", "```\na\nB\n```\n"),
        ("# Old words\n", "# New words\n", "# Old verbs\n"),
        // Both reword the whole, both move one item to different places.
        ("old\n", "ours\n", "theirs\n"),
        ("- m\n- a\n- b\n- e\n", "- a\n- m\n- b\n- e\n- o\n", "- a\n- b\n- m\n- e\n- t\n"),
        // One side seems to move a paragraph to the place of another one, which the other side changes.
        (
            "A line of words.\nAnd another one.\n\n# Part\n\nStays.\n\nA line of words.\n\nz\n",
            "A line o3 words.\nAnd another one.\n\n# Part\n\nStays.\n\nA line of words.\no4\n\nz\n",
            "A line of words.\n- item\n  And another one.\n\n# Part\n\nStays.\n\nz\n"
        ),
        // A new child of a removed item.
        ("- a\n- b\n", "- a\n", "- a\n- b\n  - c\n"),
        // An open code block would contain the other addition.
        ("a\n", "a\n\n```\no\n", "a\n\n```\nt\n"),
        ("- [ ] a ✅ 2024-01-01\n", "- [x] a ✅ 2024-01-02\n", "- [x] a ✅ 2024-01-03\n"),
    ])
    func `contradictory changes stay a conflict`(base: String, ours: String, theirs: String) throws {
        let (text, merged) = try merge(base, ours, theirs)
        #expect(merged.hasConflicts, "\(text)")
        #expect(text.contains("<<<<<<< ours\n"))
    }

    @Test(arguments: [
        // The others stay, and the address is the same without its scheme and last slash.
        (
            "- [a](https://a.org)\n", "- [a](https://a.org)\n- o\n- [b](https://b.org) ours\n  - child\n",
            "- [a](https://a.org)\n- [B](http://www.b.org/): the words of theirs\n- t\n",
            "- [a](https://a.org)\n- o\n<<<<<<< ours\n- [b](https://b.org) ours\n  - child\n=======\n"
                + "- [B](http://www.b.org/): the words of theirs\n>>>>>>> theirs\n- t\n"
        ),
        (
            "| x | y |\n|---|---|\n", "| x | y |\n|---|---|\n| **[b](https://b.org)** | ours |\n| c | d |\n",
            "| x | y |\n|---|---|\n| [b](https://b.org) | theirs |\n",
            "| x | y |\n|---|---|\n<<<<<<< ours\n| **[b](https://b.org)** | ours |\n=======\n"
                + "| [b](https://b.org) | theirs |\n>>>>>>> theirs\n| c | d |\n"
        ),
    ])
    func `an entry for one web page that both sides add is a conflict`(
        base: String, ours: String, theirs: String, expected: String
    ) throws {
        let (text, merged) = try merge(base, ours, theirs)
        #expect(text == expected)
        #expect(merged.hasConflicts && merged.usesStructure)
    }

    @Test(arguments: [
        // Entries of a journal about one project, and entries of a log about one page that the note had before.
        ("- a\n", "- [[P]] was begun\n", "- [[P]] has a plan\n"),
        ("- [i](https://x.org/1) opened\n", "- [i](https://x.org/1) begun\n", "- [i](https://x.org/1) closed\n"),
        ("- a\n", "- 09:00 [i](https://x.org/1) begun\n", "- 10:00 [i](https://x.org/1) closed\n"),
        ("- a\n", "- see [i](https://x.org/1)\n", "- read [i](https://x.org/1)\n"),
    ])
    func `entries that mention one page are both kept`(base: String, ours: String, theirs: String) throws {
        let (text, merged) = try merge(base, base + ours, base + theirs)
        #expect(text == base + ours + theirs)
        #expect(!merged.hasConflicts)
    }

    @Test(arguments: [
        // A section at two places, and a block that differs between equal ones.
        (
            "z\n", "Ours.\n\n## Added\n\nThe same text.\n\nz\n",
            "## Added\n\nThe same text.\n\n### Theirs\n\nz\n"
        ),
        ("- a\n", "- a\n- b\n- c\n", "- a\n- c\n- b\n"),
        (
            "old\n", "Run this:\n\n```\nadd a\n```\n\nThen that.\n", "Run this:\n\n```\nput a\n```\n\nThen that.\n"
        ),
        (
            "a\n", "a\n\nThe one text of it.\n\nEnd.\n", "a\n\nThe other text of it.\n\nEnd.\n"
        ),
    ])
    func `a text that both sides add is not there twice`(base: String, ours: String, theirs: String) throws {
        let (text, merged) = try merge(base, ours, theirs)
        #expect(merged.hasConflicts, "\(text)")
    }

    @Test func `an added item does not split a list whose markers the other side changes`() throws {
        let (text, merged) = try merge("* a\n* b\n* c\n", "- a\n- b\n- c\n", "* a\n* b\n* t\n* c\n")
        #expect(merged.hasConflicts, "\(text)")
        // A side may begin a list with another marker.
        let (begun, other) = try merge("* a\n* b\n", "* a\n* b\n- o\n", "* a\n* b!\n")
        #expect(begun == "* a\n* b!\n- o\n" && !other.hasConflicts)
    }

    @Test func `a conflict that remains does not hinder the others`() throws {
        let base = "- a\n\nold\n\n# End\n\nz\n"
        let (text, merged) = try merge(
            base, "- a\n- o\n\nours\n\n# End\n\nz\n\no\n", "- a\n- t\n\ntheirs\n\n# End\n\nz\n\nt\n")
        #expect(
            text == "- a\n- o\n- t\n\n<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n\n# End\n\nz\n\no\n\nt\n")
        #expect(merged.hasConflicts)
        #expect(merged.decisions.map(\.rule) == [.additions, .conflict, .additions])
        #expect(merged.decisions.map(\.line) == [2, 5, 15])
    }

    @Test func `the lines of decisions count those of the front matter`() throws {
        let front = "---\na: 1\n---\n"
        let (text, merged) = try merge(front + "- a\n", front + "- a\n- o\n", front + "- a\n- t\n")
        #expect(text == front + "- a\n- o\n- t\n")
        #expect(merged.decisions == [MergeDecision(rule: .additions, line: 5)])
    }

    @Test func `line ends, the byte order mark and an open last line are kept`() throws {
        #expect(try merge("- a\r\n", "- a\r\n- o\r\n", "- a\r\n- t\r\n").text == "- a\r\n- o\r\n- t\r\n")
        #expect(try merge("- a", "- a\n- o", "- a\n- t").text == "- a\n- o\n- t")
        #expect(try merge("\u{FEFF}a\n", "\u{FEFF}a\n\no\n", "\u{FEFF}a\n\nt\n").text == "\u{FEFF}a\n\no\n\nt\n")
        #expect(
            try merge("- a\n- b\n", "- a\r\n- b\r\n- o\r\n", "- a\n- b\n- t\n").text == "- a\r\n- b\r\n- o\r\n- t\r\n")
    }

    @Test func `bytes that are not UTF-8 are merged`() throws {
        func bytes(_ lines: [UInt8]...) -> [UInt8] { lines.flatMap { Array("- ".utf8) + $0 + [0x0A] } }
        let merged = try NoteMergeTests.merge(bytes([0xFF]), bytes([0xFF], [0xFE]), bytes([0xFF], [0xC3]))
        #expect(merged.bytes == bytes([0xFF], [0xFE], [0xC3]))
    }
}
