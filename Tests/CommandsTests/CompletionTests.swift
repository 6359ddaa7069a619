import Arguments
import Commands
import Foundation
import TestSupport
import Testing

/// Completions. `.ci/shells` tests them in the shells.
@Suite struct CompletionTests {
    private static let files = [
        "Box.md":
            "---\ntitle: Slip box\nstatus: review\nkeywords: [method, 'two words']\npriority: high\n---\n## Inside\n",
        "People/Luhmann.md": "---\nkeywords: [people]\n---\n",
        ".slipbox/config.yaml": "searches: {inbox: \"no:keyword\"}\n",
    ]

    private static func completed(_ line: String, _ console: Console? = nil) throws -> [String] {
        let result = try (console ?? Console(files)).slip("complete", "bash", line)
        #expect(result.errors == "" && result.status == 0)
        return result.lines
    }

    private static let known: [(String, String)] = [
        ("slip se", "search"), ("slip ", "browse"), ("", "browse"), ("slip keyword re", "rename"),
        ("slip search --ex", "--explain"),
        ("slip --vault=x se", "search"), ("slip search -n 5 status:re", "review"), ("slip search '", "status:draft"),
        ("slip search 'status:re", "status:review"), ("slip search --format js", "json"),
        ("slip search -f js", "jsonl"), ("slip search --format=cs", "csv"), ("slip search #peo", "\\#people"),
        ("slip search #tw", "\\#\\\"two\\ words\\\""), ("slip search @in", "@inbox"),
        ("slip search --sort crea", "created"), ("slip search --in Peo", "People/"), ("slip show B", "Box.md"),
        ("slip show Slip", "Slip\\ box"), ("slip show Slip\\ b", "Slip\\ box"),
        ("slip show People/", "People/Luhmann.md"), ("slip append tod", "today"),
        ("slip append Box.md#in", "Box.md\\#Inside"), ("slip task done B", "Box.md"),
        ("slip set Box.md pri", "priority="), ("slip set Box.md priority=hi", "high"), ("slip help form", "formats"),
        ("slip man front", "front-matter"), ("slip new --status arch", "archived"), ("slip completions z", "zsh"),
        ("slip keyword add Box.md peo", "people"), ("slip property list prio", "priority"),
    ]

    @Test(arguments: known) func `a command line is completed`(line: String, wanted: String) throws {
        let found = try Self.completed(line)
        #expect(found.contains(wanted), "\(found)")
    }

    @Test(arguments: [
        "slip nonsense x", "slip search --limit ", "slip new ", "slip search \"unclosed(", "slip show /nowhere/",
        "slip",
    ])
    func `a line without a completion has no output`(line: String) throws {
        #expect(try Self.completed(line) == [])
    }

    /// A shell replaces the typed text with the common prefix of all completions.
    @Test(arguments: ["slip search 'status:d", "slip search \"#re", "slip search #me", "slip search 'box status:d"])
    func `a completion never removes typed text`(line: String) throws {
        let console = try Console(Self.files)
        try console.write("a.md", "---\nstatus: draft\nkeywords: [release, theme-render, red]\n---\n")
        try console.write("b.md", "---\nstatus: archived\n---\n")
        let typed = String(line.dropFirst("slip search ".count).drop { "'\"".contains($0) })
        let found = try Self.completed(line, console)
        #expect(!found.isEmpty && found.allSatisfy { $0.replacing("\\", with: "").hasPrefix(typed) }, "\(found)")
        let zsh = console.slip("complete", "zsh", "search", "'\(typed)").output.split(separator: "\n")
        #expect(!zsh.isEmpty && zsh.allSatisfy { $0.hasPrefix(typed) }, "\(zsh)")
    }

    @Test func `a path that textStyles like an option or a home folder is completed with ./`() throws {
        let console = try Console(["-n.md": "", "~ada.md": "", "a\tb.md": "", "new\nline.md": "", "Box.md": ""])
        for shell in ["bash", "zsh", "fish"] {
            let found = console.slip(["complete", shell] + (shell == "bash" ? ["slip show "] : ["show", ""])).output
            let paths = found.split(separator: "\n").map { $0.prefix { $0 != "\t" }.replacing("\\", with: "") }
            #expect(paths == ["./-n.md", "./~ada.md", "Box.md"], "\(found)")
        }
    }

