import Searching
import SourceText

/// Writes the words for dates in `KEY=VALUE` as dates: `due=tomorrow` becomes `due=2024-03-28`.
///
/// They are dates where the key holds dates, and where no note has the key yet. Where it holds text in other notes the
/// words stay text.
struct DateAssignments {
    private let session: VaultSession
    /// What the user should know: a date where text could be meant, and the other way round.
    private(set) var remarks: [String] = []

    init(_ session: VaultSession) { self.session = session }

    mutating func resolved(_ assignment: PropertyAssignment) throws -> PropertyAssignment {
        guard case .set(let text) = assignment.action,
            let day = DateWords.day(text, now: session.now, calendar: session.calendar)
        else { return assignment }
        let key = assignment.key
        let areDates = try session.valuesAreDates(ofKey: key)
        if areDates == false {
            if session.keyNames.name(key) == nil {
                remarks.append("'\(key)' is text in other notes, so '\(text)' stays text; for the date: \(key)=\(day)")
            }
            return assignment
        }
        // Where other notes have dates, and for '+7d', nobody expects text.
        if text.first != "+", text.first != "-", areDates == nil || text.contains(" ") {
            remarks.append("'\(text)' is written as \(day); for the text: \(key)='\"\(text)\"'")
        }
        var assignment = assignment
        assignment.action = .set(day)
        return assignment
    }
}
