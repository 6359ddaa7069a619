import Foundation
import System
import TestSupport
import Testing

@Suite struct InitTests {
    @Test func `init says what it found, and what to try`() throws {
        let terminal = try Console()
        try terminal.write("a.md", "---\npublished: 2024-01-01\n---\nx\n")
        try terminal.write("D/b.md", "---\npublished: 2024-01-02\n---\nx\n")
        let made = terminal.slip("init")
        #expect(made.status == 0 && made.output.hasPrefix("created a vault in '.'"))
        #expect(made.errors.contains("found 2 notes in 1 folder\n") && made.errors.contains("try: slip search"))
        #expect(made.errors.contains("keys: {created: [published]}"))
        let again = terminal.slip("init")
        #expect(again.output == "'.' is already a vault; nothing was changed\n" && again.errors.isEmpty)
        #expect(try Console().slip("init").errors.contains("slip new TITLE"))
    }

    @Test func `a folder that is unlikely to be meant is asked about`() throws {
        let terminal = try Console(["a.md": "x\n", "D/b.md": "x\n"])
        let refused = terminal.slip("init", "D")
        #expect(refused.status == 2 && refused.errors.contains("is in the vault") && refused.errors.contains("--yes"))
        #expect(!terminal.exists("D/.slipbox"))
        terminal.answer = "n"
        #expect(terminal.slip("init", "D").status == 2)
        #expect(!terminal.exists("D/.slipbox"))
        terminal.answer = "y"
        #expect(terminal.slip("init", "D").status == 0)
        #expect(terminal.exists("D/.slipbox/config.yaml"))

        let home = try Console()
        home.variables["HOME"] = home.directory.path
        #expect(home.slip("init").errors.contains("is your home folder"))
        #expect(!home.exists(".slipbox"))
        #expect(home.slip("init", "--yes").status == 0)
    }

    @Test func `every line of the configuration that init writes can be read when it is taken in`() throws {
        let terminal = try Console()
        #expect(terminal.slip("init").status == 0)
        let written = try terminal.read(".slipbox/config.yaml")
        let lines = written.split(separator: "\n").filter {
            $0.hasPrefix("# ") && $0.contains(":") && !$0.hasSuffix(":") || $0.hasSuffix("searches:")
                || $0.hasSuffix("keywords:")
        }
        .filter { !$0.contains("slip help") && !$0.contains("unless you say") }
        try terminal.write(".slipbox/config.yaml", lines.map { $0.dropFirst(2) + "\n" }.joined())
        try terminal.write("a.md", "x\n")
        let result = terminal.slip("check", "--kind", "config")
        #expect(result.output.isEmpty && !result.errors.contains("config.yaml"), "\(result)")
        #expect(terminal.slip("search", "@inbox", "-c").output == "1\n")
    }

    @Test func `the examples are the sample vault, to the byte`() throws {
        let sample = try Console.sample()
        let terminal = try Console()
        let made = terminal.slip("init", "--with-examples", "examples")
        #expect(made.status == 0 && made.errors.contains("found 50 notes") && made.errors.contains("try: slip "))
        func files(_ terminal: Console, _ folder: String) throws -> [String: Data] {
            let root = terminal.directory.appendingPathComponent(folder)
            var found: [String: Data] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
                let isOwn = !path.hasPrefix(".slipbox/") || path.hasSuffix("config.yaml") || path.contains("templates/")
                if isOwn, let bytes = FileManager.default.contents(atPath: root.appendingPathComponent(path).path) {
                    found[path] = bytes
                }
            }
            return found
        }
        let (theirs, ours) = (try files(sample, "SampleVault"), try files(terminal, "examples"))
        #expect(theirs == ours && ours.count > 50)
        let query = ["search", "@todo", "-c"]
        #expect(terminal.slip(["--vault", "examples"] + query).output == sample.slip(query).output)
    }

    @Test func `examples never come among somebody's own files`() throws {
        let terminal = try Console()
        try terminal.write("mine/a.txt", "x\n")
        let refused = terminal.slip("init", "--with-examples", "mine")
        #expect(refused.status == 2 && refused.errors.contains("is not empty"))
        #expect(!terminal.exists("mine/.slipbox"))
        #expect(terminal.slip("init", "mine").status == 0)
        let again = terminal.slip("init", "--with-examples", "mine")
        #expect(again.status == 2 && again.errors.contains("is already a vault"))
        #expect(!terminal.exists("mine/Ideas"))
    }

    @Test func `whatever fails while the examples are written, all is as it was, and they can be had again`() throws {
        for number in stride(from: 0, to: 200, by: 7) {
            let terminal = try Console()
            let failing = CallSeam(failingAt: number)
            let result = CallSeam.$current.withValue(failing) { terminal.slip("init", "--with-examples", "e") }
            if !failing.hasFailed { break }
            if result.status != 0 {
                #expect(result.errors.hasPrefix("slip: cannot create '"), "\(number): \(result)")
                #expect(!terminal.exists("e/.slipbox"), "\(number)")
            }
            if terminal.exists("e/.slipbox") { continue }
            let again = terminal.slip("init", "--with-examples", "e")
            #expect(again.status == 0 && again.errors.contains("found 50 notes"), "\(number): \(again)")
        }
    }
}
