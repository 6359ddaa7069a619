import RegularExpressions
import SourceText

/// One test of a value by a schema.
struct SchemaEvaluation {
    private static let maximumSteps = 200_000
    private static let maximumDepth = 100
    private static let maximumViolations = 100
    /// The bytes of text that cost as much as one step.
    private static let bytesPerStep = 64

    private let schema: SchemaDocument
    private var steps = 0
    private var depth = 0
    /// The resources that the evaluation went through to the current schema, for `$dynamicRef`.
    private var scope: [Int] = []
    private var matchers: [Int: Matcher] = [:]

    init(_ schema: SchemaDocument) { self.schema = schema }

    mutating func violations(in value: JSONValue) throws(SchemaError) -> [SchemaViolation] {
        Array(try outcome(of: 0, value, at: []).violations.prefix(Self.maximumViolations))
    }

    /// What a schema says about a value.
    private struct SchemaOutcome {
        var violations: [SchemaViolation] = []
        /// The members and elements that a keyword was applied to, for `unevaluatedProperties` and `unevaluatedItems`.
        var names: Set<String> = []
        var indices: Set<Int> = []

        var isValid: Bool { violations.isEmpty }

        /// Adds what another schema says about the same value.
        mutating func merge(_ other: SchemaOutcome) {
            violations += other.violations
            names.formUnion(other.names)
            indices.formUnion(other.indices)
        }

        mutating func add(_ message: String, at path: [SchemaViolation.PathStep]) {
            violations.append(SchemaViolation(path: path, message: message))
        }
    }

    private mutating func spend(_ count: Int) throws(SchemaError) {
        steps += count
        if steps > Self.maximumSteps { throw SchemaError("it takes too many steps to test a note with it") }
    }

    private mutating func outcome(
        of number: Int, _ value: JSONValue, at path: [SchemaViolation.PathStep]
    ) throws(SchemaError) -> SchemaOutcome {
        let node = schema.nodes[number]
        try spend(node.cost + (node.comparesWhole ? value.size : value.list.count + value.members.count))
        if let text = value.scalarText { try spend(text.utf8.count / Self.bytesPerStep) }
        var outcome = SchemaOutcome()
        if let truth = node.truth {
            if !truth { outcome.add("must not be there", at: path) }
            return outcome
        }
        // A schema that refers to itself for the same value never ends.
        guard depth < Self.maximumDepth else { throw SchemaError("it leads back to itself, or is nested too deeply") }
        depth += 1
        scope.append(node.resource)
        defer {
            depth -= 1
            scope.removeLast()
        }
        for (argument, test) in node.tests {
            let faults = test(argument, value)
            try spend(faults.count)
            for fault in faults {
                outcome.violations.append(
                    SchemaViolation(path: path, missingKey: fault.missingKey, message: fault.message))
            }
        }
        if let pattern = node.pattern, let text = value.text, try !matches(pattern, text) {
            outcome.add("does not match the pattern of the schema", at: path)
        }
        for target in targets(of: node) { outcome.merge(try self.outcome(of: target, value, at: path)) }
        try combine(node, value, at: path, into: &outcome)
        if let elements = value.elements { try testElements(elements, node, at: path, into: &outcome) }
        if case .object = value { try testMembers(of: value, node, at: path, into: &outcome) }
        return outcome
    }

    /// Returns the targets of `$ref` and `$dynamicRef`.
    private func targets(of node: SchemaNode) -> [Int] {
        let dynamic = node.dynamicReference.map { reference in
            reference.anchor.flatMap { anchor in
                scope.lazy.compactMap { schema.resources[$0].dynamicAnchors[anchor] }.first
            } ?? reference.node
        }
        return [node.reference, dynamic].compactMap { $0 }
    }

    private mutating func matches(_ pattern: Int, _ text: String) throws(SchemaError) -> Bool {
        let bytes = Array(text.utf8)
        try spend(bytes.count * max(1, schema.patterns[pattern].size / 32) / Self.bytesPerStep)
        return matchers[pattern, default: Matcher(schema.patterns[pattern])].matches(bytes, in: bytes.indices)
    }

    // MARK: Schemas for the same value

    private mutating func combine(
        _ node: SchemaNode, _ value: JSONValue, at path: [SchemaViolation.PathStep], into outcome: inout SchemaOutcome
    ) throws(SchemaError) {
        for part in node.lists["allOf"] ?? [] { outcome.merge(try self.outcome(of: part, value, at: path)) }
        if let parts = node.lists["anyOf"] { try choose(parts, value, at: path, isExclusive: false, into: &outcome) }
        if let parts = node.lists["oneOf"] { try choose(parts, value, at: path, isExclusive: true, into: &outcome) }
        if let part = node.parts["not"], try self.outcome(of: part, value, at: path).isValid {
            outcome.add("has a form that the schema excludes", at: path)
        }
        if let part = node.parts["if"] {
            let condition = try self.outcome(of: part, value, at: path)
            if condition.isValid { outcome.merge(condition) }
            if let part = node.parts[condition.isValid ? "then" : "else"] {
                outcome.merge(try self.outcome(of: part, value, at: path))
            }
        }
        for (name, part) in node.named["dependentSchemas"] ?? [] where value[name] != nil {
            outcome.merge(try self.outcome(of: part, value, at: path))
        }
    }

