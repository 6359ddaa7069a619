import Glibc

/// The quality of rankings by graded judgements, averaged over questions. Only the first ten documents count.
package struct GradedJudgement: Sendable {
    package static let depth = 10

    private var questions = 0
    private var sums = (gain: 0.0, reciprocal: 0.0, recall: 0.0)

    package init() {}

    /// The normalized discounted cumulative gain (nDCG): the sum of grade / log₂(place + 1), divided by that of the best
    /// possible ranking (Järvelin and Kekäläinen, "Cumulated Gain-Based Evaluation of IR Techniques", 2002).
    package var gain: Double { average(sums.gain) }
    /// The mean reciprocal rank of the first relevant document.
    package var reciprocal: Double { average(sums.reciprocal) }
    /// The share of the relevant documents among the first ten.
    package var recall: Double { average(sums.recall) }

    private func average(_ sum: Double) -> Double { questions == 0 ? 0 : sum / Double(questions) }

    /// Adds the answer to a question: document numbers, best first.
    package mutating func add(_ ranking: [Int], _ grades: [Int: Int]) {
        let found = ranking.prefix(Self.depth).map { grades[$0] ?? 0 }
        questions += 1
        sums.gain += Self.gain(of: found) / Self.gain(of: grades.values.sorted(by: >).prefix(Self.depth))
        sums.reciprocal += found.firstIndex { $0 > 0 }.map { 1 / Double($0 + 1) } ?? 0
        sums.recall += Double(found.count { $0 > 0 }) / Double(grades.count)
    }

    private static func gain(of grades: some Collection<Int>) -> Double {
        grades.enumerated().reduce(0) { $0 + Double($1.element) / log2(Double($1.offset + 2)) }
    }

    /// The cells of a table: nDCG, MRR and recall.
    package var cells: [String] { [gain, reciprocal, recall].map { Report.decimal($0, 3) } }
}
