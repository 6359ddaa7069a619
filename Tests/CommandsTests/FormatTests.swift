import Arguments
import Foundation
import SourceText
import System
import TestSupport
import Testing

/// Output formats for programs.
@Suite struct FormatTests {
    private static func vault() throws -> Console {
        try Console([
            "a.md":
                "---\ncreated: 2024-01-01\nstatus: draft\ndue: 2024-07-01\npriority: 2\nshelf mark: A 1\nouter:\n  inner: deep\ntags: [k, l]\n---\n# Title\n\nfirst\nthe needle here\n",
            "b.md": "---\ncreated: 2024-01-02\nstatus: review\nlist: [x, y]\n---\nb needle\n- [ ] one\n- [x] two\n",
        ])
    }

    @Test(arguments: [
        ("{{due}}", "2024-07-01\n\n"), ("{{priority}}|{{path}}", "2|a.md\n|b.md\n"),
        ("{{outer.inner}}", "deep\n\n"), ("{{ shelf mark }}", "A 1\n\n"), ("{{prop.due}}", "2024-07-01\n\n"),
        ("{{DUE}}", "2024-07-01\n\n"), ("{{list}}", "\nx, y\n"), ("{{tags}}", "k, l\n\n"),
        ("{{line}}:{{snippet}}", "14:the needle here\n6:b needle\n"), ("{{tasks}}/{{tasks.done}}", "0/0\n1/1\n"),
        ("\\{{{title}}\\}\\t\\\\", "{Title}\t\\\n{b}\t\\\n"), ("{{group}}", "\n\n"), ("{", "{\n{\n"),
    ])
    func `templates name any field and any front matter key`(_ template: String, _ expected: String) throws {
        #expect(try Self.vault().slip("search", "needle sort:path", "--template", template).output == expected)
    }

    @Test func `the field line is the line of the snippet`() throws {
        let console = try Console([
            "a.md": "red\n\nred and blue\n", "b.md": "---\ncolor: red blue\n---\n\n\nblue\n\nblue red\n",
            "c.md": "# red\n\nblue\n",
        ])
        let output = console.slip("search", "red blue sort:path", "--template", "{{path}}:{{line}}:{{snippet}}").output
        #expect(output == "a.md:3:red and blue\nb.md:8:blue red\nc.md:1:# red\n")
        let json = console.slip("search", "red blue sort:path", "--format", "jsonl", "--fields", "line").output
        #expect(json == "{\"line\": 3}\n{\"line\": 8}\n{\"line\": 1}\n")
    }

    @Test(arguments: [("{{nosuch}}", "nosuch"), ("{{titel}}", "title"), ("{{path}", "}}"), ("{{duee}}", "due")])
    func `templates with unknown fields or unclosed braces are refused`(_ template: String, _ help: String) throws {
        let result = try Self.vault().slip("search", "--template", template)
        #expect(result.isError(help) && result.output.isEmpty, "\(result)")
    }

