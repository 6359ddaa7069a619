import Foundation
import System
import TestSupport
import Testing

@Suite struct InitTests {
    @Test func `init prints what it found and a search to try`() throws {
        let terminal = try Console()
        try terminal.write("a.md", "---\npublished: 2024-01-01\n---\nx\n")
        try terminal.write("D/b.md", "---\npublished: 2024-01-02\n---\nx\n")
        try terminal.write("D/c.md", "---\npublished: 2024-01-03\n---\nx\n")
        let made = terminal.slip("init")
        #expect(made.status == 0 && made.output.hasPrefix("created a vault in '.'"))
        #expect(made.errors.contains("found 3 notes in 1 folder\n") && made.errors.contains("try: slip search"))
        #expect(made.errors.contains("keys: {created: [published]}"))
        let again = terminal.slip("init")
        #expect(again.output == "'.' is already a vault; nothing was changed\n" && again.errors.isEmpty)
        #expect(try Console().slip("init").errors.contains("slip new TITLE"))
    }

    @Test func `init makes the folder of --vault a vault if no other is named`() throws {
        let terminal = try Console()
        try terminal.write("D/a.md", "x\n")
        #expect(terminal.slip("--vault", "D", "init").output.hasPrefix("created a vault in 'D'"))
        #expect(terminal.exists("D/.slipbox/config.yaml") && !terminal.exists(".slipbox"))
    }

    @Test func `init proposes to search attachments that notes refer to`() throws {
        let terminal = try Console()
        try terminal.write("a.md", "[p](p.pdf) [l](l.docx)\n")
        try terminal.write("p.pdf", "%PDF")
        try terminal.write("l.docx", "x")
        let made = terminal.slip("init")
        #expect(made.errors.contains("attachments: text") && made.errors.contains("of 2 documents"), "\(made)")
        let none = try Console()
        try none.write("a.md", "![p](p.png)\n")
        try none.write("p.png", "x")
        try none.write("loose.pdf", "%PDF")
        #expect(!none.slip("init").errors.contains("attachments: text"))
    }

    @Test func `init asks before it uses an unlikely folder`() throws {
        let terminal = try Console(["a.md": "x\n", "D/b.md": "x\n"])
        #expect(terminal.slip("init", "D").isError("is in the vault", "--yes"))
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

    @Test func `every line of the configuration that init writes is valid when uncommented`() throws {
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

    @Test func `init --with-examples creates the sample vault byte for byte`() throws {
        let sample = try Console.sample()
        let terminal = try Console()
        let made = terminal.slip("init", "--with-examples", "examples")
        #expect(made.status == 0 && made.errors.contains("found 50 notes") && made.errors.contains("try: slip "))
        func files(_ console: Console, _ folder: String) throws -> [String: Data] {
            try console.contents(of: folder) {
                !$0.hasPrefix(".slipbox/") || $0.hasSuffix("config.yaml") || $0.contains("templates/")
            }
        }
        let (theirs, ours) = (try files(sample, "SampleVault"), try files(terminal, "examples"))
        #expect(theirs == ours && ours.count > 50)
        let query = ["search", "@todo", "-c"]
        #expect(terminal.slip(["--vault", "examples"] + query).output == sample.slip(query).output)
    }

    @Test func `init --with-examples refuses a folder that is not empty`() throws {
        let terminal = try Console()
        try terminal.write("mine/a.txt", "x\n")
        #expect(terminal.slip("init", "--with-examples", "mine").isError("is not empty"))
        #expect(!terminal.exists("mine/.slipbox"))
        #expect(terminal.slip("init", "mine").status == 0)
        #expect(terminal.slip("init", "--with-examples", "mine").isError("is already a vault"))
        #expect(!terminal.exists("mine/Ideas"))
    }

    @Test func `a failed init --with-examples removes its files and can be repeated`() throws {
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
