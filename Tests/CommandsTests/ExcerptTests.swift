import TestSupport
import Testing

/// `{{excerpt}}`, `--fields excerpt` and `--lines`.
@Suite struct ExcerptTests {
    private static let body = """
        ---
        status: draft
        ---
        <!-- not seen -->
        # Title

        First *line* with [[b|a link]] &amp; `code`.
        Second line.

        ## Part
        - [x] done
        - item [x](b.md)

        [ref]: b.md
        ```
        let x = 1
        ```
        | a | b |
        |---|---|
        | 1 | 2 |

        """

    private func vault() throws -> Console {
        try Console(["a.md": Self.body, "b.md": "x\n", "long.md": String(repeating: "é", count: 300) + "\n"])
    }

    private let lines = [
        "First line with a link & code. Second line.", "Part", "☑ done", "• item x", "let x = 1", "a b", "1 2",
    ]

    @Test func `an excerpt is the beginning of the body as displayed`() throws {
        let console = try vault()
        let text = lines.prefix(3).joined(separator: " ")
        #expect(console.slip("search", "path:a.md", "--template", "{{excerpt}}").output == text + "\n")
        #expect(console.slip("search", "path:a.md", "-f", "tsv", "--fields", "excerpt").output == "excerpt\n\(text)\n")
        let json = console.slip("search", "path:a.md", "-f", "jsonl", "--fields", "path,excerpt").output
        #expect(json == "{\"path\": \"a.md\", \"excerpt\": \"\(lines.prefix(3).joined(separator: "\\n"))\"}\n")
        let long = console.slip("search", "path:long.md", "--template", "{{excerpt}}").output
        #expect(long == String(repeating: "é", count: 199) + "…\n")
    }

    @Test(arguments: [0, 1, 4, 50])
    func `--lines prints the first lines of each note if no text matched`(count: Int) throws {
        let console = try vault()
        let output = console.slip("search", "path:a.md", "--lines", "\(count)").output
        let shown = output.split(separator: "\n").dropFirst(2).map { String($0.drop { $0 == " " }) }
        #expect(shown == Array(lines.prefix(count)), "\(output)")
        #expect(!console.slip("search", "path:a.md", "-f", "text").output.contains("First"))
    }

    @Test func `--lines limits the number of passages if text matched`() throws {
        let console = try Console(["a.md": "zebra one\n\nother\n\nzebra two\n\nzebra three\n\nzebra four\n"])
        func passages(_ arguments: String...) -> Int {
            console.slip(["search", "zebra", "--format", "text"] + arguments).lines.count - 2
        }
        #expect(passages() == 3 && passages("--lines", "1") == 1 && passages("--lines", "9") == 4)
        #expect(passages("--lines", "0") == 0)
    }

    @Test func `a terminal shows the lines of --lines`() throws {
        let console = try vault()
        console.isTerminal = true
        let output = console.slip("search", "path:a.md", "--lines", "2").output
        #expect(output.contains("\n           \(lines[0])\n           Part\n"), "\(output)")
    }

    @Test func `--lines is refused with other formats than text`() throws {
        let console = try vault()
        for other in [["-f", "json"], ["-0"], ["--template", "{{path}}"]] {
            #expect(console.slip(["search", "--lines", "1"] + other).isError("--lines"))
        }
        #expect(console.slip("search", "--lines", "-1").status == 2)
    }

    @Test(arguments: [
        ("2024-03-30T10:21:00Z", "2024-03-30 10:21", "     10:21"),
        ("2024-03-29T09:05:00Z", "2024-03-29 09:05", " Fri 09:05"), ("2024-03-30", "2024-03-30", "2024-03-30"),
        ("2024-03-28T10:21:00Z", "2024-03-28", "2024-03-28"), ("2024-04-01T10:21:00Z", "2024-04-01", "2024-04-01"),
    ])
    func `a result shows the time of day for today and yesterday`(created: String, text: String, column: String) throws
    {
        let console = try Console(["a.md": "---\ncreated: \(created)\n---\n"])
        #expect(console.slip("search", "", "-f", "text").output.hasSuffix("a.md  \(text)\n"))
        console.isTerminal = true
        #expect(console.slip("search", "").output.hasSuffix(" \(column)\n"))
    }
}