    private mutating func choose(
        _ parts: [Int], _ value: JSONValue, at path: [SchemaViolation.PathStep], isExclusive: Bool,
        into outcome: inout SchemaOutcome
    ) throws(SchemaError) {
        var valid = 0
        var failed: [SchemaOutcome] = []
        for part in parts {
            let result = try self.outcome(of: part, value, at: path)
            if result.isValid {
                valid += 1
                outcome.merge(result)
            } else {
                failed.append(result)
            }
        }
        if valid == 0 {
            outcome.violations += Self.nearest(failed, at: path)
        } else if isExclusive, valid > 1 {
            outcome.add("has \(valid) forms of which the schema allows only one", at: path)
        }
    }

    /// Returns the violations to report if none of several schemas allows a value: what each requires, if that is one thing
    /// about the value itself, else those of the schema with the fewest violations.
    private static func nearest(_ failed: [SchemaOutcome], at path: [SchemaViolation.PathStep]) -> [SchemaViolation] {
        let messages = failed.compactMap { outcome in
            outcome.violations.count == 1 && outcome.violations[0].path == path ? outcome.violations[0].message : nil
        }
        if messages.count == failed.count, messages.count > 1 {
            let distinct = messages.enumerated().filter { !messages[..<$0.offset].contains($0.element) }.map(\.element)
            return [SchemaViolation(path: path, message: distinct.prefix(5).joined(separator: " or "))]
        }
        let nearest = failed.min { $0.violations.count < $1.violations.count }
        return nearest?.violations ?? [SchemaViolation(path: path, message: "has none of the forms of the schema")]
    }

    // MARK: Schemas for parts of the value

    private mutating func testElements(
        _ elements: [JSONValue], _ node: SchemaNode, at path: [SchemaViolation.PathStep],
        into outcome: inout SchemaOutcome
    ) throws(SchemaError) {
        let prefix = node.lists["prefixItems"] ?? []
        for (index, (part, element)) in zip(prefix, elements).enumerated() {
            outcome.violations += try self.outcome(of: part, element, at: path + [.index(index)]).violations
            outcome.indices.insert(index)
        }
        if let part = node.parts["items"] {
            for (index, element) in elements.enumerated().dropFirst(prefix.count) {
                outcome.violations += try self.outcome(of: part, element, at: path + [.index(index)]).violations
                outcome.indices.insert(index)
            }
        }
        if let part = node.parts["contains"] {
            var count = 0
            for (index, element) in elements.enumerated()
            where try self.outcome(of: part, element, at: path + [.index(index)]).isValid {
                count += 1
                outcome.indices.insert(index)
            }
            if count < node.leastContained || count > node.mostContained {
                outcome.add(
                    "has \(count) entries of a form of which the schema allows \(node.containedCount)", at: path)
            }
        }
        if let part = node.parts["unevaluatedItems"] {
            for (index, element) in elements.enumerated() where !outcome.indices.contains(index) {
                outcome.violations += try self.outcome(of: part, element, at: path + [.index(index)]).violations
                outcome.indices.insert(index)
            }
        }
    }

    private mutating func testMembers(
        of value: JSONValue, _ node: SchemaNode, at path: [SchemaViolation.PathStep],
        into outcome: inout SchemaOutcome
    ) throws(SchemaError) {
        let members = value.members
        var own: Set<String> = []
        let properties = Dictionary(node.named["properties"] ?? []) { _, last in last }
        for member in members {
            var parts = properties[member.name].map { [$0] } ?? []
            for (pattern, part) in node.namePatterns where try matches(pattern, member.name) { parts.append(part) }
            if parts.isEmpty, let part = node.parts["additionalProperties"] { parts.append(part) }
            for part in parts {
                outcome.violations += try self.outcome(of: part, member.value, at: path + [.name(member.name)])
                    .violations
                own.insert(member.name)
            }
            if let part = node.parts["propertyNames"] {
                for violation in try self.outcome(of: part, .string(member.name), at: path).violations {
                    outcome.add("as a key \(violation.message)", at: path + [.name(member.name)])
                }
            }
        }
        outcome.names.formUnion(own)
        if let part = node.parts["unevaluatedProperties"] {
            for member in members where !outcome.names.contains(member.name) {
                outcome.violations += try self.outcome(of: part, member.value, at: path + [.name(member.name)])
                    .violations
            }
            outcome.names.formUnion(members.map(\.name))
        }
    }
}

extension JSONValue {
    /// The text of a string or number, whose tests take time in proportion to its length.
    fileprivate var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object, .raw: nil
        }
    }

    /// The number of values in the value, with itself.
    var size: Int {
        1 + list.reduce(0) { $0 + $1.size } + members.reduce(0) { $0 + $1.value.size }
    }
}

extension SchemaNode {
    /// The numbers of `minContains` and `maxContains` as text.
    fileprivate var containedCount: String {
        if mostContained == .max { return "at least \(leastContained)" }
        return leastContained == mostContained ? "\(leastContained)" : "\(leastContained) to \(mostContained)"
    }
}
