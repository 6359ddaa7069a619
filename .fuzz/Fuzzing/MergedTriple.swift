import Notes
import SourceText
import VaultFiles

/// Three versions of a body, made from bytes: the lines of the base, and the edits of two sides.
struct MergedTriple {
    private(set) var base: [String] = []
    private(set) var ours: [String] = []
    private(set) var theirs: [String] = []

    private static let lines = [
        "", "", "# Head", "## Part", "Plain words of a line.", "Two sentences here. And one more there.", "- item",
        "- another item", "  - child", "    - grandchild", "  more of it", "* star", "1. first", "2. second",
        "3. third",
        "- [ ] task 📅 2026-01-02", "- [x] done task ✅ 2026-01-03 #tag", "- [ ] task [due:: 2026-02-03] 🔽",
        "- [ ] task ⏫",
        "| a | b |", "|---|---|", "| c | d |",
        "> quote",
        "> - quoted item", "```", "code line", "- [a](https://a.org) link", "- [[note]] link", "- 09:00 entry",
        "10:00 entry", "[r]: https://x.org", "***", "===", "<div>", "</div>", "[^1]: footnote", "Ünïcode 語 text",
    ]

    /// - Parameter bytes: the number of lines of the base, their numbers, and the edits: three bytes each.
    init(_ bytes: [UInt8]) {
        guard let count = bytes.first else { return }
        let own = bytes.dropFirst().prefix(Int(count % 24))
        base = own.map { Self.lines[Int($0) % Self.lines.count] }
        (ours, theirs) = (base, base)
        var rest = bytes.dropFirst(1 + own.count)
        var number = 0
        while rest.count >= 3, number < 16 {
            let edit = Array(rest.prefix(3))
            rest = rest.dropFirst(3)
            number += 1
            if edit[0] & 1 == 0 {
                Self.make(edit, in: &ours, word: "o\(number)")
            } else {
                Self.make(edit, in: &theirs, word: "t\(number)")
            }
        }
    }

    /// Makes one edit.
    ///
    /// - Parameter word: a word that only this edit adds.
    private static func make(_ edit: [UInt8], in text: inout [String], word: String) {
        let place = Int(edit[1]) % (text.count + 1)
        let line = Self.lines[Int(edit[2]) % Self.lines.count]
        switch edit[0] >> 1 & 7 {
        case 0: text.insert(line, at: place)
        case 1, 2: text.insert(line.isEmpty ? line : "\(line) \(word)", at: place)
        case 3 where place < text.count: text.remove(at: place)
        case 4 where place < text.count:
            var words = text[place].split(separator: " ", omittingEmptySubsequences: false)
            if let last = words.indices.last { words[Int(edit[2]) % (last + 1)] = Substring(word) }
            text[place] = words.joined(separator: " ")
        case 5 where place < text.count: text[place] = line
        case 6 where place < text.count: text.insert(text.remove(at: place), at: Int(edit[2]) % (text.count + 1))
        case 7 where place < text.count: text[place] = "  " + text[place]
        default: text.append("\(line) \(word)")
        }
    }

    // MARK: Properties

    /// A description of the first property of merges that does not hold, or nil.
    var fault: String? {
        let texts = [base, ours, theirs].map { Array($0.map { $0 + "\n" }.joined().utf8) }
        guard let merged = Self.merge(texts[0], texts[1], texts[2]) else { return "the merge fails" }
        let lines = Self.lines(texts[0], texts[1], texts[2])
        if !lines.hasConflicts { return merged.bytes == lines.bytes ? nil : "another result than without structure" }
        let (left, all) = (Self.conflicts(merged.bytes), Self.conflicts(lines.bytes))
        if left > all || merged.hasConflicts != (left > 0) { return "\(left) conflicts instead of \(all)" }
        let (own, other, found) = (Self.words(texts[1]), Self.words(texts[2]), Self.words(merged.bytes))
        // No side can remove a word that only the other one has.
        for (word, count) in own.merging(other, uniquingKeysWith: +) where own[word] == nil || other[word] == nil {
            let result = found[word] ?? 0
            if result < count { return "'\(word)' is lost" }
            if !merged.hasConflicts, result > count { return "'\(word)' is doubled" }
        }
        return merged.hasConflicts ? nil : Self.repeatedProperty(merged.bytes)
    }

    /// Returns a description of the first task that has a property twice, which no edit makes.
    private static func repeatedProperty(_ text: [UInt8]) -> String? {
        for line in text.split(separator: Byte.newline) {
            guard let box = line.firstRange(of: Array("] ".utf8)) else { continue }
            let properties = TaskLine(Array(line), box.upperBound - line.startIndex..<line.count).entries.map(
                \.property)
            if Set(properties).count < properties.count {
                return "a property twice in '\(String(decoding: line, as: UTF8.self))'"
            }
        }
        return nil
    }

    private static func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> MergedText? {
        try? NoteMerge(.standard, .utc, markerSize: 7, mergeLines: lines).merge(base: base, ours: ours, theirs: theirs)
    }

    private static func lines(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> MergedText {
        let merged = TextMerge(base: base, ours: ours, theirs: theirs)
        return MergedText(bytes: merged.bytes, hasConflicts: merged.hasConflicts)
    }

    private static func conflicts(_ text: [UInt8]) -> Int {
        text.split(separator: Byte.newline).count { $0.starts(with: Array("<<<<<<< ".utf8)) }
    }

    /// Returns how often each word occurs that an edit has added.
    private static func words(_ text: [UInt8]) -> [Substring: Int] {
        let words = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" || $0 == "|" }
        return words.reduce(into: [:]) { counts, word in
            if word.count > 1, "ot".contains(word.prefix(1)), word.dropFirst().allSatisfy(\.isNumber) {
                counts[word, default: 0] += 1
            }
        }
    }
}
