import Notes
import SourceText
import VaultFiles

/// The values of the fields in a template.
struct TemplateFields {
    var values: [String: String]
    /// The time of `{{date:FORMAT}}` and `{{time:FORMAT}}`.
    let time: CivilTime

    /// Returns the value of a field, or nil if there is none. Names are in any case, as in Obsidian.
    fileprivate func value(_ field: Substring) -> String? {
        let name = field.filter { $0 != " " }
        if let value = values[String(name)] ?? values[name.lowercased()] { return value }
        let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let kind = parts.first?.filter { $0 != " " }.lowercased()
        guard parts.count == 2, kind == "date" || kind == "time" else { return nil }
        let format = parts[1].drop { $0 == " " }
        return TemplateDate.text(time, format.isEmpty ? (kind == "date" ? "YYYY-MM-DD" : "HH:mm") : format)
    }
}

/// A note with fields such as `{{title}}` and `{{date}}`. Values in front matter are written as YAML, so that no title
/// can make it invalid.
struct NoteTemplate {
    private let bytes: [UInt8]
    /// The template's path, for errors.
    private let path: VaultPath

    init(_ bytes: [UInt8], at path: VaultPath) {
        self.bytes = bytes
        self.path = path
    }

    /// A notice for each kind of field of other programs that is copied as it is: the commands of Templater.
    var notices: [String] {
        guard let start = bytes.firstRange(of: Array("<%".utf8))?.lowerBound,
            bytes[start...].firstRange(of: Array("%>".utf8)) != nil
        else { return [] }
        return [
            "'\(path.text)':\(LineTable(bytes).line(at: start)): commands of Templater (<% … %>) are not run; "
                + "they are copied into the note"
        ]
    }

    /// Returns a text that is no template of a note, with the values of all fields.
    ///
    /// - Throws: `VaultError` for an unknown field.
    static func filled(_ text: [UInt8], _ fields: TemplateFields) throws -> [UInt8] {
        let marked = try MarkedTemplate(String(decoding: text, as: UTF8.self), fields, at: nil)
        return Array(marked.filled(marked.text).utf8)
    }

    /// Returns the note with the values of all fields.
    ///
    /// - Throws: `VaultError` for an unknown field, or one where YAML allows no value.
    func filled(_ fields: TemplateFields) throws -> [UInt8] {
        if let offset = bytes.firstInvalidUTF8 {
            throw VaultError(
                path, line: LineTable(bytes).line(at: offset), "the template is not valid UTF-8",
                help: "convert it to UTF-8")
        }
        let marked = try MarkedTemplate(String(decoding: bytes, as: UTF8.self), fields, at: path)
        var change = NoteChange(VaultPath("template"), Array(marked.text.utf8))
        for entry in FrontMatter(change.after).mapping.entries {
            if let text = entry.value.text {
                let filled = marked.filled(text)
                if filled != text { try change.edit([.set([entry.key], filled)]) }
            } else {
                for item in entry.value.scalars where marked.filled(item) != item {
                    try change.edit([.exchange([entry.key], item, for: marked.filled(item))])
                }
            }
        }
        // The remaining marks are in nested values, keys or comments, where a value could change the YAML around it.
        if let offset = FrontMatter(change.after).content.first(where: { marked.isMark(in: change.after, at: $0) }) {
            throw VaultError(
                path, line: LineTable(change.after).line(at: offset),
                "a field in front matter must be in the value of a key, or in a list entry",
                help: "move the field")
        }
        return Array(marked.filled(String(decoding: change.after, as: UTF8.self)).utf8)
    }
}

/// The text of a template with a mark in place of each field. A mark is a plain word, so that front matter is read
/// before any value could be taken for YAML.
private struct MarkedTemplate {
    /// The start of each mark, followed by the number of the field and an `x`.
    private static let mark = "slipfield"

    let text: String
    private let values: [String]

    /// - Parameter path: the template's path for errors, or nil for a text that is no template of a note.
    init(_ template: String, _ fields: TemplateFields, at path: VaultPath?) throws {
        var values: [String] = []
        var unknown: [String] = []
        var out = ""
        var rest = template[...]
        while let start = rest.firstRange(of: "{{") {
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else { break }
            let name = rest[start.upperBound..<end.lowerBound]
            out += rest[..<start.lowerBound] + "\(Self.mark)\(values.count)x"
            if let value = fields.value(name) {
                values.append(value)
            } else if !unknown.contains(String(name)) {
                unknown.append(String(name))
            }
            rest = rest[end.upperBound...]
        }
        if !unknown.isEmpty {
            let list = PlanTitle.list(unknown.map { "'{{\($0)}}'" }, separator: ", ")
            throw VaultError(
                "unknown \(unknown.count == 1 ? "field" : "fields") \(list) in "
                    + (path.map { "the template '\($0.text)'" } ?? "the text"),
                at: path,
                help: "valid fields: \(fields.values.keys.sorted().joined(separator: ", ")), date:FORMAT, "
                    + "time:FORMAT, with a format such as D MMMM YYYY, HH:mm or GGGG-[W]WW")
        }
        text = out + rest
        self.values = values
    }

    /// Returns `text` with the values of its marks.
    func filled(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: Self.mark) {
            let digits = rest[start.upperBound...].prefix { $0.isASCII && $0.isNumber }
            result += rest[..<start.lowerBound]
            if let number = Int(digits), values.indices.contains(number), rest[digits.endIndex...].first == "x" {
                result += values[number]
                rest = rest[rest.index(after: digits.endIndex)...]
            } else {
                result += rest[start]
                rest = rest[start.upperBound...]
            }
        }
        return result + rest
    }

    func isMark(in bytes: [UInt8], at offset: Int) -> Bool {
        let mark = Array(Self.mark.utf8)
        guard bytes.holds(mark, at: offset) else { return false }
        let digits = bytes[(offset + mark.count)...].prefix(while: \.isDigit)
        return bytes.holds([UInt8(ascii: "x")], at: digits.endIndex)
            && Int(String(decoding: digits, as: UTF8.self)).map(values.indices.contains) ?? false
    }
}
