package import SourceText

extension Condition {
    /// The front matter key with the day from which a note is stale, as the Open Knowledge Format has it.
    private static let staleKey = "stale_after"

    /// Returns the condition that a note is stale: a date with `stale-after` in its declaration is too old, or the day of
    /// `stale_after` has passed.
    package static func stale(
        _ declarations: PropertyDeclarations, on today: CivilTime, _ calendar: LocalCalendar
    ) -> Condition {
        let declared = declarations.all.compactMap { declaration in
            declaration.staleAfter.map { (Folding.fold(declaration.key), $0.before(today)) }
        }
        return .or(
            ([(staleKey, today)] + declared).map { key, day in
                .property(key, PropertyTest(time: TimeRange(upper: calendar.moment(day))))
            })
    }
}