    @Test func `commands are completed outside of a vault`() throws {
        let console = try Console()
        #expect(try Self.completed("slip sea", console) == ["search", "searches"])
        #expect(try Self.completed("slip search st", console).isEmpty)
    }

    @Test func `descriptions are printed for the shells that show them`() throws {
        let result = try Console(Self.files).slip("complete", "zsh", "search", "status:")
        #expect(result.output.contains("status:review\t1 note\n"), "\(result.output)")
        #expect(
            try Console(Self.files).slip("complete", "fish", "search", "'status:rev").output
                == "status:review\t1 note\n")
    }

    @Test func `the completion script for bash parses`() throws { try parseScript(for: "bash") }

    @Test(.enabled(if: TestProcess.installed("zsh") != nil))
    func `the completion script for zsh parses`() throws { try parseScript(for: "zsh") }

    @Test(.enabled(if: TestProcess.installed("fish") != nil))
    func `the completion script for fish parses`() throws { try parseScript(for: "fish") }

    private func parseScript(for shell: String) throws {
        let program = try #require(TestProcess.installed(shell))
        let script = try Console().slip("completions", shell)
        #expect(script.status == 0)
        #expect(try TestProcess.run(program, ["-n"], input: Array(script.output.utf8)).status == 0)
    }
}

@Suite struct ManTests {
    @Test func `every command and topic has a manual page`() throws {
        let console = try Console()
        #expect(console.slip("man", "-d", "out").status == 0)
        for row in Program.table {
            let page = try console.read("out/man1/slip-\(row.name).1")
            for part in [".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH \"SEE ALSO\""] {
                #expect(page.contains(part), "\(row.name) \(part)")
            }
            for option in row.command().options {
                #expect(page.contains("\\-\\-\(option.name.replacing("-", with: "\\-"))"))
            }
        }
        #expect(try console.read("out/man7/slip-query.7").contains(".SH DESCRIPTION"))
        #expect(console.slip("man", "search").output == (try console.read("out/man1/slip-search.1")))
        #expect(console.slip("man", "nonsense").status == 2)
    }

    @Test func `without man a manual page is shown as help on a terminal`() throws {
        let console = try Console()
        console.isTerminal = true
        console.variables = ["PATH": console.directory.path, "PAGER": ""]
        #expect(console.slip("man", "search").output == console.slip("help", "search").output)
        #expect(console.slip("man", "query").output == console.slip("help", "query").output)
        #expect(console.slip("man").output == console.slip("help", "--all").output)
        #expect(console.slip("man", "search", "x").status == 2)
    }

    @Test(.enabled(if: CommandLine.program != nil && TestProcess.installed("script") != nil))
    func `a terminal shows a page with man, a pipe gets its source`() throws {
        let program = try #require(CommandLine.program)
        let console = try Console()
        try console.writeProgram("bin/man", "#!/bin/sh\necho \"man $*\"; head -n 2\n")
        let variables = [
            "PATH": "\(console.directory.path)/bin:/usr/bin:/bin", "TERM": "xterm", "slip": program, "SHELL": "/bin/sh",
        ]
        func run(_ script: String) throws -> String {
            try ShellScript(script).run(in: console.directory, variables).text.replacing("\r\n", with: "\n")
        }
        let source = try run("$slip man search | head -n 2")
        #expect(source.hasPrefix(".\\\" Generated by slip man.\n.TH SLIP"))
        #expect(try run("script -qec '$slip man search' /dev/null") == "man -l -\n\(source)")
    }

    @Test(.enabled(if: TestProcess.installed("mandoc") != nil))
    func `mandoc has no warnings about the manual pages`() throws {
        let result = try show("mandoc", ["-T", "lint"])
        #expect(result.output + result.errors == "")
    }

    @Test(.enabled(if: TestProcess.installed("man") != nil))
    func `man has no warnings about the manual pages`() throws {
        #expect(try show("man", ["--warnings", "-l"]).errors == "")
    }

    /// Runs a program on all manual pages.
    private func show(_ name: String, _ arguments: [String]) throws -> TestProcess.Result {
        let console = try Console()
        console.slip("man", "-d", "out")
        let files = try console.paths(in: "out").filter { $0.hasSuffix(".1") || $0.hasSuffix(".7") }
            .map { console.url("out/\($0)").path }
        #expect(files.count > 30)
        return try TestProcess.run(
            try #require(TestProcess.installed(name)), arguments + files,
            environment: ["PAGER": "cat", "MANPAGER": "cat", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"])
    }
}
