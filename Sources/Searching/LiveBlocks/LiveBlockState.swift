package import Notes
import QueryLanguage
package import SourceText
import VaultFiles

/// A live block compared with what its query finds now.
package struct LiveBlockState {
    package enum Kind {
        /// The text is that of the query.
        case fresh
        /// The lines that a refresh writes: the query finds something else, or the block is new.
        case stale([String])
        /// The text was edited by hand. The lines that a forced refresh writes.
        case edited([String])
        /// The query cannot be answered. The range is that of the error in the note.
        case failed(message: String, help: String?, Range<Int>)
    }

    package var block: LiveBlock
    package var kind: Kind
    /// The number of generated list items and table rows, or 0 if the query cannot be answered.
    package var results: Int
    /// The notices about the query, with ranges in its text.
    package var notices: [Diagnostic] = []

    /// The offset of the block.
    package var offset: Int { block.mark.lowerBound }
}

extension LiveBlockReader {
    /// Returns the states of the live blocks of a note, in order. Complexity: O(bytes), and one search for each block.
    package func states(of note: OpenNote) throws -> [LiveBlockState] {
        try note.liveBlocks.map { try state(of: $0, in: note) }
    }

    package func state(of block: LiveBlock, in note: OpenNote) throws -> LiveBlockState {
        do {
            let lines = try lines(of: block, in: note)
            let kind: LiveBlockState.Kind
            if block.isEdited(in: note.bytes) {
                kind = .edited(lines)
            } else {
                let isFresh =
                    block.end != nil && LiveBlock.hash(of: lines) == LiveBlock.hash(of: block.lines(in: note.bytes))
                    && block.hash.map { note.bytes.text($0) } == LiveBlock.hash(of: lines)
                kind = isFresh ? .fresh : .stale(lines)
            }
            return LiveBlockState(block: block, kind: kind, results: Self.results(lines), notices: notices)
        } catch let error as QueryError {
            let start = block.query.lowerBound
            let range = error.diagnostic.range
            let end = min(start + range.upperBound, block.mark.upperBound)
            return LiveBlockState(
                block: block,
                kind: .failed(
                    message: error.diagnostic.message, help: error.diagnostic.help,
                    min(start + range.lowerBound, end)..<end), results: 0)
        } catch let error as VaultError {
            return LiveBlockState(
                block: block, kind: .failed(message: error.message, help: error.help, block.query), results: 0)
        }
    }

    private static func results(_ lines: [String]) -> Int {
        if lines.first?.hasPrefix("|") == true { return max(0, lines.count - 2) }
        return lines.count { $0.drop { $0 == " " }.hasPrefix("- ") }
    }
}

extension OpenNote {
    /// The live blocks of the note, in order.
    package var liveBlocks: [LiveBlock] { note.body.liveBlocks }

    /// The offsets of the live blocks.
    package var liveBlockOffsets: [Int] { liveBlocks.map(\.mark.lowerBound) }
}
