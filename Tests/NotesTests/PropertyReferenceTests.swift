import Notes
import SourceText
import TestSupport
import Testing

/// References in the texts of front matter keys: found, and changed in place.
struct PropertyReferenceTests {
    private static func references(_ text: String) -> [Reference] {
        Note(Array(text.utf8), name: VaultPath("n.md")).references
    }

    @Test(arguments: [
        ("source: \"[[A/Bryan|B]]\"", ["A/Bryan"]), ("source: '[[It''s]] and [[C#part|c]]'", ["It's", "C"]),
        ("source: \"say \\\"[[A \\\"x\\\"]]\\\"\"", ["A \"x\""]), ("source: [[A]]", ["A"]),
        ("up: see [[A]] there", ["A"]),
        ("source: [[[A]], \"[[B]]\"]", ["A", "B"]), ("authors:\n  - \"[[A]]\"\n  - by [[B]]", ["A", "B"]),
        ("a:\n  b:\n    c: \"[[A]]\"\n  d: ['[[B]]']", ["A", "B"]), ("a: |\n  [[A]]\n  [[B]] x", ["A", "B"]),
        ("a: >- # [[no]]\n  [[A]]", ["A"]), ("links: [[A]], [[B]]", ["A", "B"]),
        ("links:\n  - see [[A]] and [[B]]\n  - C", ["A", "B", "C"]), ("title: '[[A]]'", ["A"]),
        ("tags: ['[[A]]']", ["A"]), ("cover: '![[a.png]]'", ["a.png"]),
        ("a: '[[https://e.org/x]] [[Re: it]]'", ["Re: it"]),
        ("a: '[[]] [[ ]] [[|x]] [[#part]] [[x]'", []), ("a: '[[A]] [[B'", ["A"]), ("a: '[[B [[A]] x]]'", ["A"]),
        ("a: '[[[A]]]'", ["A"]), ("a: '[[A [b] c]]'", ["A [b] c"]), ("a: '[[A\\|x]]'", ["A"]),
        ("a: \"[[A\\\\|x]]\"", ["A"]), ("a: [[x, y], z]", []), ("a: &b '[[A]]'", []), ("# [[A]]\na: 1 # [[B]]", []),
    ])
    func `double brackets in any key are references`(front: String, targets: [String]) {
        let text = "---\n\(front)\n---\n"
        let references = Self.references(text)
        #expect(references.map(\.target) == targets)
        for reference in references {
            guard case .property = reference.origin, let destination = reference.destination else { continue }
            let written = Array(text.utf8).text(destination)
            #expect(written == reference.target || written.contains("''") || written.contains("\\"))
        }
    }

    @Test(arguments: [
        ("s: \"[[Long river\n  name]]\"", "s: \"[[New]]\""), ("s: '[[Long\n  river\n  name|x]]'", "s: '[[New|x]]'"),
        ("s: see [[Long river\n  name]] there\n  and", "s: see [[New]] there\n  and"),
        ("s: >\n  see [[Long river\n  name]] x", "s: >\n  see [[New]] x"), ("s: [[Long river\n  name]]", "s: [[New]]"),
        ("s: [x, [[Long\n  river name]], y]", "s: [x, [[New]], y]"), ("s: '![[Long river\n  name]]'", "s: '![[New]]'"),
        ("s:\n  - by [[Long\n    river name#Part\n    one]]", "s:\n  - by [[New#Part\n    one]]"),
        ("s: \"[[Long riv\\\n  er name]]\"", "s: \"[[New]]\""),
        ("s: \"[[Long river  \r\n  name|a\r\n  b]]\"", "s: \"[[New|a\r\n  b]]\""),
        ("a:\n  b: \"x [[Long river\n    name]]\"", "a:\n  b: \"x [[New]]\""),
        ("s: \"[[\n  Long river name\n  ]]\"", "s: \"[[\n  New\n  ]]\""),
        ("links:\n  - see [[Long river\n    name]] and", "links:\n  - \"see [[New]] and\""),
    ])
    func `a reference that YAML folds over lines is changed as a whole`(before: String, after: String) throws {
        let (text, wanted) = ("---\n\(before)\n---\n", "---\n\(after)\n---\n")
        let references = Self.references(text)
        let reference = try #require(references.first)
        #expect(references.count == 1 && reference.target == "Long river name")
        #expect(reference.fragment == (before.contains("#") ? "Part one" : nil))
        let bytes = Array(text.utf8)
        let destination = try #require(reference.destination)
        let edits = try #require(reference.text?.edits([(destination, "New")], in: bytes))
        var changed = bytes
        for edit in edits { changed.replaceSubrange(edit.range, with: edit.replacement) }
        #expect(changed.text(changed.indices) == wanted)
        #expect(Self.references(wanted).map(\.target) == ["New"])
    }

