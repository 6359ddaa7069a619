import QueryLanguage
import SQLite

/// Reads where one text stands behind another, row by row: only the places of one row are in memory.
struct PairReader {
    let connection: Connection
    let ranker: Ranker

    /// Calls `body` with each row in which both texts stand, in order, and with the places of the first behind which the
    /// second stands.
    func forEachRow(
        of first: TextMatch, before second: TextMatch, _ body: (_ row: Int, _ pairs: [UInt32]) -> Void
    ) throws {
        var left: [UInt32] = []
        var right: [UInt32] = []
        let expression = SQLValue.text(TextQuery.all([first, second]))
        try connection.visiting(with: { context in
            left.removeAll(keepingCapacity: true)
            right.removeAll(keepingCapacity: true)
            context.forEachPlace(ofPhrase: 0) { left.append(PhrasePlace.make($0, $1)) }
            context.forEachPlace(ofPhrase: 1) { right.append(PhrasePlace.make($0, $1)) }
            let pairs = ranker.pairs(left[...], right[...], distance: first.words.count)
            body(Int(truncatingIfNeeded: context.row), pairs)
            return 0
        }) { try connection.run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts)", [expression]) }
    }
}
