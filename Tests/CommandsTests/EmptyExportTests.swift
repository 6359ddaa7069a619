import TestSupport
import Testing

struct EmptyExportTests {
    @Test(arguments: ["jsonl", "csv"])
    func `export says that no notes were found`(format: String) throws {
        let console = try Console([:])
        let result = console.slip("export", "--format", format)
        #expect(result.status == 1 && result.errors.contains("no notes found; nothing was exported"))
        try console.write("a.md", "x\n")
        #expect(console.slip("export", "--format", format).errors.isEmpty)
    }
}
