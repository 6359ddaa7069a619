import TestSupport
import Testing

/// `--sort` and TERM of the lists, and empty lists.
@Suite struct ListOrderTests {
    private func vault() throws -> Console {
        try Console([
            "A10/1.md": "---\nz: 1\ntags: [b]\n---\n", "A9/1.md": "---\nz: 2\na: 1\ntags: [b]\n---\n",
            "A9/2.md": "#a10 #a9\n", "A9/S/3.md": "x\n", "A9/T/3.md": "---\nz: 2\n---\n", "A9/T/4.md": "#a9\n",
        ])
    }

    private func names(_ console: Console, _ line: String) -> [String] {
        console.slip(line.split(separator: " ").map(String.init)).output.split(separator: "\n")
            .compactMap { $0.split(separator: "\t").first.map(String.init) }
    }

    @Test(arguments: [
        ("keyword list", ["a9", "a10", "b"]), ("keyword list --sort name", ["a9", "a10", "b"]),
        ("keyword list --sort name-", ["b", "a10", "a9"]), ("keyword list --sort count", ["a9", "b", "a10"]),
        ("keyword list --sort count+", ["a10", "a9", "b"]), ("folder list", ["A9", "A10"]),
        ("folder list --sort count", ["A9", "A10"]), ("folder list --sort count+", ["A10", "A9"]),
        ("folder list --sort name-", ["A10", "A9"]), ("folder tree --sort name-", ["A10", "A9", "  T", "  S"]),
        ("folder tree --sort count", ["A9", "  T", "  S", "A10"]),
        ("folder tree --sort count+", ["A10", "A9", "  S", "  T"]),
        ("property list --sort count", ["z", "keywords", "a"]), ("property list --sort name", ["a", "keywords", "z"]),
        ("property list --sort count+", ["a", "keywords", "z"]), ("property list z", ["2", "1"]),
        ("property list z --sort name", ["1", "2"]), ("property list z --sort count+", ["1", "2"]),
    ])
    func `a list is sorted by name or count`(line: String, expected: [String]) throws {
        #expect(names(try vault(), line) == expected)
    }

    @Test(arguments: [
        ("folder list a9", ["A9"]), ("folder list t", ["A9/T"]), ("folder list 9/t", ["A9/T"]),
        ("folder list A --sort count+", ["A10", "A9"]), ("keyword list 9", ["a9"]),
    ])
    func `TERM narrows a list`(line: String, expected: [String]) throws {
        #expect(names(try vault(), line) == expected)
    }

    @Test func `an unknown sort order is refused with the available ones`() throws {
        #expect(try vault().slip("keyword", "list", "--sort", "size").isError("count"))
    }

    @Test(arguments: [
        ("keyword list", "no keywords"), ("keyword list x", "no keyword contains 'x'"), ("folder list", "no folders"),
        ("folder list x", "no folder contains 'x'"), ("folder tree", "no folders"), ("property list", "no properties"),
        ("trash list", "the trash is empty"), ("task list", "no tasks found"), ("undo --list", "no change to undo"),
    ])
    func `an empty list prints a message and exits with status 1`(line: String, message: String) throws {
        let console = try Console(["a.md": "x\n"])
        let words = line.split(separator: " ").map(String.init)
        let result = console.slip(words)
        #expect(result.status == 1 && result.output.isEmpty && result.errors.contains(message), "\(result)")
        let json = console.slip(words + ["--format", "json"])
        #expect(json.status == 1 && json.output == "[]\n" && json.errors.contains(message), "\(json)")
    }
}
