/// File sizes as text for users.
package enum ByteCount {
    private static let units = ["kB", "MB", "GB", "TB"]

    /// Returns `912 B`, `3.5 kB` or `1.2 MB`: in powers of 1000, as in file managers and `du --si`.
    package static func text(_ bytes: Int64) -> String {
        var tenths = bytes.multipliedReportingOverflow(by: 10).partialValue
        var unit = -1
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        return unit < 0 ? "\(bytes) B" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
