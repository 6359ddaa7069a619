import System
import TestSupport
import Testing

/// Changes while a note cannot be read.
@Suite struct UnreadableNoteTests {
    private static let files = ["A.md": "to [[B]]\n", "F/B.md": "#tag\n", "F/C.md": "#tag [[B]]\n"]

    @Test(arguments: [
        ["mv", "F/B.md", "N.md"], ["folder", "rename", "F", "G"], ["keyword", "rename", "tag", "other"],
    ])
    func `a rename is refused while a note cannot be read`(_ command: [String]) throws {
        let terminal = try Console(Self.files)
        // The note is not indexed yet, so its links are unknown.
        let seam = CallSeam(unreadable: "/A.md")
        let refused = CallSeam.$current.withValue(seam) { terminal.slip(command) }
        #expect(refused.isError("'A.md' cannot be read"), "\(refused)")
        #expect(terminal.exists("F/B.md") && !terminal.exists("N.md"))
        #expect(try terminal.read("F/C.md") == Self.files["F/C.md"])
        let forced = CallSeam.$current.withValue(seam) { terminal.slip(command + ["--force"]) }
        #expect(forced.status == 0, "\(forced)")
    }

    @Test func `a vault that cannot be examined does not expose the one above it`() throws {
        let terminal = try Console(["a.md": "alpha\n", "in/.slipbox/config.yaml": "", "in/b.md": "alpha\n"])
        terminal.folder = "in"
        #expect(terminal.slip("search", "alpha").output.contains("b.md"))
        var number = 0
        while true {
            let blind = CallSeam(failingLookAt: number)
            let result = CallSeam.$current.withValue(blind) { terminal.slip("search", "alpha") }
            if !blind.hasFailed { break }
            #expect(!result.output.contains("a.md"), "look \(number): \(result)")
            #expect(result.output.contains("b.md") || result.errors.contains("slip: "), "look \(number): \(result)")
            number += 1
        }
        #expect(number > 5)
    }

    @Test(arguments: [
        ["mv", "F/B.md", "Z/", "--force"], ["set", "--query", "#tag", "x=1", "--force"], ["index", "--verify"],
    ])
    func `an unreadable note is reported once`(_ command: [String]) throws {
        let terminal = try Console(Self.files)
        let seam = CallSeam(unreadable: "/A.md")
        let result = CallSeam.$current.withValue(seam) { terminal.slip(command) }
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("slip: cannot read 'A.md': ") }
        #expect(lines.count == Set(lines).count && !lines.isEmpty, "\(result)")
    }

    @Test(arguments: ["A", "a", "A.md"]) func `a note that cannot be read is not reported as missing`(
        _ name: String
    ) throws {
        let terminal = try Console(Self.files)
        let seam = CallSeam(unreadable: "/A.md")
        let result = CallSeam.$current.withValue(seam) { terminal.slip("show", name) }
        #expect(result.isError("slip: cannot read 'A.md'\n") && !result.errors.contains("no note"), "\(result)")
    }

    @Test func `a change that renames nothing works while a note cannot be read`() throws {
        let terminal = try Console(Self.files)
        let seam = CallSeam(unreadable: "/A.md")
        let result = CallSeam.$current.withValue(seam) { terminal.slip("set", "F/B.md", "x=1") }
        #expect(result.status == 0 && result.errors.contains("cannot read 'A.md'"), "\(result)")
    }
}
