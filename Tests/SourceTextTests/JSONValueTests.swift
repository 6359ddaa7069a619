import Foundation
import SourceText
import TestSupport
import Testing

@Suite struct JSONValueTests {
    private static func value(_ depth: Int, _ random: inout FixedGenerator) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 5 : 3), using: &random) {
        case 0: .string(RandomText.make(8, using: &random) + (Bool.random(using: &random) ? "\u{1}\"\\\n" : ""))
        case 1: .number(String(Int64.random(in: .min ... .max, using: &random)))
        case 2: .bool(Bool.random(using: &random))
        case 3: .null
        case 4: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth - 1, &random) })
        default:
            .object(
                (0..<Int.random(in: 0...4, using: &random)).map {
                    JSONValue.Member(
                        name: "\($0)" + RandomText.make(4, using: &random), value: value(depth - 1, &random))
                })
        }
    }

    @Test func `a decoded value equals the one that was encoded`() {
        var random = FixedGenerator(91)
        for _ in 0..<2000 {
            let value = Self.value(4, &random)
            var json = JSONWriter()
            value.write(to: &json)
            #expect(JSONValue(parsing: json.text) == value, "\(json.text)")
        }
    }

    @Test func `what Foundation writes is read, with every escape`() throws {
        var random = FixedGenerator(92)
        for _ in 0..<300 {
            let text = RandomText.make(12, using: &random)
            let bytes = try JSONSerialization.data(withJSONObject: [text, "😀/\u{7}"], options: [.prettyPrinted])
            #expect(
                JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
                    == .array([.string(text), .string("😀/\u{7}")]))
        }
        #expect(JSONValue(parsing: #" {"a" : "\u00e9\ud83d\ude00\/\b\f\t" , "b":[ -1.5e3 ] } "#)?.plainText != nil)
        #expect(JSONValue(parsing: #""\u00e9\ud83d\ude00""#) == .string("é😀"))
        // Half a character is none, and takes nothing with it.
        #expect(JSONValue(parsing: #""a\ud800b\ude00\ud83d\u0041""#) == .string("a\u{FFFD}b\u{FFFD}\u{FFFD}A"))
    }

    @Test(
        arguments: [
            "", "{", "[1,]", "[1 2]", #"{"a"}"#, #"{"a":}"#, "tru", "nan", "+1", ".5", #""\x""#, "\"a",
            #""\u12""#, "01", "-01", "1.", "1.e5", "-.5", "0x1F", "1e", "-", "\"a\tb\"", "\"a\nb\"", "\"\u{0}\"", "1 2",
            "[", String(repeating: "[", count: 100_000),
        ])
    func `what is no JSON is nothing`(_ text: String) {
        #expect(JSONValue(parsing: text) == nil)
    }

    @Test(
        arguments: [
            ("a", "1"), ("b.c", "x, y"), ("b.d.e", "true"), ("list.k", "1|2"), ("dotted.name", "z"), ("b", "{"),
            ("nothing", ""), ("a.b", ""), ("deep.é", "3"),
        ])
    func `a property is found by its folded name, through objects and lists`(_ name: String, _ expected: String) throws
    {
        let json = #"""
            {"A": 1, "b": {"C": ["x", "y"], "d": {"e": true}}, "list": [{"k": 1}, {"k": 2}], "dotted.name": "z",
             "deep": {"É": 3}}
            """#
        let value = try #require(JSONValue(parsing: json))
        let texts = value.values(ofProperty: Folding.fold(name)).map(\.plainText)
        if expected == "{" {
            #expect(texts.first?.hasPrefix("{\"C\"") == true)
        } else {
            #expect(texts.joined(separator: "|") == expected)
        }
    }

    @Test func `JSON with escaped characters is the same value, without control and invisible characters`() throws {
        var text = String.UnicodeScalarView()
        for value in UInt32(0)...0x10FFFF { if let scalar = Unicode.Scalar(value) { text.append(scalar) } }
        let value = JSONValue.string(String(text))
        let escaped = SafeText.escapedJSON(value.written)
        #expect(JSONValue(bytes: escaped) == value)
        let left = String(decoding: escaped, as: UTF8.self).unicodeScalars.filter {
            $0.properties.isDefaultIgnorableCodePoint || $0.value < 0x20 || (0x7F..<0xA0).contains($0.value)
                || (0x2028...0x202E).contains($0.value)
        }
        #expect(left.isEmpty, "\(left.prefix(5).map { $0.value })")
    }
}
