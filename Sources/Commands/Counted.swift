enum Counted {
    static func notes(_ count: Int) -> String { "\(count) \(count == 1 ? "note" : "notes")" }

    /// Returns `1 file` or `2 files`, for a noun with the plural ending s.
    static func of(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// Returns `1 file` or `2 files`, for a noun with the plural ending s. Returns nil for 0, so that a list can omit
    /// it.
    static func number(_ count: Int, _ noun: String) -> String? {
        count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
