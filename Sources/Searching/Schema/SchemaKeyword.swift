import SourceText

/// A keyword of JSON Schema 2020-12: the form of its value, and what it does.
struct SchemaKeyword: Sendable {
    /// The form of the value of a keyword.
    enum ValueForm: Sendable {
        case any, text, texts, textsByName, flag, number, positiveNumber, count, list, types
        case schema, schemas, schemasByName
    }

    /// Returns what is wrong with a value, given the value of the keyword. Empty if it conforms.
    typealias ValueTest = @Sendable (_ argument: JSONValue, _ value: JSONValue) -> [SchemaFault]

    var form: ValueForm
    /// Nil if the keyword is an annotation, or `SchemaEvaluation` applies it.
    var test: ValueTest?

    private init(_ form: ValueForm, _ test: ValueTest? = nil) {
        self.form = form
        self.test = test
    }

    /// All keywords of the vocabularies for core, applicators, validation, metadata, format, content and unevaluated
    /// values, and `definitions`, which the meta-schema still allows.
    static let all: [String: SchemaKeyword] = assertions.merging(applicators) { first, _ in first }
        .merging(annotations) { first, _ in first }

    /// The keywords that hold schemas, and those that name them.
    private static let applicators: [String: SchemaKeyword] = [
        "$id": SchemaKeyword(.text), "$ref": SchemaKeyword(.text), "$anchor": SchemaKeyword(.text),
        "$dynamicRef": SchemaKeyword(.text), "$dynamicAnchor": SchemaKeyword(.text),
        "$defs": SchemaKeyword(.schemasByName), "definitions": SchemaKeyword(.schemasByName),
        "allOf": SchemaKeyword(.schemas), "anyOf": SchemaKeyword(.schemas), "oneOf": SchemaKeyword(.schemas),
        "not": SchemaKeyword(.schema), "if": SchemaKeyword(.schema), "then": SchemaKeyword(.schema),
        "else": SchemaKeyword(.schema), "dependentSchemas": SchemaKeyword(.schemasByName),
        "properties": SchemaKeyword(.schemasByName), "patternProperties": SchemaKeyword(.schemasByName),
        "additionalProperties": SchemaKeyword(.schema), "propertyNames": SchemaKeyword(.schema),
        "unevaluatedProperties": SchemaKeyword(.schema), "prefixItems": SchemaKeyword(.schemas),
        "items": SchemaKeyword(.schema), "contains": SchemaKeyword(.schema), "unevaluatedItems": SchemaKeyword(.schema),
        "minContains": SchemaKeyword(.count), "maxContains": SchemaKeyword(.count), "pattern": SchemaKeyword(.text),
    ]

    /// The keywords that change nothing.
    private static let annotations: [String: SchemaKeyword] = [
        "$schema": SchemaKeyword(.text), "$vocabulary": SchemaKeyword(.any), "$comment": SchemaKeyword(.text),
        "title": SchemaKeyword(.text), "description": SchemaKeyword(.text), "default": SchemaKeyword(.any),
        "deprecated": SchemaKeyword(.flag), "readOnly": SchemaKeyword(.flag), "writeOnly": SchemaKeyword(.flag),
        "examples": SchemaKeyword(.list), "format": SchemaKeyword(.text), "contentEncoding": SchemaKeyword(.text),
        "contentMediaType": SchemaKeyword(.text), "contentSchema": SchemaKeyword(.schema),
    ]

