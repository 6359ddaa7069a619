import SourceText

/// The text of a result for models, which is shorter than its JSON: a member on each line, an object of a list on at most
/// two lines, and texts of several lines at the end. Empty members are left out.
enum CompactText {
    /// Returns a result as text, in which characters that could hide or forge text are escaped.
    ///
    /// - Parameter detailBytes: how much the second lines of a list may take. Objects after that have only the first one,
    ///   and what marks a near match.
    static func text(_ result: JSONValue, detailBytes: Int = .max) -> String {
        var lines: [String] = []
        var left = detailBytes
        var texts: [String] = []
        for member in result.members {
            switch member.value {
            case .string(let text) where text.contains(where: \.isNewline):
                texts.append("\(member.name):\n\(escaped(text))")
            case .array(let values) where values.contains { !$0.members.isEmpty }:
                lines.append("\(member.name):")
                lines += values.map { item($0, detailBytes: &left) }
            default:
                if let value = value(member.value) { lines.append("\(member.name): \(value)") }
            }
        }
        return (lines + texts).joined(separator: "\n")
    }

    /// Returns an object of a list: where it is, and on a second line what else is known.
    private static func item(_ object: JSONValue, detailBytes left: inout Int) -> String {
        // A section of grouped notes.
        if let notes = object["notes"]?.list, !notes.isEmpty {
            let heading = object.members.filter { $0.name != "notes" }.compactMap { value($0.value) }
            let items = notes.map { item($0, detailBytes: &left) }
            return (["## " + heading.joined(separator: " · ")] + items).joined(separator: "\n")
        }
        let names = ["path", "name", "line", "title"]
        let first = names.compactMap { name in object[name].flatMap(value) }
        let rest = object.members.filter { !names.contains($0.name) && (left > 0 || $0.name == "nearly") }
            .compactMap(detail).joined(separator: "; ")
        left -= rest.utf8.count
        return "- " + first.joined(separator: " · ") + (rest.isEmpty ? "" : "\n  " + rest)
    }

    /// Returns a member of an object on one line, as short as a model can use it, with days instead of moments.
    private static func detail(_ member: JSONValue.Member) -> String? {
        switch member.name {
        case "text": value(member.value)
        case "snippet": value(member.value).map(snippet)
        case "nearly" where !member.value.members.isEmpty: nearly(member.value)
        case "modified", "created": value(member.value).map { "\(member.name): \($0.prefix(10))" }
        default: value(member.value).map { "\(member.name): \($0)" }
        }
    }

    /// Returns a snippet without marks and the addresses of links, which take more than half of its bytes.
    private static func snippet(_ html: String) -> String {
        let characters = [("<mark>", ""), ("</mark>", ""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        let text = characters.reduce(html) { $0.replacing($1.0, with: $1.1) }
        let parts = text.split(separator: "](http", omittingEmptySubsequences: false)
        return withoutEndOfAddress(parts[0])
            + parts.dropFirst().map { part in
                let rest = part.drop { $0 != ")" && !$0.isWhitespace }
                return "]" + (rest.first == ")" ? rest.dropFirst() : rest)
            }.joined()
    }

    /// Returns a text without the end of an address at its start, where the snippet begins in a link.
    private static func withoutEndOfAddress(_ text: Substring) -> Substring {
        guard text.first == "…", let end = text.firstIndex(of: ")") else { return text }
        let address = text[..<end]
        let isAddress = address.contains("/") && !address.contains { $0.isWhitespace || $0 == "(" }
        return isAddress ? "…" + text[text.index(after: end)...] : text
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
