import QueryLanguage
import SQLite

/// A reader of the positions where one text directly follows another, keeping only those of one row in memory.
struct PairReader {
    let connection: Connection
    let ranker: Ranker

    /// Calls `body` with each row that contains both texts, in order. `pairs` are the positions of the first text that
    /// the second directly follows, if any.
    func forEachRow(
        of first: TextMatch, before second: TextMatch, _ body: (_ row: Int, _ pairs: [UInt32]) -> Void
    ) throws {
        var left: [UInt32] = []
        var right: [UInt32] = []
        try connection.forEachMatch(of: TextQuery.all([first, second])) { context in
            left.removeAll(keepingCapacity: true)
            right.removeAll(keepingCapacity: true)
            context.forEachPlace(ofPhrase: 0) { left.append(TokenPosition.make($0, $1)) }
            context.forEachPlace(ofPhrase: 1) { right.append(TokenPosition.make($0, $1)) }
            let pairs = ranker.pairs(left[...], right[...], distance: first.words.count)
            body(Int(truncatingIfNeeded: context.row), pairs)
        }
    }
}
