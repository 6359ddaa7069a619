/// Numbers with their noun.
enum Counted {
    static func notes(_ count: Int) -> String { "\(count) \(count == 1 ? "note" : "notes")" }

    /// `1 file`, `2 files`; with a noun that takes an s.
    static func of(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// Nil for none.
    static func number(_ count: Int, _ noun: String) -> String? {
        count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
