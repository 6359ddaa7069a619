import FoundationEssentials
import SourceText
import System
import TestSupport
import Testing

/// Output on a terminal.
@Suite struct TerminalOutputTests {
    private static let files = [
        "Box.md":
            "---\ntitle: Slip box\nstatus: review\nfavorite: true\nkeywords: [method]\ncreated: 2024-03-28\n---\n\nCards in a **slip** box, see [[Luhmann]] and [[gone]].\n\n| a | b |\n|---|--:|\n| 1 | 22 |\n\n- [x] done\n- [ ] open\n\n> A quote\n",
        "People/Luhmann.md":
            "---\ntitle: A very long title, such as people write them where nobody counts the letters of it, longer\ncreated: 2023-01-02\n---\n\nHe had 字字字 a slip box.\n",
        ".slipbox/config.yaml": "colors: {title: bold cyan, match: \"#ff0000\"}\nkeywords: {method: \"#00ff00\"}\n",
    ]

    private static func console(_ columns: Int = 80) throws -> Console {
        let console = try Console(files)
        console.isTerminal = true
        console.columns = columns
        console.terminal = TerminalName(device: "/dev/pts/7", session: 1)
        console.variables["SLIPBOX_PAGER"] = ""
        return console
    }

    @Test(arguments: [20, 30, 40, 60, 80, 120, 200]) func `no line is wider than the screen`(columns: Int) throws {
        let console = try Self.console(columns)
        for arguments in [
            ["search"], ["search", "slip box"], ["search", "group:status"], ["show", "Box"], ["search", "字"],
        ] {
            for line in console.slip(arguments).output.split(separator: "\n") {
                #expect(TextWidth.columns(String(line)) <= columns, "\(arguments): \(line)")
            }
        }
    }

