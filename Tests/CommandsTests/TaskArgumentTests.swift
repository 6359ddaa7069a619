import System
import TestSupport
import Testing

/// TASK arguments that are words.
@Suite struct TaskArgumentTests {
    private static func console() throws -> Console {
        let console = try Console([
            "Milk.md": "# Buy milk\n\nA note about milk.\n", "Inbox.md": "- [ ] Buy oat milk\n- [x] buy milk\n",
            "Day.md": "- [ ] call Ada\n- [ ] call Ada at noon\n- [ ] water 🔁 every week 📅 2024-03-29\n",
        ])
        console.variables["SLIPBOX_PAGER"] = ""
        return console
    }

    @Test(arguments: [
        (["done", "buy", "milk"], "did you mean Inbox.md:1 'Buy oat milk'?"),
        (["done", "buy milk"], "did you mean Inbox.md:1 'Buy oat milk'?"),
        (["open", "buy", "milk"], "did you mean one of these?"), (["cancel", "milk"], "did you mean Inbox.md:1"),
        (["done", "call", "Ada"], "Day.md:1 'call Ada', Day.md:2 'call Ada at noon'"),
        (["done", "write", "a", "book"], "to list tasks: slip task list"), (["done", "Mlik"], "to list tasks"),
        (["set", "milk", "due=friday"], "did you mean Inbox.md:1"),
        (["move", "milk", "Day"], "did you mean Inbox.md:1"),
        (["done", "meet at 10:30"], "to list tasks: slip task list"), (["done", "#home"], "to list tasks"),
    ])
    func `words that are no TASK offer the open tasks that contain them, and no note`(
        _ words: [String], _ help: String
    ) throws {
        let console = try Self.console()
        let result = console.slip(["task"] + words)
        #expect(result.status == 2 && result.errors.contains(help), "\(result.errors)")
        #expect(result.errors.contains("a TASK is NOTE:LINE, %3 of the last list, or a block id such as ^call-ada"))
        #expect(!result.errors.contains("Milk.md") && !result.errors.contains("there is no note"), "\(result.errors)")
        #expect(try console.read("Inbox.md") == "- [ ] Buy oat milk\n- [x] buy milk\n")
    }

    @Test(arguments: [("gone.md:3", "there is no note 'gone.md'"), ("Milk.md", "expected NOTE:LINE, not 'Milk.md'")])
    func `an argument with the form of a TASK gets an error about its note`(_ word: String, _ text: String) throws {
        #expect(try Self.console().slip("task", "done", word).isError(text))
    }

    @Test func `on a terminal the only task with the words is offered, and several are numbered`() throws {
        let console = try Self.console()
        console.isTerminal = true
        console.terminal = TerminalName(device: "/dev/pts/7", session: 1)
        console.answer = "y"
        let accepted = console.slip("task", "done", "oat", "milk")
        #expect(accepted.status == 0 && accepted.errors.contains("use Inbox.md:1 'Buy oat milk'? [y/N]"))
        #expect(try console.read("Inbox.md").hasPrefix("- [x] Buy oat milk"))
        #expect(console.slip("task", "done", "call").errors.contains("%1 Day.md:1 'call Ada', %2 Day.md:2"))
        #expect(console.slip("task", "done", "%2").status == 0)
        #expect(try console.read("Day.md").contains("- [x] call Ada at noon"))
    }
}
