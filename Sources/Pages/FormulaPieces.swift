import Formulas
import Notes

/// Formulas in the text of a block, as terminals show them.
enum FormulaPieces {
    /// Returns pieces with formulas as Unicode text. Formulas that need more than one line, or that cannot be read, stay as
    /// written.
    static func shown(_ pieces: [TextPiece], macros: inout FormulaMacros) -> [TextPiece] {
        if !pieces.contains(where: { $0.style.contains(.formula) }) { return pieces }
        var shown: [TextPiece] = []
        var index = 0
        while index < pieces.count {
            let start = index
            index += 1
            guard pieces[start].style.contains(.formula) else {
                shown.append(pieces[start])
                continue
            }
            // The pieces of one formula touch. Dollar signs separate them from the next formula.
            while index < pieces.count, pieces[index].style.contains(.formula),
                pieces[index].range.lowerBound == pieces[index - 1].range.upperBound
            {
                index += 1
            }
            shown += Self.shown(formula: pieces[start..<index], macros: &macros)
        }
        return shown
    }

    private static func shown(formula pieces: ArraySlice<TextPiece>, macros: inout FormulaMacros) -> [TextPiece] {
        let source = pieces.map { $0.isExact ? $0.text : "\n" }.joined()
        guard let first = pieces.first, let last = pieces.last,
            let text = try? Formula(source, macros: &macros).text, !text.isEmpty
        else { return Array(pieces) }
        let style = first.style.subtracting([.code])
        let range = first.range.lowerBound..<last.range.upperBound
        return [TextPiece(text, style, range, isExact: false, target: first.target)]
    }
}
