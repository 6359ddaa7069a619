import QueryLanguage
import SearchIndex
import SourceText

/// The start of a term of a query over tasks.
extension SuggestionLister {
    /// The terms that are suggested if nothing is typed.
    private static let readyTerms = [
        "is:overdue", "is:today", "due:<+7d", "priority:>=medium", "no:due", "is:recurring", "is:blocked", "is:done",
    ]

    /// Returns the values of a field of tasks that match. They are written without quotes, such as `due:<+7d`.
    func taskValues(_ field: TaskField, _ typed: String, prefix: String) -> [SuggestionCandidate] {
        field.values.enumerated().compactMap { order, value in
            Self.tier(value, typed).map {
                SuggestionCandidate(term: prefix + value, kind: .value, tier: $0, order: order)
            }
        }
    }

    /// Returns the fields of tasks, terms whose value begins as typed, keywords, and the fields of notes.
    func taskStarts(_ typed: String, _ query: PartialQuery) throws -> [SuggestionCandidate] {
        if typed.isEmpty {
            return Self.readyTerms.enumerated().map { order, term in
                SuggestionCandidate(term: term, kind: .ready, order: order)
            }
        }
        var found: [SuggestionCandidate] = []
        for (order, field) in TaskField.allCases.enumerated() {
            guard let tier = Self.tier(field.rawValue, typed) else { continue }
            found.append(
                SuggestionCandidate(
                    term: "\(field.rawValue):", kind: .field, tier: tier, summary: field.summary, order: order,
                    isFinished: false))
        }
        for field in [TaskField.isState, .priority] {
            let values = field.values.filter { Self.tier($0, typed) == 0 }
            found += values.enumerated().map { order, value in
                SuggestionCandidate(term: "\(field.rawValue):\(value)", kind: .term, order: order)
            }
        }
        // `task:(open OR done)` has words for states.
        if query.before.hasSuffix("task:(") {
            found += ["open", "done"].filter { Self.tier($0, typed) == 0 }.map {
                SuggestionCandidate(term: $0, kind: .term)
            }
        }
        found += try keywords(typed, "#")
        return found
            + fields(typed).filter { TaskField(named: String($0.term.dropLast())) == nil }.map {
                var candidate = $0
                candidate.order += TaskField.allCases.count
                return candidate
            }
    }
}
