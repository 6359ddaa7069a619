import QueryLanguage
import SearchIndex
import SourceText

extension VaultSnapshot {
    /// Returns notices about notes that a search finds, and whose date cannot be read, if its results depend on such dates.
    /// Then they depend on another date: that of the file, or of its history.
    ///
    /// - Parameter fields: the dates that are needed in addition to those of the query and its presentation.
    func unreadableDateNotices(
        _ query: Query, _ presentation: Presentation, besides fields: Set<Condition.TimeField>,
        of condition: Condition
    ) throws -> [Diagnostic] {
        let needed = fields.union(query.condition.timeFields).union(presentation.timeFields)
        return try [Condition.TimeField.created, .modified].filter(needed.contains).compactMap { field in
            let notes = try UnreadableDates(index).notes(field, in: condition)
            guard let first = notes.first else { return nil }
            let others = notes.count == 1 ? "" : " and \(notes.count - 1) more notes"
            return Diagnostic(
                .query, at: 0..<0,
                "the '\(field.rawValue)' of '\(first)'\(others) cannot be read as a date, so another date is used",
                help: "to list them: slip check", severity: .note)
        }
    }
}

extension Condition {
    /// The dates that some part of the condition tests, except those of linked notes.
    fileprivate var timeFields: Set<TimeField> {
        Set(
            leaves(limit: .max).compactMap { leaf in
                if case .time(let field, _) = leaf.condition { field } else { nil }
            })
    }
}

extension Presentation {
    /// The dates by which notes are sorted or grouped.
    fileprivate var timeFields: Set<Condition.TimeField> {
        var fields: Set<Condition.TimeField> = []
        for key in sort ?? [] {
            switch key.by {
            case .standard(.created): fields.insert(.created)
            case .standard(.modified): fields.insert(.modified)
            default: break
            }
        }
        switch group {
        case .standard(.day), .standard(.month), .standard(.year), .standard(.period): fields.insert(.created)
        default: break
        }
        return fields
    }
}
