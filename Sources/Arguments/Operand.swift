/// An operand of a command, as usage lines write it.
package struct Operand: Hashable, Sendable {
    package var name: String
    /// The option that the operand belongs to, such as `--append` of `[--append TEXT…]`.
    package var option: String?
    package var isOptional: Bool
    package var repeats: Bool

    /// Parses an operand as usage lines write it: `NOTE…`, `[DIR]`, `[--append TEXT…]`.
    package init(_ usage: String) {
        var text = usage
        isOptional = text.hasPrefix("[")
        if isOptional { text = String(text.dropFirst().dropLast()) }
        repeats = text.hasSuffix("…")
        if repeats { text.removeLast() }
        let words = text.split(separator: " ")
        name = words.last.map(String.init) ?? ""
        option = words.count > 1 ? words.dropLast().joined(separator: " ") : nil
    }

    package var usage: String {
        let text = [option, name].compactMap { $0 }.joined(separator: " ") + (repeats ? "…" : "")
        return isOptional ? "[\(text)]" : text
    }
}
