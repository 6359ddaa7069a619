/// Sizes of files for people.
package enum ByteCount {
    private static let units = ["B", "kB", "MB", "GB", "TB"]

    /// `912 B`, `1.2 MB`: in powers of 1024, as `size:` counts them.
    package static func text(_ bytes: Int64) -> String {
        var value = Double(bytes)
        var unit = 0
        while value >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        if unit == 0 { return "\(bytes) B" }
        let tenths = Int((value * 10).rounded())
        return value < 10 ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(Int(value.rounded())) \(units[unit])"
    }
}
