import Foundation
import SourceText
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    private indirect enum Value {
        case object([(String, Value)])
        case array([Value])
        case text(String)
        case number(Double)
        case whole(Int64)
        case bool(Bool)
        case null
    }

    private func value(_ depth: Int, _ random: inout FixedGenerator) -> Value {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .text(text(&random))
        case 1: return .whole(Int64.random(in: -(1 << 53)...(1 << 53), using: &random))
        case 2: return .bool(Bool.random(using: &random))
        case 3: return .null
        case 4:
            let bits = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
            return .number(bits.isFinite ? bits : 0.1)
        case 5: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth - 1, &random) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map { ("\($0)" + text(&random), value(depth - 1, &random)) }
            )
        }
    }

    private func text(_ random: inout FixedGenerator) -> String {
        String(
            String.UnicodeScalarView(
                (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
                    Unicode.Scalar(
                        UInt32.random(in: Bool.random(using: &random) ? 0...0x7F : 0...0x10FFFF, using: &random))
                }))
    }

    @Test func `characters that a terminal would obey are escaped, wherever they are`() throws {
        for value in Array(0x7F...0x9F) + Array(0x2028...0x202E) + Array(0x2066...0x2069) {
            let scalar = try #require(Unicode.Scalar(UInt32(value)))
            for length in 0..<18 {
                let text = String(repeating: "a", count: length) + "é\(scalar)–b\(scalar)"
                var json = JSONWriter()
                json.string(text)
                #expect(!json.text.unicodeScalars.contains(scalar), "\(json.text)")
                let read = try JSONDecoder().decode(String.self, from: Data(json.bytes))
                #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
            }
        }
        for text in ["\u{A0}", "\u{2027}", "\u{202F}", "\u{2065}", "\u{206A}", "’–…€"] {
            var json = JSONWriter()
            json.string(text)
            #expect(json.text == "\"\(text)\"")
        }
    }

    private func write(_ value: Value, _ json: inout JSONWriter) {
        switch value {
        case .object(let entries):
            json.object { json in
                for (key, value) in entries {
                    json.key(key)
                    write(value, &json)
                }
            }
        case .array(let values): json.array { json in for value in values { write(value, &json) } }
        case .text(let text): json.string(text)
        case .number(let number): json.number(number)
        case .whole(let number): json.int(number)
        case .bool(let bool): json.bool(bool)
        case .null: json.null()
        }
    }

    private func isSame(_ value: Value, _ found: Any) -> Bool {
        switch value {
        case .object(let entries):
            guard let found = found as? [String: Any], found.count == entries.count else { return false }
            return entries.allSatisfy { key, value in found[key].map { isSame(value, $0) } ?? false }
        case .array(let values):
            guard let found = found as? [Any], found.count == values.count else { return false }
            return zip(values, found).allSatisfy { isSame($0, $1) }
        case .text(let text): return (found as? String).map { Array($0.utf8) == Array(text.utf8) } ?? false
        // Foundation reads numbers with an error in the last place; strtod, below, without.
        case .number(let number):
            return (found as? NSNumber).map { abs($0.doubleValue - number) <= abs(number) * 1e-14 } ?? false
        case .whole(let number): return (found as? NSNumber)?.int64Value == number
        case .bool(let bool): return (found as? Bool) == bool
        case .null: return found is NSNull
        }
    }

    @Test func `Foundation decodes the values that were encoded`() throws {
        var random = FixedGenerator(66)
        for _ in 0..<1500 {
            let value = value(3, &random)
            var json = JSONWriter()
            json.array { write(value, &$0) }
            let found = try #require(
                try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [Any], "\(json.text)")
            #expect(isSame(value, found[0]), "\(json.text)")
            #expect(!json.bytes.contains { $0 < 0x20 || $0 == 0x7F })
        }
    }

    @Test func `numbers are read back to the bit`() {
        var random = FixedGenerator(67)
        for _ in 0..<5000 {
            let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
            if !number.isFinite { continue }
            var json = JSONWriter()
            json.number(number)
            #expect(unsafe strtod(json.text, nil) == number, "\(json.text)")
        }
    }

    @Test func `numbers that JSON cannot say are null, and whole ones have no point`() {
        var json = JSONWriter()
        json.array { json in
            for number in [Double.nan, .infinity, -0.0, 3, 1e15, 1e300, 0.1, -2.5] { json.number(number) }
        }
        #expect(json.text == "[null, null, 0, 3, 1000000000000000, 1e+300, 0.1, -2.5]")
    }

    @Test func `text taken out on the way does not break the commas`() {
        var json = JSONWriter()
        var all: [UInt8] = []
        json.array { json in
            for number in 0..<3 {
                json.int(number)
                all += json.drain()
            }
        }
        all += json.drain()
        #expect(String(decoding: all, as: UTF8.self) == "[0, 1, 2]")
    }
}
