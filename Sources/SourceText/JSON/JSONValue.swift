/// A parsed JSON value (RFC 8259). Members keep their order.
package indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])
    /// JSON that is already written, on one line. Parsing never returns it.
    case raw(String)

    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Parses a text. Returns nil if it is not exactly one value, or nested more than 500 levels deep. Complexity:
    /// O(text).
    package init?(parsing text: String) { self.init(bytes: Array(text.utf8)) }

    /// Parses bytes, which must be UTF-8 inside strings.
    package init?(bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        guard let value = reader.whole() else { return nil }
        self = value
    }

    /// Returns the values of a property of this object: `source.isbn` is the `isbn` in `source`. Names may contain
    /// dots. In a list of objects, each object is searched.
    package func values(ofProperty name: String) -> [JSONValue] { values(of: FrontMatterKey.identity(name)) }

    private func values(of name: String) -> [JSONValue] {
        switch self {
        case .array(let values): return values.flatMap { $0.values(of: name) }
        case .object(let members):
            return members.flatMap { member -> [JSONValue] in
                let key = FrontMatterKey.identity(member.name)
                if key == name { return [member.value] }
                guard name.hasPrefix(key + ".") else { return [] }
                return member.value.values(of: String(name.dropFirst(key.count + 1)))
            }
        default: return []
        }
    }

    /// The value as plain text: list elements joined by commas, an object as JSON, null as an empty text.
    package var plainText: String {
        switch self {
        case .null: return ""
        case .bool(let value): return value ? "true" : "false"
        case .number(let text), .string(let text): return text
        case .array(let values): return values.map(\.plainText).joined(separator: ", ")
        case .object, .raw: return String(decoding: written, as: UTF8.self)
        }
    }

    package func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.bool(value)
        case .number(let text), .raw(let text): json.raw(text)
        case .string(let text): json.string(text)
        case .array(let values): json.array { json in for value in values { value.write(to: &json) } }
        case .object(let members):
            json.object { json in
                for member in members {
                    json.key(member.name)
                    member.value.write(to: &json)
                }
            }
        }
    }
}
