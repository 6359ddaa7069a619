package import QueryLanguage

extension NoteIndex {
    /// Returns the score components of the first notes of a search by relevance. Empty if the query has neither text nor `like:`.
    ///
    /// Complexity: that of the search, plus O(rows) for each text.
    package func rankReasons(_ request: SearchRequest, limit: Int) throws -> [RankReasons] {
        var request = request
        request.scored = true
        let texts = request.condition.positiveText
        let related = try request.condition.relatedNotes.map { try self.related(to: $0) }
        if texts.isEmpty, related.isEmpty { return [] }
        request.presentation.limit = min(limit, request.limit ?? limit)
        let (found, order) = try page(request)
        let named = try names.notes(titled: request.titleWords, as: request.titleText)
        let ranker = try self.ranker()
        var scope = RowSet(capacity: try columns().capacity)
        for number in order { scope.insert(found.rows[number]) }
        let joined = request.condition.joinedTexts
        let hits = try texts.map { try phrases.hits(of: $0, scope: scope, storesPositions: true, ranker) }
        var reasons: [RankReasons] = []
        try self.hits(of: order, found, detailed: false) { note, number in
            let row = found.rows[number]
            var shares: [RankReasons.Share] = []
            for (index, text) in texts.enumerated() {
                let positions = hits[index].positions(inRow: row)
                if positions.isEmpty { continue }
                let rarity = ranker.rarity(hits[index].rows.count)
                shares.append(
                    RankReasons.Share(
                        [text], score: rarity * ranker.weight(of: positions, row: row),
                        places: Self.counts(positions)))
            }
            for second in texts.indices.dropFirst() where joined.isSuperset(of: texts[second - 1...second]) {
                let (left, right) = (hits[second - 1], hits[second])
                let pairs = ranker.pairs(
                    left.positions(inRow: row), right.positions(inRow: row), distance: texts[second - 1].words.count)
                if pairs.isEmpty { continue }
                let rarities = (ranker.rarity(left.rows.count), ranker.rarity(right.rows.count))
                shares.append(
                    RankReasons.Share(
                        Array(texts[second - 1...second]),
                        score: ranker.score(ofPairs: pairs, row: row, rarities: rarities),
                        places: Self.counts(pairs[...])))
            }
            var reason = RankReasons(note.path, score: found.score(number) ?? 0, isNamed: named[row] != nil, shares)
            for related in related {
                guard let score = related.score(row) else { continue }
                reason.related.append(
                    RankReasons.RelatedShare(
                        to: related.note.path, score: score, reasons: try related.reasons(row, self)))
            }
            reasons.append(reason)
            return true
        }
        return reasons
    }

    private static func counts(_ positions: ArraySlice<UInt32>) -> [(part: String, count: Int)] {
        FTSColumn.inOrder.compactMap { column in
            let count = positions.count { TokenPosition.column($0) == column }
            return count > 0 ? (column.name, count) : nil
        }
    }
}
