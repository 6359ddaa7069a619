import QueryLanguage
import SQLite

extension ConditionEvaluator {
    /// Returns the notes that a walk along links reaches, by the number of links, breadth first. A note is only in the
    /// first set that reaches it, and the notes at the start are in none.
    ///
    /// Complexity: O(links) for each step.
    func steps(of walk: LinkWalk) throws -> [RowSet] {
        var frontier: RowSet
        switch walk.ends {
        case .note(let path):
            frontier = try columns.rows { each in
                if let file = try connection.file("id", at: path, { $0.int(0) }) { each(file) }
            }
        case .query(let inner): frontier = try rows(inner)
        }
        var reached = frontier
        var steps: [RowSet] = []
        while steps.count < walk.steps, !frontier.isEmpty {
            var next = RowSet(capacity: columns.capacity)
            try columns.forEachLink { from, to in
                let (near, far) = walk.direction == .linksTo ? (to, from) : (from, to)
                if frontier.contains(near) { next.insert(far) }
            }
            next.subtract(reached)
            reached.formUnion(next)
            steps.append(next)
            frontier = next
        }
        return steps
    }
}