    /// The keywords that compare a value with their own.
    private static let assertions: [String: SchemaKeyword] = [
        "type": SchemaKeyword(.types) { argument, value in
            let types = argument.text.map { [$0] } ?? argument.list.compactMap(\.text)
            return types.contains(where: value.hasType) ? [] : ["must be \(phrase(types))"]
        },
        "enum": SchemaKeyword(.list) { argument, value in
            let value = value.canonical
            // The compiler has stored the argument in canonical form.
            if argument.list.contains(value) { return [] }
            return ["must be \(alternatives(argument.list.prefix(12).map(shown)))"]
        },
        "const": SchemaKeyword(.any) { $0 == $1.canonical ? [] : ["must be \(shown($0))"] },
        "multipleOf": number(.positiveNumber, { $1.isMultiple(of: $0) }, "a multiple of"),
        "maximum": number(.number, { $1 <= $0 }, "at most"),
        "exclusiveMaximum": number(.number, { $1 < $0 }, "less than"),
        "minimum": number(.number, { $1 >= $0 }, "at least"),
        "exclusiveMinimum": number(.number, { $1 > $0 }, "greater than"),
        "maxLength": size({ $1 <= $0 }, "at most", "character") { $0.text?.unicodeScalars.count },
        "minLength": size({ $1 >= $0 }, "at least", "character") { $0.text?.unicodeScalars.count },
        "maxItems": size({ $1 <= $0 }, "at most", "entry") { $0.elements?.count },
        "minItems": size({ $1 >= $0 }, "at least", "entry") { $0.elements?.count },
        "maxProperties": size({ $1 <= $0 }, "at most", "key") { $0.names?.count },
        "minProperties": size({ $1 >= $0 }, "at least", "key") { $0.names?.count },
        "uniqueItems": SchemaKeyword(.flag) { argument, value in
            guard argument.truth == true, let items = value.elements else { return [] }
            return Set(items.map(\.canonical)).count == items.count ? [] : ["must have no entry twice"]
        },
        "required": SchemaKeyword(.texts) { argument, value in
            value.names.map { missing(argument, in: $0) } ?? []
        },
        "dependentRequired": SchemaKeyword(.textsByName) { argument, value in
            guard let names = value.names else { return [] }
            return argument.members.filter { names.contains($0.name) }.flatMap { missing($0.value, in: names) }
        },
    ]

    private static func missing(_ required: JSONValue, in names: Set<String>) -> [SchemaFault] {
        required.list.compactMap(\.text).filter { !names.contains($0) }.map { SchemaFault(missing: $0) }
    }

    private static func number(
        _ form: ValueForm, _ test: @escaping @Sendable (_ limit: ExactDecimal, _ number: ExactDecimal) -> Bool,
        _ words: String
    ) -> SchemaKeyword {
        SchemaKeyword(form) { argument, value in
            guard let limit = argument.decimal, let number = value.decimal else { return [] }
            return test(limit, number) ? [] : ["must be \(words) \(argument.plainText)"]
        }
    }

    private static func size(
        _ test: @escaping @Sendable (_ limit: Int, _ size: Int) -> Bool, _ words: String, _ unit: String,
        of size: @escaping @Sendable (JSONValue) -> Int?
    ) -> SchemaKeyword {
        SchemaKeyword(.count) { argument, value in
            guard let limit = argument.decimal?.int, let size = size(value), !test(limit, size) else { return [] }
            let units = limit == 1 ? unit : unit == "entry" ? "entries" : unit + "s"
            return ["must have \(words) \(limit) \(units)"]
        }
    }

    // MARK: Words of messages

    private static func phrase(_ types: [String]) -> String {
        alternatives(types.map { names[$0] ?? $0 })
    }

    /// The names of types for people who write notes.
    private static let names = [
        "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
        "array": "a list", "object": "a mapping", "null": "empty",
    ]

    private static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "one of no values" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    static func shown(_ value: JSONValue) -> String {
        if let text = value.text { return "'\(text)'" }
        return value.isNull ? "empty" : String(decoding: value.written, as: UTF8.self)
    }
}

extension JSONValue {
    /// The elements of an array, or nil for another value.
    var elements: [JSONValue]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    /// The names of the members of an object, or nil for another value.
    var names: Set<String>? {
        guard case .object(let members) = self else { return nil }
        return Set(members.map(\.name))
    }

    /// The names of types in schemas.
    static let typeNames: Set = ["null", "boolean", "object", "array", "number", "integer", "string"]

    fileprivate func hasType(_ name: String) -> Bool {
        switch self {
        case .null: name == "null"
        case .bool: name == "boolean"
        case .number: name == "number" || name == "integer" && decimal?.isInteger == true
        case .string: name == "string"
        case .array: name == "array"
        case .object, .raw: name == "object"
        }
    }
}
