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
}
