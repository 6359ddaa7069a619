/// Formulas in the text of blocks, as Unicode text.
package enum FormulaPieces {
    /// Returns the lines of a block with formulas as Unicode text. Formulas that need more than one line, or that cannot be
    /// read, stay as written.
    ///
    /// - Parameters:
    ///   - macros: the macros that the formulas above define.
    ///   - keepsDollarSigns: whether formulas that stay as written have dollar signs around them.
    package static func lines(
        of block: Block, macros: inout FormulaMacros, keepsDollarSigns: Bool = false
    ) -> [[TextPiece]] {
        guard case .code(let info) = block.kind, info.split(whereSeparator: \.isWhitespace).first == "math" else {
            return block.texts.map { shown($0, macros: &macros, keepsDollarSigns: keepsDollarSigns) }
        }
        let source = block.texts.map { $0.map(\.text).joined() }.joined(separator: "\n")
        let pieces = block.texts.joined()
        guard let first = pieces.first, let text = try? Formula(source, macros: &macros).text, !text.isEmpty else {
            return block.texts
        }
        let end = pieces.map(\.range.upperBound).max() ?? first.range.upperBound
        return [[TextPiece(text, first.style, first.range.lowerBound..<end, isExact: false, target: nil)]]
    }

    /// Returns blocks for texts without styles, in which dollar signs tell formulas from other text.
    package static func sentences(_ blocks: [Block]) -> [Block] {
        var macros = FormulaMacros()
        return blocks.map { block in
            var block = block
            block.texts = lines(of: block, macros: &macros, keepsDollarSigns: true)
            return block
        }
    }

    /// Returns the macros that the formulas in some blocks define. Complexity: O(size of the blocks).
    package static func macros(in blocks: some Sequence<Block>) -> FormulaMacros {
        var macros = FormulaMacros()
        for block in blocks { _ = lines(of: block, macros: &macros) }
        return macros
    }

    private static func shown(
        _ pieces: [TextPiece], macros: inout FormulaMacros, keepsDollarSigns: Bool
    ) -> [TextPiece] {
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
            let formula = pieces[start..<index]
            let source = formula.map { $0.isExact ? $0.text : "\n" }.joined()
            let range = pieces[start].range.lowerBound..<pieces[index - 1].range.upperBound
            func add(_ text: String, _ style: TextPiece.Style) {
                shown.append(TextPiece(text, style, range, isExact: false, target: pieces[start].target))
            }
            if let text = try? Formula(source, macros: &macros).text, keepsDollarSigns || !text.isEmpty {
                add(text, pieces[start].style.subtracting([.code]))
            } else if keepsDollarSigns {
                add("$\(source.replacing("\n", with: " "))$", pieces[start].style)
            } else {
                shown += formula
            }
        }
        return shown
    }
}
