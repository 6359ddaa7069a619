package import Notes
package import QueryLanguage
package import SourceText

/// The words of a note, with their counts.
package enum WordCounts {
    /// An occurrence in a title, a name or a keyword counts as that many.
    private static let nameWeight = 3

    /// Returns the distinct words of a note, as the index finds them, in the order of their bytes.
    package static func all(of note: Note, _ bytes: [UInt8], path: VaultPath) -> [RelatedTo.Word] {
        let text = FullText(note, bytes, path: path)
        var table = TermNumbers()
        var counts: [Int] = []
        for (number, words) in text.columns.enumerated() {
            let column = FTSColumn(rawValue: number)
            let weight = column == .body || column == .heading ? 1 : nameWeight
            var numbers: [UInt32] = []
            table.append(wordsOf: words.span, to: &numbers)
            counts += [Int](repeating: 0, count: table.count - counts.count)
            for number in numbers { counts[Int(number)] += weight }
        }
        return table.sorted().compactMap { number in
            let place = table.place(number)
            if table.bytes[place].starts(with: IndexedWord.mark) { return nil }
            return RelatedTo.Word(text: table.bytes.text(place), count: counts[number])
        }
    }
}