    @Test(arguments: [
        "s: |\n  see [[Long river\n  name]] x", "s: \"[[Long river\n\n  name]]\"", "s: >\n  [[Long river\n    name]]",
        "s: [[\n  a\n  ]]", "s: [[a,\n  b]]", "s: [[Long river\n\n  name]]", "s: [[Long river\nk: name]]",
    ])
    func `lines that do not fold end a reference`(front: String) {
        #expect(Self.references("---\n\(front)\n---\n").isEmpty)
    }

    private static let names = [
        "A", "Slip box", "It's", "a \"b\"", "x: y", "a, b", "# x", "a #b", "- a", "true", "12", "null", "żółw", "a\\b",
        "{x}",
        "People/A B", "& c", "*s", "%", "a:b", "?", "!", "@x", "`", ">", "'", "\"", "\\", "07", "~",
    ]

    private static func quoted(_ text: String, _ style: Int) -> String {
        switch style {
        case 0: "'" + text.replacing("'", with: "''") + "'"
        case 1: "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        default: text
        }
    }

    /// Random front matter with references in scalars of all styles, in lists and in mappings.
    private static func front(_ random: inout FixedGenerator) -> String {
        func link() -> String {
            let label = Bool.random(using: &random) ? "|" + (names.randomElement(using: &random) ?? "") : ""
            return "[[\(names.randomElement(using: &random) ?? "")\(label)]]"
        }
        func text(_ style: Int) -> String {
            let other = ["", "see ", " and more", " x", "ü "].randomElement(using: &random) ?? ""
            return quoted(Bool.random(using: &random) ? link() : other + link() + " and " + link(), style)
        }
        var lines: [String] = []
        for number in 0..<Int.random(in: 1...4, using: &random) {
            let style = Int.random(in: 0...2, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: lines.append("k\(number): \(text(style)) # note")
            case 1: lines += ["k\(number):", "  - \(text(style))", "  - other", "  - \(text(0))"]
            case 2: lines.append("k\(number): [\(text(min(style, 1))), x, \(text(1))]")
            default: lines += ["k\(number):", "  in: \(text(style))"]
            }
        }
        return "---\n" + lines.map { $0 + "\n" }.joined() + "---\n[[Body]]\n"
    }

    @Test func `a new target is read back, and no other byte is another`() throws {
        var random = FixedGenerator(41)
        var changed = 0
        for _ in 0..<(LongTests.areWanted ? 40_000 : 2000) {
            let before = Array(Self.front(&random).utf8)
            let note = Note(before, name: VaultPath("n.md"))
            for (number, reference) in note.references.enumerated() {
                guard let scalar = reference.text, let place = reference.destination else { continue }
                let new = Self.names.randomElement(using: &random) ?? ""
                // A target cannot contain these: '#' begins a fragment, and a backslash escapes the bar of a label.
                guard !new.contains("#"), !new.hasSuffix("\\") else { continue }
                let edits = try #require(scalar.edits([(place, new)], in: before))
                var after = before
                for edit in edits.reversed() { after.replaceSubrange(edit.range, with: edit.replacement) }
                let read = Note(after, name: VaultPath("n.md"))
                var wanted = note.references.map(\.target)
                wanted[number] = new
                #expect(read.references.map(\.target) == wanted, "\(after.text(after.indices)) \(new)")
                #expect(read.diagnostics.count <= note.diagnostics.count)
                #expect(read.references.map(\.fragment) == note.references.map(\.fragment))
                let edit = try #require(edits.first)
                #expect(edits.count == 1 && (edit.range == place || edit.range == scalar.range))
                changed += 1
            }
        }
        #expect(changed > 2500)
    }

    @Test func `text whose links were replaced by their labels is read back`() throws {
        var random = FixedGenerator(43)
        for _ in 0..<4000 {
            let before = Array(Self.front(&random).utf8)
            let note = Note(before, name: VaultPath("n.md"))
            var texts: [PropertyText: [(part: Range<Int>, text: String)]] = [:]
            for reference in note.references {
                guard let scalar = reference.text else { continue }
                let label = reference.label.flatMap { scalar.decoded($0, in: before) }
                texts[scalar, default: []].append((reference.range, label ?? reference.target))
            }
            var edits: [ByteEdit] = []
            for (scalar, parts) in texts { edits += try #require(scalar.edits(parts, in: before)) }
            var after = before
            for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
                after.replaceSubrange(edit.range, with: edit.replacement)
            }
            let read = Note(after, name: VaultPath("n.md"))
            #expect(read.references.map(\.target) == ["Body"], "\(after.text(after.indices))")
            #expect(read.diagnostics.count <= note.diagnostics.count, "\(after.text(after.indices))")
            #expect(read.properties.count == note.properties.count)
            for (old, new) in zip(note.properties, read.properties) where Self.isText(old.value) {
                #expect(Self.isText(new.value), "\(after.text(after.indices))")
            }
        }
    }

    private static func isText(_ value: YAMLValue) -> Bool {
        switch value.content {
        case .sequence(let values, _): values.allSatisfy(isText)
        case .mapping(let mapping, _): mapping.entries.allSatisfy { isText($0.value) }
        default: value.text != nil && value.boolean == nil && value.numeral == nil
        }
    }
}
