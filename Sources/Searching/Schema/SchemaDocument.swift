import RegularExpressions
package import SourceText

/// A compiled JSON Schema 2020-12 (https://json-schema.org/draft/2020-12).
///
/// It supports all keywords of the core, applicator, validation and unevaluated vocabularies. References must stay in the
/// document. `format` and the keywords for content are annotations, which test nothing.
package struct SchemaDocument: Sendable {
    /// The largest file that is read, in bytes.
    package static let maximumSize = 256 << 10

    var nodes: [SchemaNode] = []
    /// The resources by number: the document, and its parts with an `$id`.
    var resources: [SchemaResource] = []
    /// The patterns of `pattern` and `patternProperties`.
    var patterns: [Pattern] = []
    /// The unknown keywords, which are ignored, in alphabetical order.
    package internal(set) var unknownKeywords: [String] = []

    /// Compiles a document.
    ///
    /// - Throws: `SchemaError` if it is not a schema, too large or too deep, or if a reference leads out of it.
    package init(_ bytes: [UInt8]) throws(SchemaError) {
        guard bytes.count <= Self.maximumSize else {
            throw SchemaError("it is larger than \(Self.maximumSize >> 10) KiB")
        }
        guard let value = JSONValue(bytes: bytes) else { throw SchemaError("it is not valid JSON") }
        try self.init(value)
    }

    package init(_ value: JSONValue) throws(SchemaError) {
        var compiler = SchemaCompiler()
        self = try compiler.compile(value)
    }

    init() {}

    /// Returns where a value does not conform, in the order of the schema and at most 100 places.
    ///
    /// - Throws: `SchemaError` if the test takes too many steps: schemas may come from strangers.
    package func violations(in value: JSONValue) throws(SchemaError) -> [SchemaViolation] {
        var evaluation = SchemaEvaluation(self)
        return try evaluation.violations(in: value)
    }
}

/// The reason why a schema cannot be used, without the name of its file.
package struct SchemaError: Error, Hashable, Sendable {
    package let message: String

    init(_ message: String) { self.message = message }
}

/// A part of a schema document with its own `$id`, or the whole document.
struct SchemaResource: Sendable {
    var address: SchemaAddress
    var value: JSONValue
    /// The nodes by `$dynamicAnchor`.
    var dynamicAnchors: [String: Int] = [:]
}

/// A schema, of which other schemas may be parts.
struct SchemaNode: Sendable {
    /// The value of a schema that is only `true` or `false`.
    var truth: Bool?
    /// The number of its resource.
    var resource: Int
    var tests: [(argument: JSONValue, test: SchemaKeyword.ValueTest)] = []
    /// The number of values that the tests compare with, which counts as work.
    var cost = 1
    /// Whether a test compares all values that the value contains.
    var comparesWhole = false
    /// The parts by keyword.
    var parts: [String: Int] = [:]
    var lists: [String: [Int]] = [:]
    var named: [String: [(name: String, node: Int)]] = [:]
    /// The number of the pattern of `pattern`, and of each key of `patternProperties`.
    var pattern: Int?
    var namePatterns: [(pattern: Int, node: Int)] = []
    /// The numbers of entries that must conform to `contains`.
    var leastContained = 1
    var mostContained = Int.max
    var reference: Int?
    /// The target of `$dynamicRef`, and the name that is looked up while evaluating, if the target has it.
    var dynamicReference: (node: Int, anchor: String?)?
}
