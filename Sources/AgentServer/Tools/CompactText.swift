import SourceText

/// The text of a result for models, which is shorter than its JSON: a member on each line, an object of a list on at most
/// two lines, and texts of several lines at the end. Empty members are left out.
enum CompactText {
    /// Returns a result as text, in which characters that could hide or forge text are escaped.
    ///
    /// - Parameter detailBytes: the maximum bytes of the details in a list of more than five objects. Objects after that have
    ///   no second line, and the text says so.
    static func text(_ result: JSONValue, detailBytes: Int = .max) -> String {
        var lines: [String] = []
        var texts: [String] = []
        for member in result.members {
            switch member.value {
            case .string(let text) where text.contains(where: \.isNewline):
                texts.append("\(member.name):\n\(escaped(text))")
            case .array(let values) where values.contains { !$0.members.isEmpty }:
                var list = List(values, detailBytes: detailBytes)
                lines.append("\(member.name):")
                lines += values.map { list.text(of: $0) }
                if list.omitted > 0 {
                    lines.append("details of \(list.omitted) omitted: give fields, or a limit of \(List.alwaysWhole)")
                }
            default:
                if let value = value(member.value) { lines.append("\(member.name): \(value)") }
            }
        }
        return (lines + texts).joined(separator: "\n")
    }

    /// A list of objects, of which the first have details.
    private struct List {
        /// The number of objects that always have details.
        static let alwaysWhole = 5
        /// The members that identify an object in other calls.
        private static let kept: Set<String> = ["vault", "path_base64"]
        private static let heading = ["path", "name", "line", "title"]

        /// The bytes that are left for details.
        private var left: Int
        /// The number of objects whose details were left out.
        private(set) var omitted = 0

        init(_ values: [JSONValue], detailBytes: Int) {
            let count = values.reduce(0) { $0 + max(1, $1["notes"]?.list.count ?? 0) }
            left = count > Self.alwaysWhole ? detailBytes : .max
        }

        /// Returns an object: where it is, and on a second line what else is known.
        mutating func text(of object: JSONValue) -> String {
            // A section of grouped notes.
            if let notes = object["notes"]?.list, !notes.isEmpty {
                let heading = object.members.filter { $0.name != "notes" }.compactMap { value($0.value) }
                let items = notes.map { text(of: $0) }
                return (["## " + heading.joined(separator: " · ")] + items).joined(separator: "\n")
            }
            var first = Self.heading.compactMap { name in object[name].flatMap(value) }
            var rest = object.members.filter { !Self.heading.contains($0.name) && value($0.value) != nil }
            if left <= 0 {
                let all = rest.count
                rest.removeAll { !Self.kept.contains($0.name) }
                if rest.count < all { omitted += 1 }
                if object["nearly"].flatMap(value) != nil { first.append("(near match)") }
            }
            let details = rest.compactMap(detail).joined(separator: "; ")
            left -= details.utf8.count
            return "- " + first.joined(separator: " · ") + (details.isEmpty ? "" : "\n  " + details)
        }
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

    /// Returns the text of a snippet, which is HTML with marks.
    private static func snippet(_ html: String) -> String {
        let characters = [("<mark>", ""), ("</mark>", ""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        return characters.reduce(html) { $0.replacing($1.0, with: $1.1) }
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
