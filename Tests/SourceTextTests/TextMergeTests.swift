import SourceText
import TestSupport
import Testing

@Suite struct TextMergeTests {
    private static func text(_ lines: [Int]) -> [UInt8] { Array(lines.map { "\($0)\n" }.joined().utf8) }

    /// Changes a few lines, none of them in `except`. Returns the lines, and the numbers of those that changed.
    private static func edited(
        _ lines: [Int], except: Set<Int>, with first: Int, _ random: inout FixedGenerator
    ) -> (lines: [Int?], changed: Set<Int>) {
        var result = lines.map { Optional($0) }
        var changed: Set<Int> = []
        for index in lines.indices where random.next() % 5 == 0 {
            // git calls adjacent changes a conflict, too.
            if except.contains(where: { abs($0 - index) < 2 }) { continue }
            result[index] = random.next() % 3 == 0 ? nil : first + index
            changed.insert(index)
        }
        return (result, changed)
    }

    @Test func `changes of different lines are merged`() {
        var random = FixedGenerator(11)
        for _ in 0..<500 {
            let base = Array(0..<Int(random.next() % 30))
            let ours = Self.edited(base, except: [], with: 1000, &random)
            let theirs = Self.edited(base, except: ours.changed, with: 2000, &random)
            let expected = base.indices.map { ours.changed.contains($0) ? ours.lines[$0] : theirs.lines[$0] }
            let merged = TextMerge(
                base: Self.text(base), ours: Self.text(ours.lines.compactMap { $0 }),
                theirs: Self.text(theirs.lines.compactMap { $0 }))
            #expect(!merged.hasConflicts)
            #expect(merged.bytes == Self.text(expected.compactMap { $0 }))
        }
    }

    @Test func `a merge contains all new lines of both sides`() {
        var random = FixedGenerator(12)
        for _ in 0..<500 {
            let base = Array(0..<Int(random.next() % 12))
            let ours = Self.edited(base, except: [], with: 1000, &random).lines.compactMap { $0 }
            let theirs = Self.edited(base, except: [], with: 2000, &random).lines.compactMap { $0 }
            let merged = TextMerge(base: Self.text(base), ours: Self.text(ours), theirs: Self.text(theirs))
            let lines = Set(String(decoding: merged.bytes, as: UTF8.self).split(separator: "\n"))
            for line in ours + theirs where line >= 1000 { #expect(lines.contains("\(line)")) }
        }
    }

    @Test(arguments: [
        ("a\nb\n", "a\nx\n", "a\ny\n", "a\n<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\n"),
        ("a", "a\nx", "a\ny", "<<<<<<< ours\na\nx\n=======\na\ny\n>>>>>>> theirs\n"),
        ("a\n", "", "a\nb\n", "<<<<<<< ours\n=======\na\nb\n>>>>>>> theirs\n"),
        ("a\n", "a\nb\n", "a\nb\n", "a\nb\n"), ("", "", "x", "x"), ("a\nb\nc", "b\nc", "a\nb\nc\nd", "b\nc\nd"),
    ])
    func `changes of the same lines are enclosed by markers`(base: String, ours: String, theirs: String, wanted: String)
    {
        let merged = TextMerge(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
        #expect(String(decoding: merged.bytes, as: UTF8.self) == wanted)
        #expect(merged.hasConflicts == wanted.contains("<<<"))
    }
}
