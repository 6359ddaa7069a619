package import Notes
package import QueryLanguage
import SourceText

extension NoteHit {
    /// Returns the note without the parts that stand only in comments.
    ///
    /// - Parameter bytes: the text of the note.
    package func withoutHiddenParts(_ bytes: [UInt8], _ rules: NoteRules) -> NoteHit {
        let text = VisibleText(bytes)
        if text.isWhole { return self }
        return limited(to: Note(text.bytes, name: path.name, rules: rules), text, of: bytes)
    }

    /// Returns the note with its visible parts only.
    ///
    /// - Parameters:
    ///   - note: the note that the visible text contains.
    ///   - bytes: the text of the note.
    package func limited(to note: Note, _ text: VisibleText, of bytes: [UInt8]) -> NoteHit {
        struct Place: Hashable {
            var target: VaultPath
            var line: Int

            init(_ target: String, line: Int) {
                (self.target, self.line) = (VaultPath(target), line)
            }
        }
        let lines = LineTable(bytes)
        let places = Set(
            note.references.map {
                Place($0.target, line: lines.line(at: text.noteOffset($0.range.lowerBound)))
            })
        let names = Set(note.keywords.map { Folding.fold($0.name) })
        var hit = self
        hit.title = note.title
        hit.keywords.removeAll { !names.contains(Folding.fold($0)) }
        hit.links.removeAll { !places.contains(Place($0.target, line: $0.line)) }
        hit.attachments.removeAll { !places.contains(Place($0.target, line: $0.line)) }
        return hit
    }
}
