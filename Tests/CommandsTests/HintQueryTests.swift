import Foundation
import TestSupport
import Testing

/// The queries that errors, notices and hints propose: each is valid and finds what the hint says.
@Suite struct HintQueryTests {
    private static func vault() throws -> Console {
        try Console([
            ".slipbox/config.yaml": "properties: {stage: {values: [in work, all done]}}\n",
            "Slip box.md":
                "---\nauthor: Niklas Luhmann\nzip: \"02700\"\nstage: in work\n---\nalpha anna whiteboard "
                + "https://example.org/a?b=c one two multi-user [[Rust]] [[gone]]\n",
            "Rust.md":
                "---\nzip: 2700\nstatus: archived\nmodified: 2024-03-29\ncreated: 2020-01-01\n---\nazb [x] #kw\n",
        ])
    }

    /// A mistake, a query that must be proposed, and the notes that the proposal finds.
    @Test(arguments: [
        ("@anna", "\"@anna\"", ["Slip box.md"]), ("a*b", "/a\\w*b/i", ["Rust.md"]),
        ("author: niklas*", "author:niklas*", ["Slip box.md"]),
        ("author: \"niklas luhmann\"", "author:\"niklas luhmann\"", ["Slip box.md"]),
        ("\"two one\"~2", "two one", ["Slip box.md"]),
        ("https://example.org/a?b=c", "\"https://example.org/a?b=c\"", ["Slip box.md"]),
        ("a?b", "/a.b/i", ["Rust.md", "Slip box.md"]), ("(a?b", "contains:\"(\"", []),
        ("last:7d", "modified:7d", ["Rust.md"]), ("is:closed", "status:archived", ["Rust.md"]),
        ("name:lip", "name:*lip*", ["Slip box.md"]), ("title:lip", "contains:lip", ["Slip box.md"]),
        ("body:board", "contains:board", ["Slip box.md"]), ("board", "contains:board", ["Slip box.md"]),
        ("author:luhmann", "author:*luhmann*", ["Slip box.md"]), ("zip:>02000", "zip:>2000", ["Rust.md"]),
        ("zip:02000..03000", "zip:2000..3000", ["Rust.md"]), ("zip:>02700", "zip:02700", ["Slip box.md"]),
        ("!alpha", "-alpha", ["Rust.md"]), ("alpha|azb", "alpha OR azb", ["Rust.md", "Slip box.md"]),
        ("alpha|NOT", "alpha OR \"NOT\"", ["Slip box.md"]), ("alpha&&one", "alpha one", ["Slip box.md"]),
        ("alpha or azb", "alpha OR azb", ["Rust.md", "Slip box.md"]), ("alpha not one", "alpha NOT one", []),
        ("\"one\" NEAR two", "\"one two\"", ["Slip box.md"]), ("[[Rust]]", "links-to:Rust", ["Slip box.md"]),
        ("[[gone]]", "contains:\"[[gone\"", ["Slip box.md"]),
        ("status:!=\"archived\"", "-status:archived", ["Slip box.md"]),
        ("tag:>0", "keywords:>0", ["Rust.md"]), ("title:>\"slip box\"", "title:\">slip box\"", ["Slip box.md"]),
        ("stage:>\"in wrok\"", "\"in work\"", []), ("keyword:/^k.*$/", "keyword:*k*", ["Rust.md"]),
        ("status:draft status:archived", "status:draft,archived", ["Rust.md", "Slip box.md"]),
        ("regex:\"a.b\"", "/a.b/", ["Rust.md", "Slip box.md"]), ("title:-box", "-title:box", ["Rust.md"]),
        ("words:>05", "5", []), ("foo:\"a \\\"b\"", "\"foo:\\\"a \\\\\\\"b\\\"\"", []),
    ])
    func `a mistake leads to a query that works`(_ mistake: String, _ proposal: String, _ found: [String]) throws {
        let terminal = try Self.vault()
        let result = terminal.slip("search", "--", mistake)
        #expect(result.errors.contains(proposal), "\(result.errors)")
        if found.isEmpty { return }
        let query = "(\(proposal)) sort:path"
        #expect(terminal.slip("search", "--format", "paths", "--", query).lines == found)
    }

