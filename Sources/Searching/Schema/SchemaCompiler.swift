import RegularExpressions
import SourceText

/// Compiles a JSON value to a `Schema`: checks the form of all keywords, and resolves references.
struct SchemaCompiler {
    private static let maximumDepth = 100
    private static let maximumPatterns = 100
    private static let maximumNodes = 50_000
    /// The most bytes of all pointers, which are long below a long name.
    private static let maximumPointerBytes = 16 << 20
    private static let maximumDigits = 400

    private var schema = SchemaDocument()
    private var unknown: Set<String> = []
    private var numbers: [SchemaAddress: Int] = [:]
    private var patternNumbers: [String: Int] = [:]
    private var references: [PendingReference] = []
    private var pointerBytes = 0

    private struct PendingReference {
        var node: Int
        var address: SchemaAddress
        var isDynamic: Bool
    }

    /// A schema in the document.
    private struct SchemaPlace {
        var resource: Int
        /// The address of the resource, with a JSON pointer (RFC 6901) as its fragment.
        var pointer = ""
        var depth = 0

        func step(_ names: String...) -> SchemaPlace {
            let added = names.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }
            return SchemaPlace(resource: resource, pointer: pointer + added.joined(), depth: depth + 1)
        }
    }

    mutating func compile(_ value: JSONValue) throws(SchemaError) -> SchemaDocument {
        schema.resources = [SchemaResource(address: .file, value: value)]
        _ = try node(value, at: SchemaPlace(resource: 0))
        // A reference to a place that no keyword reaches compiles it, which may add references.
        while let reference = references.popLast() { try resolve(reference) }
        schema.unknownKeywords = unknown.sorted()
        return schema
    }

    // MARK: Nodes

    private mutating func node(_ value: JSONValue, at place: SchemaPlace) throws(SchemaError) -> Int {
        if place.depth > Self.maximumDepth { throw SchemaError("it is nested too deeply") }
        let number = schema.nodes.count
        pointerBytes += place.pointer.utf8.count
        if number >= Self.maximumNodes || pointerBytes > Self.maximumPointerBytes {
            throw SchemaError("it has too many parts")
        }
        schema.nodes.append(SchemaNode(truth: value.truth, resource: place.resource))
        guard case .object(let members) = value else {
            guard value.truth != nil else {
                throw fault("a schema must be an object, true or false", at: place)
            }
            register(number, at: place)
            return number
        }
        var place = place
        if let id = value["$id"]?.text {
            let address = address(of: place).resolving(id)
            if let fragment = address.fragment, !fragment.isEmpty {
                throw fault("'$id' must have no fragment", at: place)
            }
            register(number, at: place)
            schema.resources.append(SchemaResource(address: address.resource, value: value))
            place = SchemaPlace(resource: schema.resources.count - 1, depth: place.depth)
            schema.nodes[number].resource = place.resource
        }
        register(number, at: place)
        var last: [String: Int] = [:]
        for (index, member) in members.enumerated() { last[member.name] = index }
        for (index, member) in members.enumerated() where last[member.name] == index {
            guard let keyword = SchemaKeyword.all[member.name] else {
                unknown.insert(member.name)
                continue
            }
            if let form = Self.expectation(keyword.form, member.value) {
                throw fault("'\(member.name)' must be \(form)", at: place)
            }
            try add(member.name, member.value, keyword: keyword, to: number, at: place)
        }
        return number
    }

    private func address(of place: SchemaPlace) -> SchemaAddress { schema.resources[place.resource].address }

    private func fault(_ message: String, at place: SchemaPlace) -> SchemaError {
        SchemaError(place.pointer.isEmpty ? message : "\(message), at \(place.pointer)")
    }

    private mutating func register(_ number: Int, at place: SchemaPlace, anchor: String? = nil) {
        var address = address(of: place)
        // Without a fragment, or with an empty one, an address names the whole resource.
        let fragment = anchor ?? place.pointer
        address.fragment = fragment.isEmpty ? nil : fragment
        numbers[address] = numbers[address] ?? number
    }

    private mutating func add(
        _ name: String, _ value: JSONValue, keyword: SchemaKeyword, to number: Int, at place: SchemaPlace
    ) throws(SchemaError) {
        if let test = keyword.test {
            let argument = ["enum", "const"].contains(name) ? value.canonical : value
            schema.nodes[number].tests.append((argument, test))
            schema.nodes[number].cost += value.size
            if ["enum", "const", "uniqueItems"].contains(name) { schema.nodes[number].comparesWhole = true }
        }
        switch keyword.form {
        case .schema: schema.nodes[number].parts[name] = try node(value, at: place.step(name))
        case .schemas:
            for (index, value) in value.list.enumerated() {
                let part = try node(value, at: place.step(name, String(index)))
                schema.nodes[number].lists[name, default: []].append(part)
            }
        case .schemasByName:
            // An empty mapping counts as one.
            schema.nodes[number].named[name] = []
            for member in value.members {
                let part = try node(member.value, at: place.step(name, member.name))
                schema.nodes[number].named[name]?.append((member.name, part))
                if name == "patternProperties" {
                    let pattern = try pattern(member.name, at: place)
                    schema.nodes[number].namePatterns.append((pattern, part))
                }
            }
        case .text, .count: try addText(name, value, to: number, at: place)
        case .any, .texts, .textsByName, .flag, .number, .positiveNumber, .list, .types: break
        }
    }

    private mutating func addText(
        _ name: String, _ value: JSONValue, to number: Int, at place: SchemaPlace
    ) throws(SchemaError) {
        let text = value.text ?? ""
        switch name {
        case "$ref", "$dynamicRef":
            let target = address(of: place).resolving(text)
            references.append(PendingReference(node: number, address: target, isDynamic: name == "$dynamicRef"))
        case "$anchor": register(number, at: place, anchor: text)
        case "$dynamicAnchor":
            register(number, at: place, anchor: text)
            let known = schema.resources[place.resource].dynamicAnchors[text]
            schema.resources[place.resource].dynamicAnchors[text] = known ?? number
        case "pattern": schema.nodes[number].pattern = try pattern(text, at: place)
        case "minContains": schema.nodes[number].leastContained = value.decimal?.int ?? .max
        case "maxContains": schema.nodes[number].mostContained = value.decimal?.int ?? .max
        default: break
        }
    }

    private mutating func pattern(_ text: String, at place: SchemaPlace) throws(SchemaError) -> Int {
        if let known = patternNumbers[text] { return known }
        guard schema.patterns.count < Self.maximumPatterns else {
            throw SchemaError("it has more than \(Self.maximumPatterns) patterns")
        }
        do throws(PatternError) {
            schema.patterns.append(try SchemaPattern.compiled(text))
        } catch {
            throw fault("the pattern '\(text)' cannot be used: \(error.message)", at: place)
        }
        patternNumbers[text] = schema.patterns.count - 1
        return schema.patterns.count - 1
    }

    // MARK: References

    private mutating func resolve(_ reference: PendingReference) throws(SchemaError) {
        var address = reference.address
        if address.fragment?.isEmpty == true { address.fragment = nil }
        var found = numbers[address]
        if found == nil { found = try unregistered(address) }
        guard let target = found else {
            throw SchemaError(
                numbers[address.resource] == nil
                    ? "'\(address.text)' is not in this file, and slip reads no other"
                    : "there is no '\(address.fragment ?? "")' in it")
        }
        guard reference.isDynamic else {
            schema.nodes[reference.node].reference = target
            return
        }
        let resource = schema.resources[schema.nodes[target].resource]
        let isDynamic = address.fragment.map { resource.dynamicAnchors[$0] == target } ?? false
        schema.nodes[reference.node].dynamicReference = (target, isDynamic ? address.fragment : nil)
    }

    /// Compiles the value at a JSON pointer that no keyword reaches.
    private mutating func unregistered(_ address: SchemaAddress) throws(SchemaError) -> Int? {
        guard let pointer = address.fragment, pointer.hasPrefix("/"),
            let resource = schema.resources.firstIndex(where: { $0.address == address.resource })
        else { return nil }
        var value = schema.resources[resource].value
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
            // Of the notations of a number, a pointer has only one: `0`, `12` (RFC 6901, section 4).
            let index = Int(name).flatMap { String($0) == name && value.list.indices.contains($0) ? $0 : nil }
            guard let next = value[name] ?? index.map({ value.list[$0] }) else { return nil }
            value = next
        }
        return try node(value, at: SchemaPlace(resource: resource, pointer: pointer))
    }
}

