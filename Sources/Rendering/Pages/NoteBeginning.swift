import Notes
import SourceText

/// The beginning of a note's text, on one line.
package enum NoteBeginning {
    /// Returns the first `characters` characters of the body's paragraphs and headings, with an ellipsis if they are
    /// cut. Headings and paragraphs that equal the title are left out. Complexity: O(note).
    package static func text(of bytes: [UInt8], title: String, characters: Int) -> String {
        var text = ""
        for block in Block.all(in: bytes, from: FrontMatter.bodyStart(of: bytes)) {
            switch block.kind {
            case .paragraph, .heading:
                let words = block.texts.joined().map { $0.text == "\n" ? " " : $0.text }.joined()
                if FormulaLine.isTitle(words, title) { continue }
                text += (text.isEmpty ? "" : " ") + words
            default: continue
            }
            if text.count >= characters { return text.prefix(characters) + "…" }
        }
        return text
    }
}
