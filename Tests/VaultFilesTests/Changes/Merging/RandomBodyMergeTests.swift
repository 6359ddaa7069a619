import Foundation
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Merges of real notes that two sides changed at random, with known intent.
@Suite struct RandomBodyMergeTests {
    /// A paragraph, list item, heading, table row or code block.
    private struct Unit {
        var text: String
        /// Whether a blank line is above.
        var isSeparate: Bool

        private var content: Substring { text.drop { $0 == " " || $0 == "\t" } }
        var indent: Int { text.count - content.count }
        var marker: String? { ["- ", "* "].first { content.hasPrefix($0) } }
        var isItem: Bool { marker != nil }
        /// Whether the text can be edited without a change of the structure around it.
        var isText: Bool {
            if text.contains("\n--") || text.contains("\n==") { return false }
            return isItem || !"#|`~><[!".contains(content.first ?? "#") && content.first?.isNumber != true
        }
        var words: [Substring] { text.split(separator: " ", omittingEmptySubsequences: false) }
    }

    private enum Edit {
        case insert(after: Int, String)
        case replace(Int, word: Int, String)
        case remove(Int)

        var unit: Int {
            switch self {
            case .insert(let unit, _), .replace(let unit, _, _), .remove(let unit): unit
            }
        }
    }

    // MARK: Notes

