import Notes
import SourceText
import TestSupport
import Testing

@Suite struct `Front matter: faults` {
    @Test(arguments: [
        ("a: 1\nno colon here\nb: 2", #"{"a":"1","b":"2"}"#, [5]),
        ("a: 1\n- x\nb: 2", #"{"a":"1","b":"2"}"#, [5]),
        ("a: \"half\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: 'half\n  more\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: [x, y\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: {x: y\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: [x, \"y]\nb: 2", #"{"a":?,"b":"2"}"#, [7]),
        ("a: [x}\nb: 2", #"{"a":?,"b":"2"}"#, [5]),
        ("a: [x] y\nb: 2", #"{"a":?,"b":"2"}"#, [7]),
        ("a: \"x\" y\nb: 2", #"{"a":?,"b":"2"}"#, [7]),
        ("a: \"x\"# c\nb: 2", #"{"a":"x","b":"2"}"#, [6]),
        ("a: x: y\nb: 2", #"{"a":"x: y","b":"2"}"#, [4]),
        ("a: x:\nb: 2", #"{"a":"x:","b":"2"}"#, [4]),
        ("a: x\n  c: y\nb: 2", #"{"a":"x c: y","b":"2"}"#, [8]),
        ("a: \"x\"\n  c: y\nb: 2", #"{"a":"x","b":"2"}"#, [9]),
        ("a: &n 1\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: *n\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: !!str 1\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: [x, *n]\nb: 2", #"{"a":?,"b":"2"}"#, [7]),
        ("a:\n- x\n- &n y\n- z\nb: 2", #"{"a":["x",?,"z"],"b":"2"}"#, [9]),
        ("<<: *n\nb: 2", #"{"<<":?,"b":"2"}"#, [0]),
        ("? x\n: y\nb: 2", #"{"x":?,"b":"2"}"#, [2]),
        ("&n a: 1\nb: 2", #"{"&n a":?,"b":"2"}"#, [0]),
        ("%YAML 1.2\nb: 2", #"{"b":"2"}"#, [0]),
        ("a: @x\nb: 2", #"{"a":"@x","b":"2"}"#, [3]),
        ("a: \"\\q\"\nb: 2", #"{"a":?,"b":"2"}"#, [4]),
        ("a: \"\\ud800\"\nb: 2", #"{"a":?,"b":"2"}"#, [4]),
        ("a: - x\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: | x\n  y\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: ]\nb: 2", #"{"a":?,"b":"2"}"#, [3]),
        ("a: {{title}}\nb: 2", #"{"a":?,"b":"2"}"#, [4]),
        ("a: [x,, y]\nb: 2", #"{"a":["x","y"],"b":"2"}"#, [6]),
        ("a: [#x]\nb: 2", #"{"a":?,"b":"2"}"#, [4]),
        ("a: [[x]] y\nb: 2", #"{"a":"[[x]] y","b":"2"}"#, [3]),
        ("a:\n\t- x\n\t- y\nb: 2", #"{"a":["x","y"],"b":"2"}"#, [3, 8]),
        ("o:\n\tc: x\nb: 2", #"{"o":{"c":"x"},"b":"2"}"#, [3]),
        (" a: 1\nb: 2", #"{"a":"1","b":"2"}"#, [6]),
        ("o:\n    c: x\n  d: y\nb: 2", #"{"o":{"c":"x","d":"y"},"b":"2"}"#, [14]),
        ("o:\n  c: \"x\n  d: y\nb: 2", #"{"o":{"c":?,"d":"y"},"b":"2"}"#, [8]),
        ("a:\n- \"x\n- y\nb: 2", #"{"a":[?,"y"],"b":"2"}"#, [5]),
        ("a: |\n   x\n  y\nb: 2", #"{"a":"x\ny\n","b":"2"}"#, [12]),
        ("a: x # c\n  y\nb: 2", #"{"a":"x","b":"2"}"#, [11]),
    ])
    func `one fault costs no other key`(yaml: String, dump: String, places: [Int]) {
        let (mapping, diagnostics) = FrontMatter.document(Array(yaml.utf8))
        #expect(frontMatterDump(mapping) == dump)
        #expect(diagnostics.map(\.range.lowerBound) == places)
        #expect(diagnostics.allSatisfy { $0.kind == .frontMatter && !$0.message.isEmpty })
    }

    @Test(arguments: [
        "a: [x,\n>>>>>>> y]\nb: 2", "a: {x: 1,\n<<<<<<< y}\nb: 2", "a: \"x\n<<<<<<< y\"\nb: 2",
        "a: 'x\n>>>>>>> y' z\nb: 2", "a: [x,\n<<<<<<< o\ny]\nb: 2",
        "a: [x,\n<<<<<<< o\ny,\n=======\nz,\n>>>>>>> t\nv]\nb: 2",
        "a: \"x\n<<<<<<< o\ny\"\nb: 2", "a: x\n<<<<<<< o\n y\n=======\n z\n>>>>>>> t\nb: 2",
    ])
    func `a value with a marker of a conflict in it is none, and costs no other key`(yaml: String) {
        let (mapping, diagnostics) = FrontMatter.document(Array(yaml.utf8))
        #expect(frontMatterDump(mapping) == #"{"a":?,"b":"2"}"#)
        // One for the value, one for the conflict.
        #expect(diagnostics.count >= 2)
    }

    @Test(arguments: ["a: " + "[".repeated(2000), "a: " + "{a: ".repeated(2000), "a:\n  " + "- ".repeated(2000) + "x"])
    func `nesting is bounded`(yaml: String) throws {
        let (mapping, diagnostics) = FrontMatter.document(Array((yaml + "\nb: 2\n").utf8))
        #expect(mapping["b"]?.text == "2")
        #expect(try #require(mapping["a"]).hasOpaque)
        #expect(diagnostics.count == 1)
    }

    @Test func `sixty levels are read`() throws {
        let yaml = "a: " + "[".repeated(60) + "x" + "]".repeated(60)
        let (mapping, diagnostics) = FrontMatter.document(Array(yaml.utf8))
        #expect(diagnostics.isEmpty)
        #expect(try !#require(mapping["a"]).hasOpaque)
    }

    @Test(arguments: [
        "a: x\n", "- x\n", "x\n", "\t", "[", "\"", "a: [\n", "a: |\n x\n", "[[a", "'", "  a:\n", ": ", "a: \"\\\n",
    ])
    func `long input takes no more than its length`(piece: String) {
        let clock = ContinuousClock()
        let text = Array(("k: " + piece.repeated(20_000 / piece.utf8.count)).utf8)
        let time = clock.measure { _ = FrontMatter.document(text) }
        #expect(time < .seconds(1))
    }

    @Test func `random bytes never crash, and every range stands where it should`() {
        var random = FixedGenerator(1)
        let alphabet = Array("abk:  \n\n-'\"[]{},#|>\t&*!?%@`~\\\r1é".utf8)
        for _ in 0..<4000 {
            let count = Int.random(in: 0...80, using: &random)
            var bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            if Bool.random(using: &random) { bytes = Array("---\n".utf8) + bytes + Array("\n---\n".utf8) }
            let front = FrontMatter(bytes)
            expectRanges(front.mapping, inside: front.content, count: bytes.count)
            #expect(front.diagnostics.allSatisfy { $0.range.upperBound <= bytes.count })
            let (mapping, diagnostics) = FrontMatter.document(bytes)
            expectRanges(mapping, inside: 0..<bytes.count, count: bytes.count)
            #expect(diagnostics.map(\.range.lowerBound) == diagnostics.map(\.range.lowerBound).sorted())
        }
    }

    @Test func `damaged documents keep every range in place and every line that is whole`() {
        var random = FixedGenerator(2)
        let marks = ["\"", "'", "[", "]", "{", ": ", "\n", "#", " ", "\t", "- ", "|", "&"].map { Array($0.utf8) }
        for (yaml, _) in FrontMatterFixture.cases {
            for _ in 0..<4 {
                var bytes = Array(yaml.utf8)
                let at = Int.random(in: 0...bytes.count, using: &random)
                bytes.insert(contentsOf: marks.randomElement(using: &random) ?? [], at: at)
                let ended = bytes + Array("\nlast: kept\n".utf8)
                let (mapping, _) = FrontMatter.document(ended)
                expectRanges(mapping, inside: 0..<ended.count, count: ended.count)
                #expect(mapping["last"]?.text == "kept", "\(String(decoding: ended, as: UTF8.self))")
            }
        }
    }

    @Test func `every range is within its parent, and entries share no line`() {
        for (yaml, _) in FrontMatterFixture.cases {
            let bytes = Array(yaml.utf8)
            expectRanges(FrontMatter.document(bytes).0, inside: 0..<bytes.count, count: bytes.count)
        }
    }

    private func expectRanges(_ mapping: YAMLMapping, inside parent: Range<Int>, count: Int) {
        var end = parent.lowerBound
        for entry in mapping.entries {
            #expect(entry.lines.lowerBound >= end && entry.lines.upperBound <= parent.upperBound)
            #expect(entry.lines.contains(entry.keyRange) && entry.lines.contains(entry.value.range))
            #expect(entry.value.range.lowerBound >= entry.keyRange.upperBound)
            end = entry.lines.upperBound
            expectRanges(entry.value, lines: entry.lines, count: count)
        }
    }

    private func expectRanges(_ value: YAMLValue, lines: Range<Int>, count: Int) {
        switch value.content {
        case .sequence(let values, _):
            var end = value.range.lowerBound
            for item in values {
                #expect(item.range.lowerBound >= end && item.range.upperBound <= value.range.upperBound)
                end = item.range.upperBound
                expectRanges(item, lines: lines, count: count)
            }
        case .mapping(let mapping, let style):
            for entry in mapping.entries { #expect(value.range.contains(entry.value.range)) }
            expectRanges(mapping, inside: style == .flow ? value.range : lines, count: count)
        case .null, .scalar, .opaque: break
        }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
