import QueryLanguage
import Searching
import SourceText

/// The conversion of words for dates in `KEY=VALUE`: `due=tomorrow` becomes `due=2024-03-28`. Words are converted if
/// the key has dates in other notes, or if no note has the key. If the key has text in other notes, words stay text.
/// Words for dates that were stored as text, such as `tomorow`, are no such text.
struct DateAssignments {
    private let snapshot: VaultSnapshot
    /// Messages for the user: a date that could be text, and text that could be a date.
    private(set) var notices: [String] = []

    init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    mutating func resolved(_ assignment: PropertyAssignment) throws -> PropertyAssignment {
        guard case .set(let text) = assignment.action else { return assignment }
        let key = assignment.key
        let weekday = DateWords.weekday(text, now: snapshot.now, calendar: snapshot.calendar)
        guard let day = DateWords.day(text, now: snapshot.now, calendar: snapshot.calendar) ?? weekday else {
            try reportText(text, of: key)
            return assignment
        }
        let areDates = try snapshot.lists.valuesAreDates(ofKey: key)
        if weekday != nil, areDates == nil {
            notices.append("'\(text)' is set as text; to set the date: \(key)=\(day)")
            return assignment
        }
        if areDates == false {
            if snapshot.keyNames.name(key) == nil {
                notices.append(
                    "'\(key)' is text in other notes, so '\(text)' is not converted to a date; to set the date: \(key)=\(day)"
                )
            }
            return assignment
        }
        // The meaning is clear if other notes have dates, or for '+7d'.
        if text.first != "+", text.first != "-", areDates == nil || weekday != nil || text.contains(" ") {
            notices.append("'\(text)' is converted to \(day); to set the text: \(key)='\"\(text)\"'")
        }
        var assignment = assignment
        assignment.action = .set(day)
        return assignment
    }

    /// Adds a notice about a text under a key that has dates in other notes, or if no note has the key, about a text that
    /// resembles a date.
    private mutating func reportText(_ text: String, of key: String) throws {
        if DateText(text) != nil { return }
        let today = snapshot.calendar.civil(snapshot.now)
        let near = LenientDate.fixed(text) ?? DayWords.nearest(text)
        switch try snapshot.lists.valuesAreDates(ofKey: key) {
        case true?:
            notices.append(
                "'\(key)' has dates in other notes, but '\(text)' is none; "
                    + (near.map { "did you mean '\($0)'?" } ?? "to set the text: \(key)='\"\(text)\"'"))
        case nil where LenientDate.resemblesDate(text, today: today):
            if let near { notices.append("'\(text)' is set as text; for the date, did you mean '\(key)=\(near)'?") }
        default: break
        }
    }
}
