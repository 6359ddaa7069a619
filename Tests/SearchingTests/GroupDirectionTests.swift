import TestSupport
import Testing

/// The direction of `group:`.
@Suite struct GroupDirectionTests {
    private func labels(_ group: String, _ arguments: String...) throws -> [String] {
        let console = try Console([
            "A/a.md": "---\ncreated: 2024-03-30\nstatus: review\ntags: [x]\np: 1\n---\n",
            "B/b.md": "---\ncreated: 2024-03-28\nstatus: odd\ntags: [y]\np: 2\n---\n",
            "c.md": "---\ncreated: 2022-01-02\nstatus: draft\n---\n",
        ])
        let result = console.slip(["search", "group:\(group)", "--format", "text"] + arguments)
        #expect(result.status == 0, "\(result)")
        return result.lines.filter { line in
            !line.hasPrefix(" ") && !["a", "b", "c"].contains(line)
        }
    }

    @Test(arguments: [
        ("status", ["Draft", "Review", "odd"]), ("status+", ["Draft", "Review", "odd"]),
        ("status-", ["odd", "Review", "Draft"]), ("day", ["2024-03-30", "2024-03-28", "2022-01-02"]),
        ("day-", ["2024-03-30", "2024-03-28", "2022-01-02"]), ("day+", ["2022-01-02", "2024-03-28", "2024-03-30"]),
        ("year+", ["2022", "2024"]), ("month+", ["2022-01", "2024-03"]),
        ("period+", ["2022", "Previous 7 Days", "Today"]), ("folder-", ["B", "A", "/"]),
        ("keyword", ["x", "y", "(none)"]), ("keyword-", ["y", "x", "(none)"]), ("tags-", ["y", "x", "(none)"]),
        ("p-", ["2", "1", "(none)"]), ("p+", ["1", "2", "(none)"]),
    ])
    func `a direction orders the sections, with notes without the key last`(group: String, expected: [String]) throws {
        #expect(try labels(group) == expected)
    }

    @Test func `--group accepts a direction and takes precedence over the query`() throws {
        #expect(try labels("status", "--group", "year+") == ["2022", "2024"])
    }

    @Test func `an unknown key with a direction is refused`() throws {
        let console = try Console(["a.md": "x\n"])
        #expect(console.slip("search", "group:statsu-").isError("'status'"))
    }
}
