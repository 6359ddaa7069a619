import Notes
import SourceText

/// The first of what a note says, on one line.
package enum NoteBeginning {
    /// About so many characters of the body's text, without its title, tables and code.
    ///
    /// - Complexity: O(note).
    package static func text(of bytes: [UInt8], title: String, characters: Int) -> String {
        var text = ""
        for block in Block.all(in: bytes, from: FrontMatter.bodyStart(of: bytes)) {
            switch block.kind {
            case .paragraph, .heading:
                let words = block.texts.joined().map { $0.text == "\n" ? " " : $0.text }.joined()
                if words == title { continue }
                text += (text.isEmpty ? "" : " ") + words
            default: continue
            }
            if text.count >= characters { return text.prefix(characters) + "…" }
        }
        return text
    }
}
