import Notes
import SourceText
import Testing

@Suite struct TaskLineTests {
    /// Returns the text, then each property with its value. A `!` marks a value that cannot be read.
    private static func dump(_ source: String) -> String {
        let line = TaskLine(source)
        let entries = line.entries.map { entry in
            "\(entry.property.rawValue)\(entry.isReadable ? "" : "!")=\(line.bytes.text(entry.value))"
        }
        let block = line.blockID.map { [line.bytes.text($0)] } ?? []
        return ([line.text] + entries + block).joined(separator: " | ")
    }

    @Test(arguments: [
        // Emoji properties at the end, in any order.
        ("call Ada 📅 2026-03-05 ⏫", "call Ada | due=2026-03-05 | priority=⏫"),
        ("call Ada ⏫ 📅2026-03-05", "call Ada | priority=⏫ | due=2026-03-05"),
        ("x 📆 2026-03-05", "x | due=2026-03-05"), ("x 🗓️ 2026-03-05", "x | due=2026-03-05"),
        ("x ⌛ 2026-03-05 🛫 2026-03-01", "x | scheduled=2026-03-05 | start=2026-03-01"),
        ("x ➕ 2026-03-01 ✅ 2026-03-02 ❌ 2026-03-03", "x | created=2026-03-01 | done=2026-03-02 | cancelled=2026-03-03"),
        ("x ⏬️ 📅️ 2026-03-05", "x | priority=⏬ | due=2026-03-05"),
        // Hashtags and a block id between or after them.
        ("x 📅 2026-03-05 #home", "x #home | due=2026-03-05"),
        ("x #a 📅 2026-03-05 #b ⏫ ^id-1", "x #a #b | due=2026-03-05 | priority=⏫ | ^id-1"),
        ("x ^id", "x | ^id"), ("x ^id 📅 2026-03-05", "x ^id | due=2026-03-05"),
        ("x 📅 2026-03-05 ^id ⏫", "x | due=2026-03-05 | priority=⏫ | ^id"), ("2 ^ 3", "2 ^ 3"),
        // A rule ends before the next property, hashtag or block id.
        (
            "x 🔁 every week on Monday, Thursday 📅 2026-03-05",
            "x | repeat=every week on Monday, Thursday | due=2026-03-05"
        ),
        ("x 🔁 every day #a", "x #a | repeat=every day"), ("x 🔁 every day ^b", "x | repeat=every day | ^b"),
        ("x 🆔 abc ⛔ d, e,f 🏁 delete", "x | id=abc | after=d, e,f | onCompletion=delete"),
        // Emoji elsewhere are text.
        ("buy 📅 2026-03-05 milk", "buy 📅 2026-03-05 milk"), ("✅ the list", "✅ the list"),
        ("call ⏫ now 📅 2026-03-05", "call ⏫ now | due=2026-03-05"),
        // Bracket properties anywhere.
        ("write [due:: 2026-03-01] soon", "write soon | due=2026-03-01"),
        ("(due:: 2026-03-01) write", "write | due=2026-03-01"), ("x [Due::2026-03-01]", "x | due=2026-03-01"),
        ("x [completion:: 2026-03-01] [priority:: high]", "x | done=2026-03-01 | priority=high"),
        ("x [repeat:: every week] [dependsOn:: a, b]", "x | repeat=every week | after=a, b"),
        ("x [due:: [[2026-03-01]]]", "x | due=[[2026-03-01]]"),
        ("call [due:: 2026-03-01], then", "call, then | due=2026-03-01"),
        ("x [due:: 2026-03-01] 📅 2026-03-05", "x | due=2026-03-01 | due=2026-03-05"),
        ("x 📅 2026-03-05 [priority:: low] ⏫", "x | due=2026-03-05 | priority=low | priority=⏫"),
        ("x [other:: y] [due: 2026]", "x [other:: y] [due: 2026]"), ("x [due:: 2026-03-01", "x [due:: 2026-03-01"),
        // Code and comments contain none.
        ("`[due:: 2026-03-01]` x", "`[due:: 2026-03-01]` x"), ("x `📅 2026-03-05`", "x `📅 2026-03-05`"),
        ("x <!-- [due:: 2026-03-01] -->", "x <!-- [due:: 2026-03-01] -->"),
        ("x %%📅 2026-03-05%%", "x %%📅 2026-03-05%%"), ("x ` [due:: 2026-03-01]", "x ` | due=2026-03-01"),
        // A backslash at the end breaks the line.
        ("x 📅 2026-03-05\\", "x \\ | due=2026-03-05"), ("x 📅 2026-03-05 ⏫ \\", "x \\ | due=2026-03-05 | priority=⏫"),
        // A value that cannot be read is part of the text.
        ("x 📅 tomorrow", "x 📅 tomorrow | due!=tomorrow"), ("x 📅 2026-02-30", "x 📅 2026-02-30 | due!=2026-02-30"),
        ("x 📅 #a ⏫", "x 📅 #a | due!= | priority=⏫"), ("x 🆔 ^b", "x 🆔 | id!= | ^b"),
        ("x ⛔ a, #b", "x #b | after=a,"),
        ("x [priority:: urgent]", "x [priority:: urgent] | priority!=urgent"), ("x 📅", "x 📅 | due!="), ("", ""),
    ])
    func `properties are read in both notations`(_ source: String, _ expected: String) {
        #expect(Self.dump(source) == expected)
    }

    @Test func `values have the types of their properties`() {
        let line = TaskLine("x [due:: 2026-03-01T10:00] 🔽 🆔 a ⛔ b, c 🔁 every day")
        #expect(line.day(.due)?.dayText == "2026-03-01" && line.priority == .low && line.rule == "every day")
        #expect(line.id == "a" && line.after == ["b", "c"] && line.notation == .emoji)
        #expect(TaskLine("x [due:: 2026-03-01]").notation == .brackets && TaskLine("x").notation == nil)
        #expect(
            TaskLine("pay 2026-03-01 12").plainDay?.dayText == "2026-03-01" && TaskLine("12026-03-01").plainDay == nil)
    }

    @Test func `parsing the properties takes linear time`() {
        let line = TaskLine(String(repeating: "📅 x 🔁 y [due:: `", count: 20_000))
        #expect(line.entries.count == 40_000)
    }

    @Test(arguments: ["<!-- ", "<!--", "% %% ", "` `` ``` "])
    func `parsing comments and code that nothing closes takes linear time`(_ opener: String) {
        let text = String(repeating: opener, count: 20_001)
        let time = ContinuousClock().measure { #expect(TaskLine(text).text.hasPrefix(opener.prefix(1))) }
        #expect(time < .seconds(10))
    }
}
