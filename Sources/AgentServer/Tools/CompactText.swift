import SourceText

/// The text of a result for models, which is shorter than its JSON: a member on each line, an object of a list on at most
/// two lines, and texts of several lines at the end. Empty members are left out.
enum CompactText {
    /// Returns a result as text, in which characters that could hide or forge text are escaped.
    static func text(_ result: JSONValue) -> String {
        var lines: [String] = []
        var texts: [String] = []
        for member in result.members {
            switch member.value {
            case .string(let text) where text.contains(where: \.isNewline):
                texts.append("\(member.name):\n\(escaped(text))")
            case .array(let values) where values.contains { !$0.members.isEmpty }:
                lines.append("\(member.name):")
                lines += values.map(item)
            default:
                if let value = value(member.value) { lines.append("\(member.name): \(value)") }
            }
        }
        return (lines + texts).joined(separator: "\n")
    }

    /// Returns an object of a list: where it is, and on a second line what else is known.
    private static func item(_ object: JSONValue) -> String {
        // A section of grouped notes.
        if let notes = object["notes"]?.list, !notes.isEmpty {
            let heading = object.members.filter { $0.name != "notes" }.compactMap { value($0.value) }
            return (["## " + heading.joined(separator: " · ")] + notes.map(item)).joined(separator: "\n")
        }
        let names = ["path", "name", "line", "title"]
        let first = names.compactMap { name in object[name].flatMap(value) }
        let rest = object.members.filter { !names.contains($0.name) }.compactMap(detail)
        return (["- " + first.joined(separator: " · ")] + (rest.isEmpty ? [] : ["  " + rest.joined(separator: "; ")]))
            .joined(separator: "\n")
    }

    /// Returns a member of an object on one line, as short as a model can use it: no marks in snippets, which take a
    /// third of their bytes, and days instead of moments.
    private static func detail(_ member: JSONValue.Member) -> String? {
        switch member.name {
        case "text": value(member.value)
        case "snippet":
            value(member.value)?.replacing("<mark>", with: "").replacing("</mark>", with: "")
        case "nearly" where !member.value.members.isEmpty: nearly(member.value)
        case "modified", "created": value(member.value).map { "\(member.name): \($0.prefix(10))" }
        default: value(member.value).map { "\(member.name): \($0)" }
        }
    }

    /// Returns what a near match lacks, and which words it has instead of others.
    private static func nearly(_ match: JSONValue) -> String {
        let lacking = match["lacks"]?.list.map(\.plainText) ?? []
        let others = match["instead"]?.members.map { "\($0.value.plainText) for \($0.name)" } ?? []
        let parts = (lacking.isEmpty ? [] : ["lacks \(lacking.joined(separator: ", "))"]) + others
        return SafeText.escapedForModels("nearly: \(parts.joined(separator: ", "))")
    }

    /// Returns a value on one line, or nil if it is empty.
    private static func value(_ value: JSONValue) -> String? {
        switch value {
        case .null, .array([]), .object([]), .string(""): nil
        default: SafeText.escapedForModels(value.plainText)
        }
    }

    private static func escaped(_ text: String) -> String {
        // A carriage return could hide the start of its line.
        func lines(_ text: Substring) -> String {
            text.split(separator: "\t", omittingEmptySubsequences: false)
                .map { SafeText.escapedForModels(String($0)) }.joined(separator: "\t")
        }
        return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { lines(Substring($0)) }.joined(separator: "\n")
    }
}
