package import SourceText

/// A day with the number of notes that were created or modified on it.
package struct DayCount: Hashable, Sendable {
    package var day: CivilTime
    package var notes: Int
}