    private static let pieces = [
        "alpha", "\"one two\"", "(", ")", "-", "!", "OR", "NOT", "and", "or", "not", "NEAR", "|", "&&", "~2", "*", "?",
        "/", "#", "@", "=", ">", "..", ",", "[[", "]]", "[", "]", "status:", "title:", "words:", "created:", "author:",
        "zip:", "stage:", "in:", "has:", "is:", "no:", "links-to:", "task:", "starred:", "regex:", "007", "2024", "7d",
        "rust", "Rust", "kw", "next-week", "in work", "\\", "😀", "'", "a", "b",
    ]

    @Test func `proposals for random mistakes are valid queries`() throws {
        let terminal = try Self.vault()
        var random = FixedGenerator(4711)
        var checked = 0
        var faults: [String] = []
        for _ in 0..<600 {
            let mistake = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                Self.pieces.randomElement(using: &random) ?? ""
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            let result = terminal.slip("search", "--", mistake)
            for proposal in Self.proposals(in: result.errors) {
                checked += 1
                let outcome = terminal.slip("search", "--", proposal)
                if outcome.status == 2 { faults.append("\(mistake): \(proposal): \(outcome.errors)") }
            }
        }
        #expect(faults.isEmpty && checked > 100, "\(checked) checked\n\(faults.joined(separator: "\n"))")
    }

    /// Returns the queries after the phrases with which help introduces a whole query.
    private static func proposals(in errors: String) -> [String] {
        let leads = [
            "to search for it", "to search for the text, quote it", "to search for exactly this text",
            "to search for the address", "to search for the character", "to exclude it", "to exclude",
            "to match any of them", "to match all of them", "to match adjacent words, quote them",
            "for notes with all the words", "for notes that link to it", "for notes with such a link",
            "for notes with it", "for notes without it", "for the field", "to compare", "to compare numbers",
            "for a regular expression", "for a part of a word", "for parts of words", "for words that start with it",
            "for the text itself", "for a date",
        ]
        return errors.split(separator: "\n").flatMap { line in
            line.components(separatedBy: "; ").compactMap { clause -> String? in
                let text = clause.trimmingCharacters(in: .whitespaces)
                return leads.first { text.hasPrefix($0 + ": ") }.map { String(text.dropFirst($0.count + 2)) }
            }
        }
    }

    /// Values with signs that the query language gives a meaning.
    private static let values = [
        "a b", "a,b", "a..b", "(x", "x)", "-dash", "!bang", "say \"hi\"", "back\\slash", "star*", "what?", "OR", "=x",
        ">x", "#tag", "x:y", "/slash/", "“quoted”",
    ]

    @Test(arguments: values)
    func `a hint quotes a value so that it finds the value`(_ value: String) throws {
        func quoted(_ text: String) -> String {
            "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        func query(_ field: String, _ text: String) -> String {
            let literal = text.map { "*?\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
            return "\(field):\(quoted(literal))"
        }
        let written = quoted("\(value) zebra")
        let terminal = try Console([
            "a.md": "---\nfield: \(written)\naliases: [\(written)]\nid: \(written)\n---\n",
            "b.md": "---\nfield: other\n---\n",
        ])
        for field in ["field", "alias", "id"] {
            let part =
                terminal.slip("search", "--", query(field, value)).errors.split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }.first { $0.hasSuffix(" finds 1") } ?? ""
            let near = terminal.slip("search", "--", query(field, "\(value) zebrq")).errors
            let whole = near.components(separatedBy: "did you mean '").last?.components(separatedBy: "'? 1 has it")
                .first
            for proposal in [String(part.dropLast(" finds 1".count)), whole ?? ""] {
                #expect(proposal.hasPrefix("\(field):"), "\(proposal) in \(near)")
                let found = terminal.slip("search", "--format", "paths", "--", proposal)
                #expect(found.output == "a.md\n", "\(proposal): \(found)")
            }
        }
    }

    @Test func `an error after very many values is explained without deep recursion`() throws {
        let console = try Console(["a.md": "# A\n"])
        for word in ["title:", "x:", "created:", "keyword:"] {
            let found = console.slip("search", word + String(repeating: "a, ", count: 20_000))
            #expect(found.status == 2 && !found.errors.isEmpty, "\(word)")
        }
    }
}
