package import SourceText

extension Condition {
    /// The front matter key with the day from which a note is stale, as the Open Knowledge Format has it.
    package static let staleKey = "stale_after"

    /// Returns the condition that a note is stale: a date with `stale-after` in its declaration is too old, or the day of
    /// `stale_after` has passed.
    package static func stale(
        _ declarations: PropertyDeclarations, on today: CivilTime, _ calendar: LocalCalendar
    ) -> Condition {
        func isBefore(_ day: CivilTime, _ key: String, declared: Bool) -> Condition {
            let range = TimeRange(upper: calendar.moment(day))
            return .property(key, PropertyTest(time: range, calendar: declared ? calendar : nil))
        }
        let declared = declarations.all.compactMap { declaration in
            declaration.staleAfter.map {
                isBefore($0.before(today), Folding.fold(declaration.key), declared: declaration.isDate)
            }
        }
        return .or([isBefore(today, staleKey, declared: declarations[staleKey]?.isDate ?? false)] + declared)
    }
}
