import Notes
import TestSupport
import Testing

@Suite struct BodyStartTests {
    @Test func `the body's start found alone is the one found by reading the front matter`() {
        let lines = [
            "---", "---", "...", "--- ", "---\t", "----", "-- -", " ---", "--", "a: b", "", "- x", "---\r", "--- \r",
            "...\r", "---\r\r", "---\r ", "\u{FEFF}---", "....", "---x", "\r",
        ]
        var random = FixedGenerator(5)
        for _ in 0..<5000 {
            var text = Int.random(in: 0..<4, using: &random) == 0 ? "\u{FEFF}" : ""
            if Bool.random(using: &random) { text += Bool.random(using: &random) ? "---\n" : "---\r\n" }
            let chosen = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                lines.randomElement(using: &random)
            }
            text += chosen.joined(separator: "\n")
            if Bool.random(using: &random) { text += "\n" }
            let bytes = Array(text.utf8)
            #expect(FrontMatter.bodyStart(of: bytes) == FrontMatter(bytes).bodyStart, "\(text.debugDescription)")
        }
    }
}
