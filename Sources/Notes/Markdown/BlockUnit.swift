import SourceText

/// A block of a body, a row of a table, or one link reference definition, with its bytes but without its text. For
/// programs that compare bodies.
package struct BlockUnit: Sendable {
    package enum Kind: Hashable, Sendable {
        case paragraph
        case heading(Int)
        case code
        case html
        case rule
        /// A row of a table of `columns` columns. The delimiter row is a row too.
        case row(columns: Int)
        case definition
    }

    package var kind: Kind
    /// The containers of the block, outermost first.
    package var containers: [Block.Container]
    /// The bytes from the first to the last line, without container markers before the first. Code includes its fences.
    package var range: Range<Int>

    /// Returns the units of a body, in order. They do not overlap.
    ///
    /// - Complexity: O(bytes).
    package static func all(in bytes: [UInt8], from start: Int) -> [BlockUnit] {
        RecordedBlocks(bytes, from: start).units
    }
}

extension RecordedBlocks {
    fileprivate var units: [BlockUnit] {
        var containers: [Block.Container] = []
        var units: [BlockUnit] = []
        for entry in entries {
            switch entry {
            case .open(let container): containers.append(container.container)
            case .close: containers.removeLast()
            case .block(let block):
                units += block.units.map { BlockUnit(kind: $0, containers: containers, range: $1) }
            }
        }
        return units
    }
}

extension RecordedBlock {
    fileprivate var units: [(BlockUnit.Kind, Range<Int>)] {
        switch kind {
        case .heading(let level): return [(.heading(level), extent)]
        case .code: return [(.code, extent)]
        case .html: return [(.html, extent)]
        case .rule: return [(.rule, extent)]
        case .table, .definition, .paragraph: break
        }
        guard case .text(let text, let start) = source else { return [(.paragraph, extent)] }
        var units: [(BlockUnit.Kind, Range<Int>)] = []
        for definition in text.definitionLines(before: start) {
            units.append((.definition, text.fileRange(definition)))
        }
        let lines = text.lines(start..<text.bytes.count)
        guard let first = lines.first, let last = lines.last else {
            return units.isEmpty ? [(.paragraph, extent)] : units
        }
        let header = TableReader.header(text.bytes, lines)
        let rows = header.map { lines[$0.line...] } ?? []
        if rows.startIndex > 0 || rows.isEmpty {
            let end = rows.isEmpty ? last.upperBound : lines[rows.startIndex - 1].upperBound
            units.append((.paragraph, text.fileRange(first.lowerBound..<end)))
        }
        units += rows.map { (.row(columns: header?.alignments.count ?? 0), text.fileRange($0)) }
        return units
    }
}

extension LeafText {
    /// Returns the ranges of the definitions at the start of the text, each with the lines that continue it.
    fileprivate func definitionLines(before end: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for line in lines(0..<end) {
            if bytes[line].first == Byte.leftBracket || ranges.isEmpty {
                ranges.append(line)
            } else {
                ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<line.upperBound
            }
        }
        return ranges
    }
}