    @Test func `a result without matched text is one line with number, path, status and date`() throws {
        let output = try Self.console(100).slip("search").output
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("  1 Slip box ★ #method  Box.md"))
        #expect(lines[0].hasSuffix("  review  2024-03-28"))
        #expect(lines[1].contains("…") && lines[1].hasSuffix("  draft  2023-01-02"), "\(lines)")
    }

    @Test func `formulas are shown as text, in code blocks too`() throws {
        let console = try Self.console()
        try console.write(
            "f.md",
            """
            ---
            created: 2024-01-01
            ---

            So $x^2 \\le \\alpha$ and $\\frac{a$ and $\\begin{matrix}a\\\\b\\end{matrix}$.

            ```math
            \\sum_{i} x_i
              = \\sqrt{y}
            ```

            ```math
            \\unknown{x}
            ```

            ```tex
            x^2
            ```

            """)
        let lines = console.slip("show", "f.md").output.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains("So x² ≤ α and \\frac{a and \\begin{matrix}a\\\\b\\end{matrix}."), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("∑") && $0.contains("= √y") })
        #expect(lines.contains("\\unknown{x}") && lines.contains("x^2"))
    }

    @Test func `a title with a formula is shown once, and an embedded section has the macros above it`() throws {
        let console = try Self.console()
        try console.write("z.md", "# Z $x^2$\n\n$\\newcommand{\\R}{\\mathbb{R}}$\n\n## P\n\n$\\R$ is $\\ket{\\psi}$.\n")
        try console.write("e.md", "![[z#P]]\n")
        let output = console.slip("show", "z.md").output
        #expect(output.contains("Z x²\n") && !output.contains("# Z") && output.contains("ℝ is |ψ⟩."), "\(output)")
        #expect(console.slip("show", "e.md").output.contains("ℝ is |ψ⟩."))
    }

    @Test func `--relative prints how long ago a date is`() throws {
        let output = try Self.console().slip("search", "--relative").output
        #expect(output.contains("2 days ago") && output.contains("14 months ago"))
    }

    @Test func `%N names a result of the last search in this terminal`() throws {
        let console = try Self.console()
        #expect(console.slip("show", "%1").errors.contains("has no result 1"))
        console.slip("search", "title:very")
        #expect(console.slip("show", "%1").output.contains("He had"))
        #expect(console.slip("show", "%2").status == 2)
        console.slip("search", "sort:title-")
        #expect(console.slip("show", "--raw", "%2").output.contains("People") == false)
        #expect(console.slip("set", "%1", "status=draft").errors.contains("using 'Box.md' for '%1'"))
        // Another terminal has its own results.
        console.terminal?.device = "/dev/pts/8"
        #expect(console.slip("show", "%1").status == 2)
        // A new window does not have the results of a closed one.
        console.terminal = TerminalName(device: "/dev/pts/7", session: 2)
        #expect(console.slip("show", "%1").status == 2)
        try console.write("%1.md", "its own\n")
        #expect(console.slip("show", "%1.md", "--raw").output == "its own\n")
    }

    @Test func `edit %N opens a result at its match`() throws {
        let console = try Self.console()
        console.variables["EDITOR"] = "vi"
        var opened: [[String]] = []
        console.runShell = { command, words in
            opened.append([command] + words.map { String(decoding: $0, as: UTF8.self) })
            return 0
        }
        console.slip("search", "cards")
        console.slip("edit", "%1")
        console.slip("search", "status:review")
        console.slip("edit", "%1")
        let path = console.url("Box.md").path
        #expect(opened == [["vi", "+9", path], ["vi", path]])
    }

    @Test func `links are printed with their lines`() throws {
        let console = try Self.console()
        let output = console.slip("links", "People/Luhmann.md").output
        #expect(output == "Linked from\n  1 Box.md:9  Cards in a **slip** box, see [[Luhmann]] and [[gone]].\n")
        try console.write("Alone.md", "x\n")
        #expect(console.slip("links", "Alone").errors.contains("no links from or to 'Alone.md'"))
    }

    @Test func `callouts have a title, code is indented, and definitions are hidden`() throws {
        let console = try Console([
            "a.md":
                "> [!info] Here is *one*\n> It says\n> much.\n\n> [!warning]- \n> Closed\n\n> [!tip]\n\n> [x] no\n\n```sh\nls\n```\n\n[text][ref]\n\n[ref]: https://x.org\n"
        ])
        console.isTerminal = true
        console.variables["SLIPBOX_PAGER"] = ""
        let output = console.slip("show", "a").output
        for text in [
            "│ Info Here is one\n│ It says much.\n", "│ Warning\n│ Closed\n", "│ Tip\n", "│ [x] no\n", "\n    ls\n",
            "\ntext\n",
        ] { #expect(output.contains(text), "\(output)") }
        #expect(!output.contains("x.org"))
    }

    @Test func `a callout title that is not UTF-8 is shown`() throws {
        let console = try Console([:])
        let bytes = Array("> [!note] ".utf8) + [UInt8](repeating: 0xFF, count: 40) + Array("\n> x\n".utf8)
        try Data(bytes).write(to: console.url("a.md"))
        console.isTerminal = true
        #expect(console.slip("show", "a").output.contains("│ Note "))
    }

    @Test func `show prints a note as displayed`() throws {
        let output = try Self.console().slip("show", "Box").output
        #expect(output.contains("Cards in a slip box, see Luhmann and gone."))
        #expect(output.contains("a │  b\n──┼───\n1 │ 22"), "\(output)")
        #expect(output.contains("☑ done\n☐ open"))
        #expect(output.contains("│ A quote"))
        #expect(output.contains("gone (broken)"))
        #expect(output.contains("People/Luhmann.md"))
        #expect(try Console(Self.files).slip("show", "Box").output.contains("Cards in a **slip** box"))
    }

    @Test func `colors come from the configuration, and hyperlinks need a terminal that supports them`() throws {
        let console = try Self.console()
        console.variables = ["TERM": "xterm-256color", "COLORTERM": "truecolor", "SLIPBOX_PAGER": ""]
        let plain = console.slip("search", "slip").output
        #expect(plain.contains("\u{1B}[0;1;36mSlip box"))
        #expect(plain.contains("\u{1B}[0;38;2;0;255;0m #method"))
        #expect(plain.contains("\u{1B}[0;38;2;255;0;0mslip"))
        #expect(!plain.contains("\u{1B}]8;"))
        console.variables["VTE_VERSION"] = "6800"
        #expect(console.slip("search").output.contains("\u{1B}]8;;file:///"))
        console.variables["NO_COLOR"] = "1"
        #expect(!console.slip("search").output.contains("\u{1B}"))
    }

    @Test func `invalid colors are reported`() throws {
        let console = try Console(["a.md": "", ".slipbox/config.yaml": "colors: {titel: red, match: blurple}\n"])
        let errors = console.slip("search").errors
        #expect(errors.contains("unknown key 'titel' in 'colors'; did you mean 'title'?"), "\(errors)")
        #expect(errors.contains("the style of 'match' is not valid"))
    }

    @Test func `a long change shows its progress on a terminal, and erases it`() throws {
        let console = try Console([:])
        for number in 0..<600 { try console.write("n\(number).md", "---\nkeywords: [old]\n---\n") }
        try console.write(".slipbox/config.yaml", "")
        #expect(!console.slip("keyword", "rename", "old", "new").errors.contains("writing"))
        console.errorIsTerminal = true
        let errors = console.slip("keyword", "rename", "new", "newer").errors
        #expect(errors.contains("reading notes 256 of 600") && errors.contains("writing 512 of 600"))
        #expect(errors.contains("\r\u{1B}[K\nslip: #new renamed to #newer"), "\(errors)")
    }
}
