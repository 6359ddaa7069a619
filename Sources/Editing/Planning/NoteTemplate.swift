import Notes
import SourceText
import VaultFiles

/// A template of a note: a note with `{{title}}`, `{{date}}` and the like in it.
///
/// In front matter a value is written as YAML needs it, so that no title can break the note.
struct NoteTemplate {
    private let bytes: [UInt8]

    private let path: VaultPath

    /// What stands for a field, with its number and an x behind it.
    private static let mark = "slipfield"

    /// - Parameter path: where it is read from, for its errors.
    init(_ bytes: [UInt8], at path: VaultPath) {
        self.bytes = bytes
        self.path = path
    }

    /// - Throws: `VaultError` for a field that is none.
    func filled(_ fields: [String: String]) throws -> [UInt8] {
        if let offset = bytes.firstInvalidUTF8 {
            throw VaultError(
                path, line: LineTable(bytes).line(at: offset), "the template is not UTF-8 here",
                help: "save it as UTF-8")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // Plain words stand for the fields while the front matter is read: no value can be taken for YAML then.
        var values: [String] = []
        var out = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: "{{") {
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else { break }
            let name = rest[start.upperBound..<end.lowerBound].filter { $0 != " " }
            guard let value = fields[String(name)] else {
                throw VaultError(
                    "the template uses '{{\(name)}}', which is not a field", at: path,
                    help: "fields are: \(fields.keys.sorted().joined(separator: ", "))")
            }
            out += rest[..<start.lowerBound] + "\(Self.mark)\(values.count)x"
            values.append(value)
            rest = rest[end.upperBound...]
        }
        var change = NoteChange(VaultPath("template"), Array((out + rest).utf8))
        func replaced(_ text: String) -> String {
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
        for entry in FrontMatter(change.after).mapping.entries {
            if let text = entry.value.text {
                if replaced(text) != text { try change.edit([.set([entry.key], replaced(text))]) }
            } else {
                for item in entry.value.scalars where replaced(item) != item {
                    try change.edit([.exchange([entry.key], item, for: replaced(item))])
                }
            }
        }
        // What is left in front matter stands where no value can be written safely: a nested one, a key, a comment.
        let content = FrontMatter(change.after).content
        let mark = Array(Self.mark.utf8)
        func isField(_ offset: Int) -> Bool {
            guard change.after.holds(mark, at: offset) else { return false }
            let digits = change.after[(offset + mark.count)...].prefix(while: \.isDigit)
            return change.after.holds([UInt8(ascii: "x")], at: digits.endIndex)
                && Int(String(decoding: digits, as: UTF8.self)).map(values.indices.contains) ?? false
        }
        if let offset = content.first(where: isField) {
            let line = LineTable(change.after).line(at: offset)
            throw VaultError(
                path, line: line,
                "a field in front matter has to be in the value of a key, or in an entry of a list",
                help: "take it out of there")
        }
        return Array(replaced(String(decoding: change.after, as: UTF8.self)).utf8)
    }
}
