import Formulas
import Notes

/// Formulas in the text of a block, as terminals show them.
enum FormulaPieces {
    /// Returns the lines of a block with formulas as Unicode text. Formulas that need more than one line, or that cannot be
    /// read, stay as written.
    static func lines(of block: Block, macros: inout FormulaMacros) -> [[TextPiece]] {
        guard case .code(let info) = block.kind, info.split(whereSeparator: \.isWhitespace).first == "math" else {
            return block.texts.map { shown($0, macros: &macros) }
        }
        let source = block.texts.map { $0.map(\.text).joined() }.joined(separator: "\n")
        let pieces = block.texts.joined()
        guard let first = pieces.first, let text = try? Formula(source, macros: &macros).text, !text.isEmpty else {
            return block.texts
        }
        let end = pieces.map(\.range.upperBound).max() ?? first.range.upperBound
        return [[TextPiece(text, first.style, first.range.lowerBound..<end, isExact: false, target: nil)]]
    }

    private static func shown(_ pieces: [TextPiece], macros: inout FormulaMacros) -> [TextPiece] {
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
