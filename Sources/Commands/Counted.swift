/// Numbers with their noun.
enum Counted {
    static func notes(_ count: Int) -> String { "\(count) \(count == 1 ? "note" : "notes")" }

    /// `1 file`, `2 files`; with a noun that takes an s.
    static func of(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// Nil for none.
    static func number(_ count: Int, _ noun: String) -> String? {
        count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Bytes as a person reads them: `512 bytes`, `19.2 MB`, in steps of 1000.
    static func size(_ bytes: Int64) -> String {
        var tenths = bytes * 10
        var unit = -1
        while tenths >= 10_000, unit < 3 {
            tenths /= 1000
            unit += 1
        }
        return unit < 0 ? "\(bytes) bytes" : "\(tenths / 10).\(tenths % 10) \(["kB", "MB", "GB", "TB"][unit])"
    }
}
