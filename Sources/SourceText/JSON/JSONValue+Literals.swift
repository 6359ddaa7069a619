/// Literals and typed access.
extension JSONValue {
    /// Returns the value of a member, or nil if there is none or this is not an object. Of duplicate names, the last
    /// counts.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// An integer in any notation: `1e3` is 1000.
    package var int: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
    }

    package var truth: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The elements of an array. Empty for other values.
    package var list: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    /// The members of an object. Empty for other values.
    package var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    package var isNull: Bool { self == .null }

    package static func int(_ value: Int) -> JSONValue { .number(String(value)) }

    /// Returns a string, or null for nil.
    package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// Creates an object without the members whose value is nil.
    package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
    }

    package var written: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .int(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
}
