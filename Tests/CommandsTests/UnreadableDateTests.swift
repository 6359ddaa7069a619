import TestSupport
import Testing

/// Dates in front matter that cannot be read.
@Suite struct UnreadableDateTests {
    private static func console() throws -> Console {
        try Console([
            "a.md": "---\ncreated: 01.03.2024\n---\nx\n", "b.md": "---\ncreated: 2020-05-05\n---\ny\n",
            "c.md": "---\nmodified: 1653361144\ncreated: 2020-05-06\n---\nz\n", "d.md": "no date\n",
        ])
    }

    @Test(arguments: [
        ("created:>2000", "created", "a.md"), ("-created:2020 x", "created", "a.md"),
        ("sort:created", "created", "a.md"), ("modified:>2000", "modified", "c.md"),
        ("sort:modified+", "modified", "c.md"), ("words:>0", "created", "a.md"), ("", "created", "a.md"),
        ("x group:month", "created", "a.md"), ("x group:period", "created", "a.md"),
    ])
    func `a search by a date says if a found note has one that cannot be read`(
        _ query: String, _ key: String, _ file: String
    ) throws {
        let result = try Self.console().slip("search", "--", query)
        #expect(result.status == 0 && result.errors.contains("the '\(key)' of '\(file)' cannot be read"), "\(result)")
    }

    @Test(arguments: [
        "created:2020", "x", "sort:title", "created:>2000 y", "modified:>2000 x", "words:>0 sort:path",
        "-x sort:path", "y",
    ])
    func `other searches do not mention unreadable dates`(_ query: String) throws {
        let result = try Self.console().slip("search", "--", query)
        #expect(result.status == 0 && !result.errors.contains("cannot be read"), "\(result)")
    }

    @Test(arguments: [
        ["calendar"], ["stats"], ["stats", "--by", "year", "--format", "json"], ["search", "--group", "day", "x"],
        ["search", "--sort", "created", "x"], ["calendar", "--query", "x"],
    ])
    func `commands that show dates name a note whose date cannot be read`(_ command: [String]) throws {
        let errors = try Self.console().slip(command).errors
        #expect(errors.contains("the 'created' of 'a.md' cannot be read"), "\(errors)")
    }

    @Test func `the number of notes is given with one example`() throws {
        let notes = Dictionary(uniqueKeysWithValues: (0..<5).map { ("n\($0).md", "---\ncreated: 2024-3-\($0)\n---\n") })
        let errors = try Console(notes).slip("search").errors
        #expect(errors.contains("the 'created' of 'n0.md' and 4 more notes cannot be read"), "\(errors)")
        #expect(try !Console(notes).slip("search", "--count").errors.contains("cannot be read"))
    }

    @Test(arguments: [
        ["calendar", "--by", "modified", "--query", "x"], ["set", "--query", "words:>0", "k=v", "--dry-run"],
    ])
    func `commands that depend on no date do not mention them`(_ command: [String]) throws {
        let errors = try Self.console().slip(command).errors
        #expect(!errors.contains("cannot be read"), "\(errors)")
    }

    @Test func `a date that cannot be read is not counted as missing`() throws {
        let errors = try Self.console().slip("search", "created:2019").errors
        #expect(errors.contains("1 of 4 notes have no 'created' key"), "\(errors)")
        #expect(errors.contains("1 has a 'created' that is no date"), "\(errors)")
    }

    @Test func `the values of a key contain no dates of files`() throws {
        let result = try Self.console().slip("property", "list", "created")
        #expect(result.lines.map { $0.prefix(10) } == ["2020-05-05", "2020-05-06"], "\(result)")
    }
}
