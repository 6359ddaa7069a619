import Notes
import SourceText
import Testing

/// Dates in front matter that are numbers.
@Suite struct NoteDateTests {
    @Test func `a date in milliseconds is that of its moment, as Dendron writes it`() {
        let bytes = Array("---\ncreated: 1611934123456\nupdated: '1612000000000'\n---\n".utf8)
        let note = Note(bytes, name: VaultPath("a.md"))
        #expect(note.created == DateText("2021-01-29T15:28:43.456Z"))
        #expect(note.modified == DateText("2021-01-30T09:46:40Z"))
        #expect(note.findings(NoteRules(), in: bytes).isEmpty)
    }

    @Test(arguments: ["161193412345", "16119341234567", "1611934123", "1611934123a56"])
    func `a number of another length is no date`(_ text: String) {
        #expect(DateText(ofNote: text) == nil)
    }

    @Test(arguments: [
        ("Thursday, November 07, 2024", "2024-11-07"), ("June 04, 2025", "2025-06-04"), ("Nov 7, 2024", "2024-11-07"),
        ("7 November 2024", "2024-11-07"), ("Thu 7 nov 2024", "2024-11-07"),
    ])
    func `a day with an English month is a date`(_ text: String, _ day: String) {
        #expect(DateText(ofNote: text) == DateText(day))
    }

    @Test(arguments: [
        "November 31, 2024", "November 2024", "Noon 7, 2024", "Someday, November 07, 2024", "11 07 2024",
        "November 07, 24", "7 Novem 2024", "Thursday, November 07, 2024, 10:00",
    ])
    func `other words with numbers are no date`(_ text: String) {
        #expect(DateText(ofNote: text) == nil)
    }
}
