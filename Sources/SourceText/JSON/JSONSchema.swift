/// A JSON Schema (https://json-schema.org/draft/2020-12), limited to a few forms. It describes values to other programs,
/// and checks them.
package indirect enum JSONSchema: Hashable, Sendable {
    case text
    case number(ClosedRange<Int>)
    case flag
    case choice([String])
    case list(JSONSchema, maximum: Int? = nil)
    case object([Property])
    /// An object that may have other members than these.
    case openObject([Property])
    /// An object with any members.
    case anyObject
    case optional(JSONSchema)

    /// The largest integer that every JSON implementation represents exactly (RFC 8259, section 6).
    package static let largest = 1 << 53 - 1

    package static let count = JSONSchema.number(0...largest)

    package var json: JSONValue {
        switch self {
        case .text: ["type": "string"]
        case .number(let range):
            .object([
                "type": "integer", "minimum": range.lowerBound == 0 ? nil : .int(range.lowerBound),
                "maximum": range.upperBound == Self.largest ? nil : .int(range.upperBound),
            ])
        case .flag: ["type": "boolean"]
        case .choice(let names): ["type": "string", "enum": .array(names.map { .string($0) })]
        case .list(let element, let maximum):
            .object(["type": "array", "items": element.json, "maxItems": maximum.map { .int($0) }])
        case .object(let properties): .object(Self.members(properties) + [Self.closed])
        case .openObject(let properties): .object(Self.members(properties))
        case .anyObject: ["type": "object"]
        case .optional(let schema):
            .object(
                schema.json.members.map { member in
                    member.name == "type"
                        ? JSONValue.Member(name: "type", value: [member.value, "null"]) : member
                })
        }
    }

    private static let closed = JSONValue.Member(name: "additionalProperties", value: false)

    private static func members(_ properties: [Property]) -> [JSONValue.Member] {
        let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
        return JSONValue.object([
            "type": "object",
            "properties": .object(properties.map { JSONValue.Member(name: $0.name, value: $0.json) }),
            "required": required.isEmpty ? nil : .array(required),
        ]).members
    }

    /// Returns what is wrong with a value, or nil if it conforms.
    ///
    /// - Parameter name: the name of the value in the message.
    package func fault(_ value: JSONValue, _ name: String) -> String? {
        switch (self, value) {
        case (.text, .string), (.flag, .bool), (.anyObject, .object): return nil
        case (.text, _): return "'\(name)' must be a string"
        case (.flag, _): return "'\(name)' must be true or false"
        case (.anyObject, _): return "'\(name)' must be an object"
        case (.number(let range), _):
            if let number = value.int, range.contains(number) { return nil }
            let limit =
                range.upperBound == Self.largest
                ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            return "'\(name)' must be a whole number, \(limit)"
        case (.choice(let names), _):
            if let text = value.text, names.contains(text) { return nil }
            return "'\(name)' must be one of: \(names.joined(separator: ", "))"
        case (.list(let element, let maximum), .array(let values)):
            if let maximum, values.count > maximum { return "'\(name)' must have at most \(maximum) elements" }
            for (index, value) in values.enumerated() {
                if let fault = element.fault(value, "\(name)[\(index)]") { return fault }
            }
            return nil
        case (.list, _): return "'\(name)' must be a list"
        case (.object(let properties), .object(let members)): return Self.fault(members, properties, in: name)
        case (.openObject(let properties), .object(let members)):
            let known = members.filter { member in properties.contains { $0.name == member.name } }
            return Self.fault(known, properties, in: name)
        case (.object, _), (.openObject, _): return "'\(name)' must be an object"
        case (.optional(let schema), _): return value.isNull ? nil : schema.fault(value, name)
        }
    }

    private static func fault(_ members: [JSONValue.Member], _ properties: [Property], in name: String) -> String? {
        func full(_ member: String) -> String { name.isEmpty ? member : "\(name).\(member)" }
        for member in members {
            guard let property = properties.first(where: { $0.name == member.name }) else {
                let near = Nearest.match(member.name, among: properties.map(\.name))
                let names = name.isEmpty ? "" : "; use one of: \(properties.map(\.name).joined(separator: ", "))"
                return "there is no argument '\(full(member.name))'" + (near.map { "; did you mean '\($0)'?" } ?? names)
            }
            if let fault = property.schema.fault(member.value, full(member.name)) { return fault }
        }
        let missing = properties.first { property in
            property.isRequired && !members.contains { $0.name == property.name }
        }
        return missing.map { "'\(full($0.name))' is missing" }
    }
}

extension JSONSchema {
    /// A member of an object.
    package struct Property: Hashable, Sendable {
        package var name: String
        package var schema: JSONSchema
        /// The explanation for the reader, or nil if the name says it.
        package var summary: String?
        package var isRequired: Bool

        package init(_ name: String, _ schema: JSONSchema, _ summary: String? = nil, isRequired: Bool = false) {
            self.name = name
            self.schema = schema
            self.summary = summary
            self.isRequired = isRequired
        }

        var json: JSONValue {
            guard let summary else { return schema.json }
            return .object(schema.json.members + [JSONValue.Member(name: "description", value: .string(summary))])
        }
    }
}
