import Foundation
import Notes
import Searching
import SourceText
import TestSupport
import Testing
import VaultFiles

@testable import Editing

/// Properties of text added to any note.
@Suite struct TextInsertionTests {
    private static let texts = [
        "x", "- y", "1. z", "two\nlines", "## H\n\np", "> q", "```\ncode\n```", "|a|\n|-|", "    c",
    ]

    /// The notes of the fuzzing corpus, and damaged ones.
    private static func notes(_ random: inout FixedGenerator) throws -> [[UInt8]] {
        let corpus = ProjectFiles.root.appendingPathComponent("Tests/FuzzingTests/Corpus")
        var seeds: [[UInt8]] = []
        for name in ["body", "frontMatter"] {
            let folder = corpus.appendingPathComponent(name)
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
                seeds.append(Array(try Data(contentsOf: folder.appendingPathComponent(file))))
            }
        }
        var notes = seeds
        for _ in 0..<(LongTests.areWanted ? 20_000 : 400) {
            let (one, other) = (random.pick(seeds), random.pick(seeds))
            let ends = ["", "\n", "\n\n", "\r\n", "\n## A\n"].map { Array($0.utf8) }
            notes.append(
                one.prefix(random.below(one.count + 1)) + random.pick(ends)
                    + other.suffix(random.below(other.count + 1)))
        }
        return notes
    }

    @Test func `only the text is added, and every other heading and block stays`() throws {
        var random = FixedGenerator(33)
        var (added, refused) = (0, 0)
        for bytes in try Self.notes(&random) where bytes.count < 20_000 {
            let note = OpenNote(path: VaultPath("n.md"), bytes: bytes, rules: NoteRules())
            var parts = [try note.part(at: .body)]
            for heading in note.headings.prefix(3) {
                if let part = try? note.part(at: .section(heading.text)) { parts.append(part) }
            }
            for part in parts {
                let text = TextInsertion.lines(of: Array(random.pick(Self.texts).utf8))
                let side: TextInsertion.Side = Bool.random(using: &random) ? .start : .end
                let insertion: TextInsertion
                do {
                    insertion = try .blocks(text, at: side, of: part, in: note, isRaw: random.below(4) == 0)
                } catch is VaultError {
                    refused += 1
                    continue
                }
                added += 1
                var after = bytes
                after.insert(contentsOf: insertion.edit.replacement, at: insertion.edit.range.lowerBound)
                let context = "\(Data(bytes).base64EncodedString()) \(insertion)"
                #expect(insertion.edit.range.isEmpty, "\(context)")
                let table = LineTable(after)
                guard (1...table.count).contains(insertion.line) else {
                    Issue.record("line \(insertion.line) of \(table.count): \(context)")
                    continue
                }
                let first = after.text(table.range(ofLine: insertion.line))
                #expect(first.hasSuffix(String(decoding: text[0], as: UTF8.self)), "\(context)")
                let changed = OpenNote(path: VaultPath("n.md"), bytes: after, rules: NoteRules())
                let new =
                    insertion.edit.range.lowerBound..<insertion.edit.range.lowerBound + insertion.edit.replacement.count
                let others = changed.headings.filter { !new.contains($0.range.lowerBound) }
                #expect(others.map(\.text) == note.headings.map(\.text), "\(context)")
                #expect(
                    changed.tasks.filter { !new.contains($0.range.lowerBound) }.count == note.tasks.count, "\(context)")
                #expect(changed.note.frontMatter.content == note.note.frontMatter.content, "\(context)")
            }
        }
        #expect(added > 500 && refused * 10 < added, "\(added) added, \(refused) refused")
    }
}
