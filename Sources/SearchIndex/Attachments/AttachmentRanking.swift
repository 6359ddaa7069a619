import QueryLanguage

/// The order of notes that match with the text of their attachments.
struct AttachmentRanking {
    private var scores: [Int: Double] = [:]

    /// - Parameter texts: the texts that the query wants in attachments.
    init(_ table: AttachmentTable, _ texts: [TextMatch]) throws {
        for text in texts {
            let documents = try table.scores(of: text)
            // Several attachments with the same text do not make a note better than one.
            var best: [Int: Double] = [:]
            try table.forEachRow(of: documents.keys) { row, document in
                best[row] = max(best[row] ?? 0, documents[document] ?? 0)
            }
            scores.merge(best, uniquingKeysWith: +)
        }
    }

    /// Ranks the notes that match only with the text of their attachments below all others, by the scores of these.
    ///
    /// - Parameters:
    ///   - noteScores: parallel to `rows`.
    ///   - matching: the rows of the notes that match by themselves.
    func apply(to noteScores: inout [Double], of rows: [Int], matchingAlone matching: RowSet) {
        for (number, row) in rows.enumerated() where noteScores[number].isNaN || !matching.contains(row) {
            guard let score = scores[row] else { continue }
            noteScores[number] = -1 / (1 + score + (noteScores[number].isNaN ? 0 : noteScores[number]))
        }
    }
}