    private static func units(_ body: String) -> [Unit] {
        var units: [Unit] = []
        var (isSeparate, fence) = (true, false)
        for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
            let content = line.drop { $0 == " " || $0 == "\t" }
            let continues = fence
            if content.hasPrefix("```") { fence.toggle() }
            if content.isEmpty, !continues {
                isSeparate = true
                continue
            }
            let begins =
                "#|>`".contains(content.first ?? " ") || content.first?.isNumber == true
                || content.hasPrefix("- ") || content.hasPrefix("* ")
            if continues || (!isSeparate && !begins && !units.isEmpty) {
                units[units.count - 1].text += "\n" + line
            } else {
                units.append(Unit(text: String(line), isSeparate: isSeparate && !units.isEmpty))
            }
            isSeparate = false
        }
        return units
    }

    /// Returns the bodies of the sample vault.
    private static func notes() throws -> [[Unit]] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let root = tests.appendingPathComponent("../SampleVault")
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try paths.sorted().filter { $0.hasSuffix(".md") }.compactMap { path in
            let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
                .replacingOccurrences(of: "\r\n", with: "\n")
            let body = text.hasPrefix("---\n") ? text.components(separatedBy: "\n---\n").dropFirst().joined() : text
            let units = units(body)
            return units.count > 3 ? units : nil
        }
    }

    private static func text(_ units: [Unit], _ edits: [Edit]) -> String {
        var text = ""
        for (index, unit) in units.enumerated() {
            var shown: Unit? = unit
            var added: [Unit] = []
            for edit in edits where edit.unit == index {
                switch edit {
                case .remove: shown = nil
                case .replace(_, let word, let new):
                    var words = (shown ?? unit).words
                    words[word] = Substring(new)
                    shown?.text = words.joined(separator: " ")
                case .insert(_, let new):
                    let start = unit.text.prefix(unit.indent) + (unit.marker ?? "")
                    added.append(Unit(text: start + new, isSeparate: !unit.isItem))
                }
            }
            for part in [shown].compactMap({ $0 }) + added { text += (part.isSeparate ? "\n" : "") + part.text + "\n" }
        }
        return text
    }

    // MARK: Edits

    /// Returns edits of different units.
    ///
    /// - Parameter name: a word that new texts contain.
    private static func edits(_ units: [Unit], _ name: String, _ random: inout FixedGenerator) -> [Edit] {
        var edits: [Edit] = []
        for step in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<units.count, using: &random)
            let unit = units[index]
            let next = index + 1 < units.count ? units[index + 1] : nil
            if edits.contains(where: { $0.unit == index }) || !unit.isText { continue }
            let hasChildren = next.map { $0.indent > unit.indent } ?? false
            let words = unit.words.indices.filter {
                $0 > 0 && unit.words[$0].allSatisfy(\.isLetter) && !unit.words[$0].isEmpty
            }
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                // A line after an item with children would be one of them.
                if !hasChildren { edits.append(.insert(after: index, "A new line \(step) of \(name).")) }
            case 2 where !hasChildren && next?.isSeparate == unit.isSeparate && index > 0:
                if next?.isItem == unit.isItem || !unit.isItem && units[index - 1].isItem != next?.isItem {
                    edits.append(.remove(index))
                }
            default:
                guard let word = words.randomElement(using: &random) else { continue }
                edits.append(.replace(index, word: word, "\(name)\(step)"))
            }
        }
        return edits
    }

    /// Returns whether the changes of two sides are of the same words, or remove what the other changes.
    private static func touch(_ left: [Edit], _ right: [Edit]) -> Bool {
        left.contains { one in
            right.contains { other in
                guard one.unit == other.unit else { return false }
                if case .insert = one, case .insert = other { return false }
                if case .insert = one, case .replace = other { return false }
                if case .replace = one, case .insert = other { return false }
                return true
            }
        }
    }

    private static func lines(_ text: String) -> [String: Int] {
        text.split(separator: "\n").reduce(into: [:]) { counts, line in counts[String(line), default: 0] += 1 }
    }

    private static func merge(_ base: String, _ ours: String, _ theirs: String) throws -> (String, MergedText) {
        let merged = try NoteMergeTests.merge(Array(base.utf8), Array(ours.utf8), Array(theirs.utf8))
        return (String(decoding: merged.bytes, as: UTF8.self), merged)
    }

    // MARK: Properties

    @Test func `a merge of random edits of notes makes both sides' edits`() throws {
        let notes = try Self.notes()
        var (clean, resolved, left) = (0, 0, 0)
        for seed in 0..<(LongTests.areWanted ? 20_000 : 250) {
            var random = FixedGenerator(UInt64(seed) &* 104_729)
            guard let units = notes.randomElement(using: &random) else { return }
            let (own, other) = (Self.edits(units, "ours", &random), Self.edits(units, "theirs", &random))
            let texts = [[], own, other].map { Self.text(units, $0) }
            let (text, merged) = try Self.merge(texts[0], texts[1], texts[2])
            let lines = try NoteMergeTests.lines(Array(texts[0].utf8), Array(texts[1].utf8), Array(texts[2].utf8))
            let context = "seed \(seed)\n\(texts.joined(separator: "\n=======\n"))\n=== merged\n\(text)"
            if !lines.hasConflicts {
                #expect(merged.bytes == lines.bytes, "git merges this otherwise: \(context)")
                clean += 1
                continue
            }
            if merged.hasConflicts { left += 1 } else { resolved += 1 }
            if !Self.touch(own, other) {
                #expect(!merged.hasConflicts, "a conflict of edits that do not touch: \(context)")
                let expected = Self.text(units, own + other)
                // A removed unit with an added one next to it is a changed unit, so that the order may differ.
                let hasRemovals = (own + other).contains { if case .remove = $0 { true } else { false } }
                #expect(text == expected || hasRemovals && Self.lines(text) == Self.lines(expected), "\(context)")
            }
            // No line is lost. Where both sides changed one line, it contains the words of both.
            for line in Self.lines(texts[1]).keys where Self.lines(texts[0])[line] == nil {
                #expect(text.contains(line) || text.contains("ours"), "'\(line)' is lost: \(context)")
            }
            let counts = Self.lines(text)
            let sides = texts.map { Self.lines($0) }
            for (line, count) in counts where !merged.hasConflicts {
                let (before, left, right) = (sides[0][line] ?? 0, sides[1][line] ?? 0, sides[2][line] ?? 0)
                #expect(
                    count <= max(left, right, left + right - before) || (left == 0 && right == 0),
                    "'\(line)' is doubled: \(context)")
            }
            try Self.checkLaws(texts, merged, context)
        }
        print("of \(clean + resolved + left) random merges git makes \(clean), structure \(resolved), \(left) conflict")
        #expect(resolved > left)
    }

    /// Checks that the sides can change places, and that merging a result again changes nothing.
    private static func checkLaws(_ texts: [String], _ merged: MergedText, _ context: String) throws {
        let (swapped, other) = try merge(texts[0], texts[2], texts[1])
        #expect(other.hasConflicts == merged.hasConflicts, "a conflict of one order only: \(context)")
        let text = String(decoding: merged.bytes, as: UTF8.self)
        if merged.hasConflicts { return }
        #expect(lines(swapped) == lines(text), "other lines with the sides exchanged: \(context)\n=== and\n\(swapped)")
        for side in texts[1...] {
            let (again, result) = try merge(side, text, side)
            #expect(again == text && !result.hasConflicts, "\(context)")
        }
    }
}
