/// A converter between moments and civil times in one time zone.
///
/// The zone is a function that returns the offset from UTC in seconds at a moment, so that this type stays pure. If
/// clocks are set back, a time in the repeated hour means its first occurrence. If they are set forward, a time in the
/// gap moves later by the gap: 02:30 becomes 03:30. A day without midnight thus starts at 01:00.
package struct LocalCalendar: Sendable {
    private let offset: @Sendable (Int64) -> Int64
    /// The source of the zone rules, if known.
    private let source: String

    /// - Parameter source: a text that differs if the rules may differ. Offsets alone distinguish most zones, but not
    ///   all.
    package init(source: String = "", offset: @escaping @Sendable (_ secondsSince1970: Int64) -> Int64) {
        self.source = source
        self.offset = offset
    }

    package static let utc = LocalCalendar { _ in 0 }

    package func civil(_ moment: Moment) -> CivilTime { CivilTime(seconds: moment.seconds + offset(moment.seconds)) }

    package func moment(_ civil: CivilTime) -> Moment {
        let wall = civil.seconds
        // A zone changes its offset at most once within two days around a given time.
        let before = wall - offset(wall - 86_400)
        let after = wall - offset(wall + 86_400)
        let exact = [before, after].filter { $0 + offset($0) == wall }
        return Moment(seconds: exact.min() ?? before)
    }

    /// Returns the first moment of the civil day of `moment`, `days` later.
    package func startOfDay(_ moment: Moment, adding days: Int = 0) -> Moment {
        self.moment(civil(moment).startOfDay.adding(days: days))
    }

    /// A text that identifies the rules: their source, and the offsets in the middle of each month from 1970 to 2037.
    package var signature: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for month in 0..<(68 * 12) {
            let seconds = Int64(month) * 2_629_746 + 1_296_000
            hash = (hash ^ UInt64(bitPattern: offset(seconds))) &* 0x0000_0100_0000_01b3
        }
        return "\(source)\n\(String(hash, radix: 16))"
    }

    /// Whether a signature belongs to a calendar with the same rules. The source is compared first, since this is
    /// usually sufficient.
    package func hasSignature(_ signature: String) -> Bool {
        if !source.isEmpty, signature.hasPrefix("\(source)\n") { return true }
        return signature == self.signature
    }
}
