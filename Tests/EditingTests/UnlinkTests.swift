import TestSupport
import Testing

/// `rm --unlink` of links that contain other links.
struct UnlinkTests {
    @Test(arguments: [
        ("[b [[T]] c](t.md)", "b T c"), ("[b [[T|x]] c](t.md)", "b x c"), ("[b [[O]] c](t.md)", "b [[O]] c"),
        ("[b ![i](o.png) c](t.md)", "b ![i](o.png) c"), ("[![i](t.md) c](t.md)", "i c"),
        ("[b [[T]] c](o.md)", "[b T c](o.md)"), ("[b [[T]] c][r]\n\n[r]: t.md\n\nx", "b T c\n\n\nx"),
        ("[[T]] [a](t.md) [b](t.md#c)", "T a b"),
    ])
    func `links in the label of a removed link are removed too`(before: String, after: String) throws {
        let console = try Console([
            "n.md": before + "\n", "t.md": "# T\n", "o.md": "# O\n", "o.png": "1",
        ])
        #expect(console.slip("rm", "t.md", "--unlink", "--force").status == 0)
        #expect(try console.read("n.md") == after + "\n")
    }
}
