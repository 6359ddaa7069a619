import TestSupport
import Testing

/// Search in scripts and characters with special rules.
@Suite struct ScriptTests {
    /// Each text is followed by queries that find it.
    @Test(arguments: [
        ["การจดบันทึกภาษาไทย", "บันทึก", "ภาษาไทย", "ษา", "ภ", "จด*"], ["ดื่มน้ำ", "น้ำ", "น\u{E49}\u{E4D}า"],
        ["ບັນທຶກພາສາລາວ", "ພາສາ", "ບັນທຶກ"], ["កំណត់ចំណាំខ្មែរ", "ខ្មែរ", "ចំណាំ"], ["မြန်မာဘာသာ", "ဘာသာ", "မြန်"],
        ["٢٠٢٤ ۱۴۰۳ २०८१ ๒๕๖๗", "2024", "1403", "2081", "2567", "۲۰۲۴"],
        ["Windows™ №5 weighs 3㎏ and more¹, H₂O", "windows", "№5", "5", "kg", "3", "more", "h2o", "\"weighs 3 kg\""],
        ["Hawaiʻi oʼzbek", "hawai'i", "\"hawai i\"", "o'zbek", "hawai’i"],
        ["کتاب فارسی", "كتاب", "فارسي"], ["ज़मीन", "जमीन"], ["അവൾ", "അവള്\u{200D}"], ["উৎসব", "উত্\u{200D}সব"],
        ["צה\"ל חזק", "צה\"ל", "\"צה\"ל חזק\"", "צה״ל"],
    ])
    func `text is found by equivalent spellings`(_ texts: [String]) throws {
        let terminal = try Console(["n.md": "---\ntitle: t\n---\nx \(texts[0]) y\n"])
        for query in texts.dropFirst() {
            #expect(terminal.slip("search", query).output == "n.md\n", "\(query) in \(texts[0])")
        }
    }

    /// Each text is followed by queries that do not find it.
    @Test(arguments: [
        ["บันทึกน้ำ", "บน", "ก่", "ทก", "น้"], ["ខ្មែរ", "មែ"], ["Windows™", "windowstm"], ["かな ガ", "カナ", "カ"],
    ])
    func `text is not found by similar but different spellings`(_ texts: [String]) throws {
        let terminal = try Console(["n.md": "---\ntitle: t\n---\nx \(texts[0]) y\n"])
        for query in texts.dropFirst() {
            #expect(terminal.slip("search", query).status == 1, "\(query) in \(texts[0])")
        }
    }

    @Test func `hints do not call characters of one run separate words`() throws {
        let terminal = try Console(["n.md": "แม่ วัว แกะ ม ว\n"])
        let result = terminal.slip("search", "แมว")
        #expect(result.status == 1 && !result.errors.contains("apart"), "\(result)")
    }

    @Test func `an unclosed quote inside a word is a letter`() throws {
        let terminal = try Console(["n.md": "he\"llo a\"b\n"])
        #expect(terminal.slip("search", "he\"llo").output == "n.md\n")
        #expect(terminal.slip("search", "\"a\"b").output == "n.md\n")
        #expect(terminal.slip("search", "\"a b").status == 2)
        // A maqaf is punctuation, after which a phrase can start.
        #expect(terminal.slip("search", "אל־\"בית ספר\"").status == 1)
    }

    @Test func `a grapheme cluster is highlighted as a whole`() throws {
        let terminal = try Console(["n.md": "ดื่มน้ำ Windows™ 5㎏\n"])
        terminal.isTerminal = true
        terminal.variables = ["CLICOLOR_FORCE": "1"]
        let result = terminal.slip("--color", "always", "search", "น้ำ windows kg")
        let marked = result.output.split(separator: "\u{1B}[").filter { $0.hasPrefix("0;7m") }
        #expect(marked.map { $0.drop { $0 != "m" }.dropFirst() } == ["น้ำ", "Windows", "㎏"], "\(result)")
    }
}
