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
        ("sort:modified+", "modified", "c.md"),
    ])
    func `a search by a date says if a found note has one that cannot be read`(
        _ query: String, _ key: String, _ file: String
    ) throws {
        let result = try Self.console().slip("search", "--", query)
        #expect(result.status == 0 && result.errors.contains("the '\(key)' of '\(file)' cannot be read"), "\(result)")
    }

    @Test(arguments: ["created:2020", "x", "sort:title", "created:>2000 y", "modified:>2000 x", "words:>0"])
    func `other searches do not mention unreadable dates`(_ query: String) throws {
        let result = try Self.console().slip("search", "--", query)
        #expect(result.status == 0 && !result.errors.contains("cannot be read"), "\(result)")
    }

    @Test func `a date that cannot be read is not counted as missing`() throws {
        let errors = try Self.console().slip("search", "created:2019").errors
        #expect(errors.contains("1 of 4 notes have no 'created' key"), "\(errors)")
        #expect(errors.contains("1 has a 'created' that is no date"), "\(errors)")
    }
}
