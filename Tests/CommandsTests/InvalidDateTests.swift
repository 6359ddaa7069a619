import TestSupport
import Testing

/// Dates that do not exist.
struct InvalidDateTests {
    private static let notes = [
        "a.md": "---\ndue: 2024-05-01\nedition: 2024-99\nisbn: 1234-56-78\n---\n", "b.md": "---\ndue: 2024-99\n---\n",
    ]

    @Test(arguments: [
        "due:2024-99", "due:=2024-99", "due:2024-03-27T25:00", "due:>2024-99", "due:2024-01..2024-99", "due:2024/13",
        "created:2023-02-30", "created:2024-03-27T25:00", "modified:<2024-13", "-due:2024-02-30", "prop.due:2023-02-29",
    ])
    func `a date that does not exist is an error with a caret`(query: String) throws {
        let result = try Console(Self.notes).slip("search", query)
        #expect(result.isError("is not a date") && result.errors.contains("^") && result.output.isEmpty, "\(result)")
    }

    @Test(arguments: [
        ("edition:2024-99", "a.md"), ("isbn:1234-56-78", "a.md"), ("due:\"2024-99\"", "b.md"), ("due:2024-05", "a.md"),
    ])
    func `text that resembles a date is found as text`(query: String, path: String) throws {
        #expect(try Console(Self.notes).slip("search", query, "--format", "paths").output == path + "\n")
    }
}
