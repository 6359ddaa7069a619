/// An operand of a command, as usage lines write it.
package struct Operand: Hashable, Sendable {
    package var name: String
    package var isOptional: Bool
    package var repeats: Bool

    /// Parses an operand as usage lines write it: `NOTE…`, `[DIR]`.
    package init(_ usage: String) {
        var text = usage
        isOptional = text.hasPrefix("[")
        if isOptional { text = String(text.dropFirst().dropLast()) }
        repeats = text.hasSuffix("…")
        name = repeats ? String(text.dropLast()) : text
    }

    package var usage: String { (isOptional ? "[" : "") + name + (repeats ? "…" : "") + (isOptional ? "]" : "") }
}
