import Commands
import Foundation
import System
import TestSupport
import Testing

/// `slip tutor`: its lessons can be solved, and it leaves no traces.
@Suite struct TutorTests {
    /// Runs a command line of a lesson in the sample vault.
    private static func run(_ line: String, _ console: Console) -> Console.Result {
        let words = line.matches(of: /'([^']*)'|\S+/).map { $0.1.map(String.init) ?? String($0.0) }
        return console.slip(Array(words.dropFirst()))
    }

    @Test func `the examples of the ten lessons solve them, one after another`() throws {
        let console = try Console.sample()
        console.isTerminal = true
        console.terminal = TerminalName(device: "/dev/pts/7", session: 1)
        console.variables["SLIPBOX_PAGER"] = ""
        #expect(TutorLesson.all.count == 10)
        for lesson in TutorLesson.all {
            #expect(lesson.accepts(lesson.example), "\(lesson.title)")
            let result = Self.run(lesson.example, console)
            // Only `check` finds something.
            #expect(result.status == (lesson.title == "Check" ? 1 : 0), "\(lesson.example): \(result)")
        }
    }

    @Test(arguments: [
        ("slip search 'slip box' --limit 3", true), ("SLIP search slip box", true), ("slip search slip", false),
        ("slip show 'slip box'", false), ("search slip box", false), ("", false),
    ])
    func `a lesson accepts other forms of its command, and no other command`(_ line: String, _ isAccepted: Bool) {
        #expect(TutorLesson.all[0].accepts(line) == isAccepted)
    }

    @Test(arguments: ["quit", "slip search 'slip box'", nil])
    func `the tutor ends at any time and removes its notes`(_ line: String?) throws {
        let console = try Console()
        console.isTerminal = true
        console.answer = ""
        var folders: [String] = []
        var lines = [line, "quit"]
        console.nextAnswer = { lines.isEmpty ? nil : lines.removeFirst() }
        console.runShell = { _, words in
            folders.append(String(decoding: words[0], as: UTF8.self))
            #expect(FileManager.default.fileExists(atPath: folders[0] + "/notes/Start here.md"))
            return 0
        }
        let result = console.slip("tutor")
        #expect(result.status == 0 && result.output.contains("Lesson 1 of 10: Search"), "\(result)")
        #expect(result.output.contains("Lesson 2") == (line?.hasPrefix("slip") == true))
        #expect(folders.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        #expect(folders.count == (line?.hasPrefix("slip") == true ? 1 : 0))
    }

    @Test func `the tutor explains its words, and starts no pager`() throws {
        let console = try Console()
        console.isTerminal = true
        console.answer = ""
        var lines = ["help", "slip links x", "quit"]
        console.nextAnswer = { lines.isEmpty ? nil : lines.removeFirst() }
        var script = ""
        console.runShell = { command, _ in
            script = command
            return 2
        }
        let result = console.slip("tutor")
        for word in ["skip", "quit, Ctrl-D", "'quit' leaves", ":\n  an empty line"] {
            #expect(result.output.contains(word), "\(result.output)")
        }
        #expect(script.contains("SLIPBOX_PAGER=\n"))
    }

    @Test func `the tutor needs a terminal`() throws {
        #expect(try Console().slip("tutor").isError("needs a terminal"))
    }
}