    @Test func `--fields selects and orders the columns of tables and objects`() throws {
        let terminal = try Self.vault()
        let csv = terminal.slip("search", "sort:path", "-f", "csv", "--fields", "due,path, priority")
        #expect(csv.output == "due,path,priority\n2024-07-01,a.md,2\n,b.md,\n")
        let tsv = terminal.slip("search", "sort:path", "-f", "tsv", "--fields", "path,outer.inner")
        #expect(tsv.output == "path\touter.inner\na.md\tdeep\nb.md\t\n")
        let json = terminal.slip("search", "sort:path", "-fjsonl", "--fields", "priority,path,list,tasks,outer.inner")
        #expect(
            json.output == """
                {"priority": 2, "path": "a.md", "list": null, "tasks": {"open": 0, "done": 0}, "outer.inner": "deep"}
                {"priority": null, "path": "b.md", "list": ["x", "y"], "tasks": {"open": 1, "done": 1}, "outer.inner": null}

                """)
        #expect(terminal.slip("search", "-f", "csv", "--fields", "nosuch").status == 2)
        #expect(terminal.slip("search", "--fields", "path").errors.contains("csv"))
        #expect(terminal.slip("search", "-f", "vimgrep", "--fields", "path").status == 2)
    }

    @Test func `every format with room for it includes the section's label`() throws {
        let terminal = try Self.vault()
        let csv = terminal.slip("search", "group:status", "-f", "csv").output.split(separator: "\n")
        #expect(
            csv.map { $0.hasSuffix(",group") || $0.hasSuffix(",Draft") || $0.hasSuffix(",Review") } == [
                true, true, true,
            ])
        let objects = terminal.slip("search", "group:status", "-f", "jsonl").output.split(separator: "\n")
        #expect(objects.map { $0.hasSuffix(#""group": "Draft"}"#) } == [true, false])
        let lines = terminal.slip("search", "group:status", "--template", "{{group}}: {{path}}").output
        #expect(lines == "Draft: a.md\nReview: b.md\n")
        let chosen = terminal.slip("search", "group:status", "-f", "csv", "--fields", "group,path").output
        #expect(chosen == "group,path\nDraft,a.md\nReview,b.md\n")
        #expect(terminal.slip("search", "group:status", "-f", "paths").output == "a.md\nb.md\n")
    }

    @Test func `template records end with NUL and are exact`() throws {
        let terminal = try Console()
        try terminal.makeFolder(".slipbox")
        try terminal.write("a\u{1B}.md", "# T\n")
        let result = terminal.run(["search", "-0", "--template", "{{path}}\\t{{title}}"])
        #expect(result.output == Array("a\u{1B}.md\tT\0".utf8))
        #expect(terminal.slip("search", "--template", "{{path}}").output == "a\\x1b.md\n")
    }

    /// Parses CSV strictly by RFC 4180.
    private static func readCSV(_ bytes: [UInt8]) -> [[[UInt8]]] {
        var rows: [[[UInt8]]] = []
        var row: [[UInt8]] = []
        var field: [UInt8] = []
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isQuoted {
                if byte != Byte.quote {
                    field.append(byte)
                } else if index < bytes.count, bytes[index] == Byte.quote {
                    field.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == Byte.quote {
                isQuoted = true
            } else if byte == Byte.comma || byte == Byte.newline {
                row.append(field)
                field = []
                if byte == Byte.newline {
                    rows.append(row)
                    row = []
                }
            } else {
                field.append(byte)
            }
        }
        return rows
    }

    private static func readTSV(_ text: String) -> [[String]] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map { field in
                var result = String.UnicodeScalarView()
                var rest = Substring(field).unicodeScalars
                while let scalar = rest.popFirst() {
                    guard scalar == "\\", let kind = rest.popFirst() else {
                        result.append(scalar)
                        continue
                    }
                    switch kind {
                    case "n": result.append("\n")
                    case "t": result.append("\t")
                    case "r": result.append("\r")
                    case "x":
                        let digits = String(String.UnicodeScalarView(rest.prefix(2)))
                        rest = rest.dropFirst(2)
                        if let scalar = UInt32(digits, radix: 16).flatMap({ Unicode.Scalar($0) }) {
                            result.append(scalar)
                        }
                    case "u":
                        let digits = String(String.UnicodeScalarView(rest.dropFirst().prefix { $0 != "}" }))
                        rest = rest.dropFirst(digits.count + 2)
                        if let scalar = UInt32(digits, radix: 16).flatMap({ Unicode.Scalar($0) }) {
                            result.append(scalar)
                        }
                    default: result.append(kind)
                    }
                }
                return String(result)
            }
        }
    }

    @Test func `CSV and TSV preserve every title`() throws {
        let pieces = [
            "a", "é", "漢", "\t", "\\n", "\\", "\"", ",", " ", "\u{1B}[31m", "\u{202E}", "'", "x", "\\t", "\u{7F}", "😀",
        ]
        var random = FixedGenerator(5)
        var files: [String: String] = [:]
        var titles: [String: String] = [:]
        for number in 0..<60 {
            var title = "t"
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                title += pieces[Int.random(in: pieces.indices, using: &random)]
            }
            title += "."
            var json = JSONWriter()
            json.string(title)
            files["n\(number).md"] = "---\ntitle: \(json.text)\n---\n"
            titles["n\(number).md"] = title
        }
        let terminal = try Console(files)
        let rows = Self.readCSV(terminal.run(["search", "-f", "csv", "--fields", "path,title"]).output).dropFirst()
        let csv = Dictionary(uniqueKeysWithValues: rows.map { (String(decoding: $0[0], as: UTF8.self), $0[1]) })
        #expect(csv == titles.mapValues { Array($0.utf8) })
        let tsv = Self.readTSV(terminal.slip("search", "-f", "tsv", "--fields", "path,title").output).dropFirst()
        let read = Dictionary(uniqueKeysWithValues: tsv.map { ($0[0], Array($0[1].utf8)) })
        #expect(read == titles.mapValues { Array($0.utf8) })
    }

    @Test func `a name that is not UTF-8 is unchanged in CSV and base64 in JSON`() throws {
        let terminal = try Console(["a.md": "x\n"])
        let name: [UInt8] = [0x63, 0xE9] + Array(".md".utf8)
        try Files.create(Array("\(terminal.directory.path)/".utf8) + name, Array("[[nope]]\n".utf8))
        let csv = terminal.run(["search", "nope", "-f", "csv", "--fields", "path"]).output
        #expect(csv == Array("path\n".utf8) + name + [Byte.newline])
        let encoded = Data(name).base64EncodedString()
        for line in [
            ["search", "nope", "-f", "json"], ["search", "nope", "-fjsonl", "--fields", "path"],
            ["check", "-f", "json"], ["show", Argument(bytes: name), "-f", "json"],
            ["links", Argument(bytes: name), "-f", "json"], ["set", Argument(bytes: name), "k=1", "-n", "-f", "json"],
        ] as [[Argument]] {
            let output = String(decoding: terminal.run(line).output, as: UTF8.self)
            #expect(output.contains(#""path_base64": "\#(encoded)""#), "\(output)")
        }
    }

    @Test func `a file whose name a note cannot contain is not attached`() throws {
        let terminal = try Console(["a.md": "text\n"])
        let name: [UInt8] = [0x63, 0xE9] + Array(".pdf".utf8)
        try Files.create(Array("\(terminal.directory.path)/".utf8) + name, Array("x".utf8))
        #expect(terminal.run(["attach", "a.md", Argument(bytes: name)]).status == 2)
        #expect(try terminal.read("a.md") == "text\n")
    }

    @Test func `the group field is filled in every format`() throws {
        let terminal = try Console(["a.md": "---\nstatus: review\n---\nx\n"])
        for format in ["json", "jsonl", "csv", "tsv"] {
            let output = terminal.slip("search", "group:status", "--format", format, "--fields", "path,group").output
            #expect(output.contains("Review") && !output.contains("null"), "\(output)")
        }
    }
}