extension SchemaCompiler {
    /// Returns what the value of a keyword must be, or nil if it has the form.
    fileprivate static func expectation(_ form: SchemaKeyword.ValueForm, _ value: JSONValue) -> String? {
        if case .number(let text) = value, text.utf8.count > maximumDigits {
            return "a number of at most \(maximumDigits) digits"
        }
        return switch form {
        case .any, .schema: nil
        case .text: value.text == nil ? "text" : nil
        case .texts: areTexts(value) ? nil : "a list of texts"
        case .textsByName:
            value.names != nil && value.members.allSatisfy { areTexts($0.value) }
                ? nil : "an object with lists of texts"
        case .flag: value.truth == nil ? "true or false" : nil
        case .number: value.decimal == nil ? "a number" : nil
        case .positiveNumber:
            value.decimal.map { $0 > ExactDecimal() } ?? false ? nil : "a number greater than 0"
        case .count: value.decimal.map { $0.isInteger && $0 >= ExactDecimal() } ?? false ? nil : "a whole number"
        case .list: value.elements == nil ? "a list" : nil
        case .types:
            !types(value).isEmpty && JSONValue.typeNames.isSuperset(of: types(value))
                ? nil
                : "one or several of: \(JSONValue.typeNames.sorted().joined(separator: ", "))"
        case .schemas: value.list.isEmpty ? "a list of schemas that is not empty" : nil
        case .schemasByName: value.names == nil ? "an object with schemas" : nil
        }
    }

    private static func areTexts(_ value: JSONValue) -> Bool {
        value.elements?.allSatisfy { $0.text != nil } ?? false
    }

    private static func types(_ value: JSONValue) -> [String] {
        value.text.map { [$0] } ?? value.list.map { $0.text ?? "" }
    }
}
