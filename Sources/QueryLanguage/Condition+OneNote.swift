package import SourceText

extension Condition {
    /// Whether the condition of a note depends on nothing but that note, the names of files and the day: not on other notes,
    /// on attachments, on git, or on the time of day. Then no other note can change whether it holds.
    package func dependsOnOneNote(_ calendar: LocalCalendar) -> Bool {
        switch self {
        case .all, .nothing, .contains, .regex, .whole, .matches, .keyword, .status, .favorite, .folder, .key, .task,
            .attachment, .linksTo(.note), .name, .fileName, .path, .id, .alias:
            true
        case .and(let parts), .or(let parts): parts.allSatisfy { $0.dependsOnOneNote(calendar) }
        case .not(let inner), .hasTask(let inner), .ofNote(let inner): inner.dependsOnOneNote(calendar)
        case .text(let match): !match.includesAttachments
        case .time(let field, let range): field != .committed && range.hasWholeDays(calendar)
        case .has(let feature): feature != .backlink
        case .state(let state): [.favorite, .malformed, .empty].contains(state)
        case .taskTest(.blocked): false
        case .taskTest(.date(_, let range)): !range.dependsOnTimeOfDay
        case .taskTest: true
        case .number(let field, _): field != .backlinks && field != .commits
        // Whether a value is searched as a date depends on the values of other notes.
        case .property(_, let test): test.time == nil
        case .attached, .linksTo, .linkedFrom, .linkWalk, .like, .since, .by: false
        }
    }
}

extension TimeRange {
    /// Whether the range begins and ends with a day, so that the time of day does not matter: `today`, but not `7d`.
    fileprivate func hasWholeDays(_ calendar: LocalCalendar) -> Bool {
        [lower, upper].allSatisfy { $0.map { calendar.startOfDay($0, adding: 0) == $0 } ?? true }
    }
}

extension SortKey {
    /// Whether the place of a note among others depends only on these notes.
    package var dependsOnOneNote: Bool {
        guard case .standard(let key) = by else { return true }
        return ![.relevance, .backlinks, .committed, .commits, .vault, .random].contains(key)
    }
}
