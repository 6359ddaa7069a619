import Searching
import SourceText
import Testing

/// JSON Schema 2020-12 for values of notes.
@Suite struct SchemaTests {
    private func violations(_ schema: String, _ value: String) throws -> [String] {
        let schema = try SchemaDocument(Array(schema.utf8))
        return try schema.violations(in: #require(JSONValue(parsing: value))).map {
            "\($0.place): \($0.message)"
        }
    }

    @Test(
        arguments: [
            (#"{"type": ["integer", "null"]}"#, ["3", "1.0", "-2e3", "null"], ["1.5", "\"1\"", "true", "[]"]),
            (#"{"multipleOf": 0.01}"#, ["4.35", "0", "1e300", "-0.07", "\"x\""], ["0.001", "1e-9"]),
            (#"{"minimum": 1, "exclusiveMaximum": 1e400}"#, ["1", "1.0", "9e399"], ["0.99", "1e400", "-1e401"]),
            (#"{"enum": [1, {"a": [1.0], "b": 2}]}"#, ["1.00", #"{"b": 2.0, "a": [1]}"#], ["\"1\"", "{}"]),
            (#"{"const": null}"#, ["null"], ["0", "\"\""]),
            (#"{"minLength": 2, "maxLength": 3}"#, ["\"äöü\"", "5"], ["\"ä\"", "\"äöüß\""]),
            (#"{"pattern": "^\\d{2}$"}"#, ["\"12\"", "7"], ["\"123\"", "\"1\\n12\"", "\"१२\""]),
            (#"{"pattern": "^[\\w-]+@x$"}"#, ["\"a-1@x\""], ["\"é@x\""]),
            (
                #"{"uniqueItems": true}"#, ["[1, 2]", "[[1], [2]]"],
                ["[1, 1.0]", #"[{"a": 1, "b": 2}, {"b": 2, "a": 1}]"#]
            ),
            (
                #"{"prefixItems": [{"type": "string"}], "items": {"type": "number"}}"#, ["[]", "[\"a\", 1]"],
                ["[1]", "[\"a\", \"b\"]"]
            ),
            (
                #"{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}"#, ["[1, 1]", "[1, 2, 1, 1]"],
                ["[1]", "[1, 1, 1, 1]"]
            ),
            (#"{"dependentRequired": {"a": ["b"]}}"#, ["{}", #"{"a": 1, "b": 1}"#], [#"{"a": 1}"#]),
            (#"{"propertyNames": {"maxLength": 1}}"#, [#"{"a": 1}"#], [#"{"ab": 1}"#]),
            (#"{"oneOf": [{"type": "integer"}, {"minimum": 2}]}"#, ["1", "2.5"], ["3", "1.5"]),
            (#"{"not": {"type": "string"}}"#, ["1"], ["\"a\""]),
            (
                #"{"if": {"minimum": 10}, "then": {"multipleOf": 10}, "else": {"maximum": 5}}"#, ["20", "3"],
                ["15", "7"]
            ),
            (
                ##"{"$ref": "#list", "$defs": {"n": {"$anchor": "list", "properties": {"next": {"$ref": "#/$defs/n"}}, "##
                    + #""required": ["v"]}}}"#,
                [#"{"v": 1, "next": {"v": 2}}"#], [#"{"v": 1, "next": {}}"#]
            ),
            (
                #"{"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}"#, [#"{"a": 1}"#],
                [#"{"a": 1, "b": 2}"#]
            ),
        ] as [(String, [String], [String])])
    func `values conform or do not`(schema: String, valid: [String], invalid: [String]) throws {
        for value in valid { #expect(try violations(schema, value) == [], "\(value)") }
        for value in invalid { #expect(try violations(schema, value) != [], "\(value)") }
    }

    @Test func `a violation names the innermost value and what it must be`() throws {
        let schema = #"""
            {"properties": {"year": {"type": "integer", "maximum": 2030}, "cast": {"items": {"required": ["name"]}},
             "format": {"anyOf": [{"const": "print"}, {"type": "null"}]}},
             "required": ["title"], "additionalProperties": false}
            """#
        let found = try violations(schema, #"{"year": 2030.5, "cast": [{"name": 1}, {}], "format": "x", "b": 1}"#)
        #expect(
            found == [
                ": must have the key 'title'", "year: must be a whole number", "year: must be at most 2030",
                "cast[1]: must have the key 'name'", "format: must be 'print' or must be empty", "b: must not be there",
            ])
    }

    @Test(arguments: [
        ("{", "not valid JSON"), ("[]", "must be an object"), (#"{"minimum": "1"}"#, "'minimum' must be a number"),
        (#"{"type": "text"}"#, "'type' must be one or several of"), (#"{"items": [true]}"#, "at /items"),
        (#"{"properties": {"a": {"pattern": "(?=x)"}}}"#, "at /properties/a"),
        (##"{"$ref": "#/$defs/a"}"##, "there is no"),
        (#"{"$ref": "https://example.com/a.json"}"#, "slip reads no other"), (#"{"$ref": "other.json"}"#, "no other"),
        (##"{"x": [true], "$ref": "#/x/00"}"##, "there is no"),
        (#"{"minimum": 1"# + String(repeating: "0", count: 500) + "}", "at most 400 digits"),
    ]) func `a schema that cannot be used is refused with the reason`(schema: String, reason: String) throws {
        let error = try #require(throws: SchemaError.self) { try SchemaDocument(Array(schema.utf8)) }
        #expect(error.message.contains(reason), "\(error.message)")
    }

    @Test func `a schema that is nested too deeply, or too large, is refused`() throws {
        let deep = String(repeating: #"{"not": "#, count: 200) + "true" + String(repeating: "}", count: 200)
        let large = #"{"description": ""# + String(repeating: "x", count: 300_000) + "\"}"
        let parts = Array(repeating: "true", count: 1000).joined(separator: ", ")
        let long = #"{"properties": {""# + String(repeating: "x", count: 100_000) + #"": {"allOf": [\#(parts)]}}}"#
        let many = #"{"allOf": ["# + Array(repeating: "true", count: 51_000).joined(separator: ",") + "]}"
        for (schema, reason) in [
            (deep, "too deeply"), (large, "larger than"), (long, "too many parts"), (many, "too many parts"),
        ] {
            let error = try #require(throws: SchemaError.self) { try SchemaDocument(Array(schema.utf8)) }
            #expect(error.message.contains(reason), "\(error.message)")
        }
    }

    @Test(arguments: [
        // A reference to itself, and one that doubles the work at each of 40 levels.
        ##"{"$ref": "#"}"##,
        ##"{"$defs": {"##
            + (0..<40).map { level in
                let next = ##"{"$ref": "#/$defs/d\##(level + 1)"}"##
                return #""d\#(level)": {"allOf": [\#(next), \#(next)]}"#
            }.joined(separator: ", ") + ##", "d40": true}, "$ref": "#/$defs/d0"}"##,
    ]) func `a schema without end stops with an error`(schema: String) throws {
        let schema = try SchemaDocument(Array(schema.utf8))
        #expect(throws: SchemaError.self) { try schema.violations(in: [1]) }
    }

    @Test func `a schema with very many faults, or with long values that it tests often, stops with an error`() throws {
        func repeated(_ definition: String, _ count: Int) throws -> SchemaDocument {
            let references = Array(repeating: ##"{"$ref": "#/$defs/d"}"##, count: count).joined(separator: ",")
            return try SchemaDocument(Array(#"{"$defs": {"d": \#(definition)}, "allOf": [\#(references)]}"#.utf8))
        }
        let names = (0..<5000).map { "\"k\($0)\"" }.joined(separator: ",")
        let faults = try repeated(#"{"dependentRequired": {"a": [\#(names)]}}"#, 3000)
        #expect(throws: SchemaError.self) { try faults.violations(in: #require(JSONValue(parsing: #"{"a": 1}"#))) }
        let digits = try #require(JSONValue(parsing: "1" + String(repeating: "0", count: 100_000)))
        let numbers = try repeated(#"{"maximum": 1}"#, 3000)
        #expect(throws: SchemaError.self) { try numbers.violations(in: digits) }
    }

    @Test func `large patterns on a long text stop with an error`() throws {
        let patterns = (0..<20).map { #"{"pattern": "^(a|b)*a(a|b){\#(480 + $0)}c$"}"# }
        let text = (0..<50_000).map { $0 * $0 % 7 < 3 ? "a" : "b" }.joined()
        #expect(throws: SchemaError.self) {
            try violations(#"{"allOf": [\#(patterns.joined(separator: ","))]}"#, "\"\(text)\"")
        }
    }

    @Test func `unknown keywords are named once`() throws {
        let schema = try SchemaDocument(
            Array(#"{"requird": [], "x": 1, "allOf": [{"x": 2, "title": "t", "format": "date"}]}"#.utf8))
        #expect(schema.unknownKeywords == ["requird", "x"])
    }
}
