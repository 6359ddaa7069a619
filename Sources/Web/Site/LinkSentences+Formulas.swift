import Notes
import Searching

extension LinkSentences {
    /// Returns the displayed texts of some lines of a note, with formulas as Unicode text. Formulas without one have dollar
    /// signs. Complexity: O(bytes + lines).
    static func texts(of bytes: [UInt8], lines: Set<Int>) -> [Int: String] {
        let text = VisibleText(bytes)
        let start = FrontMatter.bodyStart(of: text.bytes)
        return texts(lines, text, of: bytes) {
            FormulaPieces.sentences(Block.all(in: text.bytes, from: start, where: $0))
        }
    }

    /// Does the same for a note that has been read.
    static func texts(of bytes: [UInt8], _ note: SiteNote, lines: Set<Int>) -> [Int: String] {
        texts(lines, note.text, of: bytes) { FormulaPieces.sentences(note.note.blocks(where: $0)) }
    }
}
