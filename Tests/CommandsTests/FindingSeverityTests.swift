import TestSupport
import Testing

/// The severities of problems, which the configuration can change.
struct FindingSeverityTests {
    private static let files = [
        "a.md": "---\nstatus: odd\n---\n# Same\n\n[[nowhere]]\n", "b.md": "# Same\n",
        "c.md": "---\ncreated: soon\n---\n",
        "d.md": "---\nx: [1\n---\n", "e.md": "<<<<<<< x\na\n=======\nb\n>>>>>>> y\n", "spare.png": "",
    ]

    private static func severities(_ terminal: Console, _ arguments: String...) throws -> [String] {
        try terminal.slip(["check", "--format", "json"] + arguments).objects().map {
            "\($0["path"] ?? "") \($0["kind"] ?? "") \($0["severity"] ?? "")"
        }
    }

    @Test func `each problem has the severity of its kind, but a bad value is no unreadable front matter`() throws {
        #expect(
            try Self.severities(Console(Self.files)) == [
                "a.md status note", "a.md duplicate-title note", "a.md broken-link warning",
                "b.md duplicate-title note",
                "c.md front-matter warning", "d.md front-matter error", "e.md conflict error",
                "spare.png unused-attachment note",
            ])
    }

    @Test func `findings: sets severities and turns kinds off`() throws {
        let terminal = try Console(Self.files)
        try terminal.write(
            ".slipbox/config.yaml",
            "findings: {duplicate-title: off, front-matter: note, broken-link: error, conflict: false}\n")
        #expect(
            try Self.severities(terminal) == [
                "a.md status note", "a.md broken-link error", "c.md front-matter note", "d.md front-matter note",
                "spare.png unused-attachment note",
            ])
        // A kind that the user asks for is listed.
        #expect(try Self.severities(terminal, "--kind", "conflict") == ["e.md conflict error"])
    }

    @Test(arguments: [
        ("findings: {duplicate-titel: off}", "did you mean 'duplicate-title'?"),
        ("findings: {conflict: loud}", "must be error, warning, note or off"), ("findings: off", "must map kinds"),
    ])
    func `check reports an invalid findings: setting`(line: String, message: String) throws {
        let terminal = try Console(["a.md": "x\n"])
        try terminal.write(".slipbox/config.yaml", line + "\n")
        let check = terminal.slip("check")
        #expect(check.status == 1 && check.output.contains(message), "\(check)")
    }

    @Test func `check --errors lists errors only, and counts the rest`() throws {
        let terminal = try Console(Self.files)
        let check = terminal.slip("check", "--errors")
        #expect(check.output.split(separator: "\n").map { $0.prefix(5) } == ["d.md:", "e.md:"])
        #expect(check.status == 1 && check.errors == "slip: 6 warnings or notes; to list: slip check\n")
        let clean = try Console(["a.md": "[[nowhere]]\n"]).slip("check", "--errors")
        #expect(clean.status == 0 && clean.output.isEmpty)
        #expect(clean.errors == "slip: 1 warning or note; to list: slip check\n")
    }

    @Test(arguments: ["my search", "a:b", "a)b", "q\\\"t", "/x", "-x", " x", "OR"])
    func `check accepts a saved search with any name`(name: String) throws {
        let terminal = try Console(["a.md": "alpha\n"])
        try terminal.write(".slipbox/config.yaml", "searches:\n  \"\(name)\": alpha\n")
        #expect(terminal.slip("check") == Console.Result(status: 0, output: "", errors: ""))
        try terminal.write(".slipbox/config.yaml", "searches:\n  \"\(name)\": in:nowhere\n")
        #expect(terminal.slip("check").output.contains("there is no folder 'nowhere'"))
    }
}
